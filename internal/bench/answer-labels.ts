import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { pagesByPath, type Site } from "../../lib/content/site/site.ts";
import { listSections } from "../../lib/search/rank/section.ts";
import { plain } from "../../scripts/questions/judge.ts";
import { visibleText } from "./answer-text.ts";

/** Characters of a file of the content folder, as it was at the commit that the questions' README names. */
export const AnswerRange = z.object({ file: z.string(), from: z.int().min(0), to: z.int().min(1) });
export type AnswerRange = z.infer<typeof AnswerRange>;

/** An answer in the pages' source: a reader has it who sees one place of each part. */
export const AnswerParts = z.array(z.array(AnswerRange).min(1)).min(1);
export type AnswerParts = z.infer<typeof AnswerParts>;

/** The share of an answer that is shown. */
export type Shown = "fully" | "partly" | "no";

/** The place and the text of a question's answer. */
export interface Label {
  /** Returns how much of the answer is in texts, each given as letters and digits alone; a place counts in one text whole. */
  readonly shownIn: (texts: readonly string[]) => Shown;
  /** Path and anchor of each section that holds a part. */
  readonly places: ReadonlySet<string>;
}

/** The places of a question's answer, and those that say something of it. */
export interface LabelSource {
  readonly parts: AnswerParts;
  readonly partly?: readonly AnswerRange[] | undefined;
}

/** Reads a label from the site's folder. @throws Error when a file is not there or too short. */
export async function readLabel(site: Site, { parts, partly = [] }: LabelSource): Promise<Label> {
  const places = new Set<string>();
  const wanted = await Promise.all(parts.map((ranges) => readTexts(site, ranges)));
  for (const texts of wanted)
    for (const { file, text } of texts) for (const place of sectionsWith(site, file, text)) places.add(place);
  const helpful = await readTexts(site, partly);
  const isIn = (texts: readonly string[], part: readonly PlacedText[]) =>
    part.some(({ text }) => texts.some((shown) => shown.includes(text)));
  return {
    places,
    shownIn: (texts) => {
      const held = wanted.filter((part) => isIn(texts, part)).length;
      if (held === wanted.length) return "fully";
      return held > 0 || isIn(texts, helpful) ? "partly" : "no";
    },
  };
}

interface PlacedText {
  readonly file: string;
  readonly text: string;
}

/** The text of each range as written, and as it is shown: links lose their addresses, and code keeps its angle brackets. */
async function readTexts(site: Site, ranges: readonly AnswerRange[]): Promise<PlacedText[]> {
  const texts: PlacedText[] = [];
  for (const { file, from, to } of ranges) {
    const source = (await readFile(path.join(site.project.content, file), "utf8")).slice(from, to);
    const wanted = [source, visibleText(source)].map(plain).filter(Boolean);
    if (wanted.length === 0) throw new Error(`${file} has no text at ${from} to ${to}: is it of the right commit?`);
    for (const text of new Set(wanted)) texts.push({ file, text });
  }
  return texts;
}

function sectionsWith(site: Site, file: string, wanted: string): string[] {
  const page = [...pagesByPath(site).values()].find((each) => each.file === file);
  return site.passages
    .filter((passage) => passage.path === page?.path)
    .flatMap((passage) =>
      listSections(passage)
        .filter(({ from, to }) => {
          const blocks = passage.blocks.slice(from, to);
          return plain(blocks.map(({ text }) => text).join("")).includes(wanted);
        })
        .map(({ anchor }) => `${passage.path}${anchor && `#${anchor}`}`),
    );
}
