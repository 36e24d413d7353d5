/*
 * What a reader hands over to the owner's support: made here of the stored thread, signed, and sent to SUPPORT_WEBHOOK_URL.
 * A request that names an answer comes in; one event goes to the webhook, or the caller hears that it could not.
 */

import { createHash, createHmac } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { getEnvironment, type SupportWebhook } from "../../config/config.ts";
import { startDeadline } from "../../deadline.ts";
import { log, toLogFields } from "../../log.ts";
import { countSupport } from "../../metrics/record.ts";
import { perProcess } from "../../process-state.ts";
import { ServiceError } from "../../service-error.ts";
import type { Answered } from "../threads/threads.ts";
import { toSupportText } from "./support-text.ts";

/** Body of `POST /v1/assistant/{domain}/support`. */
export const SupportRequest = z.object({
  threadId: z.string({ error: "must be a threadId that an answer gave" }).min(1).max(256),
  messageId: z.string({ error: "must be the id of the answer's message" }).min(1).max(256),
  email: z
    .email("must be an email address such as ada@example.com")
    .max(254, "must be at most 254 characters")
    .nullish()
    .describe("Where the reader wants to be answered."),
  page: z
    .string()
    .max(200, "must be at most 200 characters")
    .nullish()
    .describe("Path of the page that the reader is on. One that the site does not have is left out."),
  fp: z.string().min(1).max(256).nullish().describe("The reader who asks. When it is given, the thread must be this reader's."),
});

/** A request to support, as the webhook gets it in `data`. */
interface SupportCase {
  readonly domain: string;
  readonly threadId: string;
  readonly messageId: string;
  readonly answered: Answered;
  /** Address of a page of the site. */
  readonly page: string | undefined;
  readonly email: string | undefined;
}

/** Waiting times between tries, and the time of each try. */
const PACE = { waitsMs: [500, 2_000], tryMs: 4_000 };
type Pace = Readonly<{ waitsMs: readonly number[]; tryMs: number }>;
/** Deliveries at a time in a process: each waits for somebody else's server. */
const MAX_OPEN = 20;

const deliveries = perProcess("support-deliveries", () => ({ open: 0 }));

/** Returns true where readers can hand a question over to support. */
export function takesSupportRequests(): boolean {
  return getEnvironment().supportWebhook !== undefined;
}

/** Returns the webhook. @throws ServiceError `not_found` without one. */
export function requireWebhook(): SupportWebhook {
  const { supportWebhook } = getEnvironment();
  if (supportWebhook) return supportWebhook;
  throw new ServiceError("not_found", "This site sends nothing to support; its owner sets SUPPORT_WEBHOOK_URL for that.");
}

/**
 * Sends a case to the owner's webhook, in the form and with the signature of Standard Webhooks (standardwebhooks.com). Everything of
 * it is from the thread but `page` and `email`. Three tries have the same `webhook-id`, which is also that of the same answer sent
 * again. Resolves once the webhook has taken it.
 * @throws ServiceError `not_found` without a webhook, `unavailable` where it does not take the case.
 */
export async function sendToSupport(request: SupportCase, pace: Pace = PACE): Promise<void> {
  const supportWebhook = requireWebhook();
  const state = deliveries.get();
  if (state.open >= MAX_OPEN) throw unavailable();
  state.open += 1;
  try {
    await deliver(supportWebhook, request, pace);
  } finally {
    state.open -= 1;
  }
}

async function deliver(webhook: SupportWebhook, request: SupportCase, { waitsMs, tryMs }: Pace): Promise<void> {
  const id = idOf(request);
  const body = JSON.stringify(toEvent(request));
  let failure: unknown;
  for (const [tries, waitMs] of [0, ...waitsMs].entries()) {
    if (waitMs > 0) await wait(waitMs);
    try {
      const status = await post(webhook, { id, body, seconds: Math.floor(Date.now() / 1_000), tryMs });
      if (status >= 200 && status < 300) {
        countSupport("sent");
        log("info", "a question was sent to support", { webhookId: id, tries: tries + 1 });
        return;
      }
      failure = new Error(`The webhook answered ${status}.`);
      if (status < 500 && status !== 408 && status !== 429) break;
    } catch (cause) {
      failure = cause;
    }
  }
  countSupport("failed");
  log("error", "SUPPORT_WEBHOOK_URL did not take a question, and its reader was told so", {
    webhookId: id,
    ...toLogFields(failure),
  });
  throw unavailable(failure);
}

/** Returns the status that the webhook answers with; its body is not read. */
async function post(
  { url, secret }: SupportWebhook,
  { id, body, seconds, tryMs }: { id: string; body: string; seconds: number; tryMs: number },
): Promise<number> {
  const deadline = startDeadline(tryMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      // One that moved has to be set anew: a redirect would carry readers' words to an address that nobody configured.
      redirect: "manual",
      headers: {
        "Content-Type": "application/json",
        "webhook-id": id,
        "webhook-timestamp": String(seconds),
        "webhook-signature": `v1,${createHmac("sha256", secret).update(`${id}.${seconds}.${body}`).digest("base64")}`,
      },
      body,
      signal: deadline.signal,
    });
    await response.body?.cancel();
    return response.status;
  } finally {
    deadline.end();
  }
}

function toEvent({ domain, threadId, messageId, answered, page, email }: SupportCase) {
  const { question, askedAt, sources } = answered;
  const text = toSupportText({ question, page, sources: sources.map(({ url }) => url), threadId, email });
  return {
    type: "support.requested",
    timestamp: new Date().toISOString(),
    data: { domain, threadId, messageId, question, askedAt, sources, page: page ?? null, email: email ?? null, text },
  };
}

/** Returns the same id for the same answer, so that a receiver knows one that is sent twice. */
function idOf({ domain, threadId, messageId }: SupportCase): string {
  return `msg_${createHash("sha256")
    .update(JSON.stringify([domain, threadId, messageId]))
    .digest("hex")
    .slice(0, 32)}`;
}

function unavailable(cause?: unknown): ServiceError {
  return new ServiceError("unavailable", "Support cannot be reached at the moment; nothing was sent. Try again in a minute.", {
    headers: { "Retry-After": "60" },
    cause,
  });
}
