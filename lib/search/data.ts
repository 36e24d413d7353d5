import { readFileSync } from "node:fs";
import path from "node:path";
import { perProcess } from "../process-state.ts";

const data = perProcess("search-data", () => new Map<string, unknown>());

/**
 * Returns a file of lib/search/data as its parser gives it, read once per process. @throws Error when it is missing, and
 * what the parser throws.
 */
export function readData<Parsed>(file: string, parse: (bytes: Buffer) => Parsed): Parsed {
  const parsed = data.get().get(file) ?? parse(readFileSync(dataFile(file)));
  data.get().set(file, parsed);
  return parsed as Parsed;
}

function dataFile(name: string): string {
  return path.join(/* turbopackIgnore: true */ process.cwd(), "lib/search/data", name);
}
