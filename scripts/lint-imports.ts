import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { readArguments, runCommand } from "./command-line.ts";
import { BASE_PARTS, IMPORT_RULES } from "./import-rules.ts";

const help = `node scripts/lint-imports.ts

Fails when a file imports a part that scripts/import-rules.ts does not allow it, and names both.`;

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
  const own = partOf(file);
  const part = FORK_ENTRIES.includes(own) ? "site/" : own;
  const allowed = IMPORT_RULES[part];
  // Tests and files at the root, such as the proxy, put parts together.
  if (!allowed) return [];
  return listImports(file, text).filter((target) => {
    const imported = partOf(target);
    if (imported === own || (part === "site/" && imported.startsWith("site/"))) return false;
    return !BASE_PARTS.includes(imported) && !allowed.includes(imported);
  });
}

function listImports(file: string, text: string): string[] {
  const found = [...text.matchAll(/(?:\bfrom|\bimport)[\s(]*"(\.[^"]*|@\/[^"]*)"/g)].map(([, target]) => target as string);
  return found.map((target) => (target.startsWith("@/") ? target.slice(2) : path.posix.join(path.posix.dirname(file), target)));
}

async function main(args: readonly string[]): Promise<void> {
  readArguments(args, { options: {} });
  for (const file of globSync("{app,components,lib,site}/**/*.{ts,tsx}")) {
    // Tests and what they are made with may look everywhere.
    if (/\.test\.tsx?$|testing[^/]*\.tsx?$|\/fixtures\//.test(file)) continue;
    for (const target of findForbidden(file, readFileSync(file, "utf8"))) {
      console.log(`${file} imports ${target}, which scripts/import-rules.ts does not allow ${partOf(file)}.`);
      process.exitCode = 1;
    }
  }
}

if (process.argv[1] === import.meta.filename) await runCommand(help, main);
