import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import { type Config, getMainProject } from "../lib/config/config.ts";
import { parseQuestions, type Question, type ReadQuestions } from "../lib/content/site/questions.ts";
import type { Site } from "../lib/content/site/site.ts";
import { counted } from "../lib/counted.ts";
import { errorIn, type Finding, warningIn } from "../lib/finding.ts";
import { type Judgement, judgeAll } from "./questions/judge.ts";

/** Lists starter questions that no page answers, and those of a language that the site does not have. */
export async function describeUnanswered(site: Site, starters: Config["assistant"]["starterQuestions"]): Promise<Finding[]> {
  const findings: Finding[] = [];
  const { languages } = getMainProject();
  for (const [language, texts] of Object.entries(starters)) {
    const setting = `assistant.starterQuestions.${language}`;
    if (!languages.some(({ id }) => id === language)) {
      findings.push(errorIn("docent.config.ts", `${setting}: the site has no language "${language}".`));
      continue;
    }
    // A folder in place of the content may lack it, and its readers see no such question.
    if (!site.project.languages.some(({ id }) => id === language)) continue;
    const entry = {
      source: "docent.config.ts",
      language,
      version: undefined,
      kind: "question",
      answeredBy: undefined,
      shows: [],
      after: [],
    } as const;
    for (const { question, state } of await judgeAll(
      site,
      texts.map((text) => ({ ...entry, text, todo: false })),
    ))
      if (state === "fails")
        findings.push(
          warningIn(
            "docent.config.ts",
            `${setting}: no page answers "${question.text}". Use the words of a page, write such a page, or remove the question.`,
          ),
        );
  }
  return findings;
}

/** Lists the questions that do not pass, each with its reasons; one whose failure is known, or that is doubted, is a warning. */
export function describeOutcomes(outcomes: readonly Judgement[]): Finding[] {
  return outcomes.flatMap(({ question, state, reasons }): Finding[] => {
    if (state !== "passes") {
      const toFinding = state === "fails" && !question.todo ? errorIn : warningIn;
      return [toFinding(question.source, `${wordsOf(question)}: ${toSentence(reasons)}`)];
    }
    return question.todo ? [warningIn(question.source, `${wordsOf(question)} passes now: remove todo.`)] : [];
  });
}

/** Returns the counts of outcomes in one line. */
export function summarize(outcomes: readonly Judgement[]): string {
  const count = (isCounted: (outcome: Judgement) => boolean) => outcomes.filter(isCounted).length;
  const fail = count(({ state, question }) => state === "fails" && !question.todo);
  const todo = count(({ state, question }) => state === "fails" && question.todo);
  const doubted = count(({ state }) => state === "doubted");
  return `${counted(outcomes.length, "question")}: ${outcomes.length - fail - todo - doubted} pass, ${doubted} pass and are doubted, ${fail} fail, ${todo} are todo.`;
}

const ORDER = ["fails", "doubted", "passes"];

/** Lists what became better and worse from one content to the next, for the same questions in the same order. */
export function compareOutcomes(before: readonly Judgement[], after: readonly Judgement[]): string[] {
  const lines = after.flatMap((outcome, index) => {
    const earlier = before[index] as Judgement;
    const change = ORDER.indexOf(outcome.state) - ORDER.indexOf(earlier.state);
    if (change === 0) return [];
    const { reasons } = change > 0 ? earlier : outcome;
    return [
      `${change > 0 ? "won" : "lost"}: ${outcome.question.source}: ${wordsOf(outcome.question)}: ${change > 0 ? "before, " : ""}${toSentence(reasons)}`,
    ];
  });
  const count = (word: string) => lines.filter((line) => line.startsWith(word)).length;
  return [...lines.sort().reverse(), `${count("won")} won, ${count("lost")} lost.`];
}

function toSentence(reasons: readonly string[]): string {
  return reasons.join("; ").replace(/(?<![?!])$/, ".");
}

function wordsOf({ kind, text }: Question): string {
  return `The ${kind} "${text}"`;
}

/** Reads `questions.yaml` and `questions/*.yaml` of a content folder. */
export function readQuestionFiles(content: string): ReadQuestions {
  const names = globSync("questions{,/*}.{yaml,yml}", { cwd: content }).sort();
  const read = names
    .filter((name) => existsSync(path.join(content, name)))
    .map((name) => parseQuestions(path.join(content, name), readFileSync(path.join(content, name), "utf8")));
  return { questions: read.flatMap(({ questions }) => questions), findings: read.flatMap(({ findings }) => findings) };
}
