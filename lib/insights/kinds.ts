import type { InsightTextsTable } from "../db/schema.ts";

/** Kinds of senders: a person at a browser, a program with a key or over MCP, a robot that names itself. */
export type Agent = InsightTextsTable["agent"];

/** Kinds of events that are counted. */
export const kinds = [
  "search",
  /** A search that found nothing. */
  "search_empty",
  /** A search of which a result was opened. */
  "search_opened",
  "question",
  /** A question whose answer cited nothing, though something was looked up. */
  "question_refused",
  /** A question that was answered with little confidence. */
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
/** A kind of event. */
export type Kind = (typeof kinds)[number];

/** The sender of a request, and the project, language and version that it was for. */
export interface Visit {
  /** Project id. */
  readonly project: string;
  readonly agent: Agent;
  readonly language?: string | null | undefined;
  readonly version?: string | null | undefined;
}

export type QuestionOutcome = "answered" | "low" | "refused";
