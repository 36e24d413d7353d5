import { existsSync } from "node:fs";
import { cp } from "node:fs/promises";
import path from "node:path";
import { build } from "rolldown";

const BUILT = ".next/standalone";
/** Commands that a person runs beside the server. */
export const COMMANDS = ["keys", "threads", "migrate", "doctor"] as const;

/** Writes what a build with DOCENT_STANDALONE made, and the commands, to a folder that needs nothing else to run. */
export async function copyStandalone(folder: string): Promise<void> {
  await cp(BUILT, folder, { recursive: true, verbatimSymlinks: true, filter: belongsToSite });
  await cp(".next/static", path.join(folder, ".next/static"), { recursive: true });
  if (existsSync("public")) await cp("public", path.join(folder, "public"), { recursive: true });
  await build({
    input: Object.fromEntries(COMMANDS.map((name) => [name, `scripts/${name}.ts`])),
    platform: "node",
    // Loaded when a Postgres database is used; its files are in the folder already.
    external: ["pg"],
    // Before CommonJS, where a bundler cannot see what a module asks for.
    resolve: { mainFields: ["module", "main"] },
    logLevel: "warn",
    output: { dir: path.join(folder, "commands"), format: "esm", entryFileNames: "[name].js" },
  });
}

/** Next copies .env files; they, and all else that is hidden at the root, belong to where the site was built. */
function belongsToSite(file: string): boolean {
  const [first = ""] = path.relative(BUILT, file).split(path.sep);
  return !first.startsWith(".") || first === ".next" || first === ".snapshot";
}
