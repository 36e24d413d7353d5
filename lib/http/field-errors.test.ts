import { describe, expect, test } from "vitest";
import { z } from "zod";
import { ServiceError } from "../service-error.ts";
import { check } from "./body.ts";

function errorsOf(schema: z.ZodType, value: unknown): string[] {
  try {
    check(schema, value);
  } catch (thrown) {
    if (thrown instanceof ServiceError) return (thrown.errors ?? []).map(({ path, message }) => `${path}: ${message}`);
    throw thrown;
  }
  return [];
}

const Part = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string() }),
  z.object({ type: z.literal("image"), url: z.string() }),
]);
const Body = z.object({
  name: z.string().min(1).max(5).optional(),
  size: z.int().min(1).max(50).optional(),
  kind: z.enum(["up", "down"]).optional(),
  at: z.iso.datetime().optional(),
  parts: z.array(Part).min(1).max(2).optional(),
  either: z.union([z.object({ a: z.string(), b: z.string() }), z.object({ c: z.number() })]).optional(),
});

describe("tells what is wrong and what to send", () => {
  test.each([
    [{ name: 7 }, "name: is a number and must be a string"],
    [{ name: "" }, "name: is empty; send at least one character"],
    [{ name: "abcdef" }, "name: has 6 characters; send at most 5"],
    [{ size: 80 }, "size: 80 is above 50; send at most 50"],
    [{ size: 0 }, "size: 0 is below 1; send at least 1"],
    [{ size: 1.5 }, "size: is 1.5 and must be a whole number"],
    [{ size: null }, "size: is null and must be a number"],
    [{ kind: "sideways" }, 'kind: is "sideways"; send one of "up", "down"'],
    [{ at: "tomorrow" }, 'at: is "tomorrow", which is not a valid date-time, such as 2026-01-31T12:00:00Z'],
    [{ parts: [] }, "parts: is empty; send at least one item"],
    [{ parts: [{ type: "text" }] }, "parts.0.text: is required; send a value"],
    [{ parts: [{ type: "video" }] }, 'parts.0.type: is "video"; send one of "text", "image"'],
    [{ either: { c: "x" } }, "either.c: is a string and must be a number"],
  ])("%j", (value, message) => expect(errorsOf(Body, value)).toEqual([message]));

  test("of the body itself", () => expect(errorsOf(Body, [])).toEqual([": is an array and must be an object"]));
});

test("lists every wrong field, at most twenty", () => {
  const List = z.array(z.string());
  const value = Array.from({ length: 30 }, () => 1);
  expect(errorsOf(List, value)).toHaveLength(20);
  expect(() => check(List, value)).toThrow("0: is a number and must be a string (and 19 more; see errors)");
});

test("keeps the words that a schema brings, and drops fields that it does not know", () => {
  const Worded = z.object({
    size: z.int().max(50, { error: ({ input }) => `${input} is above 50; ask for at most 50 results` }),
  });
  expect(errorsOf(Worded, { size: 80 })).toEqual(["size: 80 is above 50; ask for at most 50 results"]);
  expect(check(Worded, { size: 1, admin: true })).toEqual({ size: 1 });
});
