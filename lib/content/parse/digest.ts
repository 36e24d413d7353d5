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
    notices: [...notices, ...fork.notices],
    isEmpty: tree.children.length === 0,
    title: first ? toText(first) : null,
    urls: [...new Set(listLinks(tree).map(({ url }) => url))],
    hasFields: listElements(tree, "ParamField", "ResponseField").length > 0,
    forkTexts: fork.texts,
    treeHash: hashTree(tree),
  };
}

interface ForkTexts {
  readonly texts: string[];
  readonly problems: ContentProblem[];
  readonly notices: Notice[];
}

/** Returns the texts that code of the fork gives for the page's elements, in their order, and what is wrong with them. */
function readForkTexts(file: string, tree: Root): ForkTexts {
  const texts: string[] = [];
  const problems: ContentProblem[] = [];
  const notices: Notice[] = [];
  for (const element of listElements(tree)) {
    const { write, listNoNumbers } = getOwn(COMPONENTS, element.name ?? "") ?? {};
    const written = write?.(element);
    const { line, column } = element.position?.start ?? {};
    const notice = (reason: string) => notices.push({ kind: "attribute", file, line, column, reason });
    for (const { name, value } of listNoNumbers?.(element) ?? [])
      notice(`${name} of <${element.name}> is "${value}", which is no number; the component gets no ${name}.`);
    if (written && "fault" in written) problems.push({ file, line, column, reason: written.fault });
    else if (written) {
      texts.push(written.text);
      for (const name of written.emptied)
        notice(
          `<${element.name}> gives no ${name}, which its Markdown needs: write it there, or let markdown in site/index.ts do without.`,
        );
    }
  }
  return { texts, problems, notices };
}
