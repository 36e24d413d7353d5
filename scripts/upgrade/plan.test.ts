import { expect, test } from "vitest";
import { newestRelease, planUpgrade } from "./plan.ts";

const files = (entries: Record<string, string>) => new Map(Object.entries(entries));
const owners = {
  isOurs: (file: string) => file.startsWith("site/") || file.startsWith("manual/"),
  isWorkshop: (file: string) => file.startsWith("docs/"),
};

test("the engine's files become the release's, the fork's stay, and what the fork deleted stays deleted", () => {
  const plan = planUpgrade({
    base: files({ a: "1", b: "1", gone: "1", dropped: "1", both: "1", mine: "1", "site/x": "1", "manual/q": "1" }),
    ours: files({ a: "1", gone: "1", dropped: "1", both: "2", mine: "2", extra: "1", "site/x": "2" }),
    theirs: files({ a: "2", b: "1", dropped: "1", both: "3", mine: "1", fresh: "1", "site/x": "3", "manual/q": "2" }),
    ...owners,
  });
  expect(plan).toEqual({ take: ["a", "fresh"], remove: ["gone"], merge: ["both"], deleted: [], strange: ["extra"] });
});

test("files that the fork has deleted stay deleted when the release changes them, and are listed; a whole folder by its name", () => {
  const plan = planUpgrade({
    base: files({ "lib/a": "1", "lib/b": "1", "bench/a": "1", "bench/deep/b": "1", "docs/a": "1" }),
    ours: files({ "lib/a": "1" }),
    theirs: files({ "lib/a": "1", "lib/b": "2", "lib/new/c": "1", "bench/a": "2", "bench/new": "1", "docs/a": "1" }),
    ...owners,
  });
  expect(plan).toMatchObject({ take: ["lib/new/c"], deleted: ["bench/", "lib/b"], remove: [], merge: [] });
});

test("files that only work on the engine needs stay out without a message, and a fork may use their names", () => {
  const base = files({ "docs/a": "1", "docs/b": "1" });
  const theirs = files({ "docs/a": "2", "docs/b": "2", "docs/c": "1" });
  const plan = { take: [], remove: [], merge: [], deleted: [], strange: [] };
  expect(planUpgrade({ base, ours: files({ "docs/mine": "1" }), theirs, ...owners })).toEqual(plan);
  expect(planUpgrade({ base, ours: base, theirs, ...owners })).toEqual({ ...plan, take: ["docs/a", "docs/b", "docs/c"] });
});

test("without a known release below, the engine's files become the release's, and others are named", () => {
  const plan = planUpgrade({ base: undefined, ours: files({ a: "1", old: "1" }), theirs: files({ a: "2", b: "1" }), ...owners });
  expect(plan).toEqual({ take: ["a", "b"], remove: [], merge: [], deleted: [], strange: ["old"] });
});

test("the newest release is the highest number, and no other tag is one", () => {
  expect(newestRelease(["v1.9.0", "v1.10.0", "v2.0.0-beta.1", "nightly"])).toBe("v1.10.0");
  expect(newestRelease(["nightly"])).toBeUndefined();
});
