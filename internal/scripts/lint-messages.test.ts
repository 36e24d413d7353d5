import { expect, test } from "vitest";
import { findUnused } from "./lint-messages.ts";

const keys = ["save", "undo", "close"];

test("a message that no source uses is named", () => {
  const sources = ["(words: DocsMessages) => words.save", 'const words = docsMessages(language); words["undo"]'];
  expect(findUnused("docs", keys, sources)).toEqual(["close"]);
});

test("a use in a text that has other messages, and a longer name, are none", () => {
  const sources = ["(texts: SearchMessages) => texts.close", "(words: DocsMessages) => words.saved + words.undone + undo"];
  expect(findUnused("docs", keys, sources)).toEqual(keys);
});

test("a namespace of several words is found by its name in code", () =>
  expect(findUnused("searchTrigger", ["open"], ["searchTriggerMessages(language).open"])).toEqual([]));
