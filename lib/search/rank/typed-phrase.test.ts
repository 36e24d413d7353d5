import { expect, test } from "vitest";
import { findTypedPhrases } from "./typed-phrase.ts";

const message = 'It ends with "Failed to authenticate Workflow request." when no step is there.';

test("a text holds a message that a query quotes, whatever its case and marks", () =>
  expect(findTypedPhrases("why: failed to authenticate  workflow request?", ["Authenticate a request.", message])).toEqual([
    false,
    true,
  ]));

test.each([
  ["shorter than a phrase", "failed to authenticate", message],
  ["not in one piece", "failed workflow: how to authenticate my request", message],
  ["the start of other words", "to authenticate Workflow requesters", message],
  ["one long word", "a".repeat(40), `${"a".repeat(40)} b`],
  ["nothing", "", message],
])("a run counts for nothing that is %s", (_, query, text) => expect(findTypedPhrases(query, [text])).toEqual([false]));

test("a run that many texts hold says nothing of one of them", () =>
  expect(findTypedPhrases("Failed to authenticate Workflow request", Array(4).fill(message))).toEqual(Array(4).fill(false)));

test("looks at the first 64 words and 5,000 characters alone", () => {
  const words = (count: number) => Array.from({ length: count }, (_, index) => `w${index}`).join(" ");
  const wanted = "failed to authenticate workflow request";
  expect(findTypedPhrases(`${words(59)} ${wanted}`, [message])).toEqual([true]);
  expect(findTypedPhrases(`${words(61)} ${wanted}`, [message])).toEqual([false]);
  expect(findTypedPhrases(wanted, [`${".".repeat(4900)} ${message}`])).toEqual([true]);
  expect(findTypedPhrases(wanted, [`${".".repeat(5000)} ${message}`])).toEqual([false]);
});
