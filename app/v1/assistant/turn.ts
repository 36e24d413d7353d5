import { after } from "next/server";
import type { AnswerEvent } from "@/lib/assistant/answer-event.ts";
import type { Ask } from "@/lib/assistant/conversation.ts";
import { converse } from "@/lib/assistant/converse.ts";
import { openThread, type Thread } from "@/lib/assistant/threads.ts";
import type { Caller } from "@/lib/auth/auth.ts";
import { getConfig, getEnvironment, type Project } from "@/lib/config/config.ts";
import { finishBeforeExit } from "@/lib/http/shutdown.ts";
import { streamResponse } from "@/lib/http/stream-response.ts";
import { ServiceError } from "@/lib/service-error.ts";
import { latestSite } from "@/lib/site/follow.ts";

/** A question and the thread that it belongs to. */
export interface ThreadContext {
  readonly ask: Ask;
  readonly thread: Thread;
}

/** Refuses where the configuration has switched the assistant off. @throws ServiceError `not_found`. */
export function requireAssistant(): void {
  if (getConfig().assistant.enabled) return;
  throw new ServiceError("not_found", "The assistant of this site is switched off.");
}

/** Finds the thread of a question. @throws ServiceError `forbidden` or `not_found`. */
export async function openTurn(ask: Ask, { project, caller }: { project: Project; caller: Caller }): Promise<ThreadContext> {
  requireAssistant();
  if (caller.kind === "site" && caller.fp !== ask.fp)
    throw new ServiceError("forbidden", "fp is not the one that the site token was made for; use that one, or get a new token.");
  return { ask, thread: await openThread({ domain: project.domain, fp: ask.fp }, ask.threadId) };
}

/** How an answer is written. */
export interface Wire {
  readonly headers: Readonly<Record<string, string>>;
  readonly keepAlive: string;
  readonly encode: (events: AsyncIterable<AnswerEvent>) => AsyncGenerator<string, void, void>;
}

/** Streams the answer to an opened question; when the reader goes away, the model is stopped and what there is is stored. */
export async function respond(
  { ask, thread }: ThreadContext,
  turn: { project: Project; signal: AbortSignal; wire: Wire },
): Promise<Response> {
  const { project, wire } = turn;
  const stopping = new AbortController();
  const signal = AbortSignal.any([turn.signal, stopping.signal]);
  const { events, done } = await converse({ site: await latestSite(project.domain), thread, ask, signal });
  finishBeforeExit(done);
  // There, a function lives only as long as its response unless it says that it has more to do.
  if (getEnvironment().onVercel) after(() => done);
  return streamResponse(wire.encode(events), {
    headers: { ...wire.headers, "X-Thread-Id": thread.threadId },
    keepAlive: wire.keepAlive,
    onCancel: () => stopping.abort(),
  });
}
