import { expect, test } from "vitest";
import { inTurns } from "./in-turns.ts";

test("works on a limited number of items concurrently, and returns the results in their order", async () => {
  let running = 0;
  let most = 0;
  const results = await inTurns([3, 1, 2, 0, 4], 2, async (item) => {
    running += 1;
    most = Math.max(most, running);
    for (let turn = 0; turn < item; turn += 1) await Promise.resolve();
    running -= 1;
    return item * 2;
  });
  expect([results, most]).toEqual([[6, 2, 4, 0, 8], 2]);
});

test("a failure is thrown", async () => {
  const fail = async (item: number) => {
    if (item === 1) throw new Error("no");
    return item;
  };
  await expect(inTurns([0, 1, 2], 2, fail)).rejects.toThrow("no");
});
