import { expect, test } from "vitest";
import { z } from "zod";
import { list } from "./request-bounds.ts";

const Item = z.object({ name: z.string().trim(), tags: list(z.string()).max(3).optional() });

test("a list is checked as an array is", () => {
  const items = [
    { name: " a ", tags: ["x"] },
    { name: "b", more: 1 },
  ];
  expect(list(Item).parse(items)).toEqual(z.array(Item).parse(items));
  for (const bad of [7, null, {}, [{ name: 1 }], [{}, { name: "b", tags: ["1", "2", "3", "4"] }], [{ name: "a", tags: [1] }]])
    expect(list(Item).safeParse(bad).error?.issues).toEqual(z.array(Item).safeParse(bad).error?.issues);
  expect(z.toJSONSchema(list(Item).min(1))).toEqual(z.toJSONSchema(z.array(Item).min(1)));
});

test("checks no item after the twentieth fault", () => {
  let checked = 0;
  const Fussy = z.string().refine(() => {
    checked += 1;
    return false;
  });
  const refused = list(Fussy).safeParse(Array.from({ length: 500_000 }, () => "x"));
  expect([checked, refused.error?.issues.length]).toEqual([20, 20]);
  expect(refused.error?.issues[19]?.path).toEqual([19]);
});

test("a bound on the length counts what was not checked too", () => {
  const refused = list(z.string())
    .max(30, "too many")
    .safeParse(Array.from({ length: 40 }, () => 0));
  expect(refused.error?.issues.at(-1)?.message).toBe("too many");
});
