import type { Nodes } from "mdast";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import { unified } from "unified";
import { quoteMessages } from "../../lib/i18n/quote-messages.ts";
import { plain } from "../../scripts/questions/judge.ts";

/** An answer of quotes, taken apart. */
export interface ReadAnswer {
  readonly quotes: readonly ReadQuote[];
}

export interface ReadQuote {
  /** The address of the place that it is from. */
  readonly url: string;
  /** Letters and digits alone. */
  readonly text: string;
  /** The same block by block, lists item by item. */
  readonly blocks: readonly string[];
}

/** Reads the quotes of an answer; none where it refuses. */
export function readAnswer(answer: string): ReadAnswer {
  const quotes: { url: string; text: string; blocks: string[] }[] = [];
  for (const node of parse(answer).children) {
    if (FURTHER.includes(textOf(node))) break;
    const url = placeUrl(node);
    const quote = quotes.at(-1);
    if (url !== undefined) quotes.push({ url, text: "", blocks: [] });
    else if (quote) {
      quote.text += plain(textOf(node));
      quote.blocks.push(
        ...leafBlocks(node)
          .map((leaf) => plain(textOf(leaf)))
          .filter((block) => block !== ""),
      );
    }
  }
  return { quotes };
}

/** A part of a model's answer, with the address of the citation below it. */
export interface Statement {
  readonly url: string;
  /** As letters and digits alone, lists item by item. */
  readonly blocks: readonly string[];
}

/** Reads the text above each citation on a separate line. */
export function readStatements(answer: string): Statement[] {
  const statements: Statement[] = [];
  let blocks: string[] = [];
  for (const node of parse(answer).children) {
    const [only, ...others] = node.type === "paragraph" ? node.children : [];
    if (only?.type === "link" && others.length === 0 && textOf(only) === "") {
      statements.push({ url: only.url, blocks });
      blocks = [];
    } else blocks.push(...leafBlocks(node).map((leaf) => plain(textOf(leaf))));
  }
  return statements;
}

/** Returns the address of each link and picture of a piece of Markdown. */
export function listTargets(markdown: string): string[] {
  const targets = (node: Nodes): string[] => [
    ...("url" in node ? [node.url] : []),
    ...("children" in node ? node.children.flatMap(targets) : []),
  ];
  return targets(parse(markdown));
}

/** Splits Markdown into its blocks of prose and lists, as they are written. */
export function splitBlocks(markdown: string): string[] {
  return parse(markdown)
    .children.filter(({ type }) => type === "paragraph" || type === "list")
    .map(({ position }) => markdown.slice(position?.start.offset, position?.end.offset));
}

/** Returns the words of a piece of Markdown as a reader sees them: without marks, HTML and addresses. */
export function visibleText(markdown: string): string {
  return textOf(parse(markdown));
}

function parse(markdown: string) {
  return unified().use(remarkParse).use(remarkGfm).parse(markdown);
}

/** The words before links to further pages, in each language. */
const FURTHER = ["en", "es", "fr", "de"].map((language) => quoteMessages(language).further);

/** Returns the URL in the line above a quote. */
function placeUrl(node: Nodes): string | undefined {
  const [first] = node.type === "paragraph" ? node.children : [];
  const link = first?.type === "strong" ? first.children[0] : undefined;
  return link?.type === "link" ? link.url : undefined;
}

function leafBlocks(node: Nodes): Nodes[] {
  const isContainer = node.type === "list" || node.type === "listItem" || node.type === "table";
  return isContainer ? node.children.flatMap((child) => leafBlocks(child)) : [node];
}

/** Returns the words of a block, without the numbers that cite. */
function textOf(node: Nodes): string {
  if (node.type === "html") return "";
  if (node.type === "link" && node.children.every((child) => child.type === "text" && /^\d+$/.test(child.value))) return "";
  if ("value" in node) return node.value;
  return "children" in node ? node.children.map(textOf).join("") : "";
}
