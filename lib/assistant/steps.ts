import { z } from "zod";
import type { LanguageModel, ModelCallOptions, ModelStreamPart } from "./language-model.ts";

/** A tool that a model may call. */
export interface Tool {
  readonly description: string;
  readonly input: z.ZodType;
  /** Returns what clients get of an input that the schema has read; an `error` in it is the call's. */
  readonly execute: (input: never, call: ToolCall) => Promise<unknown>;
  /** Returns what the model reads of a call that has ended. */
  readonly toText: (toolCallId: string) => string;
}

/** A call of a tool. */
export interface ToolCall {
  readonly toolCallId: string;
  readonly signal?: AbortSignal;
}

/** A part of an answer that takes several calls of a model: what it says, and the results of the tools that it calls. */
export type StepPart =
  | Exclude<ModelStreamPart, { type: "tool-call" | "tool-result" }>
  | { readonly type: "start-step" }
  | { readonly type: "tool-call"; readonly toolCallId: string; readonly toolName: string; readonly input: unknown }
  | { readonly type: "tool-result"; readonly toolCallId: string; readonly output: unknown }
  | { readonly type: "tool-error"; readonly toolCallId: string };

/** A question to a model, and what it may use to answer it. */
export interface Steps {
  readonly model: LanguageModel;
  readonly tools: Readonly<Record<string, Tool>>;
  readonly prompt: ModelCallOptions["prompt"];
  /** Returns the instructions of a step, counted from 0. */
  readonly instructionsFor: (step: number) => string;
  readonly maxSteps: number;
  readonly maxOutputTokens: number;
  readonly signal: AbortSignal;
}

type Message = ModelCallOptions["prompt"][number];
type Content = Extract<Message, { role: "assistant" }>["content"][number];
type Result = Extract<Message, { role: "tool" }>["content"][number];

/**
 * Asks a model, runs the tools that it calls and gives it their results, until it calls none. A step ends with its `finish` part,
 * after the results. Own code: `streamText` passes each part through a dozen streams, and keeps all of them to the end.
 */
export async function* runSteps(steps: Steps): AsyncGenerator<StepPart, void, void> {
  const { model, tools, instructionsFor, maxSteps, maxOutputTokens, signal } = steps;
  const messages = [...steps.prompt];
  const described = Object.entries(tools).map(describe);
  for (let step = 0; step < maxSteps; step += 1) {
    yield { type: "start-step" };
    const prompt: Message[] = [{ role: "system", content: instructionsFor(step) }, ...messages];
    const said = new Said();
    const calls: Call[] = [];
    const options = { tools: described, toolChoice: { type: "auto" }, maxOutputTokens, abortSignal: signal } as const;
    for await (const part of model({ prompt, ...options })) {
      signal.throwIfAborted();
      if (part.type === "tool-call") {
        const call = readCall(part, tools);
        calls.push(call);
        said.call(part, call.input);
        yield { ...part, input: call.input };
      } else {
        said.take(part);
        if (part.type !== "finish" && part.type !== "tool-result") yield part;
      }
      if (part.type === "error") return;
    }
    const results: Result[] = [];
    for (const call of calls) {
      const { toolCallId, toolName } = call;
      const { part, text } = await run(call, signal);
      yield part;
      results.push({ type: "tool-result", toolCallId, toolName, output: { type: "text", value: text } });
    }
    if (said.finish) yield said.finish;
    if (!said.finish || results.length === 0) return;
    messages.push({ role: "assistant", content: said.content() }, { role: "tool", content: results });
  }
}

function describe([name, { description, input }]: [string, Tool]) {
  const inputSchema = z.toJSONSchema(input, { target: "draft-7" }) as JsonSchema;
  return { type: "function" as const, name, description, inputSchema };
}

type FunctionTool = Extract<NonNullable<ModelCallOptions["tools"]>[number], { type: "function" }>;
type JsonSchema = FunctionTool["inputSchema"];

interface Call {
  readonly toolCallId: string;
  readonly toolName: string;
  readonly input: unknown;
  /** The tool, or what is wrong with the call. */
  readonly tool: Tool | string;
}

function readCall(part: Extract<ModelStreamPart, { type: "tool-call" }>, tools: Steps["tools"]): Call {
  const { toolCallId, toolName } = part;
  const given = parse(part.input);
  const tool = Object.hasOwn(tools, toolName) ? tools[toolName] : undefined;
  const names = Object.keys(tools).join(", ");
  if (!tool) return { toolCallId, toolName, input: given, tool: `There is no tool "${toolName}"; there are ${names}.` };
  const { success, data, error } = tool.input.safeParse(given);
  if (success) return { toolCallId, toolName, input: data, tool };
  return { toolCallId, toolName, input: given, tool: `The input of "${toolName}" is wrong. ${z.prettifyError(error)}` };
}

/** A model may write anything as its input; none at all is an empty one. */
function parse(input: string): unknown {
  try {
    return JSON.parse(input.trim() || "{}");
  } catch {
    return input;
  }
}

async function run({ toolCallId, input, tool }: Call, signal: AbortSignal): Promise<{ part: StepPart; text: string }> {
  if (typeof tool === "string") return { part: { type: "tool-error", toolCallId }, text: tool };
  try {
    const output = await tool.execute(input as never, { toolCallId, signal });
    return { part: { type: "tool-result", toolCallId, output }, text: tool.toText(toolCallId) };
  } catch {
    signal.throwIfAborted();
    return { part: { type: "tool-error", toolCallId }, text: "The tool failed." };
  }
}

/** The words and thoughts of a model in a step, in the form in which the next call repeats them. */
class Said {
  finish: Extract<ModelStreamPart, { type: "finish" }> | undefined;
  readonly #content: Content[] = [];
  readonly #open = new Map<string, Extract<Content, { type: "text" | "reasoning" }>>();

  take(part: ModelStreamPart): void {
    if (part.type === "finish") this.finish = part;
    if (part.type === "text-start") this.#begin(part.id, { type: "text", text: "" });
    if (part.type === "reasoning-start") this.#begin(part.id, { type: "reasoning", text: "" });
    const block = "id" in part && typeof part.id === "string" ? this.#open.get(part.id) : undefined;
    if (!block) return;
    if (part.type === "text-delta" || part.type === "reasoning-delta") block.text += part.delta;
    if ("providerMetadata" in part && part.providerMetadata) block.providerOptions = part.providerMetadata;
  }

  call(part: Extract<ModelStreamPart, { type: "tool-call" }>, given: unknown): void {
    const { toolCallId, toolName, providerMetadata: providerOptions } = part;
    const input = typeof given === "object" ? given : {};
    this.#content.push({ type: "tool-call", toolCallId, toolName, input, ...(providerOptions && { providerOptions }) });
  }

  content(): Content[] {
    return this.#content.filter((part) => part.type !== "text" || part.text !== "");
  }

  #begin(id: string, block: Extract<Content, { type: "text" | "reasoning" }>): void {
    this.#open.set(id, block);
    this.#content.push(block);
  }
}
