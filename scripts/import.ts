import { existsSync } from "node:fs";
import path from "node:path";
import { runCommand, UsageError } from "./command-line.ts";
import { run } from "./run.ts";
import { installInWorkshop, openWorkshop } from "./workshop.ts";

const IMPORTER = "internal/import/import.ts";
/** Packages of the importer that a site does not have. */
const PACKAGES = ["@clack/prompts", "gemoji", "npm-to-yarn"];
const FROM = "--engine-from";

/** Runs the importer: from here in the engine's repository, and from the engine's commit of this site in a site. */
const given = process.argv.slice(2);
const at = given.indexOf(FROM);
const args = at < 0 ? given : given.toSpliced(at, 2);
await runCommand("npm run import", async () => {
  if (at >= 0 && !given[at + 1]) throw new UsageError(`${FROM} needs the address of the engine's repository.`);
  process.exitCode = await run(process.execPath, [await findImporter(at < 0 ? undefined : given[at + 1]), ...args]);
}, []);

async function findImporter(from: string | undefined): Promise<string> {
  if (existsSync(IMPORTER)) return IMPORTER;
  const folder = openWorkshop({ from, flag: FROM });
  await installInWorkshop(folder, PACKAGES);
  return path.join(folder, IMPORTER);
}
