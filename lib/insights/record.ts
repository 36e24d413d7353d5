// Tested in insights.test.ts.
import { getConfig, getEnvironment } from "../config/config.ts";
import { log, toLogFields } from "../log.ts";
import { perProcess } from "../process-state.ts";
import { Batch } from "./batch.ts";
import type { QuestionOutcome, Visit } from "./kinds.ts";
import { storeBatch } from "./store.ts";

/** How long a search may still grow, letter by letter, into another one. */
const SETTLE_MS = 3_000;
/** How long what was recorded waits; so much is lost when a process is killed. */
const FLUSH_MS = 5_000;
const MOST_OPEN_SEARCHES = 2_000;

interface OpenSearch {
  readonly visit: Visit;
  readonly query: string;
  readonly results: number;
  readonly at: number;
}

interface Recorder {
  batch: Batch;
  /** The last search of each reader, by what tells readers apart in this process; never stored. */
  readonly open: Map<string, OpenSearch>;
  timer: NodeJS.Timeout | undefined;
  /** The write that is under way. */
  writing: Promise<void>;
}

const recorder = perProcess<Recorder>("insights", () => ({
  batch: new Batch(),
  open: new Map(),
  timer: undefined,
  writing: Promise.resolve(),
}));

/** A search. With `typing`, one of a search box: it counts when its reader stops typing. */
export function recordSearch(visit: Visit, search: { query: string; results: number; typing?: string }, now = Date.now()): void {
  if (!isOn()) return;
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
  if (open.size > MOST_OPEN_SEARCHES) settle(open.keys().next().value as string);
}

/** A result that a reader opened. */
export function recordOpenedResult(visit: Visit, { query, page }: { query: string; page: string }, now = Date.now()): void {
  if (!isOn()) return;
  const { batch, open } = recorder.get();
  // The search must be counted first, or there is nothing that this belongs to.
  for (const [key, search] of open) if (toSearchText(search.query) === toSearchText(query)) settle(key);
  batch.count(visit, "search_opened", { now });
  // Counts no search: that was recorded when it was made.
  if (getConfig().insights.texts)
    batch.note(visit, { kind: "search", text: toSearchText(query), page, count: 0, opened: 1 }, { now });
}

export interface RecordedQuestion {
  readonly text: string;
  readonly outcome: QuestionOutcome;
  readonly threadId: string;
  readonly messageId: string;
  /** Path and anchor of each section that the answer cites. */
  readonly sections: readonly string[];
}

/** A question and what became of it. */
export function recordQuestion(visit: Visit, question: RecordedQuestion, now = Date.now()): void {
  if (!isOn()) return;
  const { text, outcome, threadId, sections } = question;
  const { batch } = recorder.get();
  batch.count(visit, "question", { now });
  if (outcome !== "answered") batch.count(visit, outcome === "low" ? "question_low" : "question_refused", { now });
  for (const subject of sections.slice(0, 10)) batch.count(visit, "section", { now, subject });
  if (!getConfig().insights.texts) return;
  batch.note(visit, { kind: "question", text, outcome, thread_id: threadId }, { now, key: `${threadId} ${question.messageId}` });
}

/** What a reader thinks of an answer. */
export function recordAnswerRating(visit: Visit, rating: "up" | "down", now = Date.now()): void {
  if (isOn()) recorder.get().batch.count(visit, rating === "up" ? "answer_up" : "answer_down", { now });
}

/** What a reader thinks of a page. */
export interface RecordedOpinion {
  readonly page: string;
  readonly rating: "up" | "down";
  readonly reason?: string | undefined;
  readonly text?: string | undefined;
  /** The rating was recorded before; only the words are new. */
  readonly comment?: boolean;
}

/** What a reader thinks of a page, and why. */
export function recordPageFeedback(
  visit: Visit,
  { page, rating, reason, text, comment }: RecordedOpinion,
  now = Date.now(),
): void {
  if (!isOn()) return;
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

/** An address that leads nowhere, and the path or host that led there. */
export function recordMissing(visit: Visit, { path, from }: { path: string; from: string }, now = Date.now()): void {
  if (!isOn()) return;
  const { batch } = recorder.get();
  batch.count(visit, "missing", { now });
  if (getConfig().insights.texts) batch.note(visit, { kind: "missing", text: path, page: from }, { now });
}

/**
 * Stores what was recorded. Where processes live on, a timer does; where they are frozen, call it after each answer.
 * Never rejects: what cannot be stored now is tried again, and in the end dropped.
 */
export function flushInsights(now = Date.now()): Promise<void> {
  const state = recorder.get();
  for (const [key, search] of state.open) if (now - search.at >= SETTLE_MS) settle(key);
  state.writing = state.writing.then(() => write(state, now));
  return state.writing;
}

/** Counts what readers were still typing, and stores all: for the end of the process. */
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
    log("warn", "insights could not be stored; this batch is lost", toLogFields(thrown));
  }
  if (batch.dropped > 0) log("warn", "insights: more happened than one batch holds", { dropped: batch.dropped });
}

/** Whether to record; what is recorded then is stored soon. */
function isOn(): boolean {
  if (!getConfig().insights.enabled) return false;
  scheduleFlush();
  return true;
}

/** Only in a server that lives on: elsewhere a timer would fire whenever the process is thawed, or never. */
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
  batch.count(visit, "search", { now: at });
  if (results === 0) batch.count(visit, "search_empty", { now: at });
  if (getConfig().insights.texts)
    batch.note(visit, { kind: "search", text: toSearchText(query), outcome: results === 0 ? "empty" : "found" }, { now: at });
}

/** Searches that differ in case and spaces alone are one. */
function toSearchText(query: string): string {
  return query.toLowerCase().replace(/\s+/g, " ").trim();
}

/** Whether a text was typed on, or deleted from its end. */
function isContinued(earlier: string, later: string): boolean {
  const [before, after] = [toSearchText(earlier), toSearchText(later)];
  return after.startsWith(before) || before.startsWith(after);
}
