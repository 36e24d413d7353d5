import { expect, test } from "vitest";
import { breakingChanges, mergePackage, newestRelease, planUpgrade } from "./plan.ts";

const files = (entries: Record<string, string>) => new Map(Object.entries(entries));
const isOurs = (file: string) => file.startsWith("site/") || file.startsWith("manual/");

test("the engine's files become the release's, the fork's stay, and what the fork deleted stays away", () => {
  const plan = planUpgrade({
    base: files({ a: "1", b: "1", gone: "1", dropped: "1", both: "1", mine: "1", "site/x": "1", "manual/q": "1" }),
    ours: files({ a: "1", gone: "1", dropped: "1", both: "2", mine: "2", extra: "1", "site/x": "2" }),
    theirs: files({ a: "2", b: "1", dropped: "1", both: "3", mine: "1", fresh: "1", "site/x": "3", "manual/q": "2" }),
    isOurs,
  });
  expect(plan).toEqual({ take: ["a", "fresh"], remove: ["gone"], merge: ["both"], strange: ["extra"] });
});

test("without a known release below, the engine's files become the release's, and others are named", () => {
  const plan = planUpgrade({ base: undefined, ours: files({ a: "1", old: "1" }), theirs: files({ a: "2", b: "1" }), isOurs });
  expect(plan).toEqual({ take: ["a", "b"], remove: [], merge: [], strange: ["old"] });
});

test("package.json keeps the fork's name and packages, and takes versions and scripts of the release", () => {
  const base = { name: "docent", version: "1.0.0", scripts: { dev: "x" }, dependencies: { next: "1", gone: "1" } };
  const ours = {
    ...base,
    name: "acme",
    license: "UNLICENSED",
    scripts: { dev: "x", own: "y" },
    dependencies: { ...base.dependencies, chart: "2" },
  };
  const theirs = { name: "docent", version: "2.0.0", scripts: { dev: "z" }, dependencies: { next: "2", added: "1" } };
  expect(mergePackage(base, ours, theirs)).toEqual({
    name: "acme",
    version: "2.0.0",
    license: "UNLICENSED",
    scripts: { dev: "z", own: "y" },
    dependencies: { added: "1", chart: "2", next: "2" },
  });
});

test("the newest release is the highest number, and no other tag is one", () => {
  expect(newestRelease(["v1.9.0", "v1.10.0", "v2.0.0-beta.1", "nightly"])).toBe("v1.10.0");
  expect(newestRelease(["nightly"])).toBeUndefined();
});

test("the breaking changes are those of the releases since the one before", () => {
  const text =
    "# Changelog\n\n## 2.0.0\n\n### Breaking\n\n- A is gone. Use B.\n\n### Added\n\n- C.\n\n## 1.1.0\n\n### Breaking\n\n- D.\n\n## 1.0.0\n\n### Breaking\n\n- E.\n";
  expect(breakingChanges(text, "1.0.0")).toBe("- A is gone. Use B.\n- D.");
  expect(breakingChanges(text, "2.0.0")).toBe("");
});
