import { expect, test, vi } from "vitest";
import { perProcess, replaceProcessState, resetProcessState } from "./process-state.ts";

test("a value is made on first use and shared by every copy of the module", async () => {
  const create = vi.fn(() => ({ count: 0 }));
  const state = perProcess("test-shared", create);
  expect(create).not.toHaveBeenCalled();
  state.get().count = 1;
  vi.resetModules();
  const copy = await import("./process-state.ts");
  expect(copy.perProcess).not.toBe(perProcess);
  expect(copy.perProcess("test-shared", create).get()).toEqual({ count: 1 });
  expect(create).toHaveBeenCalledTimes(1);
});

test("a value may be undefined, and is not made again for that", () => {
  const create = vi.fn(() => undefined);
  const state = perProcess("test-undefined", create);
  state.get();
  state.get();
  expect(create).toHaveBeenCalledTimes(1);
});

test("a test forgets values and gives them back", () => {
  const state = perProcess("test-reset", () => "made");
  replaceProcessState("test-reset", "kept");
  const undo = resetProcessState("test-reset", "test-never-made");
  expect(state.get()).toBe("made");
  undo();
  expect(state.get()).toBe("kept");
});
