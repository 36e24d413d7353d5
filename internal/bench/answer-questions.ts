import { readFile } from "node:fs/promises";
import { z } from "zod";
import type { Site } from "../../lib/content/site/site.ts";
import { readQuestionFiles } from "../../scripts/check-questions.ts";
import { toReader } from "../../scripts/questions/judge.ts";
import { AnswerParts, AnswerRange } from "./answer-labels.ts";

/** One line of a questions file. */
export const AnswerQuestion = z.object({
  kind: z.enum(["answerable", "follow-up", "off-topic", "near-domain", "injection"]),
  question: z.string(),
  /** The reader's earlier questions. */
  before: z.array(z.string()).default([]),
  /** Paths of the pages that answer it; any of them will do. */
  pages: z.array(z.string()).default([]),
  /** The answer in the pages' source. */
  parts: AnswerParts.optional(),
  /** Places that say something of the answer. */
  partly: z.array(AnswerRange).optional(),
  /** Words that the answer must say. */
  says: z.string().optional(),
  /** Words that the answer must not say. */
  never: z.string().optional(),
  version: z.string().optional(),
  language: z.string().optional(),
});
export type AnswerQuestion = z.infer<typeof AnswerQuestion>;

/** Returns the questions that the configured content lists for itself. */
export function readOwnQuestions(site: Site): AnswerQuestion[] {
  const asked = readQuestionFiles(site.project.content).questions.filter(({ kind }) => kind === "question");
  return asked.map((question) => ({
    ...toReader(site, question),
    kind: question.answeredBy?.length === 0 ? "near-domain" : question.after.length > 0 ? "follow-up" : "answerable",
    question: question.text,
    before: [...question.after],
    pages: question.answeredBy?.map((place) => place.replace(/#.*$/, "")) ?? [],
    says: question.shows[0],
  }));
}

/** Reads a questions file: one JSON object a line. @throws Error that names the line. */
export async function readQuestions(file: string): Promise<AnswerQuestion[]> {
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    const parsed = AnswerQuestion.safeParse(JSON.parse(line));
    if (!parsed.success) throw new Error(`${file}:${index + 1}: ${z.prettifyError(parsed.error)}`);
    return [parsed.data];
  });
}
