import { expect, test } from "vitest";
import { judge, judgeMemory } from "./report.ts";

const row = { statuses: { 400: 5 }, stallMs: 40, peakMiB: 300, bad: [], died: false };

test("a refusal without a stall holds", () => expect(judge({}, row)).toEqual([]));

test.each([
  ["an answer of 500", { ...row, statuses: { 200: 1, 500: 2 } }, "500"],
  ["a 503 where the store is well", { ...row, statuses: { 503: 1 } }, "503"],
  ["no answer", { ...row, statuses: { silent: 1 } }, "silent"],
  ["a stall above 200 ms", { ...row, stallMs: 201 }, "stall 201 ms"],
  ["a server that had to be restarted", { ...row, died: true }, "had to be restarted"],
])("%s does not hold", (_, bad, fault) => expect(judge({}, bad)).toEqual([fault]));

test("a 503 holds where an attack makes the store unavailable", () => {
  expect(judge({ allows: [503] }, { ...row, statuses: { 503: 1 } })).toEqual([]);
});

test("memory must be back within a fifth", () => {
  expect(judgeMemory({ baseMiB: 300, afterMiB: 360 })).toEqual([]);
  expect(judgeMemory({ baseMiB: 300, afterMiB: 363 })).toEqual(["1.21 of before"]);
});
