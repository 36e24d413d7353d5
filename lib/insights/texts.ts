import type { SelectQueryBuilder } from "kysely";
import { getDatabase, type Schema } from "../db/db.ts";
import type { InsightScope, Period } from "./period.ts";

/** A search text with its counts. */
export interface SearchRow {
  readonly text: string;
  readonly language: string;
  readonly version: string;
  readonly searches: number;
  /** Searches that found nothing. */
  readonly empty: number;
  /** Searches of which a result was opened. */
  readonly opened: number;
  /** The page that was opened last; empty for none. */
  readonly page: string;
  readonly lastAt: number;
}

/** The most rows of a report. */
const MAX_ROWS = 50_000;
/** The most questions to group; the latest ones are taken. */
const MAX_QUESTIONS = 500;
const MAX_COMMENTS = 500;

/** Reads the searches of readers, the most frequent first. With `failed`, only those without a result or without a click. */
export async function readSearches(
  scope: InsightScope,
  period: Period,
  { failed = false, limit = MAX_ROWS }: { failed?: boolean; limit?: number } = {},
): Promise<SearchRow[]> {
  let query = within((await getDatabase()).selectFrom("insight_texts"), "search", scope, period)
    .where("agent", "!=", "robot")
    .select(["text", "language", "version"])
    .select(({ fn, eb }) => [
      fn.sum<number>("count").as("searches"),
      fn.sum<number>(eb.case().when("outcome", "=", "empty").then(eb.ref("count")).else(0).end()).as("empty"),
      fn.sum<number>("opened").as("opened"),
      fn.max("page").as("page"),
      fn.max("last_at").as("lastAt"),
    ])
    .groupBy(["text", "language", "version"]);
  if (failed) query = query.having(({ fn, eb }) => eb(fn.sum<number>("opened"), "=", 0));
  const rows = await query.orderBy("searches", "desc").orderBy("text").limit(limit).execute();
  return rows.map((row) => ({
    ...row,
    searches: Number(row.searches),
    empty: Number(row.empty),
    opened: Number(row.opened),
    lastAt: Number(row.lastAt),
  }));
}

/** A question without a good answer. */
export interface QuestionRow {
  readonly text: string;
  readonly outcome: string;
  readonly threadId: string | null;
  readonly language: string;
  readonly version: string;
  readonly lastAt: number;
}

/** Reads the questions that were refused or answered with little confidence, the latest first, at most 500. */
export async function readUnanswered(scope: InsightScope, period: Period): Promise<QuestionRow[]> {
  return within((await getDatabase()).selectFrom("insight_texts"), "question", scope, period)
    .where("agent", "!=", "robot")
    .where("outcome", "in", ["refused", "low"])
    .select(["text", "outcome", "thread_id as threadId", "language", "version", "last_at as lastAt"])
    .orderBy("last_at", "desc")
    .orderBy("id")
    .limit(MAX_QUESTIONS)
    .execute();
}

/** A reader's comment on a page. */
export interface CommentRow {
  readonly page: string;
  readonly rating: string;
  readonly text: string;
  readonly lastAt: number;
}

/** Reads the comments on pages, the latest first, at most 500. */
export async function readComments(scope: InsightScope, period: Period): Promise<CommentRow[]> {
  return within((await getDatabase()).selectFrom("insight_texts"), "page", scope, period)
    .where("agent", "!=", "robot")
    .select(["page", "outcome as rating", "text", "last_at as lastAt"])
    .orderBy("last_at", "desc")
    .orderBy("id")
    .limit(MAX_COMMENTS)
    .execute();
}

/** An address that leads nowhere. */
export interface MissingRow {
  readonly path: string;
  /** The page of this site, or the host, that led there; empty for none. */
  readonly from: string;
  readonly count: number;
  readonly lastAt: number;
}

/** Reads the addresses that led readers nowhere, the most frequent first. */
export async function readMissing(scope: InsightScope, period: Period): Promise<MissingRow[]> {
  const rows = await within((await getDatabase()).selectFrom("insight_texts"), "missing", scope, period)
    .where("agent", "!=", "robot")
    .select("text as path")
    .select(({ fn }) => [fn.max("page").as("from"), fn.sum<number>("count").as("count"), fn.max("last_at").as("lastAt")])
    .groupBy("text")
    .orderBy("count", "desc")
    .orderBy("text")
    .limit(MAX_ROWS)
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count), lastAt: Number(row.lastAt) }));
}

type Texts = SelectQueryBuilder<Schema, "insight_texts", object>;

function within(
  query: Texts,
  kind: Schema["insight_texts"]["kind"],
  { project, language, version }: InsightScope,
  { from, to }: Period,
): Texts {
  let found = query.where("project", "=", project).where("kind", "=", kind).where("day", ">=", from).where("day", "<", to);
  if (language !== undefined) found = found.where("language", "=", language);
  if (version !== undefined) found = found.where("version", "=", version);
  return found;
}
