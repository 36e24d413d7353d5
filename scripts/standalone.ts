import { existsSync } from "node:fs";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { copyStandalone } from "./copy-standalone.ts";
import { run } from "./run.ts";

const help = `npm run standalone -- <folder>

Builds the site and writes a folder that runs it without the sources and without node_modules: node server.js.
Its commands are node commands/keys.js, threads.js, migrate.js, doctor.js and backup.js.`;

await runCommand(help, async (args) => {
  const [folder] = readArguments(args, { options: {}, positionals: true }).positionals;
  if (!folder) throw new UsageError("Name a folder: npm run standalone -- <folder>.");
  if (existsSync(folder)) throw new UsageError(`${folder} exists already; give a folder that does not.`);
  const code = await run("npm", ["run", "--silent", "build"], { DOCENT_STANDALONE: "1" });
  if (code !== 0) process.exit(code);
  await copyStandalone(folder);
  console.log(`Start it there: cd ${folder} && node server.js`);
});
