/*
 * Writes what was recorded for the insights, within what a day may hold, and deletes what is old.
 * A batch comes in; its sums are added to those that are stored, and its texts as far as there is room for them.
 * Start at `storeBatch`. `batch.ts` has the bounds of texts.
 */

import type { Kysely, Transaction } from "kysely";
import { getConfig } from "../config/config.ts";
import { getDatabase, isCleaningDue, type StoreTables } from "../db/db.ts";
import { consume } from "../limits/limits.ts";
import { log, toLogFields } from "../log.ts";
import { type Batch, DAY_MS, MAX_TEXTS_PER_DAY, shareOf } from "./batch.ts";

/** The most different subjects, such as sections, of one kind, project and day; a page that two families read counts twice. */
const MAX_SUBJECTS_PER_DAY = 1_000;
const CHUNK = 100;
const CLEAN_EVERY_MS = 3_600_000;

type Reader = Kysely<StoreTables>;
type Sums = StoreTables["insight_sums"];
type Texts = StoreTables["insight_texts"];

/**
 * Stores a batch in one transaction; once an hour, deletes what is older than it is kept. Of an address that has added its
 * share of a day's texts, the rest are left out.
 */
export async function storeBatch(batch: Batch, now: number): Promise<void> {
  const database = await getDatabase();
  // Before the transaction: on SQLite counters are in another file, on Postgres they would hold a second connection.
  await chargeSenders(database, batch);
  await database.transaction().execute(async (transaction) => {
    for (const rows of inChunks(await roomForSums(transaction, [...batch.sums.values()]))) await addSums(transaction, rows);
    for (const rows of inChunks(await roomForTexts(transaction, [...batch.texts.values()]))) await addTexts(transaction, rows);
  });
  if (!isCleaningDue("insights", CLEAN_EVERY_MS, now)) return;
  // The batch is stored by now: a failure here must not have it stored again.
  await deleteOldInsights(now).catch((cause: unknown) => log("warn", "old insights could not be deleted", toLogFields(cause)));
}

/** Deletes texts and sums that are older than the configuration says, and sessions that have ended. */
export async function deleteOldInsights(now = Date.now()): Promise<void> {
  const { retentionDays, sumsRetentionDays } = getConfig().insights;
  const database = await getDatabase();
  await database
    .deleteFrom("insight_texts")
    .where("day", "<", now - (retentionDays + 1) * DAY_MS)
    .execute();
  await database
    .deleteFrom("insight_sums")
    .where("starts_at", "<", now - sumsRetentionDays * DAY_MS)
    .execute();
  await database.deleteFrom("sessions").where("expires_at", "<", now).execute();
}

function addSums(transaction: Transaction<StoreTables>, rows: readonly Sums[]) {
  return transaction
    .insertInto("insight_sums")
    .values([...rows])
    .onConflict((conflict) =>
      conflict
        .columns(["project", "grain", "starts_at", "kind", "agent", "language", "version", "subject"])
        .doUpdateSet(({ eb, ref }) => ({ count: eb("insight_sums.count", "+", ref("excluded.count")) })),
    )
    .execute();
}

function addTexts(transaction: Transaction<StoreTables>, rows: readonly Texts[]) {
  return transaction
    .insertInto("insight_texts")
    .values([...rows])
    .onConflict((conflict) =>
      conflict.column("id").doUpdateSet(({ eb, ref, fn, val }) => ({
        count: eb("insight_texts.count", "+", ref("excluded.count")),
        opened: eb("insight_texts.opened", "+", ref("excluded.opened")),
        last_at: ref("excluded.last_at"),
        page: fn.coalesce(fn<string>("nullif", [ref("excluded.page"), val("")]), ref("insight_texts.page")),
        outcome: fn.coalesce(fn<string>("nullif", [ref("excluded.outcome"), val("")]), ref("insight_texts.outcome")),
      })),
    )
    .execute();
}

/**
 * Charges each new text to the share of the address that it came from, and takes those out of the batch that exceed it. Counts
 * are those of the limits, so that they are exact over all processes and end with their day; no row names an address.
 */
async function chargeSenders(database: Reader, batch: Batch): Promise<void> {
  if (batch.senders.size === 0) return;
  const sent = [...batch.texts.values()].filter(({ id }) => batch.senders.has(id));
  const known = await findStored(database, sent);
  for (const group of groups(sent, ({ project, kind, day, agent }) => [project, kind, day, agent === "agent"])) {
    let room = await readRoom(database, group[0] as Texts);
    for (const { id, project, kind, day, count } of group) {
      if (known.has(id) || count === 0 || room <= 0) continue;
      const bucket = `texts-${kind}:${project}:${batch.senders.get(id)}`;
      const { full } = await consume([{ policy: "texts", bucket, quota: shareOf(kind), window: "day" }], day);
      if (full.length > 0) batch.texts.delete(id);
      else room -= 1;
      // Charged once, also where this batch is stored by a later write.
      batch.senders.delete(id);
    }
  }
}

/** Returns the rows that are stored already, and of the others as many as a day may have. */
async function roomForTexts(transaction: Reader, rows: readonly Texts[]): Promise<Texts[]> {
  const known = await findStored(transaction, rows);
  const kept: Texts[] = [];
  for (const group of groups(rows, ({ project, kind, day, agent }) => [project, kind, day, agent === "agent"])) {
    let room = await readRoom(transaction, group[0] as Texts);
    // An opened result belongs to a search. Without one it is dropped.
    kept.push(...group.filter(({ id, count: times }) => known.has(id) || (times > 0 && room-- > 0)));
  }
  return kept;
}

async function findStored(database: Reader, rows: readonly Texts[]): Promise<Set<string>> {
  const known = new Set<string>();
  for (const chunk of inChunks(rows)) {
    const ids = chunk.map(({ id }) => id);
    for (const { id } of await database.selectFrom("insight_texts").select("id").where("id", "in", ids).execute()) known.add(id);
  }
  return known;
}

/** Returns how many more different texts the day of a row may have. Agents, which guess many addresses, have room apart. */
async function readRoom(database: Reader, { project, kind, day, agent }: Texts): Promise<number> {
  const { count } = await database
    .selectFrom("insight_texts")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("project", "=", project)
    .where("kind", "=", kind)
    .where("day", "=", day)
    .where("agent", agent === "agent" ? "=" : "!=", "agent")
    .executeTakeFirstOrThrow();
  return MAX_TEXTS_PER_DAY[kind] - Number(count);
}

/** Returns the totals, and of the sums with a subject as many as a day may have. */
async function roomForSums(transaction: Transaction<StoreTables>, rows: readonly Sums[]): Promise<Sums[]> {
  const kept = rows.filter(({ subject }) => subject === "");
  for (const group of groups(
    rows.filter(({ subject }) => subject !== ""),
    ({ project, kind, starts_at }) => [project, kind, starts_at],
  )) {
    const [{ project, kind, starts_at }] = group as [Sums];
    const stored = await transaction
      .selectFrom("insight_sums")
      .select(["subject", "agent"])
      .distinct()
      .where("project", "=", project)
      .where("starts_at", "=", starts_at)
      .where("kind", "=", kind)
      .where("subject", "!=", "")
      .limit(MAX_SUBJECTS_PER_DAY)
      .execute();
    const subjects = new Set(stored.map(keyOfSubject));
    for (const row of group) {
      if (!subjects.has(keyOfSubject(row)) && subjects.size >= MAX_SUBJECTS_PER_DAY) continue;
      subjects.add(keyOfSubject(row));
      kept.push(row);
    }
  }
  return kept;
}

function keyOfSubject({ subject, agent }: Pick<Sums, "subject" | "agent">): string {
  return `${agent} ${subject}`;
}

function groups<Row>(rows: readonly Row[], keyOf: (row: Row) => readonly unknown[]): Row[][] {
  return [...Map.groupBy(rows, (row) => JSON.stringify(keyOf(row))).values()];
}

function* inChunks<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += CHUNK) yield rows.slice(start, start + CHUNK);
}
