/** Options of a streamed response. */
interface StreamOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** Sent after 15 seconds without anything else, so that no proxy closes the connection. */
  readonly keepAlive: string;
  /** Called when the client goes away before the end. */
  readonly onCancel: () => void;
  /** Default 15 seconds. */
  readonly keepAliveMs?: number;
}

const KEEP_ALIVE_MS = 15_000;

/**
 * Returns a response that is written as fast as it is read. Where the client goes away, `onCancel` is called and the texts
 * are closed.
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
        if (result.done) controller.close();
        else controller.enqueue(encoder.encode(result.value));
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
