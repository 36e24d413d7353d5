import { expect, test, vi } from "vitest";
import { perObject } from "./per-object.ts";

test("makes one value for each object, undefined too", () => {
  const make = vi.fn(({ name }: { name?: string }) => name);
  const nameOf = perObject(make);
  const [first, second] = [{ name: "first" }, {}];
  expect([first, second, first, second].map(nameOf)).toEqual(["first", undefined, "first", undefined]);
  expect(make).toHaveBeenCalledTimes(2);
});

test("a call that failed is made again", () => {
  const make = vi
    .fn(() => "made")
    .mockImplementationOnce(() => {
      throw new Error("not now");
    });
  const made = perObject(make);
  const key = {};
  expect(() => made(key)).toThrow("not now");
  expect(made(key)).toBe("made");
});
