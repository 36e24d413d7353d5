import type { Root, RootContent } from "mdast";
import { COMPONENTS } from "../components/components.ts";
import { toLine } from "../markdown/operation-text.ts";
import { type WrittenPage, writePage } from "../markdown/page-markdown.ts";
import { type PassagePage, toPassages } from "../markdown/passages.ts";
import { type FeedOptions, type FeedPage, writeFeed } from "../markdown/write-feed.ts";
import type { PageEndpoint } from "../model/page.ts";
import type { Passage } from "../model/passage.ts";
import { type ShownPage, toShown } from "../render/shown.ts";
import { listHeadingIds } from "../tree/anchors.ts";
import { attributeText } from "../tree/jsx.ts";
import { listLinks, type PageLink, resolveLinks } from "../tree/links.ts";
import { dropRepeatedTitle } from "../tree/title.ts";
import { listElements, walk } from "../tree/walk.ts";

// Everything that is made of the tree of a page. It is done where the page is read, so that the tree goes nowhere else: plain data goes
// in and comes out.

/** The targets and anchors of a page, for checks. */
export interface Reach {
  readonly links: readonly PageLink[];
  readonly icons: readonly NamedIcon[];
  /** Everything in it that a link may name. */
  readonly anchors: readonly string[];
  /** Lines of fences of install commands that other systems show for each package manager. */
  readonly installFences: readonly number[];
}

/** The parts of a passage that its page gives, and where its links lead. */
interface PassageInput {
  readonly page: PassagePage & Parameters<typeof resolveLinks>[1];
  readonly endpoint: PageEndpoint | undefined;
  /** The operation or object that the page shows, in words. */
  readonly words: readonly RootContent[];
}

/** Tasks for a page that was read. Each changes its tree, so that one reading serves one task. */
export const TASKS = {
  passages: (tree: Root, { page, endpoint, words }: PassageInput): readonly Passage[] => {
    dropRepeatedTitle(tree, page.title);
    resolveLinks(tree, page);
    const line = endpoint ? [toLine(endpoint)] : [];
    return toPassages(page, { ...tree, children: [...line, ...tree.children, ...words] });
  },
  markdown: (tree: Root, { page, base }: { page: WrittenPage; base: string }) => writePage(tree, page, base),
  shown: (tree: Root, { page, imageHosts }: { page: ShownPage; imageHosts: readonly string[] }) =>
    toShown(tree, page, imageHosts),
  feed: (tree: Root, { page, options }: { page: FeedPage; options: FeedOptions }) => writeFeed(tree, page, options) ?? null,
  reach: (tree: Root, { title }: { title: string }): Reach => {
    dropRepeatedTitle(tree, title);
    const elementIds = listElements(tree).flatMap((element) => attributeText(element, "id") ?? []);
    const anchors = [...listHeadingIds(tree), ...elementIds];
    return { links: listLinks(tree), icons: listIcons(tree), anchors, installFences: listInstallFences(tree) };
  },
  tree: (tree: Root, _: null) => tree,
};

export type TaskName = keyof typeof TASKS;
export type InputOf<Name extends TaskName> = Parameters<(typeof TASKS)[Name]>[1];
export type OutputOf<Name extends TaskName> = Awaited<ReturnType<(typeof TASKS)[Name]>>;

function listInstallFences(tree: Root): number[] {
  const lines: number[] = [];
  walk(tree, (node) => {
    const isOne =
      node.type === "code" && (/^(?:package-install|npm)$/.test(node.lang ?? "") || /\bnpm2yarn\b/.test(node.meta ?? ""));
    if (isOne) lines.push(node.position?.start.line ?? 1);
  });
  return lines;
}

/** An icon that a page or folder names, and where, as far as that is known. */
export interface NamedIcon {
  readonly icon: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** Returns the icons that the components of a page name. */
function listIcons(tree: Root): NamedIcon[] {
  return listElements(tree).flatMap((element) => {
    const { line, column } = element.position?.start ?? {};
    const props = Object.entries(COMPONENTS[element.name ?? ""]?.props ?? {}).filter(([, kind]) => kind === "icon");
    return props.flatMap(([prop]) => {
      const icon = attributeText(element, prop);
      return icon ? [{ icon, line, column }] : [];
    });
  });
}
