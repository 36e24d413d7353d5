import { expect, test } from "vitest";
import { createBreaker } from "./breaker.ts";

test("opens after so many failures within its window, for a time, and an answer closes it", () => {
  let now = 0;
  const breaker = createBreaker({ failures: 2, windowMs: 10, openMs: 100, now: () => now });
  breaker.failed();
  now = 20;
  breaker.failed();
  expect(breaker.isOpen()).toBe(false);
  breaker.failed();
  expect(breaker.isOpen()).toBe(true);
  now = 119;
  expect(breaker.isOpen()).toBe(true);
  now = 120;
  expect(breaker.isOpen()).toBe(false);
  breaker.failed();
  breaker.failed();
  breaker.succeeded();
  expect(breaker.isOpen()).toBe(false);
});

test("says of each outage once that it has begun", () => {
  const breaker = createBreaker({ failures: 2, windowMs: 10, openMs: 100 });
  expect([breaker.failed(), breaker.failed(), breaker.failed()]).toEqual([true, false, false]);
  breaker.succeeded();
  expect(breaker.failed()).toBe(true);
});
