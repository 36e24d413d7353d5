import { createHash } from "node:crypto";
import type { InsightSumsTable, InsightTextsTable } from "../db/schema.ts";
import type { Kind, Visit } from "./kinds.ts";

export const DAY_MS = 86_400_000;

/** Bounds of one batch, whatever readers do between two writes. */
const MAX_SUMS = 5_000;
const MAX_TEXTS = 2_000;
const MAX_TEXT = 500;

/** The most different texts of one kind, project and day; any more are only counted. */
export const MAX_TEXTS_PER_DAY: Readonly<Record<InsightTextsTable["kind"], number>> = {
  search: 300,
  question: 500,
  page: 500,
  missing: 200,
};

/** Returns how many different texts of a kind one address may add to a day: a tenth, so that no script fills the lists. */
export function shareOf(kind: InsightTextsTable["kind"]): number {
  return MAX_TEXTS_PER_DAY[kind] / 10;
}

type TextRow = InsightTextsTable;
/** A text to record; the same text of a day is counted once more. */
type NewText = Pick<TextRow, "kind" | "text"> & Partial<Pick<TextRow, "page" | "outcome" | "thread_id" | "count" | "opened">>;

/** Records that are not stored yet. */
export class Batch {
  readonly sums = new Map<string, InsightSumsTable>();
  readonly texts = new Map<string, TextRow>();
  /** Address block that each text came from, by its id, until it is charged. Never stored. */
  readonly senders = new Map<string, string>();
  /** Number of texts of each kind and address. */
  readonly #sent = new Map<string, number>();
  /** Number of records that found no room. */
  dropped = 0;

  /** True when there is nothing to store. */
  get isEmpty(): boolean {
    return this.sums.size === 0 && this.texts.size === 0;
  }

  /** Counts an event in its day. */
  count(
    { project, agent: sender, family, language, version }: Visit,
    kind: Kind,
    { now, subject = "" }: { now: number; subject?: string },
  ): void {
    const row: InsightSumsTable = {
      project,
      grain: "day",
      starts_at: now - (now % DAY_MS),
      kind,
      agent: family && isOfFamily(kind) ? family : sender,
      language: language ?? "",
      version: version ?? "",
      subject: cut(subject),
      count: 1,
    };
    this.#addSum(JSON.stringify([row.starts_at, kind, row.subject, project, row.agent, row.language, row.version]), row);
  }

  /** Records a text. The same text on one day is one record; with a `key`, only the same key is. Long texts are cut. */
  note(visit: Visit, text: NewText, { now, key }: { now: number; key?: string }): void {
    const row = toRow(visit, text, now);
    row.id = idOf(key === undefined ? [row.project, row.kind, row.day, row.agent, row.language, row.version, row.text] : [key]);
    this.#addText(row, visit.address);
  }

  /** Takes over the records of a batch that could not be stored. */
  absorb(batch: Batch): void {
    for (const [key, row] of batch.sums) this.#addSum(key, row);
    for (const row of batch.texts.values()) this.#addText(row, batch.senders.get(row.id));
    this.dropped += batch.dropped;
  }

  #addSum(key: string, row: InsightSumsTable): void {
    const recorded = this.sums.get(key);
    if (recorded) recorded.count += row.count;
    else if (this.sums.size < MAX_SUMS) this.sums.set(key, row);
    else this.dropped += row.count;
  }

  #addText(row: TextRow, sender: string | undefined): void {
    const recorded = this.texts.get(row.id);
    if (recorded) {
      merge(recorded, row);
      return;
    }
    const key = `${row.kind} ${sender}`;
    const sent = this.#sent.get(key) ?? 0;
    // Counted in the sums alone, and no loss to report: the store would leave it out.
    if (sender !== undefined && sent >= shareOf(row.kind)) return;
    if (this.texts.size >= MAX_TEXTS) {
      this.dropped += 1;
      return;
    }
    this.texts.set(row.id, row);
    if (sender === undefined) return;
    this.senders.set(row.id, sender);
    this.#sent.set(key, sent + 1);
  }
}

/** Returns true for kinds that are counted by family: those that only agents and crawlers have. */
function isOfFamily(kind: Kind): boolean {
  return kind.startsWith("agent_") || kind === "crawler_read";
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

function merge(recorded: TextRow, row: TextRow): void {
  const [earlier, later] = row.last_at < recorded.last_at ? [row, recorded] : [recorded, row];
  recorded.count += row.count;
  recorded.opened += row.opened;
  recorded.page = later.page || earlier.page;
  recorded.outcome = later.outcome || earlier.outcome;
  recorded.last_at = later.last_at;
}

function idOf(parts: readonly unknown[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 32);
}

/** Cuts a text, and leaves out characters that a store refuses or that a list cannot show. */
function cut(text: string): string {
  return [...text.replace(/\p{Cc}+/gu, " ").trim()].slice(0, MAX_TEXT).join("").toWellFormed();
}
