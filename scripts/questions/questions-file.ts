import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { parseQuestions, type ReadQuestions } from "../../lib/content/pages/questions.ts";

/** Reads `questions.yaml` and `questions/*.yaml` of a content folder. */
export function readQuestionFiles(content: string): ReadQuestions {
  const names = globSync("questions{,/*}.{yaml,yml}", { cwd: content }).sort();
  const read = names
    .filter((name) => existsSync(path.join(content, name)))
    .map((name) => parseQuestions(path.join(content, name), readFileSync(path.join(content, name), "utf8")));
  return { questions: read.flatMap(({ questions }) => questions), faults: read.flatMap(({ faults }) => faults) };
}
