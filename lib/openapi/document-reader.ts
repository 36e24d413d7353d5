import { readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type FetchRules, fetchDescription, MAX_DESCRIPTION_BYTES, tooLarge } from "./fetch-description.ts";
import { DescriptionError } from "./json.ts";
import type { DocumentReader } from "./referred-documents.ts";

/** Each takes a request; files beside a description take none. */
const MAX_FETCHED = 200;

interface Sources {
  /** File path or address of the description. */
  readonly source: string;
  readonly rules: FetchRules;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes the reader of what a description refers to. A file may refer to files in its own folder and below, however many; addresses
 * obey the fetch rules. All documents together may have the size of one description.
 */
export function createDocumentReader({ source, rules, signal }: Sources): DocumentReader {
  let fetched = 0;
  let bytes = 0;
  return async (url) => {
    const isFile = url.startsWith("file:");
    if (!isFile && ++fetched > MAX_FETCHED)
      throw new DescriptionError(`${source} refers to more than ${MAX_FETCHED} other addresses.`);
    const text = isFile ? await readBeside(url, source) : await readAddress(url, rules, signal);
    bytes += Buffer.byteLength(text);
    if (bytes > MAX_DESCRIPTION_BYTES) throw tooLarge(`${source}, together with what it refers to,`);
    return text;
  };
}

async function readAddress(url: string, rules: FetchRules, signal: AbortSignal | undefined): Promise<string> {
  const fetched = await fetchDescription(url, rules, { signal });
  if (fetched.kind === "unchanged") throw new Error("A fetch without a version tag cannot be unchanged.");
  return fetched.text;
}

async function readBeside(url: string, source: string): Promise<string> {
  const shown = path.relative(process.cwd(), fileURLToPath(url));
  if (/^https?:/i.test(source)) throw new DescriptionError("a fetched description may refer to addresses only");
  try {
    const folder = await realpath(path.dirname(path.resolve(source)));
    const file = await realpath(fileURLToPath(url));
    if (!file.startsWith(folder + path.sep))
      throw new DescriptionError(`${shown} lies outside of the folder of ${path.basename(source)}; move it below`);
    if ((await stat(file)).size > MAX_DESCRIPTION_BYTES) throw tooLarge(shown);
    return await readFile(file, "utf8");
  } catch (cause) {
    if (cause instanceof DescriptionError) throw cause;
    const { code } = cause as NodeJS.ErrnoException;
    const remedy = "correct the path, which begins at the folder of the file that has it, or add the file";
    throw new DescriptionError(code === "ENOENT" ? `there is no file ${shown}; ${remedy}` : `${shown} cannot be read (${code})`, {
      cause,
    });
  }
}
