import { expect, test } from "vitest";
import { instructionsFor } from "./answer.ts";

const project = { name: "Acme", description: "", languages: [{ id: "de", label: "Deutsch" }] };

test("a model is told the language of the docs, and the owner's words after the engine's rules", () => {
  const text = instructionsFor(project, { instructions: "Say workspace.", support: "help@acme.test" });
  expect(text).toContain("It is written in Deutsch.");
  expect(text).toMatch(/name this way to get help: help@acme\.test\n\nThe owner of the documentation asks:\nSay workspace\.$/);
  expect(instructionsFor(project)).not.toMatch(/owner|help/);
});
