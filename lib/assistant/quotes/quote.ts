import type { Nodes, RootContent } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { headingBlock } from "../../content/markdown/blocks.ts";
import { writeMarkdown } from "../../content/tree/markdown-writer.ts";
import type { QuotePiece } from "./pieces.ts";

/** A part of a page as Markdown. */
export interface Quote {
  readonly markdown: string;
  /** The addresses that it links to. */
  readonly links: readonly string[];
}

/** Returns the URL of a page's link; undefined for one that makes no sense elsewhere. */
type ToUrl = (link: string) => string | undefined;

const reader = unified().use(remarkParse).use(remarkGfm);

/** Writes pieces that follow each other on a page, each section after its heading; none where they say nothing. */
export function toQuote(pieces: readonly QuotePiece[], toUrl: ToUrl): Quote | undefined {
  if (pieces.every(({ kind }) => kind === "label")) return undefined;
  const links: string[] = [];
  const resolve = (url: string) => {
    const resolved = toUrl(url);
    if (resolved) links.push(resolved);
    return resolved;
  };
  const nodes = reader.parse(toMarkdown(pieces)).children;
  const children = withoutLeads(nodes).flatMap((node) => withLinks(node, resolve)) as RootContent[];
  const gap = pieces[0]?.isFirstOfSection ? "" : "…\n\n";
  return { markdown: `${gap}${writeMarkdown({ type: "root", children }).trimEnd()}`, links };
}

function toMarkdown(pieces: readonly QuotePiece[]): string {
  return [...Map.groupBy(pieces, ({ block }) => block).values()]
    .flatMap((parts, index) => {
      const [first] = parts as [QuotePiece, ...QuotePiece[]];
      const lines = [...(first.head ? [first.head] : []), ...parts.map(({ markdown }) => markdown)].join("\n");
      const startsSection = index > 0 && first.isFirstOfSection;
      const heading = startsSection ? headingBlock(first.heading.split(" > ").at(-1) ?? "", "") : [];
      return [...heading.map(({ markdown }) => markdown), first.kind === "code" ? closeFence(lines) : lines];
    })
    .join("\n\n");
}

/** Code with its end, where it was cut before that. */
function closeFence(markdown: string): string {
  const [fence = ""] = /^[`~]+/.exec(markdown) ?? [];
  return markdown.endsWith(`\n${fence}`) ? markdown : `${markdown}\n…\n${fence}`;
}

/** Without what announces something that is no longer there. */
export function withoutLeads(nodes: readonly RootContent[]): RootContent[] {
  const last = nodes.at(-1);
  if (nodes.length < 2 || !last || last.type !== "paragraph") return [...nodes];
  const isLabel = last.children.length === 1 && last.children[0]?.type === "strong";
  return isLabel || /[:：]$/.test(nodeText(last)) ? withoutLeads(nodes.slice(0, -1)) : [...nodes];
}

function nodeText(node: Nodes): string {
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map(nodeText).join("") : "";
}

/**
 * With each link leading where it does on its page, its words on one line, as the filter of an answer's links reads them; what
 * leads nowhere keeps its words alone.
 */
export function withLinks(node: Nodes, toUrl: ToUrl, isInLink = false): Nodes[] {
  if (isInLink && node.type === "text") return [{ ...node, value: node.value.replaceAll("\n", " ") }];
  if (!("children" in node)) return [node];
  const children = node.children.flatMap((child) => withLinks(child, toUrl, isInLink || node.type === "link"));
  if (node.type !== "link") return [{ ...node, children } as Nodes];
  const url = toUrl(node.url);
  return url ? [{ ...node, url, title: null, children } as Nodes] : children;
}
