import { expect, test } from "vitest";
import { fillTemplate, formatDuration } from "./translate.ts";

test("replaces each number by its value, and reads no value as a template", () =>
  expect(fillTemplate("{1} en contra, {0} a favor, {1}", ["$&{1}", 2], "es")).toBe("2 en contra, $&{1} a favor, 2"));

test.each([
  ["es", 1, "una vez"],
  ["es", 0, "0 veces"],
  ["es", 5, "5 veces"],
  ["fr", 0, "una vez"],
])("%s counts %i by its own rules", (language, count, text) =>
  expect(fillTemplate("{0|una vez|# veces}", [count], language)).toBe(text),
);

test("reads seconds as a duration", () => expect(fillTemplate("in {0:duration}", [300], "de")).toBe("in 5 Minuten"));

test.each([
  [1, "1 second"],
  [40, "40 seconds"],
  [300, "5 minutes"],
  [7_200, "2 hours"],
  [1_036_800, "12 days"],
])("says %i seconds as %s", (seconds, words) => expect(formatDuration(seconds, "en")).toBe(words));
