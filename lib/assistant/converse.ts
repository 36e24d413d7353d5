import type { Site } from "../content/site.ts";
import { log, toLogFields } from "../log.ts";
import { type Answer, answer } from "./answer.ts";
import type { AnswerEvent, Engine } from "./answer-event.ts";
import type { Ask } from "./conversation.ts";
import type { chooseModel } from "./model.ts";
import { confidence } from "./quotes/confidence.ts";
import type { MessageStatus, StoredMessage } from "./stored-message.ts";
import { deleteAnswers, saveMessage, saveQuestion, type Thread } from "./threads.ts";

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
export interface Turn {
  /** To be read to its end, or left when the signal is aborted, read from or not; either way the answer is stored once. */
  readonly events: AsyncGenerator<AnswerEvent, void, void>;
  /** Resolves with what became of the question when the answer is stored. Never rejects: a failure is logged. */
  readonly done: Promise<Outcome>;
}

/** What became of a question. */
export interface Outcome {
  readonly messageId: string;
  readonly status: MessageStatus;
  /** False for an answer that cites nothing, although something was looked up. */
  readonly answered: boolean;
  /** How likely it is that the docs answer the question, 0 to 1; 1 where nothing was looked up. */
  readonly confidence: number;
  /** Addresses of the sections that the answer cites. */
  readonly sources: readonly string[];
}

/**
 * Takes a question into its thread and answers it. The question is stored at once, the answer when it ends, also when it
 * was stopped or has failed.
 */
export async function converse({ site, thread, ask, signal, choose }: ConverseInput): Promise<Turn> {
  await saveQuestion(thread, ask.question);
  if (ask.regenerates) await deleteAnswers(thread, ask.question.id);
  const written = await answer({ site, ask, threadId: thread.threadId, signal, ...(choose ? { choose } : {}) });
  return recorded({ thread, written, signal });
}

interface Recording {
  readonly thread: Thread;
  readonly written: Answer;
  readonly signal: AbortSignal;
}

function recorded({ thread, written, signal }: Recording): Turn {
  const record = new Record(written);
  const { promise: done, resolve } = Promise.withResolvers<Outcome>();
  let stored = false;
  const store = async (status: MessageStatus) => {
    if (!stored) {
      stored = true;
      signal.removeEventListener("abort", stop);
      await trySave(thread, record.toMessage(status));
      resolve(record.toOutcome(status));
    }
    await done;
  };
  const stop = () => void store("aborted");
  // Not left to the events alone: closing a generator that nobody has read from runs none of its code.
  signal.addEventListener("abort", stop);
  if (signal.aborted) stop();
  return { events: persistOnFinish(written.events, { record, store }), done };
}

interface Keeping {
  readonly record: Record;
  /** Stores the answer unless that was done already, and waits until it is. */
  readonly store: (status: MessageStatus) => Promise<void>;
}

/** Passes the events on and stores the answer before the last one, so that the reader's next question finds it. */
async function* persistOnFinish(events: Answer["events"], { record, store }: Keeping): Answer["events"] {
  try {
    for await (const event of events) {
      record.take(event);
      if (event.type === "finish") await store(record.ended);
      yield event;
    }
  } finally {
    await store("aborted");
  }
}

async function trySave(thread: Thread, message: StoredMessage): Promise<void> {
  try {
    await saveMessage(thread, message);
  } catch (cause) {
    // The reader has the answer already; that it is missing from the thread is for the operator to know.
    log("error", "an answer could not be stored", { messageId: message.id, ...toLogFields(cause) });
  }
}

/** What is kept of an answer: its words and its sources. What the tools were asked is not, since it may repeat earlier messages. */
class Record {
  /** How the answer ends, as far as is known. */
  ended: "complete" | "incomplete" | "failed" = "complete";
  readonly #answer: Answer;
  #text = "";
  #engine: Engine | undefined;

  constructor(written: Answer) {
    this.#answer = written;
  }

  take(event: AnswerEvent): void {
    if (event.type === "text") this.#text += event.delta;
    if (event.type === "engine") this.#engine = event.engine;
    if (event.type === "error") this.ended = event.incomplete ? "incomplete" : "failed";
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
      ...(retrieval.searches > 0 ? { answered: sources.length > 0 } : {}),
    };
  }
}
