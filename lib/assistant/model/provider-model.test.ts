import { afterEach, expect, test } from "vitest";
import { collect } from "../../../internal/testing/assistant.ts";
import {
  endsWithoutReason,
  refuses,
  type ScriptedProvider,
  says,
  startProvider,
} from "../../../internal/testing/assistant-provider.ts";
import { createProviderModel } from "./provider-model.ts";

let running: ScriptedProvider;
afterEach(() => running.close());

const prompt = [{ role: "user" as const, content: [{ type: "text" as const, text: "Hi" }] }];

async function ask(model: string, reply = says("Hello.")) {
  running = await startProvider(reply);
  const asked = createProviderModel({ model, apiKey: undefined, baseUrl: running.baseUrl });
  const { stream } = await asked.doStream({ prompt, maxOutputTokens: 7 });
  return { parts: await collect(stream), request: running.requests[0] };
}

test.each([
  ["gpt-5-mini", { max_completion_tokens: 7 }],
  ["o4-mini", { max_completion_tokens: 7 }],
  ["gpt-4.1", { max_tokens: 7 }],
  ["gpt-oss:20b", { max_tokens: 7 }],
  ["openai/gpt-5-mini", { max_tokens: 7 }],
  ["qwen3:8b", { max_tokens: 7 }],
])("behind a gateway, %s is asked with the parameters of its maker", async (model, parameters) => {
  const { request } = await ask(model);
  expect(request).toMatchObject(parameters);
});

test.each(["gpt-4.1", "qwen3:8b"])("%s reports what it used", async (model) => {
  const { parts, request } = await ask(model);
  expect(request).toMatchObject({ stream_options: { include_usage: true } });
  expect(parts.at(-1)).toMatchObject({ type: "finish", usage: { inputTokens: { total: 7 }, outputTokens: { total: 3 } } });
});

test.each(["gpt-4.1", "qwen3:8b"])(
  "an answer of %s that ends without a reason is one that was broken off, and no error",
  async (model) => {
    const { parts } = await ask(model, endsWithoutReason("Half"));
    expect(parts.map(({ type }) => type)).not.toContain("error");
    expect(parts.at(-1)).toMatchObject({ type: "finish", finishReason: { unified: "interrupted" } });
  },
);

test.each(["gpt-4.1", "qwen3:8b"])("a call that the server of %s refuses is refused", async (model) => {
  await expect(ask(model, refuses(429))).rejects.toMatchObject({ statusCode: 429 });
});
