import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { ServiceError } from "../service-error.ts";
import { requireFewValues, requireShape, type ShapeBounds } from "./body.ts";

/** Place and words of the excess; undefined for a text that passes. */
function excessOf(text: string, bounds?: ShapeBounds): { path: string; message: string } | undefined {
  try {
    requireFewValues(text, bounds);
    requireShape(JSON.parse(text), bounds);
    return undefined;
  } catch (thrown) {
    if (thrown instanceof ServiceError) return thrown.errors?.[0];
    throw thrown;
  }
}

const repeat = (text: string, times: number) => Array.from({ length: times }, () => text).join(",");
const messageWith = (field: string, items: string) => `{"fp": "f", "messages": [{}, {"id": "1", ${field}: [${items}]}]}`;

describe("passes", () => {
  test.each([
    ["64 levels, with brackets inside of texts", `${"[".repeat(64)}"${"[".repeat(250_000)}\\"["${"]".repeat(64)}`],
    ["1,000 items", `[${repeat("0", 1_000)}]`],
    ["100,000 values", `[${repeat(`[${repeat("{}", 999)}]`, 99)}, [${repeat('"x"', 998)}]]`],
    ["200 parts and 20 attachments", messageWith('"parts"', repeat("{}", 200))],
    ["20 attachments", messageWith('"experimental_attachments"', repeat("{}", 20))],
    ["more than 200 parts of something else", `{"messages": [{"parts": [{"args": {"parts": [${repeat("1", 300)}]}}]}]}`],
    ["an object of many keys", `{${Array.from({ length: 2_000 }, (_, key) => `"${key}": 1`).join()}}`],
  ])("%s", (_, text) => expect(excessOf(text)).toBeUndefined());
});

describe("refuses, and names the place,", () => {
  test.each([
    ["65 levels", `{"a": ${"[".repeat(64)}${"]".repeat(64)}}`, `a${".0".repeat(63)}`, "nests deeper than 64 levels"],
    ["1,001 items", `{"a": {"b": [${repeat("0", 1_001)}]}}`, "a.b", "has more than 1,000 items"],
    ["1,001 empty objects", `[[], [${repeat("{}", 1_001)}]]`, "1", "has more than 1,000 items"],
    ["100,001 values", `[0, [${repeat(`[${repeat("[]", 999)}]`, 100)}]]`, "1.99.996", "comes after 100,000 other values"],
    ["201 parts", messageWith('"parts"', repeat("0", 201)), "messages.1.parts", "has more than 200 items"],
    ["201 parts under an escaped key", messageWith('"p\\u0061rts"', repeat("0", 201)), "messages.1.parts", "more than 200"],
    [
      "21 attachments",
      messageWith('"experimental_attachments"', repeat("{}", 21)),
      "messages.1.experimental_attachments",
      "more than 20",
    ],
    ["so many values that it is not parsed", `[{"a": [${repeat("{}", 200_000)}]}]`, "", "has more than 100,000 values"],
    ["what is not JSON, before the parser sees it", `${"[,".repeat(100_001)}`, "", "has more than 100,000 values"],
  ])("%s", (_, text, path, words) => {
    expect(excessOf(text)?.path).toBe(path);
    expect(excessOf(text)?.message).toContain(words);
  });

  test("in few words, however long a key is", () => {
    expect(excessOf(`{"${"k".repeat(100_000)}": [${repeat("0", 1_001)}]}`)?.path).toBe("k".repeat(60));
  });
});

test("invalid JSON passes the count, for the parser to refuse", () => {
  for (const text of [']]}}[,,:"', '"\\', ""]) expect(() => requireFewValues(text)).not.toThrow();
});

test("agrees with a count of the parsed value, however the JSON is written", () => {
  const bounds = { levels: 3, values: 12, items: 4, lists: { "messages.*.parts": 2 } };
  const key = fc.constantFrom("messages", "parts", 'quo"te', "back\\", "{[,:]}");
  const { json } = fc.letrec((tie) => ({
    json: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom<unknown>(0, -1.5e-7, 1e300, true, null, "", '"]', "\\", "[[[["),
      fc.array(tie("json"), { maxLength: 6 }),
      fc.dictionary(key, tie("json"), { maxKeys: 6 }),
      fc.record({ messages: fc.array(fc.record({ parts: fc.array(tie("json"), { maxLength: 4 }) }), { maxLength: 2 }) }),
    ),
  }));
  let refused = 0;
  fc.assert(
    fc.property(json, fc.constantFrom(undefined, 1, "\t"), (value, indent) => {
      const exceeds = isExcess(value, bounds);
      if (exceeds) refused += 1;
      expect(excessOf(JSON.stringify(value, null, indent), bounds) !== undefined).toBe(exceeds);
    }),
    { numRuns: 3_000 },
  );
  expect(refused).toBeGreaterThan(300);
  expect(refused).toBeLessThan(2_700);
});

function isExcess(value: unknown, { levels, values, items, lists }: ShapeBounds): boolean {
  let count = 0;
  const walk = (node: unknown, path: string[]): boolean => {
    count += 1;
    if (typeof node !== "object" || node === null) return false;
    if (path.length >= levels) return true;
    const place = path.map((name) => (/^\d+$/.test(name) ? "*" : name)).join(".");
    if (Array.isArray(node) && node.length > (lists[place] ?? items)) return true;
    return Object.entries(node).some(([name, inner]) => walk(inner, [...path, name]));
  };
  return walk(value, []) || count > values;
}
