import type { Root } from "mdast";
import { COMPONENTS } from "../components/components.ts";
import type { ContentProblem, Notice } from "../model/notice.ts";
import { hashTree } from "../model/page.ts";
import { getOwn } from "../model/records.ts";
import { listLinks } from "../tree/links.ts";
import { toText } from "../tree/text.ts";
import { openingTitle } from "../tree/title.ts";
import { listElements } from "../tree/walk.ts";

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
    hasFields: listElements(tree, "ParamField", "ResponseField").length > 0,
    forkTexts: fork.texts,
    treeHash: hashTree(tree),
  };
}

/** Returns the texts that code of the fork gives for the page's elements, in their order, and its faults. */
function readForkTexts(file: string, tree: Root): { texts: string[]; problems: ContentProblem[] } {
  const texts: string[] = [];
  const problems: ContentProblem[] = [];
  for (const element of listElements(tree)) {
    const written = getOwn(COMPONENTS, element.name ?? "")?.write?.(element);
    const { line, column } = element.position?.start ?? {};
    if (written && "text" in written) texts.push(written.text);
    else if (written) problems.push({ file, line, column, reason: written.fault });
  }
  return { texts, problems };
}
