import type { SelectQueryBuilder } from "kysely";
import { getDatabase, type StoreTables } from "../db/db.ts";
import { localeOf } from "../search/analyze/locales.ts";
import { lengthOf } from "../search/dense/embedding.ts";
import { type WordTable, wordTableOf } from "../search/dense/word-table.ts";
import { createWordsEmbedding, type WordsEmbedding } from "../search/dense/words-embedding.ts";
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

/** Readers are people and their programs; agents read for somebody. What robots send is listed nowhere. */
export type Sender = "readers" | "agents";

/** Reads searches, the most frequent first. With `failed`, only those without a result or without a click, which agents do not make. */
export async function readSearches(
  scope: InsightScope,
  period: Period,
  { failed = false, limit = MAX_ROWS, sender = "readers" }: { failed?: boolean; limit?: number; sender?: Sender } = {},
): Promise<SearchRow[]> {
  let query = within((await getDatabase()).selectFrom("insight_texts"), "search", scope, period, sender)
    .select(["text", "language", "version"])
    .select(({ fn, eb }) => [
      fn.sum<number>("count").as("searches"),
      fn.sum<number>(eb.case().when("outcome", "=", "empty").then(eb.ref("count")).else(0).end()).as("empty"),
      fn.sum<number>("opened").as("opened"),
      fn.max("page").as("page"),
      fn.max("last_at").as("lastAt"),
    ])
    .groupBy(["text", "language", "version"]);
  if (failed && sender === "agents") query = query.where("outcome", "=", "empty");
  else if (failed) query = query.having(({ fn, eb }) => eb(fn.sum<number>("opened"), "=", 0));
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
    .where("outcome", "in", ["refused", "low"])
    .select(["text", "outcome", "thread_id as threadId", "language", "version", "last_at as lastAt"])
    .orderBy("last_at", "desc")
    .orderBy("id")
    .limit(MAX_QUESTIONS)
    .execute();
}

/** A reader's comment on a page, or an agent's report. */
export interface CommentRow {
  readonly page: string;
  readonly rating: string;
  readonly text: string;
  readonly lastAt: number;
}

/** Reads the comments of readers on pages, or the reports of agents, the latest first, at most 500. */
export async function readComments(scope: InsightScope, period: Period, sender: Sender = "readers"): Promise<CommentRow[]> {
  return within((await getDatabase()).selectFrom("insight_texts"), "page", scope, period, sender)
    .select(["page", "outcome as rating", "text", "last_at as lastAt"])
    .orderBy("last_at", "desc")
    .orderBy("id")
    .limit(MAX_COMMENTS)
    .execute();
}

/** An address without a page. */
export interface MissingRow {
  readonly path: string;
  /** The page of this site, or the host, that led there; empty for none. */
  readonly from: string;
  readonly count: number;
  readonly lastAt: number;
}

/** Reads the addresses that led readers, or agents, nowhere, the most frequent first. */
export async function readMissing(scope: InsightScope, period: Period, sender: Sender = "readers"): Promise<MissingRow[]> {
  const rows = await within((await getDatabase()).selectFrom("insight_texts"), "missing", scope, period, sender)
    .select("text as path")
    .select(({ fn }) => [fn.max("page").as("from"), fn.sum<number>("count").as("count"), fn.max("last_at").as("lastAt")])
    .groupBy("text")
    .orderBy("count", "desc")
    .orderBy("text")
    .limit(MAX_ROWS)
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count), lastAt: Number(row.lastAt) }));
}

type Texts = SelectQueryBuilder<StoreTables, "insight_texts", object>;

function within(
  query: Texts,
  kind: StoreTables["insight_texts"]["kind"],
  { project, language, version }: InsightScope,
  { from, to }: Period,
  sender: Sender = "readers",
): Texts {
  let found = query.where("project", "=", project).where("kind", "=", kind).where("day", ">=", from).where("day", "<", to);
  found = found.where("agent", "in", sender === "agents" ? ["agent"] : ["reader", "program"]);
  if (language !== undefined) found = found.where("language", "=", language);
  if (version !== undefined) found = found.where("version", "=", version);
  return found;
}

/** Texts of about the same meaning. */
export interface TextGroup<Item> {
  /** The text that is nearest to all others. */
  readonly label: string;
  readonly items: readonly Item[];
}

/** Least cosine of two texts that are about the same. */
const MIN_COSINE = 0.72;

interface Cluster<Item> {
  /** Sum of the vectors, and its length. */
  readonly sum: Float32Array;
  length: number;
  readonly items: Item[];
  readonly vectors: Float32Array[];
}

/**
 * Groups texts by meaning, larger groups first: each text joins the group whose centre is nearest, or begins one. In a
 * language without a word table, texts of the same words are grouped. O(texts × groups).
 */
export function groupTexts<Item extends { readonly text: string; readonly language: string }>(
  items: readonly Item[],
): TextGroup<Item>[] {
  const clusters: Cluster<Item>[] = [];
  for (const item of items) {
    const vector = embed(item);
    const nearest = vector && findNearest(clusters, vector);
    if (nearest && vector) join(nearest, item, vector);
    else clusters.push({ sum: Float32Array.from(vector ?? []), length: 1, items: [item], vectors: vector ? [vector] : [] });
  }
  return clusters
    .map(({ sum, items: members, vectors }) => ({ label: groupLabel(sum, members, vectors), items: members }))
    .sort((left, right) => right.items.length - left.items.length);
}

/** Returns the vector of a text without its stop words, which would make all questions alike. */
function embed({ text, language }: { text: string; language: string }): Float32Array | undefined {
  const { stopWords } = localeOf(language || "en");
  const words = text.toLowerCase().match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const kept = words.filter((word) => !stopWords?.has(word));
  const vector = embeddingOf(language || "en")?.encode((kept.length > 0 ? kept : words).join(" "));
  return vector?.some((value) => value !== 0) ? vector : undefined;
}

const embeddings = new Map<WordTable, WordsEmbedding>();

function embeddingOf(language: string): WordsEmbedding | undefined {
  const table = wordTableOf(language) ?? wordTableOf("en");
  if (!table) return undefined;
  const embedding = embeddings.get(table) ?? createWordsEmbedding(table);
  embeddings.set(table, embedding);
  return embedding;
}

function findNearest<Item>(clusters: readonly Cluster<Item>[], vector: Float32Array): Cluster<Item> | undefined {
  let [best, nearest] = [MIN_COSINE, undefined as Cluster<Item> | undefined];
  for (const cluster of clusters) {
    const likeness = dot(cluster.sum, vector) / cluster.length;
    if (likeness >= best) [best, nearest] = [likeness, cluster];
  }
  return nearest;
}

function join<Item>(cluster: Cluster<Item>, item: Item, vector: Float32Array): void {
  cluster.items.push(item);
  cluster.vectors.push(vector);
  for (let i = 0; i < vector.length; i += 1) cluster.sum[i] = (cluster.sum[i] ?? 0) + (vector[i] ?? 0);
  cluster.length = lengthOf(cluster.sum);
}

function groupLabel<Item extends { readonly text: string }>(
  sum: Float32Array,
  items: readonly Item[],
  vectors: readonly Float32Array[],
): string {
  const likeness = vectors.map((vector) => dot(sum, vector));
  return items[Math.max(0, likeness.indexOf(Math.max(...likeness)))]?.text ?? "";
}

/** Returns the cosine of two vectors of length 1; 0 for vectors of different tables. */
function dot(left: Float32Array, right: Float32Array): number {
  if (left.length !== right.length) return 0;
  let product = 0;
  for (let i = 0; i < left.length; i += 1) product += (left[i] as number) * (right[i] as number);
  return product;
}
