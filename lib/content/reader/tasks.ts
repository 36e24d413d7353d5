import type { Root, RootContent } from "mdast";
import { listHeadingIds } from "../anchors.ts";
import { listIcons, type NamedIcon } from "../check-icons.ts";
import { COMPONENTS } from "../components.ts";
import type { RunCode } from "../elements/expand.ts";
import { attributeText, isElement } from "../expressions.ts";
import { listLinks, type PageLink, resolveLinks } from "../links.ts";
import type { Notice } from "../notice.ts";
import { toLine } from "../operation-text.ts";
import { getOwn } from "../own.ts";
import type { ContentProblem, PageEndpoint } from "../page.ts";
import { hashTree } from "../page.ts";
import { type WrittenPage, writePage } from "../page-markdown.ts";
import { type PageText, parseSource, walk } from "../parse.ts";
import type { Passage } from "../passage.ts";
import { type PassagePage, toPassages } from "../passages.ts";
import { type Shown, type ShownPage, toShown } from "../shown.ts";
import { hasElement } from "../side-column.ts";
import { toText } from "../text.ts";
import { dropRepeatedTitle, openingTitle } from "../title.ts";
import { type FeedOptions, type FeedPage, writeFeed } from "../write-feed.ts";

// Everything that is made of the tree of a page. It is done where the page is read, so that the tree goes nowhere else: plain data goes
// in and comes out.

/** The data of a parsed page. */
export interface Digest {
  readonly problems: readonly ContentProblem[];
  readonly notices: readonly Notice[];
  /** Nothing of it can be shown. */
  readonly isEmpty: boolean;
  /** The text of the heading that it opens with. */
  readonly title: string | null;
  /** Its links and pictures, as they are written. */
  readonly urls: readonly string[];
  /** True where it describes parameters and fields itself. */
  readonly hasFields: boolean;
  /** Texts that code of the fork gives for its elements, in their order. */
  readonly forkTexts: readonly string[];
  /** Identifies its tree. */
  readonly treeHash: string;
}

/** The targets and anchors of a page, for checks. */
export interface Reach {
  readonly links: readonly PageLink[];
  readonly icons: readonly NamedIcon[];
  /** Everything in it that a link may name. */
  readonly anchors: readonly string[];
}

/** The parts of a passage that its page gives, and where its links lead. */
export interface PassageInput {
  readonly page: PassagePage & Parameters<typeof resolveLinks>[1];
  readonly endpoint: PageEndpoint | undefined;
  /** The operation or object that the page shows, in words. */
  readonly words: readonly RootContent[];
}

/** Tasks for a page that was read. Each changes its tree, so that one reading serves one task. */
export interface Tasks {
  readonly passages: (tree: Root, input: PassageInput) => readonly Passage[];
  readonly markdown: (tree: Root, input: { readonly page: WrittenPage; readonly base: string }) => string;
  readonly shown: (tree: Root, input: { readonly page: ShownPage; readonly imageHosts: readonly string[] }) => Promise<Shown>;
  readonly feed: (tree: Root, input: { readonly page: FeedPage; readonly options: FeedOptions }) => string | null;
  readonly reach: (tree: Root, input: { readonly title: string }) => Reach;
  readonly tree: (tree: Root, input: null) => Root;
}

export type TaskName = keyof Tasks;
export type InputOf<Name extends TaskName> = Parameters<Tasks[Name]>[1];
export type OutputOf<Name extends TaskName> = Awaited<ReturnType<Tasks[Name]>>;

export const TASKS: Tasks = {
  passages: (tree, { page, endpoint, words }) => {
    dropRepeatedTitle(tree, page.title);
    resolveLinks(tree, page);
    const line = endpoint ? [toLine(endpoint)] : [];
    return toPassages(page, { ...tree, children: [...line, ...tree.children, ...words] });
  },
  markdown: (tree, { page, base }) => writePage(tree, page, base),
  shown: (tree, { page, imageHosts }) => toShown(tree, page, imageHosts),
  feed: (tree, { page, options }) => writeFeed(tree, page, options) ?? null,
  reach: (tree, { title }) => {
    dropRepeatedTitle(tree, title);
    return { links: listLinks(tree), icons: listIcons(tree), anchors: [...listHeadingIds(tree), ...listElementIds(tree)] };
  },
  tree: (tree) => tree,
};

/** A page that is parsed, where it is. */
export interface OpenedPage {
  readonly tree: Root;
  readonly digest: Digest;
}

/** Parses a page, and says what is known of it. */
export async function openPage(text: PageText, run: RunCode): Promise<OpenedPage> {
  const { tree, problems, notices } = await parseSource(text, run);
  return { tree, digest: digestOf(tree, { file: text.file, problems, notices }) };
}

/** Says what is known of a tree. */
export function digestOf(
  tree: Root,
  { file, problems, notices }: { file: string; problems: readonly ContentProblem[]; notices: readonly Notice[] },
): Digest {
  const first = openingTitle(tree);
  const fork = readForkTexts(file, tree);
  return {
    problems: [...problems, ...fork.problems],
    notices,
    isEmpty: tree.children.length === 0,
    title: first ? toText(first) : null,
    urls: [...new Set(listLinks(tree).map(({ url }) => url))],
    hasFields: hasElement(tree, "ParamField", "ResponseField"),
    forkTexts: fork.texts,
    treeHash: hashTree(tree),
  };
}

function listElementIds(tree: Root): string[] {
  const ids: string[] = [];
  walk(tree, (node) => {
    const id = isElement(node) ? attributeText(node, "id") : undefined;
    if (id) ids.push(id);
    return undefined;
  });
  return ids;
}

/** Returns the texts that code of the fork gives for the page's elements, in their order, and its faults. */
function readForkTexts(file: string, tree: Root): { texts: string[]; problems: ContentProblem[] } {
  const texts: string[] = [];
  const problems: ContentProblem[] = [];
  walk(tree, (node) => {
    const written = isElement(node) ? getOwn(COMPONENTS, node.name ?? "")?.write?.(node) : undefined;
    const { line, column } = node.position?.start ?? {};
    if (written && "text" in written) texts.push(written.text);
    else if (written) problems.push({ file, line, column, reason: written.fault });
    return undefined;
  });
  return { texts, problems };
}
