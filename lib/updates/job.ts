import type { Selectable } from "kysely";
import { z } from "zod";
import type { JobsTable } from "../db/schema.ts";
import { ApiChanges } from "../openapi/document/compare.ts";

const MAX_LOG_LINES = 500;
const MAX_LINE_LENGTH = 1_000;

export const Changes = z.object({
  /** Paths of pages that were not there before. */
  added: z.array(z.string()),
  modified: z.array(z.string()),
  removed: z.array(z.string()),
});
export type Changes = z.infer<typeof Changes>;

/** Changed pages and, where there was a description before, the changes of the API. */
export const UpdateChanges = Changes.extend({ api: ApiChanges.optional() });
export type UpdateChanges = z.infer<typeof UpdateChanges>;

/** One update of one project, from the trigger to its end. Times are milliseconds since 1970. */
export interface Job {
  readonly id: string;
  readonly project: string;
  readonly status: JobsTable["status"];
  readonly createdAt: number;
  readonly startedAt: number | null;
  readonly endedAt: number | null;
  readonly attempts: number;
  readonly generation: number | null;
  readonly summary: string | null;
  readonly logs: readonly string[];
  readonly changes: UpdateChanges | null;
  readonly error: string | null;
}

/** Serialises log lines for storage, bounded in number and length. */
export function toLogs(lines: readonly string[]): string {
  const shown =
    lines.length > MAX_LOG_LINES
      ? [...lines.slice(0, MAX_LOG_LINES - 1), `… and ${lines.length - MAX_LOG_LINES + 1} more lines.`]
      : lines;
  return JSON.stringify(shown.map((line) => (line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line)));
}

/** Returns stored log lines. */
export function parseLogs(logs: string): string[] {
  return z.array(z.string()).parse(JSON.parse(logs));
}

/** Returns a stored row as the job that it says. */
export function toJob(row: Selectable<JobsTable>): Job {
  return {
    id: row.id,
    project: row.project,
    status: row.status,
    createdAt: row.created_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    attempts: row.attempts,
    generation: row.generation,
    summary: row.summary,
    logs: parseLogs(row.logs),
    changes: row.changes === null ? null : UpdateChanges.parse(JSON.parse(row.changes)),
    error: row.error,
  };
}

/** An update that cannot be done, with a message for the person who reads its status. Any other error is a fault of the engine. */
export class UpdateError extends Error {
  /** Every single problem, one line each; empty when the message says it all. */
  readonly details: readonly string[];

  constructor(words: string, options: { details?: readonly string[]; cause?: unknown } = {}) {
    super(words, { cause: options.cause });
    this.name = "UpdateError";
    this.details = options.details ?? [];
  }
}
