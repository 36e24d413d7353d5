import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { readArguments, runCommand } from "../../scripts/command-line.ts";

const help = `node internal/scripts/lint-messages.ts

Fails when a message of lib/i18n/en is used nowhere, and names it.`;

/**
 * Keys of one part of the messages that no source text uses. A text counts when it mentions the part, as in `docsMessages` or
 * `DocsMessages`; in it, `.key` and `"key"` are uses.
 */
export function findUnused(name: string, keys: readonly string[], sources: readonly string[]): string[] {
  const mention = new RegExp(`\\b${name}Messages\\b`, "i");
  const texts = sources.filter((source) => mention.test(source));
  return keys.filter((key) => {
    const use = new RegExp(`(?:\\.|["'])${key}\\b`);
    return !texts.some((text) => use.test(text));
  });
}

async function main(args: readonly string[]): Promise<void> {
  readArguments(args, { options: {} });
  const files = globSync("{app,components,lib}/**/*.{ts,tsx}").filter((file) => !/^lib\/i18n\/|\.test\.tsx?$/.test(file));
  const sources = files.map((file) => readFileSync(file, "utf8"));
  for (const file of globSync("lib/i18n/en/*.ts")) {
    const catalogues: Record<string, object> = await import(pathToFileURL(path.resolve(file)).href);
    const unused = Object.entries(catalogues).flatMap(([name, messages]) => findUnused(name, Object.keys(messages), sources));
    for (const key of unused) console.log(`${file}: "${key}" is used nowhere. Delete it here and in the other languages.`);
    if (unused.length > 0) process.exitCode = 1;
  }
}

if (process.argv[1] === import.meta.filename) await runCommand(help, main);
