import { describe, expect, test } from "vitest";
import {
  announces,
  breaksAfter,
  breaksInCall,
  calls,
  endsWithoutReason,
  refuses,
  runsOutOfTokens,
  says,
  thinks,
} from "@/internal/testing/assistant-provider.ts";
import { FAILURE_MESSAGE } from "@/lib/assistant/model/events.ts";
import { clients } from "../../../internal/testing/v1-clients.ts";
import { serviceForTests } from "../../../internal/testing/v1-service.ts";

const service = serviceForTests();
const search = calls("search", { query: "install" });
const url = "https://docs.test/docs";
const quoted = expect.stringContaining(`[1](${url})\n\nInstall it with npm.`);
const fields = ["reasoning_content", "reasoning"] as const;

describe.each(clients)("a client of %s", (_, send) => {
  const ask = () => send("How do I install it?", { token: service.token.assistant });

  test.each(fields)("reads the thoughts that a model sends as %s, and its answer", async (field) => {
    await service.useModel(thinks(field, ["I should ", "search. "], search), thinks(field, ["Found it."], says("Use npm [1].")));
    const read = await ask();
    expect(read).toMatchObject({ reasoning: "I should search. Found it.", text: `Use npm [1](${url}).`, engine: "model" });
    expect(read.error).toBeUndefined();
  });

  test("gets no link and no image in a model's thoughts, and no citation by them", async () => {
    const thoughts = ["See ![x](https://evil.", "test/a.png), [that](https://evil.test), <img src=x> and [1]. "];
    await service.useModel(search, thinks("reasoning_content", thoughts, says("Use npm.")));
    const read = await ask();
    expect(read.reasoning).toBe("See x, that, \\<img src=x> and [1]. ");
    expect(read.sources).toEqual([]);
  });

  test.each([
    ["that breaks off while it thinks", thinks("reasoning", ["Hm. "], breaksAfter())],
    ["that thinks and ends without a word", thinks("reasoning", ["Hm. "], runsOutOfTokens)],
    ["that breaks off while it calls a tool", thinks("reasoning", ["Hm. "], breaksInCall("search", '{"query":"a'))],
  ])("gets quotes for a model %s", async (_, reply) => {
    await service.useModel(reply, refuses(500));
    expect(await ask()).toMatchObject({ reasoning: "Hm. ", text: quoted, engine: "fallback", error: undefined });
  });

  test("gets quotes for a model that calls tools in all its steps, and none of its tools is left without a result", async () => {
    const { requests } = await service.useModel(search);
    const read = await ask();
    expect(read).toMatchObject({ text: quoted, engine: "fallback", error: undefined });
    // One before the model is asked, one in each step, and that of the quotes.
    expect([requests.length, read.results.length]).toEqual([8, 10]);
  });

  test("gets an error for an answer that a model announces and never gives", async () => {
    const { requests } = await service.useModel(announces("Let me look. ", search));
    const read = await ask();
    expect([read.text.startsWith("Let me look."), read.error, requests.length]).toEqual([true, FAILURE_MESSAGE, 8]);
  });
});

test.each([
  ["reasoning_content", "gets them back", "I should search. "],
  ["reasoning", "gets none of them back", undefined],
] as const)("a server that sends thoughts as %s %s with the result of a tool", async (field, _, expected) => {
  const [[, send]] = clients;
  const { requests } = await service.useModel(thinks(field, ["I should search. "], search), says("Use npm."));
  await send("How do I install it?", { token: service.token.assistant });
  expect(requests[1]?.messages.find(({ role }) => role === "assistant")?.reasoning_content).toBe(expected);
});

test.each([
  ["breaks off in each answer", breaksAfter("Half an ")],
  ["never ends an answer", endsWithoutReason("Half an ")],
])("a model that %s after its search is left alone for a while", async (_, reply) => {
  const [[, send]] = clients;
  const { requests } = await service.useModel((response, body) =>
    (body.messages.at(-1)?.role === "tool" ? reply : search)(response, body),
  );
  for (let answer = 0; answer < 5; answer += 1) await send("How do I install it?", { token: service.token.assistant });
  expect(requests).toHaveLength(10);
  const read = await send("How do I install it?", { token: service.token.assistant });
  expect([read.engine, requests.length]).toEqual(["fallback", 10]);
});
