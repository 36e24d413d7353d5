import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { readArguments, runCommand } from "../../scripts/command-line.ts";
import { BASE_PARTS, IMPORT_RULES, IMPORTER_ENTRIES, OWNERS_FILES, ROOMS } from "./import-rules.ts";

const help = `node internal/scripts/lint-imports.ts

Fails when a file imports a part that internal/scripts/import-rules.ts does not allow it, and when files import each other in a
circle, also by types alone, and when the browser would load a module of Node's. Names the files.`;

const FORK_ENTRIES = ["site/index.ts", "site/ui.tsx"];

/** Returns the part that a file belongs to, as the rules name it; a file at the root is its own part. */
export function partOf(file: string): string {
  if (FORK_ENTRIES.includes(file)) return file;
  const [first = "", second = ""] = file.split("/");
  if (first === "lib") return second.replace(/\.ts$/, "");
  return file.includes("/") ? `${first}/` : file;
}

/** Imports of a file's text that its part is not allowed, as paths from the root. */
export function findForbidden(file: string, text: string): string[] {
  if (file.startsWith("internal/import/")) return listImports(file, text).filter((target) => !isOpenToImporter(file, target));
  const own = partOf(file);
  const part = FORK_ENTRIES.includes(own) ? "site/" : own;
  const allowed = IMPORT_RULES[part];
  // Commands put parts together, but none that `npm run init` removes.
  if (!allowed) return listImports(file, text).filter((target) => target.startsWith("internal/"));
  return listImports(file, text).filter((target) => {
    const imported = partOf(target);
    if (OWNERS_FILES[target]?.includes(part)) return true;
    const folder = Object.keys(ROOMS).find((each) => [file, target].every((one) => one.startsWith(`${each}/`)));
    if (folder !== undefined) return !isOpenRoom(folder, file, target);
    if (imported === own || (part === "site/" && imported.startsWith("site/"))) return false;
    return !BASE_PARTS.includes(imported) && !allowed.includes(imported);
  });
}

function isOpenToImporter(file: string, target: string): boolean {
  return /^(?:internal\/import|scripts)\//.test(target) || (IMPORTER_ENTRIES.includes(file) && target.startsWith("lib/"));
}

/** Returns true when a file of a folder with rooms may import another: of the same room, or of one below it. */
function isOpenRoom(folder: string, file: string, target: string): boolean {
  const [room, imported] = [roomOf(folder, file), roomOf(folder, target)];
  return (
    room === undefined || room === imported || (imported !== undefined && ROOMS[folder]?.[room]?.includes(imported) === true)
  );
}

/** Returns the room of a folder that a file is in; undefined for a file that combines them. */
function roomOf(folder: string, file: string): string | undefined {
  const [room, inside] = file.slice(folder.length + 1).split("/");
  return inside === undefined ? undefined : room;
}

/** Circles of files that import each other, also by types alone; each file is in one at most. */
export function findCycles(texts: ReadonlyMap<string, string>): string[][] {
  const reachable = new Map<string, ReadonlySet<string>>();
  const imports = new Map(
    [...texts].map(([file, text]) => [file, listImports(file, text).filter((target) => texts.has(target))]),
  );
  for (const file of texts.keys()) reachable.set(file, reach(file, imports));
  const inCircle = [...texts.keys()].filter((file) => reachable.get(file)?.has(file));
  const circles = Map.groupBy(inCircle, (file) => inCircle.find((other) => isMutual(file, other, reachable)));
  return [...circles.values()];
}

/** Returns the longest row of files that import one another, types included; files in a circle count once. */
export function longestChain(texts: ReadonlyMap<string, string>): string[] {
  const known = new Map<string, string[]>();
  const chainOf = (file: string): string[] => {
    const before = known.get(file);
    if (before) return before;
    known.set(file, [file]);
    const below = listImports(file, texts.get(file) ?? "").filter((target) => texts.has(target));
    const longest = below.map(chainOf).reduce((best, chain) => (chain.length > best.length ? chain : best), []);
    const chain = [file, ...longest];
    known.set(file, chain);
    return chain;
  };
  return [...texts.keys()].map(chainOf).reduce((best, chain) => (chain.length > best.length ? chain : best), []);
}

/** Files that are loaded with a file, itself among them: imports of types load nothing, and `await import()` waits for its call. */
export function listLoaded(file: string, textOf: (file: string) => string | undefined): string[] {
  const loaded = new Set([file]);
  for (const each of loaded) {
    const values = (textOf(each) ?? "").replace(/^import type [^;]*;|\bimport\([^)]*\)/gm, "");
    for (const target of listImports(each, values)) if (textOf(target) !== undefined) loaded.add(target);
  }
  return [...loaded];
}

/** Node's modules that a file for the browser would load, each with the file that imports it: the build does not say why it fails. */
export function findInBrowser(
  texts: ReadonlyMap<string, string>,
): { readonly file: string; readonly by: string; readonly module: string }[] {
  const clients = [...texts.keys()].filter((file) => texts.get(file)?.startsWith('"use client"'));
  return clients.flatMap((file) =>
    listLoaded(file, (each) => texts.get(each)).flatMap((by) => {
      const values = (texts.get(by) ?? "").replace(/^import type [^;]*;/gm, "");
      return [...values.matchAll(/\bfrom "(node:[^"]+)"/g)].map(([, module = ""]) => ({ file, by, module }));
    }),
  );
}

function reach(file: string, imports: ReadonlyMap<string, readonly string[]>): ReadonlySet<string> {
  const reached = new Set<string>();
  const waiting = [file];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop())
    for (const target of imports.get(next) ?? []) {
      if (reached.has(target)) continue;
      reached.add(target);
      waiting.push(target);
    }
  return reached;
}

function isMutual(left: string, right: string, reachable: ReadonlyMap<string, ReadonlySet<string>>): boolean {
  return reachable.get(left)?.has(right) === true && reachable.get(right)?.has(left) === true;
}

function listImports(file: string, text: string): string[] {
  const found = [...text.matchAll(/(?:\bfrom|\bimport)[\s(]*"(\.[^"]*|@\/[^"]*)"/g)].map(([, target]) => target as string);
  return found.map((target) => (target.startsWith("@/") ? target.slice(2) : path.posix.join(path.posix.dirname(file), target)));
}

async function main(args: readonly string[]): Promise<void> {
  readArguments(args, { options: {} });
  const texts = new Map<string, string>();
  // Tests and their helpers may import anything.
  for (const file of globSync("{app,components,lib,internal/import,scripts,site}/**/*.{ts,tsx}"))
    if (!/\.test\.tsx?$|\/fixtures\//.test(file)) texts.set(file, readFileSync(file, "utf8"));
  const forbidden = [...texts].flatMap(([file, text]) => findForbidden(file, text).map((target) => ({ file, target })));
  const circles = findCycles(texts);
  const inBrowser = findInBrowser(texts);
  for (const { file, target } of forbidden)
    console.log(`${file} imports ${target}, which internal/scripts/import-rules.ts does not allow ${partOf(file)}.`);
  for (const circle of circles) console.log(`These files form an import cycle: ${circle.join(", ")}.`);
  for (const { file, by, module } of inBrowser)
    console.log(
      `${file} is for the browser and loads ${by}, which imports ${module}. Move what the browser needs to a file without that import.`,
    );
  if (forbidden.length + circles.length + inBrowser.length > 0) process.exitCode = 1;
}

if (process.argv[1] === import.meta.filename) await runCommand(help, main);
