import { expect, test } from "vitest";
import { z } from "zod";
import { readLenient } from "./read-lenient.ts";

const Size = z.strictObject({ width: z.number("must be a number"), unit: z.string("must be a text").optional() });
const Settings = z.strictObject({ name: z.string("must be a text").optional(), sizes: z.array(Size).optional() });

test("a value that fits is parsed once", () => {
  let parses = 0;
  const schema = Settings.refine(() => {
    parses += 1;
    return true;
  });
  expect(readLenient(schema, { name: "A", sizes: [{ width: 1 }] })).toEqual({
    data: { name: "A", sizes: [{ width: 1 }] },
    leftOut: [],
  });
  expect(parses).toBe(1);
});

test("a wrong field costs itself, an entry without what it needs costs that entry, and each is named where it is", () => {
  const value = { name: 1, colour: "red", sizes: [{ width: 1, unit: 2 }, { unit: "px" }, { width: 3 }] };
  const { data, leftOut } = readLenient(Settings, value);
  expect(data).toEqual({ sizes: [{ width: 1 }, { width: 3 }] });
  expect(leftOut).toEqual([
    { keys: ["name"], reason: "must be a text", value: 1 },
    { keys: ["sizes", 0, "unit"], reason: "must be a text", value: 2 },
    { keys: ["sizes", 1], reason: "width is missing", value: { unit: "px" } },
    { keys: ["colour"], reason: "this field is not known", value: "red" },
  ]);
  expect(value.sizes).toHaveLength(3);
});

test("nothing is left of a value of another kind", () => {
  expect(readLenient(Settings, "text").data).toBeNull();
});
