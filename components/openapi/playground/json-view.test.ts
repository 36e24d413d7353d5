import { expect, test } from "vitest";
import { isViewable } from "./playground-answer.tsx";

test("a value of a few parts is shown in parts, and a larger one as text", () => {
  expect(isViewable({ pets: [{ name: "Rex" }, null, 3] })).toBe(true);
  expect(isViewable(Array(2_999).fill(0))).toBe(true);
  expect(isViewable(Array(3_000).fill(0))).toBe(false);
  // As many arguments as no call takes.
  expect(isViewable(Array(250_000).fill(0))).toBe(false);
});
