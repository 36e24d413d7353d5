// Tested in lib/content/docs-json/operations.test.ts and components/docs/operation-page.test.tsx.
import type { Root } from "mdast";
import type { Operation } from "../openapi/operation.ts";
import type { LinkTable } from "./link-table.ts";
import type { Notice } from "./notice.ts";
import { createPage, type Page } from "./page.ts";
import { parseSource } from "./parse.ts";
import { linksOf } from "./parsed-page.ts";
import { toPlainTree } from "./plain.ts";
import { addressAgents } from "./visibility.ts";

/** What a description puts above an operation that has no page of its own. */
export interface OperationContent {
  readonly tree: Root;
  readonly links: Readonly<Record<string, string>>;
  readonly notices: readonly Notice[];
}

const NOTHING: OperationContent = { tree: { type: "root", children: [] }, links: {}, notices: [] };

/** Reads the MDX that a description gives an operation, as a page beside the description. */
export function readOperationContent({ page }: Operation, file: string, links?: LinkTable): OperationContent {
  if (page.content === undefined) return NOTHING;
  const { tree, problems, notices } = parseSource(
    { file: "content.mdx", source: page.content, sourceLine: 0 },
    { trusted: false },
  );
  const found = links ? linksOf(tree, file, links) : {};
  const faults = [...problems.map((problem): Notice => ({ ...problem, kind: "syntax" })), ...notices];
  return { tree, links: found, notices: faults.map((fault) => ({ ...fault, file, line: undefined, column: undefined })) };
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
    { tree: NOTHING.tree },
  );
}
