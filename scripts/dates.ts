import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { getConfig } from "../lib/config/config.ts";
import { DATES_FILE } from "../lib/content/files/file-kinds.ts";
import { readCommitDates } from "../lib/content/files/last-modified.ts";
import { composeName } from "../lib/decode-text.ts";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { loadEnv } from "./load-env.ts";

const help = `npm run dates

Writes the date of the last commit of each file into ${DATES_FILE} of the content folder, for a build or a server without the history: a
container image, an archive, a mounted folder. Run it before you leave the history behind, and keep the file out of git: where a history
is, its dates win.`;

loadEnv();
await runCommand(help, async (args) => {
  readArguments(args, { options: {} });
  for (const { content } of getConfig().projects) {
    // The history also knows what has been removed.
    const here = new Set(readdirSync(content, { recursive: true, encoding: "utf8" }).map(toName));
    const found = Object.entries(await readCommitDates(content)).filter(([name]) => here.has(name));
    const dates = Object.fromEntries(found.sort(([left], [right]) => (left < right ? -1 : 1)));
    const count = Object.keys(dates).length;
    if (count === 0)
      throw new UsageError(
        `${content}: no file has a commit. Run this where the history is: in a clone of the repository, which git must be able to read; a shallow one lacks the dates of what has not changed since.`,
      );
    const file = path.join(content, DATES_FILE);
    writeFileSync(file, `${JSON.stringify(dates, null, 2)}\n`);
    console.log(`${file}: dates of ${count} files.`);
  }
});

function toName(file: string): string {
  return composeName(file.split(path.sep).join("/"));
}
