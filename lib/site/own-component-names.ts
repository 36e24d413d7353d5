import { stat } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Reads the names of the components that a site/index.ts defines as it is saved now: a process that follows edits goes on
 * with the form that it began with. Empty where the file cannot be read.
 */
export async function readOwnComponentNames(folder = process.cwd()): Promise<ReadonlySet<string>> {
  const file = path.resolve(/* turbopackIgnore: true */ folder, "site/index.ts");
  try {
    // The query names this form of the file, which Node would remember otherwise.
    const { mtimeMs } = await stat(/* turbopackIgnore: true */ file);
    const address = `${pathToFileURL(file)}?${mtimeMs}`;
    const { default: site } = await import(/* turbopackIgnore: true */ /* @vite-ignore */ address);
    return new Set(Object.keys(site.components ?? {}));
  } catch {
    return new Set();
  }
}
