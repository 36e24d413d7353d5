import { readFile } from "node:fs/promises";
import { z } from "zod";
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
