/*
 * Counts what readers search, ask and miss, without telling one from another.
 * Events come in while requests are answered, and sums and recent texts are stored together every few seconds.
 * Start at `recordSearch` and its like. `store-batch.ts` writes what they recorded, `dashboard.ts` reads what is stored.
 */

import { getConfig, getEnvironment } from "../config/config.ts";
import { isStoreFailure } from "../db/failure.ts";
import { log, toLogFields } from "../log.ts";
import { perProcess } from "../process-state.ts";
import { Batch } from "./batch.ts";
import type { QuestionOutcome, Visit } from "./kinds.ts";
import { storeBatch } from "./store-batch.ts";

/** Time in which a search may still grow, letter by letter, into another one. */
const SETTLE_MS = 3_000;
/** Time between two writes. A process that is killed loses what it recorded since the last one. */
const FLUSH_MS = 5_000;
const MAX_OPEN_SEARCHES = 2_000;

interface OpenSearch {
  readonly visit: Visit;
  readonly query: string;
  readonly results: number;
  readonly at: number;
}

interface Recorder {
  batch: Batch;
  /** The last search of each reader, under a key that this process alone knows. */
  readonly open: Map<string, OpenSearch>;
  timer: NodeJS.Timeout | undefined;
  /** The write in progress. */
  writing: Promise<void>;
}

const recorder = perProcess<Recorder>("insights", () => ({
  batch: new Batch(),
  open: new Map(),
  timer: undefined,
  writing: Promise.resolve(),
}));

/** Records a search. With `typing`, one of a search box, which counts when its reader stops typing. */
export function recordSearch(visit: Visit, search: { query: string; results: number; typing?: string }, now = Date.now()): void {
  if (!startRecording()) return;
  const { query, results, typing } = search;
  const { open } = recorder.get();
  if (typing === undefined) {
    countSearch({ visit, query, results, at: now });
    return;
  }
  const earlier = open.get(typing);
  if (earlier && !(now - earlier.at < SETTLE_MS && isContinued(earlier.query, query))) countSearch(earlier);
  open.delete(typing);
  open.set(typing, { visit, query, results, at: now });
  if (open.size > MAX_OPEN_SEARCHES) settle(open.keys().next().value as string);
}

export function recordOpenedResult(visit: Visit, { query, page }: { query: string; page: string }, now = Date.now()): void {
  if (!startRecording()) return;
  const { batch, open } = recorder.get();
  // Count the search first: an opened result belongs to one.
  for (const [key, search] of open) if (toSearchText(search.query) === toSearchText(query)) settle(key);
  batch.count(visit, "search_opened", { now });
  // Counts no search: that was recorded when it was made.
  if (getConfig().insights.texts)
    batch.note(visit, { kind: "search", text: toSearchText(query), page, count: 0, opened: 1 }, { now });
}

/** A question and its outcome. */
interface RecordedQuestion {
  readonly text: string;
  readonly outcome: QuestionOutcome;
  readonly threadId: string;
  readonly messageId: string;
  /** Path and anchor of each section that the answer cites. */
  readonly sections: readonly string[];
  /** Origin of the page whose widget it was asked in, as the caller says it. */
  readonly embedOrigin?: string | undefined;
}

/** Records a question and its outcome. */
export function recordQuestion(visit: Visit, question: RecordedQuestion, now = Date.now()): void {
  if (!startRecording()) return;
  const { text, outcome, threadId, sections, embedOrigin = "" } = question;
  const { batch } = recorder.get();
  batch.count(visit, "question", { now });
  if (outcome !== "answered") batch.count(visit, outcome === "low" ? "question_low" : "question_refused", { now });
  if (getConfig().assistant.embed.origins.includes(embedOrigin)) {
    batch.count(visit, "question_embedded", { now });
    batch.count(visit, "question_embedded", { now, subject: embedOrigin });
  }
  for (const subject of sections.slice(0, 10)) batch.count(visit, "section", { now, subject });
  if (!getConfig().insights.texts) return;
  batch.note(visit, { kind: "question", text, outcome, thread_id: threadId }, { now, key: `${threadId} ${question.messageId}` });
}

export function recordAnswerRating(visit: Visit, rating: "up" | "down", now = Date.now()): void {
  if (startRecording()) recorder.get().batch.count(visit, rating === "up" ? "answer_up" : "answer_down", { now });
}

/** Records that a reader handed a question over to support. */
export function recordSupport(visit: Visit, now = Date.now()): void {
  if (startRecording()) recorder.get().batch.count(visit, "support", { now });
}

interface RecordedRating {
  readonly page: string;
  readonly rating: "up" | "down";
  readonly reason?: string | undefined;
  readonly text?: string | undefined;
  /** True when the rating was recorded before, and only the words are new. */
  readonly comment?: boolean;
}

/** Records a rating of a page, and its reason. */
export function recordPageFeedback(
  visit: Visit,
  { page, rating, reason, text, comment }: RecordedRating,
  now = Date.now(),
): void {
  if (!startRecording()) return;
  const { batch } = recorder.get();
  const kind = rating === "up" ? "page_up" : "page_down";
  if (!comment) {
    batch.count(visit, kind, { now });
    batch.count(visit, kind, { now, subject: page });
  }
  const words = [reason, text].filter(Boolean).join(": ");
  if (words && getConfig().insights.texts)
    batch.note(visit, { kind: "page", text: words, page, outcome: rating }, { now, key: crypto.randomUUID() });
}

/** Records an address without a page, and the path or host that led there. */
export function recordMissing(visit: Visit, { path, from }: { path: string; from: string }, now = Date.now()): void {
  if (!startRecording()) return;
  const { batch } = recorder.get();
  batch.count(visit, visit.agent === "agent" ? "agent_missing" : "missing", { now });
  if (getConfig().insights.texts) batch.note(visit, { kind: "missing", text: path, page: from }, { now });
}

/** Records that an agent or a crawler read a page or a text; readers' reads are not counted. */
export function recordRead(visit: Visit, path: string, now = Date.now()): void {
  if (visit.family === undefined || !startRecording()) return;
  const { batch } = recorder.get();
  const kind = visit.agent === "agent" ? "agent_read" : "crawler_read";
  batch.count(visit, kind, { now });
  if (kind === "agent_read") batch.count(visit, kind, { now, subject: path });
}

/** Records what an agent reported of a page. */
export function recordReport(visit: Visit, { page, quote, problem }: RecordedReport, now = Date.now()): void {
  if (!startRecording()) return;
  const { batch } = recorder.get();
  batch.count(visit, "agent_report", { now });
  const text = quote ? `“${quote}”: ${problem}` : problem;
  if (getConfig().insights.texts) batch.note(visit, { kind: "page", text, page, outcome: "report" }, { now });
}

/** A problem of a page, in an agent's words. */
interface RecordedReport {
  readonly page: string;
  /** The words of the page that it is about; empty for none. */
  readonly quote: string;
  readonly problem: string;
}

/**
 * Stores what was recorded. A process that lives on does so on a timer; where it is frozen, call this after each answer.
 * Never rejects: while the store fails, records are kept for the next write, as many as a batch holds.
 */
export function flushInsights(now = Date.now()): Promise<void> {
  const state = recorder.get();
  for (const [key, search] of state.open) if (now - search.at >= SETTLE_MS) settle(key);
  state.writing = state.writing.then(() => write(state, now));
  return state.writing;
}

/** Counts what readers were typing, and stores all, at the end of the process. */
export function finishInsights(): Promise<void> {
  for (const key of [...recorder.get().open.keys()]) settle(key);
  return flushInsights();
}

async function write(state: Recorder, now: number): Promise<void> {
  const { batch } = state;
  if (batch.isEmpty) return;
  state.batch = new Batch();
  try {
    await storeBatch(batch, now);
  } catch (thrown) {
    const isKept = isStoreFailure(thrown);
    if (isKept) keepForNextWrite(state, batch);
    log(
      "warn",
      `insights could not be stored; this batch is ${isKept ? "kept for the next write" : "lost"}`,
      toLogFields(thrown),
    );
    return;
  }
  if (batch.dropped > 0) log("warn", "insights: more happened than one batch holds", { dropped: batch.dropped });
}

/** Sorts older records first, so that the bound drops the newer ones. */
function keepForNextWrite(state: Recorder, batch: Batch): void {
  batch.absorb(state.batch);
  state.batch = batch;
  scheduleFlush();
}

/** Returns false when the configuration records nothing; schedules a write otherwise. */
function startRecording(): boolean {
  if (!getConfig().insights.enabled) return false;
  scheduleFlush();
  return true;
}

/** Schedules a write in a server that lives on: elsewhere a timer fires when the process is thawed, or never. */
function scheduleFlush(): void {
  const state = recorder.get();
  const { onVercel, production, development } = getEnvironment();
  if (state.timer || onVercel || !(production || development)) return;
  state.timer = setTimeout(() => {
    state.timer = undefined;
    void flushInsights().then(() => {
      if (state.open.size > 0) scheduleFlush();
    });
  }, FLUSH_MS);
  state.timer.unref();
}

function settle(key: string): void {
  const { open } = recorder.get();
  const search = open.get(key);
  open.delete(key);
  if (search) countSearch(search);
}

function countSearch({ visit, query, results, at }: OpenSearch): void {
  const { batch } = recorder.get();
  const isAgent = visit.agent === "agent";
  batch.count(visit, isAgent ? "agent_search" : "search", { now: at });
  if (results === 0) batch.count(visit, isAgent ? "agent_search_empty" : "search_empty", { now: at });
  if (getConfig().insights.texts)
    batch.note(visit, { kind: "search", text: toSearchText(query), outcome: results === 0 ? "empty" : "found" }, { now: at });
}

/** Returns the text that a search is counted as: case and spaces do not matter. */
function toSearchText(query: string): string {
  return query.toLowerCase().replace(/\s+/g, " ").trim();
}

/** Returns true for a text that grew at its end, or lost its end. */
function isContinued(earlier: string, later: string): boolean {
  const [before, after] = [toSearchText(earlier), toSearchText(later)];
  return after.startsWith(before) || before.startsWith(after);
}
