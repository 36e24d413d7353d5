import { existsSync } from "node:fs";
import { cp, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { build } from "rolldown";

const BUILT = ".next/standalone";
/** Commands that a person runs beside the server. */
export const COMMANDS = ["keys", "threads", "migrate", "doctor", "backup"] as const;

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
    output: { dir: path.join(folder, "commands"), format: "esm", entryFileNames: `[name].${BEHIND}.js` },
  });
  await rename(path.join(folder, "server.js"), path.join(folder, `server.${BEHIND}.js`));
  for (const name of ["server", ...COMMANDS.map((command) => `commands/${command}`)])
    await writeFile(path.join(folder, `${name}.js`), guard(`./${path.basename(name)}.${BEHIND}.js`));
}

/** Files behind a guard, by what is in their names. */
const BEHIND = "main";

/** Returns a program that any Node can read: it says which version is needed, or runs another file. */
export function guard(file: string): string {
  return `const [major, minor] = process.versions.node.split(".").map(Number);

if (major < 22 || (major === 22 && minor < 18)) {
  console.error("Docent needs Node 22.18 or newer, and this is " + process.version + ". It is tested with Node 24.");
  process.exit(1);
}

import(${JSON.stringify(file)});
`;
}

/** Returns false for .env files, which Next copies, and all else hidden at the root: they belong to where the site was built. */
function belongsToSite(file: string): boolean {
  const [first = ""] = path.relative(BUILT, file).split(path.sep);
  return !first.startsWith(".") || first === ".next" || first === ".snapshot";
}
