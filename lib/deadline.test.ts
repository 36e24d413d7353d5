import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startDeadline } from "./deadline.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const reasonOf = (signal: AbortSignal): unknown => signal.reason?.name ?? signal.reason;

test("fires when its time is up", () => {
  const { signal } = startDeadline(1_000, new AbortController().signal);
  vi.advanceTimersByTime(999);
  expect(signal.aborted).toBe(false);
  vi.advanceTimersByTime(1);
  expect(reasonOf(signal)).toBe("TimeoutError");
});

test("fires with the outer signal and for its reason, also when that has fired already", () => {
  const outer = new AbortController();
  const { signal } = startDeadline(1_000, outer.signal);
  outer.abort("the reader has gone");
  expect(reasonOf(signal)).toBe("the reader has gone");
  expect(reasonOf(startDeadline(1_000, outer.signal).signal)).toBe("the reader has gone");
});

test.each([
  ["its end", ({ end }: Parts) => end()],
  ["its time", () => vi.advanceTimersByTime(1_000)],
  ["the outer signal", ({ outer }: Parts) => outer.abort()],
])("leaves no timer and no listener after %s", (_, finish) => {
  const outer = new AbortController();
  const { end } = startDeadline(1_000, outer.signal);
  expect([vi.getTimerCount(), getEventListeners(outer.signal, "abort").length]).toEqual([1, 1]);
  finish({ end, outer });
  expect([vi.getTimerCount(), getEventListeners(outer.signal, "abort").length]).toEqual([0, 0]);
});

interface Parts {
  readonly end: () => void;
  readonly outer: AbortController;
}
