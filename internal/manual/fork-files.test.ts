import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { isBuiltin } from "node:module";
import path from "node:path";
import { parseSync } from "rolldown/utils";
import { expect, test } from "vitest";
import { isForkPath, isWorkshopPath, toForkPackage } from "../../scripts/owners.ts";

const CODE = /\.(?:tsx?|mts|mjs|css)$/;
const STARTER = "internal/init/starter/site";
/** Files of a new site that are begun by something other than another file. */
const ENTRIES = /^(?:app|site)\/|^(?:proxy|instrumentation|docent\.config)\.ts$|^(?:next|postcss)\.config\.mjs$|^Dockerfile$/;

const manifest = toForkPackage(JSON.parse(readFileSync("package.json", "utf8"))) as {
  scripts: Record<string, string>;
  dependencies: Record<string, string>;
};
const files = readFork();

function readTracked(): string[] {
  return execFileSync("git", ["ls-files", "-z"], { encoding: "utf8" }).split("\0").filter(Boolean);
}

/** Returns the text of each file of a new site by its path: what init leaves, and what it writes. */
function readFork(): ReadonlyMap<string, string> {
  const kept = readTracked().filter((file) => !isForkPath(file) && !isWorkshopPath(file));
  const written = globSync("**/*.txt", { cwd: STARTER }).map((file): [string, string] => [
    `site/${file.replace(/\.txt$/, "")}`,
    readFileSync(path.join(STARTER, file), "utf8"),
  ]);
  const config = 'import type { DocentConfig } from "./lib/config/schema.ts";';
  return new Map([
    ...kept.map((file): [string, string] => [file, CODE.test(file) || file === "Dockerfile" ? readFileSync(file, "utf8") : ""]),
    ...written,
    ["site/theme.css", ""],
    ["docent.config.ts", config],
  ]);
}

/** Returns the file that a name in another file may stand for. */
function toTarget(name: string, from: string): string {
  return name.startsWith("@/") ? name.slice(2) : path.posix.join(path.posix.dirname(from), name);
}

/** Lists the files that a module imports or names in quotes, or that are words of a command. Comments name nothing. */
function listNamed(file: string, text: string): string[] {
  const isCode = CODE.test(file);
  const code = isCode ? text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "") : text;
  const words = isCode ? code.matchAll(/(["'`])([\w@./()[\]-]+)\1/g) : code.matchAll(/(^|\s)(\S+)/gm);
  return [...words]
    .flatMap(([, , word = ""]) => [toTarget(word, file), path.posix.normalize(word)])
    .filter((target) => files.has(target));
}

/** Lists the names that a module imports, also for types and with `import()`. */
function listImports(file: string, text: string): string[] {
  if (file.endsWith(".css")) return [...text.matchAll(/@import "(\.[^"]+)"/g)].map(([, name]) => name as string);
  const { module } = parseSync(file, text);
  const passedOn = module.staticExports.flatMap(({ entries }) =>
    entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  );
  const awaited = module.dynamicImports.map(({ moduleRequest: { start, end } }) => text.slice(start, end));
  const written = awaited.filter((name) => name.startsWith('"')).map((name) => name.slice(1, -1));
  return [...module.staticImports.map(({ moduleRequest }) => moduleRequest.value), ...passedOn, ...written];
}

test("every module of a new site is reached from a route, a setting, its own parts or a command of its package.json", () => {
  const commands = Object.values(manifest.scripts).join(" ");
  const reached = new Set([...files.keys()].filter((file) => ENTRIES.test(file)));
  for (const file of listNamed("package.json", commands)) reached.add(file);
  for (const file of reached) for (const target of listNamed(file, files.get(file) ?? "")) reached.add(target);
  expect([...files.keys()].filter((file) => CODE.test(file) && !reached.has(file))).toEqual([]);
});

test("no module of a new site imports one that init removes", () => {
  const dangling = [...files]
    .filter(([file]) => CODE.test(file))
    .flatMap(([file, text]) =>
      listImports(file, text)
        .filter((name) => /^(?:\.|@\/)/.test(name) && !files.has(toTarget(name, file).replace(/\?.*$/, "")))
        .map((name) => `${file}: ${name}`),
    );
  expect(dangling).toEqual([]);
});

/** Packages that a site runs by their commands, or has for its types. */
const TOOLS = ["typescript", "@types/node"];

test("a site has each package that its modules import, and each that it has is imported or runs as a command", () => {
  const modules = [...files].filter(([file]) => CODE.test(file));
  const has = (name: string) => name in manifest.dependencies || `@types/${name}` in manifest.dependencies;
  const missing = modules.flatMap(([file, text]) =>
    listImports(file, text)
      .filter((name) => !/^(?:\.|@\/)/.test(name) && !isBuiltin(name) && !has(toPackage(name)))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
  const text = modules.map(([, each]) => each).join("\n");
  const isNamed = (name: string) => [`"${name}"`, `"${name}/`, `node_modules/${name}/`].some((part) => text.includes(part));
  const unused = Object.keys(manifest.dependencies).filter(
    (name) => !TOOLS.includes(name) && !isNamed(name) && !isNamed(name.replace("@types/", "")),
  );
  expect(unused).toEqual([]);
});

/** Returns the package that a name of an import is from. */
function toPackage(name: string): string {
  const parts = name.split("/");
  return parts.slice(0, name.startsWith("@") ? 2 : 1).join("/");
}

test("packages and names that a site builds on are in this repository and in a site", () => {
  const packages = ["next", "react", "ai", "@ai-sdk/react", "@ai-sdk/openai", "flexsearch", "zod", "playwright"];
  expect(packages.filter((name) => !(name in manifest.dependencies))).toEqual([]);
  const top = ["package.json", "tsconfig.json", "next.config.mjs", "app", "content", "lib", "e2e", "README.md"];
  const written = ["content/index.mdx", "README.md"];
  for (const names of [readTracked(), [...files.keys(), ...written]])
    expect(top.filter((name) => !names.some((file) => file === name || file.startsWith(`${name}/`)))).toEqual([]);
});
