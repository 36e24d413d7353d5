import { isStepCount, streamText } from "ai";
import { getConfig, getEnvironment } from "../config/config.ts";
import type { Site } from "../content/site/site.ts";
import { type Deadline, startDeadline } from "../deadline.ts";
import { log, toLogFields } from "../log.ts";
import { takeTurn } from "../turns.ts";
import type { AnswerEvent } from "./answer-event.ts";
import type { Ask } from "./conversation.ts";
import { toAnswerEvents } from "./events.ts";
import { chooseModel, MAX_STEPS } from "./model.ts";
import { instructionsFor, toModelMessages, WRITE_NOW } from "./prompt.ts";
import { Retrieval } from "./retrieval.ts";
import { createTools } from "./tools.ts";

/** The first step is the search for the question. */
const NUDGE_FROM_STEP = 4;
/** Of the 300 s that Vercel gives the routes of messages (`maxDuration`), some are left to end the answer and to store it. */
const VERCEL_SECONDS = 290;

export interface AnswerInput {
  readonly site: Site;
  readonly ask: Ask;
  /** The thread that the answer belongs to. */
  readonly threadId: string;
  /** Aborted when the reader has gone; the model is stopped then. */
  readonly signal: AbortSignal;
  /** For tests. Default: what the environment chooses. */
  readonly choose?: typeof chooseModel;
}

/** An answer that is being written. */
export interface Answer {
  readonly messageId: string;
  /** The passages that were found and cited so far. */
  readonly retrieval: Retrieval;
  /** To be read once; nothing is written ahead of its reader. Always ends in a finish event. */
  readonly events: AsyncGenerator<AnswerEvent, void, void>;
}

// The SDK prints a model's warnings to the console; they concern nobody who reads it there.
(globalThis as { AI_SDK_LOG_WARNINGS?: boolean }).AI_SDK_LOG_WARNINGS = false;

/** Answers a question from the pages of a site. */
export async function answer({ site, ask, threadId, signal, choose = chooseModel }: AnswerInput): Promise<Answer> {
  const retrieval = new Retrieval(site.project, ask.history);
  const { support } = getConfig().assistant;
  if (support) retrieval.allow([support, `mailto:${support}`]);
  const scope = { site, retrieval, ask };
  const chosen = await choose(scope);
  const { model, engine } = chosen;
  const messageId = `msg_${crypto.randomUUID()}`;
  const instructions = instructionsFor(site.project, getConfig().assistant);
  const deadline = startDeadline(totalMs(), signal);
  await takeTurn();
  const result = streamText({
    model,
    instructions,
    messages: toModelMessages(ask),
    tools: createTools(scope, chosen),
    stopWhen: isStepCount(MAX_STEPS),
    prepareStep: ({ stepNumber }) => (stepNumber >= NUDGE_FROM_STEP ? { instructions: `${instructions}\n\n${WRITE_NOW}` } : {}),
    maxOutputTokens: getConfig().assistant.model.maxOutputTokens,
    maxRetries: 0,
    abortSignal: deadline.signal,
    // Failures are read from the stream; without a handler the SDK prints them.
    onError: () => {},
  });
  const onFailure = (cause: unknown) => log("error", "an answer failed", { messageId, ...toLogFields(cause) });
  const events = toAnswerEvents(result.stream, { messageId, threadId, retrieval, engine, signal, onFailure });
  return { messageId, retrieval, events: withDeadline(events, deadline) };
}

function totalMs(): number {
  const { totalSeconds } = getConfig().assistant.model;
  return (getEnvironment().onVercel ? Math.min(totalSeconds, VERCEL_SECONDS) : totalSeconds) * 1_000;
}

async function* withDeadline(events: AsyncGenerator<AnswerEvent, void, void>, deadline: Deadline) {
  try {
    yield* events;
  } finally {
    deadline.end();
  }
}
