import { expect, test } from "vitest";
import { askFixture, collect } from "../../../internal/testing/assistant.ts";
import { siteOf } from "../../../internal/testing/assistant-site.ts";
import type { Site } from "../../content/site/site.ts";
import { quoteMessages } from "../../i18n/quote-messages.ts";
import { answer } from "../answer.ts";
import { chooseModel } from "../model/model.ts";
import { findOwnAnswer } from "./own-answers.ts";

const pages = siteOf({
  billing: ["Billing", "Customers pay for a plan each month.\n\n## Cost\n\nA plan costs 5 euros for each person."],
  keys: ["API keys", "A key opens the API."],
});

async function ask(question: string, written: Partial<NonNullable<Site["answers"]>[number]> = {}) {
  const own = {
    ...{
      question: "Can I get a refund?",
      answer: "Within 30 days: see [Cost](/docs/billing#cost), or [write](mailto:a@acme.test).",
    },
    ...{ place: "/docs/billing#cost", language: undefined, version: undefined, ...written },
  };
  const site = { ...(await pages), answers: [own] };
  const given = await answer({
    ...{ site, threadId: "th_test", signal: new AbortController().signal, ask: askFixture(question), choose: chooseModel },
  });
  const events = await collect(given.events);
  const text = events.flatMap((event) => (event.type === "text" ? [event.delta] : [])).join("");
  return { text, events, sources: given.retrieval.sources, found: given.retrieval.found };
}

test("a question that the owner has answered gets that answer as the owner's, with its links and its section cited", async () => {
  const { text, sources, events } = await ask("how do I get refunds");
  const cost = "https://docs.test/docs/billing#cost";
  expect(text).toBe(
    `${quoteMessages("en").own}\n\nWithin 30 days: see [Cost](${cost}), or [write](mailto:a@acme.test). [1](${cost})`,
  );
  expect(sources).toEqual([{ id: "1", url: cost, title: "Billing › Cost" }]);
  expect(events.find(({ type }) => type === "tool-result")).toMatchObject({ output: [{ url: cost }] });
});

test.each([
  ["of other words", "How do I create a key?", {}],
  ["with a place that is not there", "Can I get a refund?", { place: "/docs/gone" }],
])("a question %s is answered from the pages", async (_, question, written) => {
  expect((await ask(question, written)).text).not.toContain("30 days");
});

test("a long question is read once, not for each of a thousand answers", async () => {
  const site = await pages;
  const own = { answer: "Yes.", place: "/docs/billing", language: undefined, version: undefined };
  const answers = Array.from({ length: 1_000 }, (_, index) => ({ ...own, question: `Is plan ${index} there?` }));
  let reads = 0;
  const question = {
    id: "q",
    attachments: [],
    get text() {
      reads += 1;
      return "words ".repeat(5_000);
    },
  };
  expect(findOwnAnswer({ site: { ...site, answers }, ask: { ...askFixture(""), question } })).toBeUndefined();
  expect(reads).toBeLessThan(5);
});

test("the owner's questions are read once, not for each reader's", async () => {
  let reads = 0;
  const own = {
    ...{ answer: "Yes.", place: "/docs/billing", language: undefined, version: undefined },
    get question() {
      reads += 1;
      return "Is there a plan?";
    },
  };
  const site = { ...(await pages), answers: [own] };
  for (const question of ["what else?", "and more?", "is there a plan"]) findOwnAnswer({ site, ask: askFixture(question) });
  expect(reads).toBe(1);
});

test("a page without a section is cited as a whole", async () => {
  const { sources } = await ask("Can I get a refund?", { place: "/docs/billing" });
  expect(sources).toEqual([{ id: "1", url: "https://docs.test/docs/billing", title: "Billing" }]);
});

test("an image in an answer of the owner's is left out as in any other", async () => {
  const { text } = await ask("Can I get a refund?", { answer: "Yes. ![x](https://elsewhere.test/x.png)" });
  expect(text).not.toContain("x.png");
});
