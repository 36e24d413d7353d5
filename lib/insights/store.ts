import type { Transaction } from "kysely";
import { getConfig } from "../config/config.ts";
import { getDatabase, isCleaningDue, type StoreTables } from "../db/db.ts";
import type { InsightTextsTable } from "../db/schema.ts";
import { log, toLogFields } from "../log.ts";
import { type Batch, DAY_MS } from "./batch.ts";

/** The most different texts of one kind, project and day; further ones are only counted. */
const MAX_TEXTS_PER_DAY: Readonly<Record<InsightTextsTable["kind"], number>> = {
  search: 300,
  question: 500,
  page: 500,
  missing: 200,
};
/** The most different subjects, such as sections, of one kind, project and day. */
const MAX_SUBJECTS_PER_DAY = 1_000;
const CHUNK = 100;
const CLEAN_EVERY_MS = 3_600_000;
const HOURS_KEPT_DAYS = 14;

type Sums = StoreTables["insight_sums"];
type Texts = StoreTables["insight_texts"];

/** Stores a batch in one transaction; once an hour, deletes what is older than it is kept. */
export async function storeBatch(batch: Batch, now: number): Promise<void> {
  const database = await getDatabase();
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
    .where("grain", "=", "day")
    .where("starts_at", "<", now - sumsRetentionDays * DAY_MS)
    .execute();
  await database
    .deleteFrom("insight_sums")
    .where("grain", "=", "hour")
    .where("starts_at", "<", now - HOURS_KEPT_DAYS * DAY_MS)
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

/** Returns the rows that are stored already, and of the others as many as a day may have. */
async function roomForTexts(transaction: Transaction<StoreTables>, rows: readonly Texts[]): Promise<Texts[]> {
  const known = new Set<string>();
  for (const chunk of inChunks(rows)) {
    const ids = chunk.map(({ id }) => id);
    for (const { id } of await transaction.selectFrom("insight_texts").select("id").where("id", "in", ids).execute())
      known.add(id);
  }
  const kept: Texts[] = [];
  for (const group of groups(rows, ({ project, kind, day }) => [project, kind, day])) {
    const [{ project, kind, day }] = group as [Texts];
    const { count } = await transaction
      .selectFrom("insight_texts")
      .select(({ fn }) => fn.countAll<number>().as("count"))
      .where("project", "=", project)
      .where("kind", "=", kind)
      .where("day", "=", day)
      .executeTakeFirstOrThrow();
    let room = MAX_TEXTS_PER_DAY[kind] - Number(count);
    // An opened result belongs to a search. Without one it is dropped.
    kept.push(...group.filter(({ id, count: times }) => known.has(id) || (times > 0 && room-- > 0)));
  }
  return kept;
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
      .select("subject")
      .distinct()
      .where("project", "=", project)
      .where("grain", "=", "day")
      .where("starts_at", "=", starts_at)
      .where("kind", "=", kind)
      .where("subject", "!=", "")
      .limit(MAX_SUBJECTS_PER_DAY)
      .execute();
    const subjects = new Set(stored.map(({ subject }) => subject));
    for (const row of group) {
      if (!subjects.has(row.subject) && subjects.size >= MAX_SUBJECTS_PER_DAY) continue;
      subjects.add(row.subject);
      kept.push(row);
    }
  }
  return kept;
}

function groups<Row>(rows: readonly Row[], keyOf: (row: Row) => readonly unknown[]): Row[][] {
  return [...Map.groupBy(rows, (row) => JSON.stringify(keyOf(row))).values()];
}

function* inChunks<Row>(rows: readonly Row[]): Generator<Row[]> {
  for (let start = 0; start < rows.length; start += CHUNK) yield rows.slice(start, start + CHUNK);
}
