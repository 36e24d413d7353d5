/*
 * The assistant: answers questions from the pages of a site, by a language model or by quotes, and stores both sides.
 * A question, its thread and a site come in; the events of an answer come out, each text through the link filter.
 * Start at `converse`. `answer.ts` runs the model, `model/` chooses it and gives it tools, `sources/` numbers what they find,
 * `quotes/` quotes it, `wire/` writes the events for clients, `threads/` stores both sides.
 */

import { setImmediate, setTimeout } from "node:timers/promises";
import type { Site } from "../content/site/site.ts";
import { isStoreFailure } from "../db/failure.ts";
import { log, toLogFields } from "../log.ts";
import { type AnswerCounts, countAnswer } from "../metrics/record.ts";
import { type Answer, answer } from "./answer.ts";
import type { chooseModel } from "./model/model.ts";
import { confidence } from "./quotes/corpus-stats.ts";
import { type SavedQuestion, saveAnswer, saveQuestion } from "./threads/save-message.ts";
import type { MessageStatus, StoredMessage } from "./threads/stored-message.ts";
import type { Thread } from "./threads/threads.ts";
import type { Ask } from "./wire/conversation.ts";
import type { AnswerEvent, AnswerMode, Usage } from "./wire/data-stream.ts";

export interface ConverseInput {
  readonly site: Site;
  readonly thread: Thread;
  readonly ask: Ask;
  /** Aborted when the reader has gone. */
  readonly signal: AbortSignal;
  /** For tests. Default: what the environment chooses. */
  readonly choose?: typeof chooseModel;
}

/** A turn of a conversation on its way to the reader. */
export interface RunningAnswer {
  /** To be read to its end, or left when the signal is aborted, read from or not; either way the answer is stored once. */
  readonly events: AsyncGenerator<AnswerEvent, void, void>;
  /** Resolves with what became of the question when the answer is stored, or was tried for a minute. Never rejects: a failure is logged. */
  readonly done: Promise<Outcome>;
}

/** The outcome of a question. */
export interface Outcome {
  readonly messageId: string;
  readonly status: MessageStatus;
  /** False for an answer that cites nothing, although something was looked up. */
  readonly answered: boolean;
  /** Likelihood that the docs answer the question, 0 to 1; 1 where nothing was looked up. */
  readonly confidence: number;
  /** Addresses of the sections that the answer cites. */
  readonly sources: readonly string[];
}

/**
 * Takes a question into its thread and answers it. The question is stored immediately, the answer when it ends, also when it
 * was stopped or has failed.
 */
export async function converse({ site, thread, ask, signal, choose }: ConverseInput): Promise<RunningAnswer> {
  const question = await saveQuestion(thread, ask.question);
  const written = await answer({ site, ask, threadId: thread.threadId, signal, ...(choose ? { choose } : {}) });
  return recorded({ thread, question, written, signal });
}

interface Recording {
  readonly thread: Thread;
  readonly question: SavedQuestion;
  readonly written: Answer;
  readonly signal: AbortSignal;
}

function recorded({ thread, question, written, signal }: Recording): RunningAnswer {
  const record = new Record(written);
  const { promise: done, resolve } = Promise.withResolvers<Outcome>();
  let saving: Promise<void> | undefined;
  const store = (status: MessageStatus): Promise<void> => {
    if (saving) return saving;
    signal.removeEventListener("abort", stop);
    countAnswer(record.toCounts(status));
    const answer = record.toMessage(status);
    const { first, last } = saveWithRetries(answer.id, () => saveAnswer(thread, question, answer));
    void last.then(() => resolve(record.toOutcome(status)));
    saving = first;
    return first;
  };
  const stop = () => void store("aborted");
  // Not left to the events alone: closing a generator that nobody has read from runs none of its code.
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  return { events: persistOnFinish(written.events, { record, store }), done };
}

interface Keeping {
  readonly record: Record;
  /** Stores the answer on the first call, and waits until the first attempt to store it has ended. */
  readonly store: (status: MessageStatus) => Promise<void>;
}

/** Passes the events on and stores the answer before the last one, so that the reader's next question finds it. */
async function* persistOnFinish(events: Answer["events"], { record, store }: Keeping): Answer["events"] {
  try {
    for await (const event of events) {
      record.take(event);
      if (event.type === "finish") {
        // What is written leaves before the store is waited for.
        await setImmediate();
        await store(record.ended);
      }
      yield event;
    }
  } finally {
    await store("aborted");
  }
}

/** A store that restarts is back within seconds, and one with a full disk once someone has freed space. */
const RETRY_AFTER_MS = [500, 1_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/**
 * Saves, and where the store fails tries again for a minute: the reader has the answer by then, and need not wait. `first`
 * ends with the first try and `last` with the last one; neither rejects.
 */
function saveWithRetries(messageId: string, save: () => Promise<void>): { first: Promise<void>; last: Promise<void> } {
  const attempt = () =>
    save().then(
      () => undefined,
      (cause: unknown) => ({ cause }),
    );
  const begun = attempt();
  const retry = async () => {
    let failed = await begun;
    for (const waitMs of RETRY_AFTER_MS) {
      if (!failed || !isStoreFailure(failed.cause)) break;
      await setTimeout(waitMs);
      failed = await attempt();
    }
    // That it is missing from the thread is for the operator to know.
    if (failed) log("error", "an answer could not be stored", { messageId, ...toLogFields(failed.cause) });
  };
  return { first: begun.then(() => {}), last: retry() };
}

/** The stored part of an answer: text and sources. Inputs of tools are left out, since they may repeat earlier messages. */
class Record {
  /** The status that the answer will be stored with, as far as it is known. */
  ended: "complete" | "incomplete" | "failed" = "complete";
  readonly #answer: Answer;
  #text = "";
  #engine: AnswerMode | undefined;
  #usage: Usage = { promptTokens: null, completionTokens: null };

  constructor(written: Answer) {
    this.#answer = written;
  }

  take(event: AnswerEvent): void {
    if (event.type === "text") this.#text += event.delta;
    if (event.type === "engine") this.#engine = event.engine;
    if (event.type === "finish") this.#usage = event.usage;
    if (event.type === "error") this.ended = event.incomplete ? "incomplete" : "failed";
  }

  toCounts(outcome: MessageStatus): AnswerCounts {
    return { engine: this.#engine ?? "none", outcome, ...this.#usage };
  }

  toOutcome(status: MessageStatus): Outcome {
    const { messageId, retrieval } = this.#answer;
    const looked = retrieval.searches > 0;
    const sources = retrieval.sources.map(({ url }) => url);
    return {
      messageId,
      status,
      answered: !looked || sources.length > 0,
      confidence: looked ? confidence(retrieval.found) : 1,
      sources,
    };
  }

  toMessage(status: MessageStatus): StoredMessage {
    const { messageId, retrieval } = this.#answer;
    const { sources } = retrieval;
    return {
      id: messageId,
      role: "assistant",
      createdAt: new Date().toISOString(),
      content: this.#text,
      parts: [
        { type: "text", text: this.#text },
        ...sources.map((source) => ({ type: "source", source: { sourceType: "url", ...source } })),
      ],
      status,
      ...(this.#engine ? { engine: this.#engine } : {}),
      ...(retrieval.searches > 0 && status === "complete" ? { answered: sources.length > 0 } : {}),
    };
  }
}
