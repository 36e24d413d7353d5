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
  /** JSON array of the groups of readers that an assistant key reads as. */
  reader_groups: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  last_used_at: number | null;
}

export interface CountersTable {
  /** Name of the count, such as `key:<id>` or `address:<address>`. */
  bucket: string;
  /** End of the window, which together with the bucket names the window. */
  ends_at: number;
  count: number;
  /** The quota at the last charge. */
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
  /** The id of the client's message, or of an answer; unique within the thread. */
  id: string;
  /** Order within the thread. The answer to a question is at the position after it. */
  position: number;
  role: "user" | "assistant";
  status: string;
  text: string;
  /** JSON: the rest of the message. */
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
  /** The process that works on the job, and the end of its lease. */
  owner: string | null;
  lease_until: number | null;
  attempts: number;
  /** 1 for a job that was given back, or whose lease has ended. */
  returned: Generated<number>;
  /** The generation that the job has saved; the job is only to be ended then. */
  generation: number | null;
  /** The line of generations that the job is for: that of the process which took it. Others leave it alone. */
  line: string;
  /** Answer of the deploy hook; set while the job waits for the deployment. */
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
  /** Hash of the build's content; `given-folder` for a folder that is part of no build. */
  line: string;
  /** Hash of the site that the snapshot holds. */
  site_hash: string;
  /** When an instance last served it, to the day. */
  used_at: number;
  /** Packed input and search engines; empty for a site as the build made it. */
  snapshot: Uint8Array;
}

/** One row with the newest number. A transaction that counts up holds it to its end, so numbers appear in order. */
export interface GenerationCountTable {
  id: number;
  number: number;
}

/** The number of events of one kind in a day. */
export interface InsightSumsTable {
  project: string;
  /** Release 1.0.0 also wrote sums of hours, which nothing reads. */
  grain: "day";
  /** Start of the day, in milliseconds since 1970; UTC. */
  starts_at: number;
  /** Kind of event; see lib/insights/kinds.ts. */
  kind: string;
  /** Kind of sender; the family for kinds that only agents and crawlers have. */
  agent: string;
  /** Empty when it is unknown; so is `version` in a project without versions. */
  language: string;
  version: string;
  /** Subject of the event, such as a page; empty for the sum of all. */
  subject: string;
  count: number;
}

/** A recent text: a search of a day, a question, a comment on a page or an agent's report, an address without a page. */
export interface InsightTextsTable {
  id: string;
  project: string;
  kind: "search" | "question" | "page" | "missing";
  /** Start of its day, UTC. */
  day: number;
  last_at: number;
  agent: "reader" | "program" | "agent" | "robot";
  language: string;
  version: string;
  text: string;
  /** The page that was opened or rated, or the one that led to a missing address; empty for none. */
  page: string;
  outcome: string;
  thread_id: string | null;
  /** Number of times on that day. */
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
export interface StoreTables {
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
