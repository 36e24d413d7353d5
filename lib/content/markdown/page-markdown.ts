import type { Root } from "mdast";
import type { Page } from "../model/page.ts";
import { parseMarkdown } from "../parse/syntax.ts";
import { resolveLinks } from "../tree/links.ts";
import { writeMarkdown } from "../tree/markdown-writer.ts";
import { dropRepeatedTitle } from "../tree/title.ts";
import { addressAgents } from "../tree/visibility.ts";
import { walk } from "../tree/walk.ts";
import { toEndpointText } from "./operation-text.ts";
import { toPlainTree } from "./plain.ts";

/** All of a page that its Markdown form shows besides its tree. */
export type WrittenPage = Pick<
  Page,
  "path" | "slug" | "file" | "language" | "links" | "title" | "description" | "operation" | "object" | "endpoint"
>;

/**
 * Returns a page as plain Markdown: its title, its description and its text, every component as the Markdown that says the
 * same.
 */
export function writePage(tree: Root, page: WrittenPage, base: string): string {
  const description = page.description ? `${escapeText(page.description)}\n\n` : "";
  const markdown = `# ${escapeText(page.title)}\n\n${description}${writeBody(tree, page, base)}`.trim();
  return `${markdown}\n`;
}

function writeBody(tree: Root, page: WrittenPage, base: string): string {
  addressAgents(tree);
  dropRepeatedTitle(tree, page.title);
  resolveLinks(tree, page);
  const plain = toPlainTree(tree);
  if (page.endpoint) plain.children.unshift(...toEndpointText(page.endpoint));
  // The operation or the object of a description that the page shows below its text.
  const described = (page.operation ?? page.object)?.markdown;
  if (described) plain.children.push(...parseMarkdown(described).children);
  if (base) makeAbsolute(plain, base);
  return writeMarkdown(plain);
}

function makeAbsolute(tree: Root, base: string): void {
  walk(tree, (node) => {
    if ((node.type === "link" || node.type === "image" || node.type === "definition") && /^\/(?!\/)/.test(node.url))
      node.url = base + node.url;
  });
}

function escapeText(value: string): string {
  return writeMarkdown({ type: "paragraph", children: [{ type: "text", value }] }).trim();
}
