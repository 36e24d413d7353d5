import { expect, test } from "vitest";
import { parseFrequencies, wordFrequencyOf } from "./corpus-stats.ts";

test("a word is the rarer, the later it comes, and an unknown one is as rare as the last", () => {
  const frequency = parseFrequencies("the\nhouse\n");
  expect(frequency("the")).toBeGreaterThan(frequency("house"));
  expect(frequency("house")).toBeGreaterThan(frequency("docker"));
  expect(frequency("docker")).toBe(frequency("webhook"));
});

test("English has its words, their shares are those of a text, and other languages have none", () => {
  const frequency = wordFrequencyOf("en-GB");
  expect(frequency?.("the")).toBeCloseTo(0.031, 2);
  expect(frequency?.("kitchen")).toBeGreaterThan(frequency?.("middleware") ?? 1);
  expect(wordFrequencyOf("es")).toBeUndefined();
});
