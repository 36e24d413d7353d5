import { Agent, type ClientRequest, request } from "node:http";
import type { LoadRequest } from "./requests.ts";

/** The end of a request, or the first words of an answer that is a stream. */
export interface Outcome {
  /** The status, `cut` where the connection broke, or `unfinished` for a stream that ended before its last part. */
  readonly status: string;
  readonly isExpected: boolean;
}

/** Streams so far. */
export interface StreamCounts {
  readonly open: number;
  /** Those that ended with their last part. */
  readonly whole: number;
  /** Those that ended without it, other than by their reader's leaving. */
  readonly cut: number;
}

/** Sends requests over as many connections as they need, each kept for the next. */
export interface Sender {
  /** Calls `answered` once: at the end of the answer, or with the first words of a stream, and `ended` at its end. */
  readonly send: (url: string, request: LoadRequest, answered: (outcome: Outcome) => void) => void;
  /** Requests without their first words yet. */
  readonly waiting: () => number;
  readonly counts: () => StreamCounts;
  /** Ends a share of the open streams as readers do who leave. */
  readonly leave: (share: number) => void;
}

const TIMEOUT_MS = 30_000;

/** Creates a sender with its own connections. */
export function createSender(): Sender {
  const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 256 });
  const streams = new Set<ClientRequest>();
  let [waiting, whole, cut] = [0, 0, 0];
  const sendOnce = (url: string, asked: LoadRequest, answered: (outcome: Outcome) => void, isRetry: boolean) => {
    const { method, path, headers, body, expected, firstWords } = asked;
    let [isAnswered, hasResponse] = [false, false];
    const finish = (status: string) => {
      if (isAnswered) return;
      isAnswered = true;
      waiting -= 1;
      answered({ status, isExpected: status === String(expected) });
    };
    const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
    const sent = request(url + path, { method, agent, headers: { ...headers, ...length }, timeout: TIMEOUT_MS }, (response) => {
      hasResponse = true;
      const status = String(response.statusCode ?? 0);
      const isStream = firstWords !== undefined && status === String(expected);
      let tail = "";
      if (isStream) streams.add(sent);
      response.on("data", (chunk: Buffer) => {
        if (!isStream) return;
        tail = (tail + chunk.toString("latin1")).slice(-4_096);
        if (!isAnswered && tail.includes(firstWords)) finish(status);
      });
      response.on("close", () => {
        const isWhole = isStream ? tail.includes('\nd:{"type":"finish"') : response.complete;
        // One that has been taken out before was left by its reader.
        const isOwnEnd = streams.delete(sent);
        if (isOwnEnd && isWhole) whole += 1;
        if (isOwnEnd && !isWhole) cut += 1;
        finish(isWhole ? status : isStream ? "unfinished" : "cut");
      });
      response.on("error", () => {}); // The close that follows tells.
    });
    sent.on("timeout", () => sent.destroy());
    sent.on("error", () => {
      // The server may close a kept connection at the moment in which it is used again; HTTP leaves that to the client.
      if (sent.reusedSocket && !isRetry && !isAnswered && !hasResponse) sendOnce(url, asked, answered, true);
      else finish("cut");
    });
    sent.end(body);
  };
  return {
    send: (url, asked, answered) => {
      waiting += 1;
      sendOnce(url, asked, answered, false);
    },
    waiting: () => waiting,
    counts: () => ({ open: streams.size, whole, cut }),
    leave: (share) => {
      // The newest: the oldest may be about to end by themselves.
      const leaving = [...streams].slice(-Math.ceil(streams.size * share));
      for (const stream of leaving) {
        streams.delete(stream);
        stream.destroy();
      }
    },
  };
}
