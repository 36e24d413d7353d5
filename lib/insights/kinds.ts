import { isbot } from "isbot";
import type { Project } from "../config/config.ts";
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
  /** An address without a page. */
  "missing",
  /** A section that an answer cited; its subject is path and anchor. */
  "section",
  /** A question that was asked in the widget on another page of the owner; its subject is the origin of that page. */
  "question_embedded",
] as const;
/** A kind of event. */
export type Kind = (typeof kinds)[number];

/** The sender of a request, and the project, language and version that it was for. */
export interface Visit {
  /** Project id. */
  readonly project: string;
  readonly agent: Agent;
  /** Address block of the sender, which its texts are counted by and which no record holds. */
  readonly address: string;
  readonly language?: string | null | undefined;
  readonly version?: string | null | undefined;
}

export type QuestionOutcome = "answered" | "low" | "refused";

/** The origin and aim of a request: its project, and the language and version that it names. */
interface Requested {
  /** Address block of the client. */
  readonly address: string;
  readonly project: Pick<Project, "id" | "languages" | "versions">;
  readonly language?: string | null | undefined;
  readonly version?: string | null | undefined;
}

/**
 * Returns the visit that a request counts as; undefined when its sender asks not to be tracked. What is recorded of it
 * tells no reader from another. A caller with a key is a program. A language or version that the project does not have counts as none, since
 * sums are kept for each.
 */
export function visitOf(
  { headers }: { readonly headers: Headers },
  { address, project, language, version }: Requested,
  caller?: { readonly kind: string },
): Visit | undefined {
  if (headers.get("sec-gpc") === "1" || headers.get("dnt") === "1") return undefined;
  const agent = caller && caller.kind !== "site" ? "program" : isRobot(headers) ? "robot" : "reader";
  return {
    project: project.id,
    agent,
    address,
    language: project.languages.find(({ id }) => id === language)?.id,
    version: project.versions.find(({ id }) => id === version)?.id,
  };
}

function isRobot(headers: Headers): boolean {
  return isbot((headers.get("user-agent") ?? "").replace("HeadlessChrome", "Chrome"));
}
