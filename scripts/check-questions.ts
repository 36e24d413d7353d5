import { type Config, getMainProject } from "../lib/config/config.ts";
import type { Question } from "../lib/content/pages/questions.ts";
import type { Site } from "../lib/content/site/site.ts";
import type { RouteFinding } from "./check-routes.ts";
import { type Judgement, judgeAll } from "./questions/judge.ts";

/** Lists starter questions that no page answers, and those of a language that the site does not have. */
export async function describeUnanswered(site: Site, starters: Config["assistant"]["starterQuestions"]): Promise<RouteFinding[]> {
  const findings: RouteFinding[] = [];
  const { languages } = getMainProject();
  for (const [language, texts] of Object.entries(starters)) {
    const source = `docent.config.ts: assistant.starterQuestions.${language}`;
    if (!languages.some(({ id }) => id === language)) {
      findings.push({ severity: "error", message: `${source}: the site has no language "${language}".` });
      continue;
    }
    const entry = {
      source,
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
        findings.push({
          severity: "warning",
          message: `${source}: no page answers "${question.text}". Word it as a page does, write that page, or take it out.`,
        });
  }
  return findings;
}

/** Lists the questions that do not pass, each with its reasons; one whose failure is known, or that is doubted, is a warning. */
export function describeOutcomes(outcomes: readonly Judgement[]): RouteFinding[] {
  return outcomes.flatMap(({ question, state, reasons }): RouteFinding[] => {
    if (state !== "passes") {
      const severity = state === "fails" && !question.todo ? "error" : "warning";
      return [{ severity, message: `${nameOf(question)}: ${toSentence(reasons)}` }];
    }
    return question.todo ? [{ severity: "warning", message: `${nameOf(question)} passes now: take todo out.` }] : [];
  });
}

/** Returns the counts of outcomes in one line. */
export function summarize(outcomes: readonly Judgement[]): string {
  const count = (isCounted: (outcome: Judgement) => boolean) => outcomes.filter(isCounted).length;
  const fail = count(({ state, question }) => state === "fails" && !question.todo);
  const todo = count(({ state, question }) => state === "fails" && question.todo);
  const doubted = count(({ state }) => state === "doubted");
  return `${outcomes.length} questions: ${outcomes.length - fail - todo - doubted} pass, ${doubted} pass and are doubted, ${fail} fail, ${todo} are todo.`;
}

const ORDER = ["fails", "doubted", "passes"];

/** Lists what became better and worse from one content to the next, for the same questions in the same order. */
export function compareOutcomes(before: readonly Judgement[], after: readonly Judgement[]): string[] {
  const lines = after.flatMap((outcome, index) => {
    const earlier = before[index] as Judgement;
    const change = ORDER.indexOf(outcome.state) - ORDER.indexOf(earlier.state);
    if (change === 0) return [];
    const { reasons } = change > 0 ? earlier : outcome;
    return [`${change > 0 ? "won" : "lost"}: ${nameOf(outcome.question)}: ${change > 0 ? "before, " : ""}${toSentence(reasons)}`];
  });
  const count = (word: string) => lines.filter((line) => line.startsWith(word)).length;
  return [...lines.sort().reverse(), `${count("won")} won, ${count("lost")} lost.`];
}

function toSentence(reasons: readonly string[]): string {
  return reasons.join("; ").replace(/(?<![?!])$/, ".");
}

function nameOf({ source, kind, text }: Question): string {
  return `${source}: ${kind} "${text}"`;
}
