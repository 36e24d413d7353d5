import type { Root } from "mdast";
import type { Operation } from "../openapi/operation.ts";
import type { LinkTable } from "./link-table.ts";
import type { Notice } from "./notice.ts";
import { createPage, type Page } from "./page.ts";
import { linksOf } from "./parsed-page.ts";
import { toPlainTree } from "./plain.ts";
import { readPage } from "./reader/reader.ts";
import { addressAgents } from "./visibility.ts";

/** Content of a description above an operation that has no page of its own. */
export interface OperationContent {
  readonly tree: Root;
  readonly treeHash: string;
  readonly links: Readonly<Record<string, string>>;
  readonly notices: readonly Notice[];
}

const NOTHING: OperationContent = { tree: { type: "root", children: [] }, treeHash: "", links: {}, notices: [] };
const MAX_CHARS = 100_000;

/** Reads the MDX that a description gives an operation, as a page beside the description. */
export async function readOperationContent({ page }: Operation, file: string, links?: LinkTable): Promise<OperationContent> {
  if (page.content === undefined) return NOTHING;
  const source = page.content.slice(0, MAX_CHARS);
  return readPage({ file: "content.mdx", source, sourceLine: 0, trusted: false }, async ({ digest, ask }) => {
    const found = links ? linksOf(digest.urls, file, links) : {};
    const faults = [...digest.problems.map((problem): Notice => ({ ...problem, kind: "syntax" })), ...digest.notices];
    const notices = faults.map((fault) => ({ ...fault, file, line: undefined, column: undefined }));
    return { tree: await ask("tree", null), treeHash: digest.treeHash, links: found, notices };
  });
}

/** The same in plain form, for what reads Markdown. */
export function toPlainContent(content: OperationContent): Root {
  const tree = structuredClone(content.tree);
  addressAgents(tree);
  return toPlainTree(tree);
}

/** The page of an operation as the page of what is above it. */
export function asContentPage(page: Page, content: string): Page {
  return createPage(
    { ...page, kind: "guide", file: "content.mdx", source: content, sourceLine: 0, trusted: false },
    { tree: NOTHING.treeHash },
  );
}
