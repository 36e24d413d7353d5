import type { Root } from "mdast";
import { sha256 } from "./files.ts";
import type { Page } from "./page.ts";

/** All that a page shows besides its fields. */
export interface Shown {
  /** The hash of its text, with what its code shows in it; see `hashTree`. */
  readonly tree: string;
  /** What else it is drawn and written from, such as an operation of an API description. Its functions are called for what they give. */
  readonly from?: unknown;
}

/**
 * Identifies what a page has become, by its value and not by where that came from: pages of equal hashes read, look and are found
 * the same. When a page last changed is no part of it, nor are the files and descriptions that its tree was made of.
 */
export function hashPage({ lastModified, modules, ...page }: Omit<Page, "hash">, { tree, from }: Shown): string {
  return sha256([JSON.stringify(page), tree, JSON.stringify(from, withResults)].join("\n"));
}

/** Identifies what the text of a page has become. */
export function hashTree(tree: Root): string {
  return sha256(JSON.stringify(tree, withoutOrigin));
}

/** Where a node was written, and code that is in it as text too. */
function withoutOrigin(name: string, value: unknown): unknown {
  return name === "position" || name === "estree" ? undefined : value;
}

function withResults(_: string, value: unknown): unknown {
  return typeof value === "function" ? value() : value;
}
