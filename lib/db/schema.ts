// Tested in busy.test.ts.
import type { Generated } from "kysely";

/*
 * Conventions: times are milliseconds since 1970 in bigint columns, read as numbers by every engine; structured values
 * are JSON text, checked by a zod schema where they are read; large binary values are Uint8Array.
 */

export interface KeysTable {
  /** Public part of the key: 12 letters and digits. */
  id: string;
  kind: "assistant" | "account";
  name: string;
  organisation: string;
  /** Project id; null for account tokens. */
  project: string | null;
  /** SHA-256 of the secret, hex. */
  hash: string;
  /** JSON array of CIDR ranges; empty means any address. */
  addresses: string;
  /** JSON array of browser origins; empty means no browser on another origin. */
  origins: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
}

export interface CountersTable {
  /** What is counted, such as `key:<id>` or `ip:<address>`. */
  bucket: string;
  /** End of the window, which together with the bucket names the window. */
  ends_at: number;
  count: number;
  /** The limit when the row was last charged. */
  quota: number;
}

export interface ThreadsTable {
  id: string;
  domain: string;
  fp: string;
  created_at: number;
  updated_at: number;
}

export interface MessagesTable {
  thread_id: string;
  /** As the client gave it, or as the service made it for an answer; unique within the thread. */
  id: string;
  /** Order within the thread, from 0. */
  position: number;
  role: "user" | "assistant";
  status: string;
  /** Null in rows of earlier versions, whose content is the whole message. */
  text: string | null;
  /** JSON: what belongs to the message besides. */
  content: string;
  created_at: number;
}

export interface FeedbackTable {
  thread_id: string;
  message_id: string;
  rating: "up" | "down";
  reason: string | null;
  created_at: number;
}

export interface JobsTable {
  /** The statusId. */
  id: string;
  project: string;
  status: "queued" | "in_progress" | "success" | "failure";
  created_at: number;
  started_at: number | null;
  ended_at: number | null;
  /** The process that works on it, and until when it may be silent. */
  owner: string | null;
  lease_until: number | null;
  attempts: number;
  /** 1 for a job that was given back, or taken from a process that fell silent. */
  returned: Generated<number>;
  /** The generation that the job has saved; it only remains to say so. */
  generation: number | null;
  /** What the deploy hook answered; set while the job waits for the deployment. */
  hook_answer: string | null;
  summary: string | null;
  /** JSON array of log lines. */
  logs: string;
  /** JSON {added, modified, removed}. */
  changes: string | null;
  error: string | null;
}

export interface GenerationsTable {
  domain: string;
  /** Counts up from 1 over all domains of the store. */
  number: number;
  /** Hash of the build that the generation started from. */
  build_hash: string;
  /** Hash of the site that the snapshot holds. */
  site_hash: string;
  created_at: number;
  /** Packed input and search engines; empty for a site as the build made it. */
  snapshot: Uint8Array;
}

/** One row: the newest number. Who counts up holds it until the end of the transaction, so numbers appear in order. */
export interface GenerationCountTable {
  id: number;
  number: number;
}

/** How often something happened in an hour or a day. */
export interface InsightSumsTable {
  project: string;
  grain: "hour" | "day";
  starts_at: number;
  /** What is counted; see lib/insights/kinds.ts. */
  kind: string;
  agent: "reader" | "program" | "robot";
  /** Empty where it is unknown, as `version` is for a project without versions. */
  language: string;
  version: string;
  /** What it happened to, such as a page; empty for the sum of all. */
  subject: string;
  count: number;
}

/** A recent text: what was searched on a day, a question, what was said of a page, an address that leads nowhere. */
export interface InsightTextsTable {
  id: string;
  project: string;
  kind: "search" | "question" | "page" | "missing";
  /** Start of its day, UTC. */
  day: number;
  last_at: number;
  agent: "reader" | "program" | "robot";
  language: string;
  version: string;
  text: string;
  /** The page that was opened or rated, or the one that led to a missing address; empty for none. */
  page: string;
  outcome: string;
  thread_id: string | null;
  /** How often, on that day. */
  count: number;
  /** Searches of which a result was opened. */
  opened: number;
}

export interface SessionsTable {
  /** SHA-256 of the session's secret, hex. */
  hash: string;
  key_id: string;
  created_at: number;
  expires_at: number;
}

/** Every table of the store. */
export interface Schema {
  keys: KeysTable;
  counters: CountersTable;
  threads: ThreadsTable;
  messages: MessagesTable;
  feedback: FeedbackTable;
  jobs: JobsTable;
  generations: GenerationsTable;
  generation_count: GenerationCountTable;
  insight_sums: InsightSumsTable;
  insight_texts: InsightTextsTable;
  sessions: SessionsTable;
}
