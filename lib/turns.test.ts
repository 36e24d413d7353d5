import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { takeTurn } from "./turns.ts";

test("between the turns of many concurrent waiters, the process does other things", async () => {
  const order: string[] = [];
  const work = Promise.all(
    Array.from({ length: 6 }, async (_, index) => {
      await takeTurn();
      order.push(`turn ${index}`);
      // What comes in from outside while a turn is used has its place before the next one, or the one after it: Node rounds timers.
      setTimeout(() => order.push(`other ${index}`), 0);
      const end = performance.now() + 5;
      while (performance.now() < end);
    }),
  );
  await work;
  await takeTurn();
  const late = [0, 1, 2, 3].filter((index) => order.indexOf(`other ${index}`) > order.indexOf(`turn ${index + 2}`));
  expect([order.length >= 10, late]).toEqual([true, []]);
});

test("while many work in turns, a task of many steps gets through after a few of them", async () => {
  let turns = 0;
  const work = Promise.all(
    Array.from({ length: 40 }, async () => {
      await takeTurn();
      turns += 1;
      const end = performance.now() + 5;
      while (performance.now() < end);
    }),
  );
  for (let step = 0; step < 30; step += 1) await setImmediate();
  expect(turns).toBeLessThan(20);
  await work;
});
