import { readFileSync, writeFileSync } from "node:fs";

const WORKSHOP_COMMANDS = ["bench", "openapi", "test:vercel"];

interface Package {
  name?: string;
  description?: string;
  scripts?: Record<string, string>;
}

interface Lock extends Package {
  packages?: Record<string, Package>;
}

/** Gives package.json and its lock file the site's name, and takes out what only work on the engine needs; the rest stays. */
export function writePackage({ id, name }: { readonly id: string; readonly name: string }): void {
  edit<Package>("package.json", (file) => {
    file.name = id;
    file.description = `The documentation of ${name}.`;
    if (file.scripts)
      file.scripts = Object.fromEntries(Object.entries(file.scripts).filter(([command]) => !isWorkshopCommand(command)));
  });
  edit<Lock>("package-lock.json", (file) => {
    file.name = id;
    if (file.packages?.[""]) file.packages[""].name = id;
  });
}

/** Returns true for a command that only work on the engine needs: a site does not have it. */
export function isWorkshopCommand(command: string): boolean {
  return WORKSHOP_COMMANDS.includes(command) || command.startsWith("exercise:");
}

function edit<File>(name: string, change: (file: File) => void): void {
  const file = JSON.parse(readFileSync(name, "utf8")) as File;
  change(file);
  writeFileSync(name, `${JSON.stringify(file, null, 2)}\n`);
}
