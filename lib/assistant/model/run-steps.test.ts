import { expect, test } from "vitest";
import { askFixture, collect } from "../../../internal/testing/assistant.ts";
import { siteOf } from "../../../internal/testing/assistant-site.ts";
import { replaceLogSink } from "../../log.ts";
import { answer } from "../answer.ts";
import type { QuotesInput } from "../quotes/quotes.ts";
import type { AnswerEvent } from "../wire/data-stream.ts";
import type { ChosenModel } from "./language-model.ts";
import { createQuotesModel } from "./quotes-model.ts";

const site = siteOf({
  keys: [
    "API keys",
    "A key opens the API.\n\n## Create an API key\n\nRun `npm run keys`, see [its page](/docs/deploy).\n\n## Revoke\n\nRun it.",
  ],
  deploy: ["Deploy", "Build the site and start it on your server."],
});

type Choose = (input: QuotesInput) => Promise<ChosenModel>;

const inSteps: Choose = async (input) => ({ ...createQuotesModel(input), engine: () => "excerpts" });
const byModel: Choose = async (input) => {
  const { model, cite } = createQuotesModel(input);
  return { model, cite, engine: () => "excerpts" };
};

async function eventsOf(question: string, choose: Choose, signal = new AbortController().signal): Promise<AnswerEvent[]> {
  const { events } = await answer({ site: await site, ask: askFixture(question), threadId: "th_1", signal, choose });
  return collect(events);
}

const withoutIds = (events: readonly AnswerEvent[]) =>
  JSON.parse(JSON.stringify(events).replace(/[\da-f]{8}-[\da-f-]{27}/g, "id")) as AnswerEvent[];

test.each(["How do I create an API key?", "Where do I deploy?", "What is the weather?", "hello", "?"])(
  "the answer to %j has the same events step by step as in the loop of a provider's model",
  async (question) => {
    expect(withoutIds(await eventsOf(question, inSteps))).toEqual(withoutIds(await eventsOf(question, byModel)));
  },
);

test("a question of signs alone is one that the docs do not answer", async () => {
  const events = await eventsOf("→ →", inSteps);
  expect(events.flatMap((event) => (event.type === "error" ? [event] : []))).toEqual([]);
  expect(events.at(-1)).toMatchObject({ type: "finish", finishReason: "stop" });
});

test("a search that fails ends the answer with an error", async () => {
  const broken: Choose = async (input) => ({
    ...createQuotesModel(input),
    engine: () => "excerpts",
    cite: () => {
      throw new Error("broken");
    },
  });
  const unmute = replaceLogSink(() => {});
  const types = (await eventsOf("How do I create an API key?", broken)).map(({ type }) => type);
  unmute();
  expect(types).toEqual(expect.arrayContaining(["tool-call", "tool-error", "error", "finish"]));
  expect(types).not.toContain("tool-result");
});

test("an answer whose reader has gone quotes nothing", async () => {
  const types = (await eventsOf("How do I create an API key?", inSteps, AbortSignal.abort())).map(({ type }) => type);
  expect(types).not.toContain("text");
  expect(types.at(-1)).toBe("finish");
});
