import { expect, test } from "vitest";
import { z } from "zod";
import type { LanguageModel, ModelCallOptions, ModelStreamPart } from "./language-model.ts";
import { runSteps, type StepPart } from "./steps.ts";
import { collect } from "./testing.ts";

const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const finish = (unified: "stop" | "tool-calls"): ModelStreamPart => ({
  type: "finish",
  finishReason: { unified, raw: unified },
  usage,
});
const call = (toolCallId: string, toolName: string, input: string): ModelStreamPart => ({
  type: "tool-call",
  toolCallId,
  toolName,
  input,
});
const says = (id: string, delta: string): ModelStreamPart[] => [
  { type: "text-start", id },
  { type: "text-delta", id, delta },
  { type: "text-end", id },
];

/** Runs a model that says these things, one list for each step, the last one again and again. */
function run(turns: readonly (readonly ModelStreamPart[])[]) {
  const asked: ModelCallOptions[] = [];
  const left: number[] = [];
  const model: LanguageModel = async function* (options) {
    const step = asked.push(options) - 1;
    try {
      yield* turns[Math.min(step, turns.length - 1)] ?? [];
    } finally {
      left.push(step);
    }
  };
  const double = {
    description: "Doubles a number.",
    input: z.object({ number: z.number() }),
    execute: async ({ number }: { number: number }, { toolCallId }: { toolCallId: string }) => `${toolCallId}: ${number * 2}`,
    toText: (toolCallId: string) => `text of ${toolCallId}`,
  };
  const parts = runSteps({
    ...{ model, tools: { double }, prompt: [{ role: "user", content: [{ type: "text", text: "Hi" }] }] },
    ...{ instructionsFor: (step) => `Step ${step}.`, maxSteps: 3, maxOutputTokens: 9, signal: new AbortController().signal },
  });
  return { parts, asked, left };
}

const typesOf = (parts: readonly StepPart[]) => parts.map(({ type }) => type).join(" ");

test("a model is told what its calls gave, after its own thoughts and calls, and a step ends after its results", async () => {
  const thought: ModelStreamPart[] = [
    { type: "reasoning-start", id: "r" },
    { type: "reasoning-delta", id: "r", delta: "Hm." },
    { type: "reasoning-end", id: "r", providerMetadata: { maker: { signature: "s" } } },
  ];
  const calls = [call("a", "double", '{"number":2,"other":1}'), call("b", "double", "two"), call("c", "triple", "{}")];
  const { parts, asked } = run([
    [...thought, ...calls, finish("tool-calls")],
    [...says("t", "Four."), finish("stop")],
  ]);
  const all = await collect(parts);
  expect(typesOf(all)).toBe(
    "start-step reasoning-start reasoning-delta reasoning-end tool-call tool-call tool-call tool-result tool-error tool-error finish start-step text-start text-delta text-end finish",
  );
  expect(all).toContainEqual(expect.objectContaining({ type: "tool-call", toolCallId: "a", input: { number: 2 } }));
  expect(all).toContainEqual({ type: "tool-result", toolCallId: "a", output: "a: 4" });
  const [, , said, given] = asked[1]?.prompt ?? [];
  expect(asked[1]?.prompt[0]).toEqual({ role: "system", content: "Step 1." });
  expect(said?.content).toEqual([
    { type: "reasoning", text: "Hm.", providerOptions: { maker: { signature: "s" } } },
    { type: "tool-call", toolCallId: "a", toolName: "double", input: { number: 2 } },
    { type: "tool-call", toolCallId: "b", toolName: "double", input: {} },
    { type: "tool-call", toolCallId: "c", toolName: "triple", input: {} },
  ]);
  const resultOf = (toolCallId: string, toolName: string, value: unknown) => ({
    ...{ type: "tool-result", toolCallId, toolName },
    output: { type: "text", value },
  });
  expect(given?.content).toEqual([
    resultOf("a", "double", "text of a"),
    resultOf("b", "double", expect.stringContaining("expected object, received string")),
    resultOf("c", "triple", 'There is no tool "triple"; there are double.'),
  ]);
});

test("a model that only calls tools is asked no more often than it may be", async () => {
  const { parts, asked } = run([[call("a", "double", '{"number":1}'), finish("tool-calls")]]);
  await collect(parts);
  expect(asked).toHaveLength(3);
});

test("a step that never says that it has finished is the last one, and its calls are answered", async () => {
  const { parts, asked } = run([[call("a", "double", '{"number":1}')]]);
  expect(typesOf(await collect(parts))).toBe("start-step tool-call tool-result");
  expect(asked).toHaveLength(1);
});

test("a model is left when its reader leaves, and after an error", async () => {
  const { parts, left } = run([[...says("t", "One."), finish("stop")]]);
  for await (const part of parts) if (part.type === "text-delta") break;
  expect(left).toEqual([0]);
  const failing = run([[{ type: "error", error: "Broken." }, ...says("t", "One."), finish("stop")]]);
  expect(typesOf(await collect(failing.parts))).toBe("start-step error");
  expect(failing.left).toEqual([0]);
});
