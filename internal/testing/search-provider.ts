import type { IncomingMessage, ServerResponse } from "node:http";
import { listen } from "./http-server.ts";

/** One request for embeddings that the scripted provider received. */
export interface ReceivedRequest {
  readonly model: string;
  readonly input: readonly string[];
  readonly authorization: string | undefined;
}

/** A failure that the scripted provider returns in place of its next answer. */
export type Fault = { readonly status: number; readonly headers?: Record<string, string> } | "hang" | "garbage";

export interface ScriptedProvider {
  readonly baseUrl: string;
  readonly received: readonly ReceivedRequest[];
  /** Faults for the next requests, in order. */
  readonly faults: Fault[];
  close(): Promise<void>;
}

/**
 * An OpenAI-compatible embedding server on a free port. Its vectors come from the words of each text, so texts that share
 * words are near, and a test can tell whose vector it got.
 */
export async function startScriptedProvider(): Promise<ScriptedProvider> {
  const received: ReceivedRequest[] = [];
  const faults: Fault[] = [];
  const { host, close } = await listen((request, response) => void answer(request, response, received, () => faults.shift()));
  return { baseUrl: `http://${host}/v1`, received, faults, close };
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  received: ReceivedRequest[],
  nextFault: () => Fault | undefined,
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const { model, input } = JSON.parse(String(Buffer.concat(chunks))) as { model: string; input: string[] };
  received.push({ model, input, authorization: request.headers.authorization });
  const fault = nextFault();
  if (fault === "hang") return;
  if (fault === "garbage") return void response.writeHead(200, { "content-type": "application/json" }).end('{"data":');
  if (fault)
    return void response
      .writeHead(fault.status, { "content-type": "application/json", ...fault.headers })
      .end('{"error":{"message":"refused"}}');
  const data = input.map((text, index) => ({ object: "embedding", index, embedding: wordVector(text) }));
  response.writeHead(200, { "content-type": "application/json" });
  response.end(JSON.stringify({ object: "list", model, data, usage: { prompt_tokens: 1, total_tokens: 1 } }));
}

/** Words counted in 256 places by their letters. */
export function wordVector(text: string): number[] {
  const vector = new Array<number>(256).fill(0);
  for (const word of text.toLowerCase().match(/\p{L}{3,}/gu) ?? []) {
    const place = [...word].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 256, 7);
    vector[place] = (vector[place] as number) + 1;
  }
  return vector;
}
