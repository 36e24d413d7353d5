// Tested in query/thesaurus.test.ts and dense/word-table.test.ts.
import { readFileSync } from "node:fs";
import path from "node:path";

// Pages, route handlers and instrumentation are separate module instances, and share what was read.
const shared = globalThis as { docentSearchData?: Map<string, unknown> };

/** A file of lib/search/data as its parser gives it, read once per process. @throws Error when it is missing, and what the parser throws. */
export function readData<Parsed>(file: string, parse: (bytes: Buffer) => Parsed): Parsed {
  shared.docentSearchData ??= new Map();
  const parsed = shared.docentSearchData.get(file) ?? parse(readFileSync(dataFile(file)));
  shared.docentSearchData.set(file, parsed);
  return parsed as Parsed;
}

function dataFile(name: string): string {
  return path.join(/* turbopackIgnore: true */ process.cwd(), "lib/search/data", name);
}
