import { expect, test } from "vitest";
import { mergePackage } from "./package.ts";

test("package.json keeps the site's name, version and packages, and takes versions and scripts of the release", () => {
  const base = { name: "docent", version: "1.0.0", scripts: { dev: "x" }, dependencies: { next: "1.0.0", gone: "1.0.0" } };
  const own = {
    name: "acme",
    version: "3.2.1",
    license: "UNLICENSED",
    scripts: { dev: "x", own: "y" },
    dependencies: { ...base.dependencies, chart: "2.0.0" },
    prettier: {},
  };
  const release = {
    name: "docent",
    version: "2.0.0",
    license: "MIT",
    scripts: { dev: "z" },
    dependencies: { next: "2.0.0", added: "1.0.0" },
  };
  expect(mergePackage({ base, forkBase: base, own, release })).toEqual({
    merged: {
      name: "acme",
      version: "3.2.1",
      license: "UNLICENSED",
      scripts: { dev: "z", own: "y" },
      dependencies: { added: "1.0.0", chart: "2.0.0", next: "2.0.0" },
      prettier: {},
    },
    notes: [],
  });
});

test("what the site has taken out stays out: scripts, packages and whole parts", () => {
  const base = { scripts: { dev: "x", doctor: "y" }, dependencies: { next: "1.0.0", mermaid: "1.0.0" }, engines: { node: "24" } };
  const own = { scripts: { dev: "x" }, dependencies: { next: "1.0.0" } };
  const release = {
    scripts: { dev: "x", doctor: "z", added: "a" },
    dependencies: { next: "1.0.0", mermaid: "2.0.0", fresh: "1.0.0" },
    engines: { node: "26" },
  };
  expect(mergePackage({ base, forkBase: base, own, release }).merged).toEqual({
    scripts: { dev: "x", added: "a" },
    dependencies: { fresh: "1.0.0", next: "1.0.0" },
  });
});

test("the workshop's packages leave with the first upgrade, and those of the site stay", () => {
  const base = {
    scripts: { dev: "x", bench: "b" },
    devDependencies: { vitest: "1.0.0", typescript: "1.0.0" },
    workspaces: ["e2e"],
  };
  const forkBase = { scripts: { dev: "x" } };
  const own = {
    scripts: { dev: "x", bench: "b" },
    devDependencies: { ...base.devDependencies, storybook: "1.0.0" },
    workspaces: ["e2e"],
  };
  const release = { scripts: { dev: "x" }, dependencies: { typescript: "2.0.0" } };
  expect(mergePackage({ base, forkBase, own, release }).merged).toEqual({
    scripts: { dev: "x" },
    dependencies: { typescript: "2.0.0" },
    devDependencies: { storybook: "1.0.0" },
  });
});

test("a site without the workshop's parts keeps a package that the engine's tests have too, and commands of its own", () => {
  const base = {
    scripts: { dev: "x", lint: "engine" },
    devDependencies: { biome: "1.0.0", vitest: "1.0.0" },
    workspaces: ["e2e"],
  };
  const forkBase = { scripts: { dev: "x", lint: "gone" } };
  const own = { scripts: { dev: "x", lint: "biome check site" }, devDependencies: { biome: "1.0.0" }, workspaces: ["tools"] };
  expect(mergePackage({ base, forkBase, own, release: forkBase }).merged).toEqual(own);
});

test("a package that files of the site import stays where the release has it no longer, and is in one part only", () => {
  const base = {
    dependencies: { icons: "1.0.0", gone: "1.0.0" },
    devDependencies: { vitest: "1.0.0", typescript: "1.0.0" },
    workspaces: ["e2e"],
  };
  const forkBase = { dependencies: base.dependencies };
  const own = { ...base, devDependencies: { ...base.devDependencies, typescript: "1.1.0" } };
  const release = { dependencies: { typescript: "2.0.0" } };
  expect(mergePackage({ base, forkBase, own, release, imported: ["vitest", "icons", "typescript"] }).merged).toEqual({
    dependencies: { icons: "1.0.0", typescript: "2.0.0" },
    devDependencies: { vitest: "1.0.0" },
  });
});

test.each([
  ["a patch of the same release", { base: "2.0.0", own: "2.0.3", release: "2.0.0" }, "2.0.3", "next: your 2.0.3 stays"],
  ["a minor above the release's newer one", { base: "2.0.0", own: "2.9.0", release: "2.1.0" }, "2.9.0", "your 2.9.0 stays"],
  ["a range", { base: "2.0.0", own: "^2.9.0", release: "2.1.0" }, "^2.9.0", "your ^2.9.0 stays"],
  ["one that the release has overtaken", { base: "2.0.0", own: "2.0.3", release: "2.1.0" }, "2.1.0", undefined],
  [
    "a major that the release does not know",
    { base: "2.0.0", own: "3.0.0", release: "2.1.0" },
    "2.1.0",
    "2.1.0 replaces your 3.0.0",
  ],
  [
    "a minor before 1.0, which may break",
    { base: "0.2.0", own: "0.3.0", release: "0.2.1" },
    "0.2.1",
    "0.2.1 replaces your 0.3.0",
  ],
  ["an address", { base: "2.0.0", own: "file:../next", release: "2.1.0" }, "2.1.0", "2.1.0 replaces your file:../next"],
  ["none of its own", { base: "2.0.0", own: "2.0.0", release: "1.9.0" }, "1.9.0", undefined],
])("of a package of the engine the site has %s", (_, versions, expected, note) => {
  const [base, own, release] = [versions.base, versions.own, versions.release].map((next) => ({ dependencies: { next } }));
  const { merged, notes } = mergePackage({ base: base ?? {}, forkBase: base ?? {}, own: own ?? {}, release: release ?? {} });
  expect(merged.dependencies).toEqual({ next: expected });
  expect(notes).toEqual(note ? [expect.stringContaining(note)] : []);
});
