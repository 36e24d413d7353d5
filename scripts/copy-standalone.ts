import { existsSync } from "node:fs";
import { cp, readdir, rm } from "node:fs/promises";
import path from "node:path";
import { build } from "rolldown";

const BUILT = ".next/standalone";
/** Commands that a person runs beside the server. */
const COMMANDS = ["keys", "threads", "migrate", "doctor"];

/** Writes what a build with DOCENT_STANDALONE made, and the commands, to a folder that needs nothing else to run. */
export async function copyStandalone(folder: string): Promise<void> {
  await cp(BUILT, folder, { recursive: true, verbatimSymlinks: true });
  await cp(".next/static", path.join(folder, ".next/static"), { recursive: true });
  if (existsSync("public")) await cp("public", path.join(folder, "public"), { recursive: true });
  // Next copies them; what they hold belongs to where the folder runs.
  for (const name of await readdir(folder)) if (name.startsWith(".env")) await rm(path.join(folder, name));
  await build({
    input: Object.fromEntries(COMMANDS.map((name) => [name, `scripts/${name}.ts`])),
    platform: "node",
    // Loaded when a Postgres database is used; its files are in the folder already.
    external: ["pg"],
    logLevel: "warn",
    output: { dir: path.join(folder, "commands"), format: "esm", entryFileNames: "[name].js" },
  });
}
