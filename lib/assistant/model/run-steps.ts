import type { TextStreamPart, ToolSet } from "ai";
import { takeTurn } from "../../turns.ts";
import type { ModelStreamPart } from "./language-model.ts";
import type { Search } from "./tools.ts";

type Part = TextStreamPart<ToolSet>;

/** The steps of an engine of this process, and the one tool that it calls. */
interface Run {
  readonly steps: () => Generator<ModelStreamPart, void, void>;
  readonly search: Search;
  /** Stops it between two parts. */
  readonly signal: AbortSignal;
}

/**
 * Runs an engine of this process step by step until it ends without a call, with the parts that `streamText` has for it: what that does
 * for a provider's model beside, such as schemas and a dozen streams, is a fifth of what an answer of quotes costs.
 */
export async function* runSteps({ steps, search, signal }: Run): AsyncGenerator<Part, void, void> {
  for (;;) {
    await takeTurn();
    yield part({ type: "start-step" });
    let finishReason = "other";
    for (const written of steps()) {
      if (signal.aborted) return yield part({ type: "abort" });
      if (written.type === "text-delta") yield part({ type: "text-delta", id: written.id, text: written.delta });
      if (written.type === "tool-input-start" || written.type === "tool-input-delta") yield part(written);
      if (written.type === "tool-call") yield* callSearch(written, { search, signal });
      if (written.type === "finish") finishReason = written.finishReason.unified;
    }
    if (signal.aborted) return yield part({ type: "abort" });
    yield part({ type: "finish-step", finishReason, usage: NO_TOKENS });
    if (finishReason !== "tool-calls") return yield part({ type: "finish", finishReason, totalUsage: NO_TOKENS });
  }
}

const NO_TOKENS = { inputTokens: 0, outputTokens: 0 };

type Call = Extract<ModelStreamPart, { type: "tool-call" }>;

async function* callSearch({ toolCallId, toolName, input }: Call, { search, signal }: Pick<Run, "search" | "signal">) {
  const call = { toolCallId, toolName, input: JSON.parse(input) };
  yield part({ type: "tool-call", ...call });
  try {
    yield part({ type: "tool-result", ...call, output: await search(call.input, { toolCallId, abortSignal: signal }) });
  } catch (error) {
    yield part({ type: "tool-error", ...call, error });
  }
}

/** Returns a part with what its reader reads of it; a provider's parts say more. */
function part(read: { readonly type: Part["type"] } & Readonly<Record<string, unknown>>): Part {
  return read as unknown as Part;
}
