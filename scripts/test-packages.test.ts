import { existsSync, globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { parseSync } from "rolldown/utils";
import { expect, test } from "vitest";
import { testFiles } from "../vitest.config.ts";

const { dependencies, devDependencies } = JSON.parse(readFileSync("package.json", "utf8"));
const installed = new Set(Object.keys({ ...dependencies, ...devDependencies }));

/** Names that a file imports, also with `import()`, but not for types alone. */
function listImports(file: string): string[] {
  const text = readFileSync(file, "utf8");
  const { module } = parseSync(file, text);
  const fixed = module.staticImports.filter(({ entries }) => entries.length === 0 || entries.some((entry) => !entry.isType));
  const passedOn = module.staticExports.flatMap(({ entries }) => entries.flatMap(({ moduleRequest }) => moduleRequest ?? []));
  const awaited = module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start, end));
  const written = awaited.filter((name) => name.startsWith('"')).map((name) => name.slice(1, -1));
  return [...[...fixed.map(({ moduleRequest }) => moduleRequest), ...passedOn].map(({ value }) => value), ...written];
}

/** Returns the file that a name stands for, undefined for that of a package. */
function toFile(name: string, from: string): string | undefined {
  if (name.startsWith("@/")) return name.slice(2);
  return name.startsWith(".") ? path.posix.join(path.posix.dirname(from), name) : undefined;
}

function toPackage(name: string): string {
  return name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");
}

test("no test of `npm test` loads a package that `npm ci` does not install", () => {
  const files = new Set(globSync([...testFiles.own, ...testFiles.engine], { exclude: testFiles.exclude }));
  expect(files.size).toBeGreaterThan(100);
  const missing: string[] = [];
  for (const file of files) {
    // A workspace has packages of its own, which npm ci at the root installs too.
    const isOfWorkspace = file.startsWith("e2e/v4-client/");
    for (const name of listImports(file)) {
      const target = toFile(name, file);
      if (target && /\.tsx?$/.test(target) && existsSync(target)) files.add(target);
      if (target || isBuiltin(name) || isOfWorkspace || installed.has(toPackage(name))) continue;
      missing.push(`${file}: ${name}`);
    }
  }
  expect(missing).toEqual([]);
});
