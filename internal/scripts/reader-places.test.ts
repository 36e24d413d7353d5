import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { toMutants, UNNOTICED } from "./reader-places.ts";

test("each call for a site becomes a mutant, with what it is called with, and definitions stay", () => {
  const text = `export async function siteOfReader(headers: Headers) {
  return siteFor(await audienceOf(headers));
}
const site = await (caller ? siteFor(audienceOf(caller), domain) : publicSite());
`;
  const { text: written, places } = toMutants("app/v1/search/route.ts", text, 10);
  expect(written).toBe(`import { mutated } from "../../../lib/site/served/mutants.ts";
export async function siteOfReader(headers: Headers) {
  return mutated(11, async () => siteFor(await audienceOf(headers)));
}
const site = await (caller ? mutated(12, async () => siteFor(audienceOf(caller), domain)) : mutated(13, async () => publicSite()));
`);
  expect(places.map(({ number, line }) => [number, line])).toEqual([
    [11, 2],
    [12, 4],
    [13, 4],
  ]);
});

test("the engine has more than forty places that ask for a reader's site, and every exception is one of them", () => {
  const files = globSync("{app,lib/mcp}/**/*.{ts,tsx}").filter((file) => !/\.test\.tsx?$/.test(file));
  const places = files.flatMap((file) => toMutants(file, readFileSync(file, "utf8"), 0).places);
  expect(places.length).toBeGreaterThan(40);
  for (const [file, , reason] of UNNOTICED) expect(places).toContainEqual(expect.objectContaining({ file, unnoticed: reason }));
  expect(places.filter(({ unnoticed }) => !unnoticed).length).toBeGreaterThan(20);
});
