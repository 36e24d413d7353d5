import { Agent, request } from "node:http";

export interface Load {
  readonly url: string;
  readonly token: string;
  readonly body: unknown;
  readonly connections: number;
}

export interface LoadFigures {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Answers by status. */
  readonly statuses: Readonly<Record<string, number>>;
}

/**
 * Sends one request after another over each of some connections for some seconds. It tells how much a server can do, and not
 * how long readers wait: a request that is slow keeps the next from being sent.
 */
export async function measureLoad(load: Load, seconds: number): Promise<LoadFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: load.connections });
  const times: number[] = [];
  const statuses: Record<string, number> = {};
  const started = performance.now();
  const until = started + seconds * 1_000;
  const lanes = Array.from({ length: load.connections }, async () => {
    while (performance.now() < until) {
      const sent = performance.now();
      const { status } = await send(load, agent);
      times.push(performance.now() - sent);
      statuses[status] = (statuses[status] ?? 0) + 1;
    }
  });
  await Promise.all(lanes);
  const elapsed = (performance.now() - started) / 1_000;
  agent.destroy();
  times.sort((a, b) => a - b);
  return { perSecond: times.length / elapsed, p99Ms: times[Math.floor(times.length * 0.99)] ?? 0, statuses };
}

/** Sends one request. `onData` sees the answer as it comes and may end it by returning false. */
export function send(
  { url, token, body }: Load,
  agent: Agent,
  onData: (chunk: Buffer) => boolean = () => true,
): Promise<{ status: number; bytes: number }> {
  return new Promise((resolve, reject) => {
    const text = JSON.stringify(body);
    const headers = {
      authorization: `Bearer ${token}`,
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
    };
    const sent = request(url, { method: "POST", agent, headers }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => {
        bytes += chunk.byteLength;
        if (!onData(chunk)) sent.destroy();
      });
      response.on("close", () => resolve({ status: response.statusCode ?? 0, bytes }));
      response.on("error", () => resolve({ status: response.statusCode ?? 0, bytes })); // Ended here on purpose.
    });
    sent.on("error", (cause: NodeJS.ErrnoException) => {
      // The server may close a kept connection at the moment in which it is used again; HTTP leaves that to the client.
      if (sent.reusedSocket && cause.code === "ECONNRESET") resolve(send({ url, token, body, connections: 1 }, agent, onData));
      else reject(cause);
    });
    sent.end(text);
  });
}
