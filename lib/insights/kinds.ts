// Tested in insights.test.ts.
import type { InsightTextsTable } from "../db/schema.ts";

/** Who did something: a person at a browser, a program with a key or over MCP, or a robot that says what it is. */
export type Agent = InsightTextsTable["agent"];

/** Everything that is counted. */
export const kinds = [
  "search",
  /** A search that found nothing. */
  "search_empty",
  /** A search of which a result was opened. */
  "search_opened",
  "question",
  /** A question whose answer cited nothing, though something was looked up. */
  "question_refused",
  /** One that was answered with little confidence. */
  "question_low",
  "answer_up",
  "answer_down",
  "page_up",
  "page_down",
  /** An address that leads nowhere. */
  "missing",
  /** A section that an answer cited; its subject is path and anchor. */
  "section",
] as const;
export type Kind = (typeof kinds)[number];

/** Where and by whom something was done. */
export interface Visit {
  /** Project id. */
  readonly project: string;
  readonly agent: Agent;
  readonly language?: string | null | undefined;
  readonly version?: string | null | undefined;
}

/** What became of a question. */
export type QuestionOutcome = "answered" | "low" | "refused";
