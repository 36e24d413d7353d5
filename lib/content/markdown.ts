import type { Root } from "mdast";
import { BoundedCache } from "./bounded-cache.ts";
import { resolveLinks } from "./links.ts";
import { writeMarkdown } from "./markdown-writer.ts";
import { toEndpointText } from "./operation-text.ts";
import type { Page } from "./page.ts";
import { parseSource, walk } from "./parse.ts";
import { dropRepeatedTitle } from "./parsed-page.ts";
import { toPlainTree } from "./plain.ts";
import { isMarkdown, parseMarkdown } from "./syntax.ts";
import { addressAgents } from "./visibility.ts";

const REMEMBERED_PAGES = 2_000;

const remembered = new BoundedCache<string>(REMEMBERED_PAGES);

export interface MarkdownOptions {
  /** Public address of the site with its base path: put before links that start with `/`. */
  readonly base?: string;
}

/** A page as plain Markdown: its title, its description and its text, every component as the Markdown that says the same. */
export function toMarkdown(page: Page, { base = "" }: MarkdownOptions = {}): string {
  const key = `${page.hash} ${base}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const description = page.description ? `${escapeText(page.description)}\n\n` : "";
  const markdown = `# ${escapeText(page.title)}\n\n${description}${bodyOf(page, base)}`.trim();
  remembered.set(key, `${markdown}\n`);
  return `${markdown}\n`;
}

function bodyOf(page: Page, base: string): string {
  const tree = parsePage(page);
  addressAgents(tree);
  dropRepeatedTitle(tree, page.title);
  resolveLinks(tree, page);
  const plain = toPlainTree(tree);
  if (page.endpoint) plain.children.unshift(...toEndpointText(page.endpoint));
  const described = describedIn(page);
  if (described) plain.children.push(...parseMarkdown(described).children);
  if (base) makeAbsolute(plain, base);
  return writeMarkdown(plain);
}

/** The operation or the object of a description that the page shows below its text. */
function describedIn({ operation, object }: Page): string | undefined {
  return (operation ?? object)?.markdown;
}

function parsePage(page: Page): Root {
  // The text of an API description is Markdown, and never MDX.
  const file = page.file === null || isMarkdown(page.file) ? "page.md" : page.file;
  return parseSource({ file, source: page.source, sourceLine: 0 }, page).tree;
}

function makeAbsolute(tree: Root, base: string): void {
  walk(tree, (node) => {
    if ((node.type === "link" || node.type === "image" || node.type === "definition") && /^\/(?!\/)/.test(node.url))
      node.url = base + node.url;
    return undefined;
  });
}

function escapeText(value: string): string {
  return writeMarkdown({ type: "paragraph", children: [{ type: "text", value }] }).trim();
}
