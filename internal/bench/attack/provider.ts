import type { ServerResponse } from "node:http";
import { type ChatRequest, calls, type ScriptedProvider, startProvider } from "../../testing/assistant-provider.ts";

/** An OpenAI-compatible server on loopback that streams the given text, and counts tokens as a bill would. */
export interface BenchProvider extends ScriptedProvider {
  /** Sets the words of the next answers. */
  say: (pieces: readonly string[], options?: Partial<Manner>) => void;
  /** Tokens read and written so far, and the most of one call: four characters of a prompt or one written piece each. */
  readonly billed: () => { readonly total: number; readonly most: number; readonly calls: number };
}

interface Manner {
  /** Pause after each piece. */
  readonly everyMs: number;
  /** True when an answer ends with its usage. */
  readonly usage: boolean;
  /** The query to look up first, so that the answer has something to cite. */
  readonly query: string | undefined;
}

interface Bill {
  readonly input: number;
  output: number;
}

interface Script extends Manner {
  readonly pieces: readonly string[];
}

/** Starts it on a free port. */
export async function startBenchProvider(): Promise<BenchProvider> {
  let script: Script = { pieces: ["hello"], everyMs: 0, usage: true, query: undefined };
  const bills: Bill[] = [];
  const provider = await startProvider((response, body) => {
    const bill = { input: countInput(body), output: 0 };
    bills.push(bill);
    const mustSearch = script.query !== undefined && !body.messages.some(({ role }) => role === "tool");
    if (mustSearch) calls("search", { query: script.query })(response, body);
    else void write(response, script, bill);
  });
  const sums = () => bills.map(({ input, output }) => input + output);
  return {
    ...provider,
    say: (pieces, manner = {}) => {
      script = { everyMs: 0, usage: true, query: undefined, ...manner, pieces };
    },
    billed: () => ({ total: sums().reduce((sum, bill) => sum + bill, 0), most: Math.max(0, ...sums()), calls: bills.length }),
  };
}

const countInput = ({ messages, tools }: ChatRequest) => Math.ceil(JSON.stringify([messages, tools]).length / 4);

async function write(response: ServerResponse, { pieces, everyMs, usage }: Script, bill: Bill): Promise<void> {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const content of pieces) {
    if (response.destroyed) return;
    bill.output += 1;
    writeChunk(response, { choices: [{ index: 0, delta: { content }, finish_reason: null }] });
    if (everyMs > 0) await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  writeChunk(response, { choices: [{ index: 0, delta: {}, finish_reason: "stop" }] });
  const { input, output } = bill;
  const counts = { prompt_tokens: input, completion_tokens: output, total_tokens: input + output };
  if (usage) writeChunk(response, { choices: [], usage: counts });
  response.end("data: [DONE]\n\n");
}

function writeChunk(response: ServerResponse, chunk: object): void {
  response.write(`data: ${JSON.stringify({ id: "c1", created: 1, model: "scripted", ...chunk })}\n\n`);
}
