import { expect, test } from "vitest";
import { instructionsFor } from "./answer.ts";

const project = { name: "Acme", description: "", languages: [{ id: "de", label: "Deutsch" }] };

test("the prompt names the language of the docs, and has the owner's words after the engine's rules", () => {
  const text = instructionsFor(project, { instructions: "Say workspace.", support: "help@acme.test" });
  expect(text).toContain("It is written in Deutsch.");
  expect(text).toMatch(/name this way to get help: help@acme\.test\n\nThe owner of the documentation asks:\nSay workspace\.$/);
  expect(instructionsFor(project)).not.toMatch(/owner|help/);
});

test.each([
  ["search in the language of the docs", "Search again with other words, in the language of the documentation"],
  ["search once for each of several subjects", "Search once for each subject of a question that has several"],
  ["answer the covered part and name the rest", "answer that part and name what the documentation does not cover"],
  ["answer for the reader's version", "Answer for the version that the reader names or is on"],
  ["ask back when several products fit", "does not say which, ask back in one sentence"],
])("the prompt asks a model to %s", (_, words) => {
  expect(instructionsFor(project)).toContain(words);
});
