import type { Project } from "../config/config.ts";
import type { InsightTextsTable } from "../db/schema.ts";
import { type Client, findAgentFamily, findClient } from "./families.ts";

/** Kinds of senders: a person at a browser, a program with a key, an agent that reads for somebody, a robot that collects. */
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
  /** An answer that its reader handed over to support. */
  "support",
  "page_up",
  "page_down",
  /** An address without a page. */
  "missing",
  /** A section that an answer cited; its subject is path and anchor. */
  "section",
  /** A question that was asked in the widget on another page of the owner; its subject is the origin of that page. */
  "question_embedded",
  /** A page or text that an agent read; its subject is the path. So are the next ones of agents alone, each with its family. */
  "agent_read",
  "agent_search",
  "agent_search_empty",
  "agent_missing",
  /** What an agent reported of a page. */
  "agent_report",
  /** A page or text that a crawler read; without a subject, since crawlers read all. */
  "crawler_read",
] as const;
/** A kind of event. */
export type Kind = (typeof kinds)[number];

/** The sender of a request, and the project, language and version that it was for. */
export interface Visit {
  /** Project id. */
  readonly project: string;
  readonly agent: Agent;
  /** The family of an agent or a robot. */
  readonly family?: Client["family"] | undefined;
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

/** The caller of an endpoint. `name` is what an MCP client calls itself. */
interface Caller {
  readonly kind: string;
  readonly name?: string | undefined;
}

/**
 * Returns the visit that a request counts as; undefined when its sender asks not to be tracked. What is recorded of it
 * tells no reader from another. A caller with a key is a program, and one of MCP an agent. A language or version that the project
 * does not have counts as none, since sums are kept for each.
 */
export function visitOf(
  { headers }: { readonly headers: Pick<Headers, "get"> },
  { address, project, language, version }: Requested,
  caller?: Caller,
): Visit | undefined {
  if (headers.get("sec-gpc") === "1" || headers.get("dnt") === "1") return undefined;
  return {
    project: project.id,
    ...senderOf(headers, caller),
    address,
    language: project.languages.find(({ id }) => id === language)?.id,
    version: project.versions.find(({ id }) => id === version)?.id,
  };
}

function senderOf(headers: Pick<Headers, "get">, caller: Caller | undefined): Pick<Visit, "agent" | "family"> {
  const client = findClient(headers);
  if (caller?.kind === "mcp") return { agent: "agent", family: agentFamilyOf(client, caller.name) };
  if (caller && caller.kind !== "site") return { agent: "program" };
  if (client?.kind === "robot") return { agent: "robot", family: client.family };
  // What has a token of the site and the name of a browser ran its scripts.
  const isBrowser = caller && /^Mozilla/.test(headers.get("user-agent") ?? "");
  return client && !isBrowser ? { agent: "agent", family: client.family } : { agent: "reader" };
}

/** Trusts the name that an MCP client gives more than that of the library it sends with. */
function agentFamilyOf(client: Client | undefined, name: string | undefined): Client["family"] {
  const named = name && findAgentFamily(name);
  if (named) return named;
  return client?.kind === "agent" ? client.family : "agent";
}
