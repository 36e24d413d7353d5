import { expect, test } from "vitest";
import { askFixture, collect } from "../../../internal/testing/assistant.ts";
import { siteOf } from "../../../internal/testing/assistant-site.ts";
import type { Site } from "../../content/site/site.ts";
import { answer } from "../answer.ts";
import { chooseModel } from "../model/model.ts";

/** Longer than a quote, so that an answer shows one section of a page. */
const filler = Array.from(
  { length: 12 },
  () => "Nothing else is said of it, whatever anybody may have heard of it elsewhere.",
).join("\n\n");
const section = (heading: string, text: string) => `## ${heading}\n\n${text}\n\n${filler}`;

const pages = siteOf({
  billing: [
    "Billing",
    [
      `Customers pay each month.\n\n${filler}`,
      section("Who pays what", "All of them."),
      section("Prices of plans", "A plan costs 5 euros for each person."),
      section("Cancel a plan", "Press the button in the settings."),
      section("Taxes", "Added to the price."),
      section("Step 1: Open it", "With a click."),
      section("When a plan ends:", "Nothing is deleted."),
      section("billing.plans.list", "Lists them."),
      section("Pay by invoice", "Write to us before the first of the month."),
      section("Next steps", "Read on."),
    ].join("\n\n"),
  ],
  keys: ["API keys", [section("Rotate a key", "Make a second one first."), section("Next steps", "Read on.")].join("\n\n")],
});

async function suggest(question: string, own: Partial<Pick<Site, "questions">> = {}, ...before: string[]) {
  const history = before.map((text) => ({ role: "user" as const, text }));
  const given = await answer({
    site: { ...(await pages), ...own },
    threadId: "th_test",
    signal: new AbortController().signal,
    ask: { ...askFixture(question), history, retrievalPageSize: 1 },
    choose: chooseModel,
  });
  const events = await collect(given.events);
  return events.flatMap((event) => (event.type === "suggestions" ? event.questions : []));
}

const cost = "How much does a plan cost for each person?";
const questions = [
  { question: "Can I get a refund?", place: "/docs/billing#cancel-a-plan" },
  { question: "How do I rotate a key?", place: "/docs/keys#rotate-a-key" },
];

test("the owner's questions about a cited page come first, then its headings below the cited section that say enough", async () => {
  expect(await suggest(cost, { questions })).toEqual(["Can I get a refund?", "Cancel a plan", "Pay by invoice"]);
});

test("without questions of the owner's the headings above follow, but none that pages share", async () => {
  expect(await suggest(cost)).toEqual(["Cancel a plan", "Pay by invoice", "Who pays what"]);
});

test("what was asked, in other words too, is not suggested again", async () => {
  const before = ["How can I get refunds?", "And how do I cancel plans?"];
  expect(await suggest(cost, { questions }, ...before)).toEqual(["Pay by invoice", "Who pays what"]);
});

test("of a long conversation the last ten questions are remembered", async () => {
  const others = Array.from({ length: 10 }, (_, i) => `What is thing ${i}?`);
  expect(await suggest(cost, {}, "Cancel a plan", ...others.slice(1))).not.toContain("Cancel a plan");
  expect(await suggest(cost, {}, "Cancel a plan", ...others)).toContain("Cancel a plan");
});

test("an answer that cites nothing suggests nothing", async () => {
  expect(await suggest("hello", { questions })).toEqual([]);
  expect(await suggest("Why is the sky blue in summer?", { questions })).toEqual([]);
});
