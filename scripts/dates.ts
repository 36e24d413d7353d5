import { writeFileSync } from "node:fs";
import path from "node:path";
import { getConfig } from "../lib/config/config.ts";
import { DATES_FILE } from "../lib/content/files/file-kinds.ts";
import { readCommitDates } from "../lib/content/files/last-modified.ts";
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
    const dates = await readCommitDates(content);
    const count = Object.keys(dates).length;
    if (count === 0)
      throw new UsageError(
        `${content}: no file has a commit. Run this where the history is: in a clone of the repository, which git must be able to read; a shallow one lacks the dates of what has not changed since.`,
      );
    const sorted = Object.fromEntries(Object.entries(dates).sort(([left], [right]) => (left < right ? -1 : 1)));
    const file = path.join(content, DATES_FILE);
    writeFileSync(file, `${JSON.stringify(sorted, null, 2)}\n`);
    console.log(`${file}: dates of ${count} files.`);
  }
});
