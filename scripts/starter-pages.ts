import { globSync, readFileSync } from "node:fs";
import path from "node:path";

const STARTER = path.join(import.meta.dirname, "starter");

/**
 * Returns the pages that are as `npm run init` wrote them, by their paths: they are about writing a site, and readers, search and
 * answers have them until somebody rewrites them, deletes them or gives them `draft: true`.
 */
export function listStarterPages(files: readonly { readonly path: string; readonly text: string }[]): string[] {
  const starters = globSync("**/*.mdx", { cwd: STARTER }).map((file) =>
    toPattern(readFileSync(path.join(STARTER, file), "utf8")),
  );
  return files.filter(({ text }) => starters.some((starter) => starter.test(text))).map((file) => file.path);
}

/** Returns an expression for a starter page with any name in the place of the site's. */
function toPattern(text: string): RegExp {
  const parts = text.trim().split(/\{\{\w+\}\}/);
  return new RegExp(`^\\s*${parts.map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join(".{0,500}")}\\s*$`);
}
