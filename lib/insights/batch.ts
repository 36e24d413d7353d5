// Tested in insights.test.ts.
import { createHash } from "node:crypto";
import type { InsightSumsTable, InsightTextsTable } from "../db/schema.ts";
import type { Kind, Visit } from "./kinds.ts";

const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;

/** What one batch holds at most, whatever readers do between two writes. */
const MOST_SUMS = 5_000;
const MOST_TEXTS = 2_000;
const MOST_TEXT = 500;

type TextRow = InsightTextsTable;
/** What is added to a text, or makes it. */
export type NewText = Pick<TextRow, "kind" | "text"> &
  Partial<Pick<TextRow, "page" | "outcome" | "thread_id" | "count" | "opened">>;

/** What was recorded and is not stored yet. */
export class Batch {
  readonly sums = new Map<string, InsightSumsTable>();
  readonly texts = new Map<string, TextRow>();
  /** How much found no room. */
  dropped = 0;

  get isEmpty(): boolean {
    return this.sums.size === 0 && this.texts.size === 0;
  }

  /** Counts once more, in the hour and in the day; with a subject, in the day alone. */
  count(visit: Visit, kind: Kind, { now, subject = "" }: { now: number; subject?: string }): void {
    if (subject === "") this.#add(visit, { grain: "hour", starts_at: now - (now % HOUR_MS), kind, subject });
    this.#add(visit, { grain: "day", starts_at: now - (now % DAY_MS), kind, subject: cut(subject) });
  }

  /**
   * Adds to the text of the same day that says the same; with a `key`, only texts of the same key are the same. Long texts
   * are cut.
   */
  note(visit: Visit, text: NewText, { now, key }: { now: number; key?: string }): string {
    const row = toRow(visit, text, now);
    row.id = idOf(key === undefined ? [row.project, row.kind, row.day, row.agent, row.language, row.version, row.text] : [key]);
    const known = this.texts.get(row.id);
    if (known) merge(known, row);
    else if (this.texts.size < MOST_TEXTS) this.texts.set(row.id, row);
    else this.dropped += 1;
    return row.id;
  }

  #add(
    { project, agent, language, version }: Visit,
    what: Pick<InsightSumsTable, "grain" | "starts_at" | "kind" | "subject">,
  ): void {
    const row = { ...what, project, agent, language: language ?? "", version: version ?? "", count: 1 };
    const key = JSON.stringify([row.grain, row.starts_at, row.kind, row.subject, project, agent, row.language, row.version]);
    const known = this.sums.get(key);
    if (known) known.count += 1;
    else if (this.sums.size < MOST_SUMS) this.sums.set(key, row);
    else this.dropped += 1;
  }
}

function toRow(visit: Visit, text: NewText, now: number): TextRow {
  return {
    id: "",
    project: visit.project,
    kind: text.kind,
    day: now - (now % DAY_MS),
    last_at: now,
    agent: visit.agent,
    language: visit.language ?? "",
    version: visit.version ?? "",
    text: cut(text.text),
    page: cut(text.page ?? ""),
    outcome: text.outcome ?? "",
    thread_id: text.thread_id ?? null,
    count: text.count ?? 1,
    opened: text.opened ?? 0,
  };
}

function merge(known: TextRow, row: TextRow): void {
  known.count += row.count;
  known.opened += row.opened;
  known.last_at = row.last_at;
  known.page = row.page || known.page;
  known.outcome = row.outcome || known.outcome;
}

function idOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 32);
}

/** Without characters that a store refuses or that a list cannot show. */
function cut(text: string): string {
  return [...text.replace(/\p{Cc}+/gu, " ").trim()].slice(0, MOST_TEXT).join("").toWellFormed();
}
