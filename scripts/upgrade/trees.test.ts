import fc from "fast-check";
import { expect, test } from "vitest";
import { isForkPath } from "../owners.ts";
import { toEngineTrees } from "./trees.ts";

const files = (entries: Readonly<Record<string, string>>) =>
  new Map(Object.entries(entries).map(([file, id]) => [file, { mode: "100644", id }]));
const idsOf = (entries: ReadonlyMap<string, { id: string }>) =>
  Object.fromEntries([...entries].map(([file, { id }]) => [file, id]));
const owners = {
  isForkPath: (file: string) => file.startsWith("site/") || file.startsWith("content/"),
  isWorkshopPath: (file: string) => file.startsWith("docs/"),
  MANUAL_SOURCES: [["content/en", "manual/pages"]],
} as const;

function treesOf(sides: Readonly<Record<"base" | "own" | "release", Readonly<Record<string, string>>>>, isSite = true) {
  const [base, own, release] = [sides.base, sides.own, sides.release].map(files);
  const { before, after, deleted } = toEngineTrees({
    base: base ?? new Map(),
    own: own ?? new Map(),
    release: release ?? new Map(),
    owners,
    isSite,
  });
  return { before: idsOf(before), after: idsOf(after), deleted };
}

test("the trees hold the engine's files alone, and the manual where a site has it", () => {
  const trees = treesOf({
    base: { a: "a1", gone: "g1", "site/x": "s1", "content/en/i": "m1", "docs/d": "d1", "package.json": "p1" },
    own: { a: "mine", gone: "g1", "site/x": "s9", "content/own": "c", "manual/pages/i": "m1", "package.json": "p9" },
    release: { a: "a2", "site/x": "s2", "content/en/i": "m2", "docs/d": "d2", "docs/e": "e1", fresh: "f1", "package.json": "p2" },
  });
  expect(trees).toEqual({
    before: { a: "a1", gone: "g1", "manual/pages/i": "m1" },
    after: { a: "a2", fresh: "f1", "manual/pages/i": "m2" },
    deleted: [],
  });
});

test("what the owner has deleted stays deleted, is listed where the release changes it, and does not come back by another name", () => {
  const trees = treesOf({
    base: { "lib/a": "1", "lib/b": "2", "lib/same": "3", "speed/a": "4", "speed/deep/b": "5", "lib/moved": "6" },
    own: { "lib/a": "1" },
    release: {
      "lib/a": "1",
      "lib/b": "22",
      "lib/same": "3",
      "speed/a": "44",
      "speed/new": "7",
      "lib/new/c": "8",
      "lib/elsewhere": "6",
    },
  });
  expect(trees).toEqual({
    before: { "lib/a": "1" },
    after: { "lib/a": "1", "lib/new/c": "8" },
    deleted: ["lib/b", "lib/elsewhere", "speed/"],
  });
});

test("a copy of the engine's repository keeps its workshop and its manual", () => {
  const base = { "docs/d": "1", "content/en/i": "2" };
  const release = { "docs/d": "11", "docs/e": "3", "content/en/i": "22" };
  expect(treesOf({ base, own: base, release }, false)).toEqual({
    before: { "docs/d": "1" },
    after: { "docs/d": "11", "docs/e": "3" },
    deleted: [],
  });
});

test("whatever the three sides hold, the owner's files are in neither tree and no deleted file comes back", () => {
  const names = fc.constantFrom(
    "lib/a",
    "lib/b",
    "lib/deep/c",
    "app/d",
    "site/e",
    "content/f",
    "content/en/g",
    "docs/h",
    "manual/pages/g",
    "package.json",
  );
  const side = fc.dictionary(names, fc.constantFrom("1", "2", "3"));
  fc.assert(
    fc.property(side, side, side, (base, own, release) => {
      const { before, after } = treesOf({ base, own, release });
      for (const file of [...Object.keys(before), ...Object.keys(after)])
        expect(owners.isForkPath(file) || file === "package.json").toBe(false);
      for (const file of Object.keys(before)) expect(own[file]).toBeDefined();
      for (const file of Object.keys(after)) {
        expect(owners.isWorkshopPath(file)).toBe(false);
        if (base[file] !== undefined && !file.startsWith("manual/")) expect(own[file]).toBeDefined();
      }
      // A second upgrade to the same release finds nothing to do in what the first has left.
      const upgraded = { ...own, ...after };
      for (const file of Object.keys(before)) if (!(file in after)) delete upgraded[file];
      const again = treesOf({ base: release, own: upgraded, release });
      const known = Object.entries(again.before).filter(([file]) => !owners.isWorkshopPath(file));
      expect(again.after).toEqual(Object.fromEntries(known));
    }),
  );
});

test("a route that an earlier release had is the engine's, so that an upgrade removes it", () => {
  expect(["app/robots.ts", "app/sitemap.ts", "app/status/route.ts"].map(isForkPath)).toEqual([false, false, true]);
});
