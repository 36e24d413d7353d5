import type { ServerResponse } from "node:http";
import { listen } from "./http-server.ts";

/** The behaviour of the scripted server for one request. */
export type Reply = (response: ServerResponse, body: ChatRequest) => void;

/** The part of a chat completion request that tests look at. */
export interface ChatRequest {
  readonly messages: readonly { readonly role: string; readonly content: unknown; readonly reasoning_content?: string }[];
  readonly max_tokens?: number;
  readonly max_completion_tokens?: number;
  readonly tools?: readonly { readonly function: { readonly name: string } }[];
}

export interface ScriptedProvider {
  readonly baseUrl: string;
  readonly requests: readonly ChatRequest[];
  /** Requests whose client disconnected before the reply was complete. */
  readonly dropped: () => number;
  /** Resolves once a client has disconnected before its reply was complete. */
  readonly whenDropped: Promise<void>;
  readonly close: () => Promise<void>;
}

/** An OpenAI-compatible server that gives the replies in turn, and the last one from then on. */
export async function startProvider(...replies: readonly Reply[]): Promise<ScriptedProvider> {
  const requests: ChatRequest[] = [];
  let dropped = 0;
  const first = Promise.withResolvers<void>();
  const { host, close } = await listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = JSON.parse(Buffer.concat(chunks).toString("utf8")) as ChatRequest;
    const reply = replies[Math.min(requests.length, replies.length - 1)];
    requests.push(body);
    response.on("close", () => {
      if (response.writableFinished) return;
      dropped += 1;
      first.resolve();
    });
    reply?.(response, body);
  });
  return {
    baseUrl: `http://${host}/v1`,
    requests,
    dropped: () => dropped,
    whenDropped: first.promise,
    close,
  };
}

type Delta = Readonly<Record<string, unknown>>;

function writeDelta(response: ServerResponse, delta: Delta, finishReason: string | null = null): void {
  const choice = { index: 0, delta, finish_reason: finishReason };
  response.write(`data: ${JSON.stringify({ id: "c1", created: 1, model: "scripted", choices: [choice] })}\n\n`);
}

function writeCall(response: ServerResponse, name: string, input: string): void {
  const call = { index: 0, id: `call_${Math.random()}`, type: "function", function: { name, arguments: input } };
  writeDelta(response, { role: "assistant", content: null, tool_calls: [call] });
}

function begin(response: ServerResponse): void {
  if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
}

/** The usage that a provider reports for a call. */
export interface ReportedUsage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
}

const someUsage: ReportedUsage = { prompt_tokens: 7, completion_tokens: 3 };

function end(response: ServerResponse, finishReason: string, usage: ReportedUsage | undefined = someUsage): void {
  writeDelta(response, {}, finishReason);
  const chunk = { id: "c1", created: 1, model: "scripted", choices: [], usage };
  response.write(`data: ${JSON.stringify(chunk)}\n\n`);
  response.end("data: [DONE]\n\n");
}

/** Writes words and finishes. */
export function says(...words: readonly string[]): Reply {
  return (response) => {
    begin(response);
    for (const content of words) writeDelta(response, { content });
    end(response, "stop");
  };
}

/** Writes a word and finishes with a bill, or without one. */
export function reports(usageOf: (body: ChatRequest) => ReportedUsage | undefined): Reply {
  return (response, body) => {
    begin(response);
    writeDelta(response, { content: "Run" });
    const usage = usageOf(body);
    if (usage) return end(response, "stop", usage);
    writeDelta(response, {}, "stop");
    response.end("data: [DONE]\n\n");
  };
}

/** Calls a tool. */
export function calls(name: string, input: object | string): Reply {
  return (response) => {
    begin(response);
    writeCall(response, name, typeof input === "string" ? input : JSON.stringify(input));
    end(response, "tool_calls");
  };
}

/** Thinks, in the field that the server has for it, and continues with another reply. */
export function thinks(field: "reasoning_content" | "reasoning", thoughts: readonly string[], reply: Reply): Reply {
  return (response, body) => {
    begin(response);
    for (const thought of thoughts) writeDelta(response, { [field]: thought });
    reply(response, body);
  };
}

/** Thinks three times, and waits after each, before it continues with another reply. */
export function thinksInTime(field: "reasoning_content" | "reasoning", until: () => Promise<unknown>, reply: Reply): Reply {
  return async (response, body) => {
    begin(response);
    for (const thought of ["One. ", "Two. ", "Three. "]) {
      writeDelta(response, { [field]: thought });
      await until();
    }
    reply(response, body);
  };
}

/** Writes words, and continues with another reply. */
export function announces(words: string, reply: Reply): Reply {
  return (response, body) => {
    begin(response);
    writeDelta(response, { content: words });
    reply(response, body);
  };
}

/** Stops at the most tokens that it may write. */
export const runsOutOfTokens: Reply = (response) => {
  begin(response);
  end(response, "length");
};

/** Refuses with a status. */
export function refuses(status: number): Reply {
  return (response) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ error: { message: "upstream secret sk-canary", type: "x" } }));
  };
}

/** Never answers. */
export const neverResponds: Reply = () => {};

/** Answers with something that is not a stream of completions. */
export const sendsGarbage: Reply = (response) => {
  response.writeHead(200, { "content-type": "text/html" });
  response.end("<html>captive portal</html>");
};

/** Writes words, and then the connection breaks. */
export function breaksAfter(...words: readonly string[]): Reply {
  return (response) => {
    begin(response);
    for (const content of words) writeDelta(response, { content });
    // Called when all that was written before it is on its way.
    response.write("\n", () => response.destroy());
  };
}

/** Writes words and ends the stream in good order, without ever saying why. */
export function endsWithoutReason(...words: readonly string[]): Reply {
  return (response) => {
    begin(response);
    for (const content of words) writeDelta(response, { content });
    response.end("data: [DONE]\n\n");
  };
}

/** Writes words, and then nothing more. */
export function fallsSilentAfter(...words: readonly string[]): Reply {
  return (response) => {
    begin(response);
    for (const content of words) writeDelta(response, { content });
  };
}

/** Writes words, waits, and continues with other words to the end. */
export function pauses(before: string, until: () => Promise<unknown>, after: string): Reply {
  return async (response) => {
    begin(response);
    writeDelta(response, { content: before });
    await until();
    writeDelta(response, { content: after });
    end(response, "stop");
  };
}

/** Begins to call a tool, and then nothing more. */
export function stallsInCall(name: string, input: string): Reply {
  return (response) => {
    begin(response);
    writeCall(response, name, input);
  };
}

/** Begins to call a tool, and then the connection breaks. */
export function breaksInCall(name: string, input: string): Reply {
  return (response) => {
    begin(response);
    writeCall(response, name, input);
    setTimeout(() => response.destroy(), 50);
  };
}
