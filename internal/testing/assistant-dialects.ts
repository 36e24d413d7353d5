import type { IncomingHttpHeaders } from "node:http";
import { listen } from "./http-server.ts";

/** The wire form of a streamed chat completion of one kind of server, as the lines of its event stream. */
export interface Dialect {
  /** Lines of an answer that calls a tool. */
  readonly calls: (name: string, input: string) => readonly string[];
  /** Lines of an answer in words. */
  readonly says: (words: readonly string[]) => readonly string[];
}

type Json = Readonly<Record<string, unknown>>;

interface Habits {
  /** Added to every chunk. */
  readonly chunk?: Json;
  /** Added to every choice. */
  readonly choice?: Json;
  /** Added to every delta. */
  readonly delta?: Json;
  /** Lines before the first chunk. */
  readonly before?: readonly string[];
  /** Pieces that the input of a tool comes in. */
  readonly pieces?: number;
  /** Finish reason of an answer that calls a tool. */
  readonly callsEnd?: string;
  /** Null for a server that reports none. */
  readonly usage?: Json | null;
}

function dialect({ chunk, choice, delta, before = [], pieces = 1, callsEnd = "tool_calls", usage }: Habits): Dialect {
  const base = { id: "chatcmpl-1", object: "chat.completion.chunk", created: 1, model: "served", ...chunk };
  const line = (own: Json, finish: string | null = null) =>
    JSON.stringify({ ...base, choices: [{ index: 0, delta: { ...own, ...delta }, finish_reason: finish, ...choice }] });
  const end = (reason: string) => {
    const reported = usage === undefined ? { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 } : usage;
    return [line({}, reason), ...(reported ? [JSON.stringify({ ...base, choices: [], usage: reported })] : []), "[DONE]"];
  };
  const data = (lines: readonly string[]) => [...before, ...lines.map((each) => `data: ${each}`)];
  return {
    calls: (name, input) => {
      const size = Math.ceil(input.length / pieces);
      const parts = Array.from({ length: pieces }, (_, i) => input.slice(i * size, (i + 1) * size));
      const call = (args: string, first: boolean) => ({
        tool_calls: [
          { index: 0, ...(first && { id: "call_1", type: "function" }), function: { ...(first && { name }), arguments: args } },
        ],
      });
      return data([
        line({ role: "assistant", content: "" }),
        ...parts.map((part, i) => line(call(part, i === 0))),
        ...end(callsEnd),
      ]);
    },
    says: (words) =>
      data([line({ role: "assistant", content: "" }), ...words.map((content) => line({ content })), ...end("stop")]),
  };
}

const filters = { hate: { filtered: false, severity: "safe" } };

/** As each provider's documentation and traffic show it. */
export const DIALECTS: Readonly<Record<string, Dialect>> = {
  OpenAI: dialect({ chunk: { service_tier: "default", system_fingerprint: "fp_1" }, choice: { logprobs: null }, pieces: 4 }),
  // A whole call in one piece; some versions end it with "stop".
  Ollama: dialect({ chunk: { system_fingerprint: "fp_ollama" }, delta: { role: "assistant" }, callsEnd: "stop" }),
  vLLM: dialect({ choice: { logprobs: null, stop_reason: null }, delta: { reasoning_content: null }, pieces: 6 }),
  // Comments while it looks for a host.
  OpenRouter: dialect({
    before: [": OPENROUTER PROCESSING", "", ": OPENROUTER PROCESSING"],
    chunk: { provider: "Some host" },
    choice: { native_finish_reason: null, logprobs: null },
    delta: { reasoning: null },
    usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10, cost: 0.0001 },
  }),
  // The verdict on the prompt comes first, in a chunk without choices.
  "Azure OpenAI": dialect({
    before: [
      `data: ${JSON.stringify({ id: "", object: "", created: 0, model: "", choices: [], prompt_filter_results: [{ prompt_index: 0, content_filter_results: filters }] })}`,
    ],
    choice: { content_filter_results: filters },
    pieces: 3,
  }),
  Anthropic: dialect({ pieces: 5, usage: null }),
};

/** A request that the server received. */
export interface Asked {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: { readonly model: string };
}

/** A server on a free port that answers each request with the next list of lines. */
export async function startDialectServer(...answers: readonly (readonly string[])[]) {
  const asked: Asked[] = [];
  const { host, close } = await listen(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const lines = answers[asked.length] ?? [];
    asked.push({ path: request.url ?? "", headers: request.headers, body: JSON.parse(String(Buffer.concat(chunks))) });
    response.writeHead(200, { "content-type": "text/event-stream" });
    response.end(lines.map((line) => `${line}\n\n`).join(""));
  });
  return { origin: `http://${host}`, asked, close };
}
