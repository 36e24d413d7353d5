import { converse, type Outcome, type RunningAnswer } from "@/lib/assistant/assistant.ts";
import { cleanThreadsSometimes, openThread, type Thread, type ThreadOwner } from "@/lib/assistant/threads/threads.ts";
import type { Ask } from "@/lib/assistant/wire/conversation.ts";
import type { AnswerEvent } from "@/lib/assistant/wire/data-stream.ts";
import { audienceOf, type Caller } from "@/lib/auth/auth.ts";
import { getConfig, type Project } from "@/lib/config/config.ts";
import { sitePathOf } from "@/lib/content/model/urls.ts";
import { completeSite } from "@/lib/content/site/site.ts";
import { finishBeforeExit } from "@/lib/http/shutdown.ts";
import { streamResponse, takeAnswerPlace } from "@/lib/http/stream-response.ts";
import { recordQuestion } from "@/lib/insights/insights.ts";
import { type Visit, visitOf } from "@/lib/insights/kinds.ts";
import { ServiceError } from "@/lib/service-error.ts";
import { siteFor } from "@/lib/site/served/reader-site.ts";
import { takeTurn } from "@/lib/turns.ts";
import { keepRecords } from "../../keep-records.ts";

/** A question and the thread that it belongs to. */
export interface ThreadContext extends Disposable {
  readonly ask: Ask;
  readonly thread: Thread;
}

/** Refuses where the configuration has switched the assistant off. @throws ServiceError `not_found`. */
export function requireAssistant(): void {
  if (getConfig().assistant.enabled) return;
  throw new ServiceError("not_found", "The assistant of this site is switched off.");
}

interface Asker {
  readonly project: Project;
  readonly caller: Caller;
  readonly addressBlock: string;
}

/**
 * Finds the thread of a question, and takes a place for its answer.
 * @throws ServiceError `forbidden`, `not_found` or `limit_exceeded`.
 */
export async function openTurn(ask: Ask, { project, caller, addressBlock }: Asker): Promise<ThreadContext> {
  requireAssistant();
  // Questions that arrive concurrently start one after another.
  await takeTurn();
  if (caller.kind === "site" && caller.fp !== ask.fp)
    throw new ServiceError("forbidden", "fp differs from the one in the site token; send that one, or get a new token.");
  const thread = await findThread({ domain: project.domain, fp: ask.fp }, ask);
  return { ask, thread, ...takeAnswerPlace(caller, addressBlock) };
}

/** Opens the thread of a question, or a new one when it is gone but useChat still names it, which it does for the whole chat. */
async function findThread(owner: ThreadOwner, { threadId, threadIsRemembered }: Ask): Promise<Thread> {
  try {
    return await openThread(owner, threadId);
  } catch (thrown) {
    if (!threadIsRemembered || !(thrown instanceof ServiceError) || thrown.code !== "not_found") throw thrown;
    return openThread(owner, undefined);
  }
}

/** The wire form of an answer. */
export interface Wire {
  readonly headers: Readonly<Record<string, string>>;
  readonly keepAlive: string;
  readonly encode: (events: AsyncIterable<AnswerEvent>) => AsyncGenerator<string, void, void>;
}

/** Streams the answer to an opened question; when the reader leaves, the model is stopped and the text so far is stored. */
export async function respond(opened: ThreadContext, turn: Asker & { request: Request; wire: Wire }): Promise<Response> {
  const { project, wire } = turn;
  const { ask, thread } = opened;
  const stopping = new AbortController();
  const signal = AbortSignal.any([turn.request.signal, stopping.signal]);
  const { events, done } = await begin(opened, turn, signal);
  const recorded = done.then(async (outcome) => {
    const { project: served } = await siteFor(audienceOf(turn.caller), project.domain);
    const visit = visitOf(turn.request, { address: turn.addressBlock, project: served, ...ask.filter }, turn.caller);
    if (visit) recordOutcome(visit, { project, ask, thread, outcome });
    await cleanThreadsSometimes();
  });
  finishBeforeExit(recorded);
  keepRecords(recorded);
  return streamResponse(wire.encode(events), {
    headers: { ...wire.headers, "X-Thread-Id": thread.threadId },
    keepAlive: wire.keepAlive,
    onCancel: () => stopping.abort(),
  });
}

/** Begins the answer; its place is free again when it has ended, or could not begin. */
async function begin(opened: ThreadContext, { project, caller }: Asker, signal: AbortSignal): Promise<RunningAnswer> {
  const { ask, thread } = opened;
  const leave = () => opened[Symbol.dispose]();
  try {
    const turn = await converse({
      site: await completeSite(await siteFor(audienceOf(caller), project.domain)),
      thread,
      ask,
      signal,
    });
    void turn.done.then(leave);
    return turn;
  } catch (thrown) {
    leave();
    throw thrown;
  }
}

/** Below this confidence, an answer is one that the docs may not have. */
const LOW_CONFIDENCE = 0.6;

interface Answered {
  readonly project: Project;
  readonly ask: Ask;
  readonly thread: Thread;
  readonly outcome: Outcome;
}

/** Records the answer for the insights, unless the reader left or it failed: that says nothing about the docs. */
function recordOutcome(visit: Visit, { project, ask, thread, outcome }: Answered): void {
  const { messageId, status, answered, confidence, sources } = outcome;
  if (status !== "complete") return;
  const sections = sources.map((url) => `${sitePathOf(originOf(project), url) ?? ""}${new URL(url).hash}`);
  const good = confidence < LOW_CONFIDENCE ? "low" : "answered";
  const { threadId } = thread;
  const { question, embedOrigin } = ask;
  const result = answered ? good : "refused";
  recordQuestion(visit, { text: question.text, outcome: result, threadId, messageId, sections, embedOrigin });
}

function originOf({ siteUrl }: Project) {
  return { siteUrl, basePath: getConfig().basePath };
}
