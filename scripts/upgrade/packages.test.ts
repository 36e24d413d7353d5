import { expect, test } from "vitest";
import { mergePackage } from "./plan.ts";

test("package.json keeps the fork's name and packages, and takes versions and scripts of the release", () => {
  const base = { name: "docent", version: "1.0.0", scripts: { dev: "x" }, dependencies: { next: "1.0.0", gone: "1.0.0" } };
  const ours = {
    ...base,
    name: "acme",
    license: "UNLICENSED",
    scripts: { dev: "x", own: "y" },
    dependencies: { ...base.dependencies, chart: "2.0.0" },
  };
  const theirs = { name: "docent", version: "2.0.0", scripts: { dev: "z" }, dependencies: { next: "2.0.0", added: "1.0.0" } };
  expect(mergePackage({ base, ours, theirs })).toEqual({
    merged: {
      name: "acme",
      version: "2.0.0",
      license: "UNLICENSED",
      scripts: { dev: "z", own: "y" },
      dependencies: { added: "1.0.0", chart: "2.0.0", next: "2.0.0" },
    },
    notes: [],
  });
});

test("scripts and workspaces that the fork has taken out stay out", () => {
  const base = { scripts: { dev: "x", bench: "y" }, workspaces: ["bench", "e2e"] };
  const ours = { scripts: { dev: "x" }, workspaces: ["e2e"] };
  const theirs = { scripts: { dev: "x", bench: "z", added: "a" }, workspaces: ["bench", "e2e", "new"] };
  expect(mergePackage({ base, ours, theirs }).merged).toMatchObject({
    scripts: { dev: "x", added: "a" },
    workspaces: ["e2e", "new"],
  });
});

test.each([
  ["a patch of the same release", { base: "2.0.0", ours: "2.0.3", theirs: "2.0.0" }, "2.0.3", "next: your 2.0.3 stays"],
  ["a minor above the release's newer one", { base: "2.0.0", ours: "2.9.0", theirs: "2.1.0" }, "2.9.0", "your 2.9.0 stays"],
  ["a range", { base: "2.0.0", ours: "^2.9.0", theirs: "2.1.0" }, "^2.9.0", "your ^2.9.0 stays"],
  ["one that the release has overtaken", { base: "2.0.0", ours: "2.0.3", theirs: "2.1.0" }, "2.1.0", undefined],
  [
    "a major that the release does not know",
    { base: "2.0.0", ours: "3.0.0", theirs: "2.1.0" },
    "2.1.0",
    "beyond the release's 2.1.0",
  ],
  [
    "a minor before 1.0, which may break",
    { base: "0.2.0", ours: "0.3.0", theirs: "0.2.1" },
    "0.2.1",
    "beyond the release's 0.2.1",
  ],
  ["an address", { base: "2.0.0", ours: "file:../next", theirs: "2.1.0" }, "2.1.0", "takes the place of your file:../next"],
  ["none of its own", { base: "2.0.0", ours: "2.0.0", theirs: "1.9.0" }, "1.9.0", undefined],
])("of a package of the engine the fork has %s", (_, versions, expected, note) => {
  const [base, ours, theirs] = [versions.base, versions.ours, versions.theirs].map((next) => ({ devDependencies: { next } }));
  const { merged, notes } = mergePackage({ base, ours: ours ?? {}, theirs: theirs ?? {} });
  expect(merged.devDependencies).toEqual({ next: expected });
  expect(notes).toEqual(note ? [expect.stringContaining(note)] : []);
});
