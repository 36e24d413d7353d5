import type { Heading, Root } from "mdast";
import { type ContentFile, sha256 } from "./files.ts";
import { splitFrontMatter } from "./front-matter.ts";
import { resolveLinks } from "./links.ts";
import type { Notice } from "./notice.ts";
import { createRecord } from "./own.ts";
import type { ContentProblem, Page } from "./page.ts";
import { parseSource } from "./parse.ts";
import type { Passage } from "./passage.ts";
import { toPassages } from "./passages.ts";
import type { PlacedFile } from "./places.ts";
import { toText } from "./text.ts";

/** A page with what search and answers read of it. */
export interface ParsedPage {
  readonly page: Page;
  /** Of a broken page, what can still be read; empty for one that is a draft or not to be indexed. */
  readonly passages: readonly Passage[];
  readonly problems: readonly ContentProblem[];
  /** What of the page is not shown as it is meant. */
  readonly notices: readonly Notice[];
}

export interface PageInput {
  readonly trusted: boolean;
  /** The files that the page takes content from. */
  readonly modules?: readonly ContentFile[];
}

/** Makes a page of its file. A fault becomes a problem of the page, never a missing page nor a page without text. */
export function parsePage({ file, ...place }: PlacedFile, { trusted, modules = [] }: PageInput): ParsedPage {
  const texts = modules.length > 0 ? createRecord(Object.fromEntries(modules.map(({ path, text }) => [path, text]))) : undefined;
  const { frontMatter, source, sourceLine, problems: frontProblems } = splitFrontMatter(file.path, file.text);
  const parsed = parseSource({ file: file.path, source, sourceLine }, { trusted, modules: texts });
  const problems = [...frontProblems, ...parsed.problems];
  const { tree } = parsed;
  const first = openingTitle(tree);
  const page: Page = {
    kind: "guide",
    ...place,
    title: frontMatter.title ?? (first ? toText(first) : titleOfSlug(place.slug)),
    sidebarTitle: frontMatter.sidebarTitle,
    description: frontMatter.description ?? "",
    icon: frontMatter.icon,
    noindex: frontMatter.noindex || frontMatter.draft,
    draft: frontMatter.draft,
    file: file.path,
    source,
    sourceLine,
    hash: modules.length > 0 ? sha256([file, ...modules].map(({ hash }) => hash).join("\n")) : file.hash,
    lastModified: null,
    operation: undefined,
    modules: texts,
    trusted,
    problem: problems[0],
  };
  dropRepeatedTitle(tree, page.title);
  resolveLinks(tree, page);
  return { page, passages: page.noindex ? [] : toPassages(page, tree), problems, notices: parsed.notices };
}

/** Takes a first heading that repeats the page's title out of its tree, since the page shows the title by itself. */
export function dropRepeatedTitle(tree: Root, title: string): void {
  const first = openingTitle(tree);
  if (first && toText(first) === title) tree.children.splice(tree.children.indexOf(first), 1);
}

function openingTitle(tree: Root): Heading | undefined {
  const first = tree.children.find((node) => node.type !== "mdxFlowExpression" && node.type !== "html");
  return first?.type === "heading" && first.depth === 1 ? first : undefined;
}

function titleOfSlug(slug: string): string {
  const words = (slug.split("/").at(-1) ?? "").replace(/[-_]+/g, " ").trim();
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : "Home";
}
