import { setImmediate } from "node:timers/promises";
import type { Caller } from "../auth/auth.ts";
import { getConfig } from "../config/config.ts";
import { ServiceError } from "../service-error.ts";

/** Options of a streamed response. */
interface StreamOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** Sent after 15 seconds without anything else, so that no proxy closes the connection. */
  readonly keepAlive: string;
  /** Called when the client disconnects before the end. */
  readonly onCancel: () => void;
  /** Default 15 seconds. */
  readonly keepAliveMs?: number;
}

const KEEP_ALIVE_MS = 15_000;

/**
 * Returns a response that is written as fast as it is read; texts that come in one turn of the event loop are one chunk, since each
 * chunk takes a dozen promises and a write of its own. When the client disconnects, `onCancel` is called and the texts are closed.
 */
export function streamResponse(texts: AsyncGenerator<string, void, void>, options: StreamOptions): Response {
  const { headers, keepAlive, onCancel, keepAliveMs = KEEP_ALIVE_MS } = options;
  const encoder = new TextEncoder();
  let next: Promise<IteratorResult<string, void>> | undefined;
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        next ??= texts.next();
        const result = await beforeSilence(next, keepAliveMs);
        if (result === "silence") return controller.enqueue(encoder.encode(keepAlive));
        next = undefined;
        if (result.done) return controller.close();
        const chunk = await readTurn(texts, result.value);
        next = chunk.next;
        controller.enqueue(encoder.encode(chunk.text));
        if (!next) controller.close();
      },
      async cancel() {
        onCancel();
        await texts.return();
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(body, {
    headers: { "cache-control": "no-cache, no-transform", "x-accel-buffering": "no", ...headers },
  });
}

type Texts = AsyncGenerator<string, void, void>;

/**
 * Joins a text with those that follow it in this turn of the event loop; `next` is the one after these, or the failure that came instead;
 * undefined at the end.
 */
async function readTurn(texts: Texts, first: string): Promise<{ text: string; next: ReturnType<Texts["next"]> | undefined }> {
  const turn = setImmediate("over" as const);
  for (let text = first; ; ) {
    const next = texts.next();
    const result = await Promise.race([next, turn]).catch(() => "failed" as const);
    if (result === "over" || result === "failed") return { text, next };
    if (result.done) return { text, next: undefined };
    text += result.value;
  }
}

async function beforeSilence<T>(promise: Promise<T>, ms: number): Promise<T | "silence"> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<"silence">((resolve) => {
    timer = setTimeout(() => resolve("silence"), ms);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}

/** Answers that are open, by whose they are. */
export const openAnswers = new Map<string, number>();
const RETRY_SECONDS = "5";

/**
 * Reserves a place for an answer; dispose of it when the answer has ended. Readers of the site share the places of their
 * address, programs those of their key. Each process counts for itself.
 * @throws ServiceError `limit_exceeded` where no place is free.
 */
export function takeAnswerPlace(caller: Caller, addressBlock: string): Disposable {
  const { limits } = getConfig();
  const place =
    caller.kind === "site"
      ? { name: `address:${addressBlock}`, most: limits.openAnswersPerAddress, whose: "Your address" }
      : { name: `key:${caller.keyId}`, most: limits.openAnswersPerKey, whose: "The key" };
  const count = openAnswers.get(place.name) ?? 0;
  if (count >= place.most)
    throw new ServiceError(
      "limit_exceeded",
      `${place.whose} has reached its limit of open answers (${count}); wait until one has ended.`,
      {
        headers: { "Retry-After": RETRY_SECONDS },
      },
    );
  openAnswers.set(place.name, count + 1);
  return { [Symbol.dispose]: () => leave(place.name) };
}

function leave(name: string): void {
  const count = openAnswers.get(name) ?? 0;
  if (count > 1) openAnswers.set(name, count - 1);
  else openAnswers.delete(name);
}
