// Tested in answers.test.ts.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { z } from "zod";
import { pagesByPath, type Site } from "../lib/content/site.ts";
import { sectionsOf } from "../lib/search/rank/section.ts";
import { plain, visibleText } from "./answer-text.ts";

/** Characters of a file of the content folder, as it was at the commit that the questions' README names. */
export const AnswerRange = z.object({ file: z.string(), from: z.int().min(0), to: z.int().min(1) });
export type AnswerRange = z.infer<typeof AnswerRange>;

/** Where a question's answer is. */
export interface Label {
  /** Whether a text, as letters and digits alone, holds one of the ranges whole. */
  readonly isIn: (text: string) => boolean;
  /** Path and anchor of each section that holds one. */
  readonly places: ReadonlySet<string>;
}

/** Reads the ranges from the site's folder. @throws Error when a file is not there or too short. */
export async function readLabel(site: Site, ranges: readonly AnswerRange[]): Promise<Label> {
  const texts = new Set<string>();
  const places = new Set<string>();
  for (const range of ranges) {
    const source = (await readFile(path.join(site.project.content, range.file), "utf8")).slice(range.from, range.to);
    // As written, and as it is shown: links lose their addresses, and code keeps its angle brackets.
    const wanted = [source, visibleText(source)].map(plain).filter(Boolean);
    if (wanted.length === 0)
      throw new Error(`${range.file} has no text at ${range.from} to ${range.to}: is it of the right commit?`);
    for (const text of wanted) texts.add(text);
    for (const place of sectionsWith(site, range.file, wanted)) places.add(place);
  }
  return { isIn: (text) => [...texts].some((wanted) => text.includes(wanted)), places };
}

function sectionsWith(site: Site, file: string, wanted: readonly string[]): string[] {
  const page = [...pagesByPath(site).values()].find((each) => each.file === file);
  return site.passages
    .filter((passage) => passage.path === page?.path)
    .flatMap((passage) =>
      sectionsOf(passage)
        .filter(({ from, to }) => {
          const text = plain(
            passage.blocks
              .slice(from, to)
              .map((block) => block.text)
              .join(""),
          );
          return wanted.some((each) => text.includes(each));
        })
        .map(({ anchor }) => `${passage.path}${anchor && `#${anchor}`}`),
    );
}
