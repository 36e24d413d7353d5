import { readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import SwaggerParser from "@apidevtools/swagger-parser";
import { readYaml } from "../yaml.ts";
import { type FetchRules, fetchDescription, MAX_DESCRIPTION_BYTES, tooLarge } from "./fetch-description.ts";
import { UpdateError } from "./update-error.ts";

const MAX_DOCUMENTS = 200;

export interface Bundling {
  /** File path or address of the description, from which relative references start. */
  readonly source: string;
  readonly rules: FetchRules;
  readonly signal?: AbortSignal | undefined;
}

/**
 * The same description with every `$ref` to another document taken in, so that nothing has to be read later. A file may refer
 * to files in its own folder and below; addresses obey the fetch rules. A text without such references, or one that cannot be
 * parsed, is returned as it is. Cycles stay references.
 * @throws UpdateError naming the reference that was refused or does not exist.
 */
export async function bundleReferences(text: string, bundling: Bundling): Promise<string> {
  if (!/\$ref/.test(text)) return text;
  const document = tryParse(text);
  if (!document || !refersElsewhere(document)) return text;
  return JSON.stringify(await bundle(document, bundling), null, 2);
}

/** Undefined for what is no JSON or YAML: whoever reads the description next says where it breaks. */
function tryParse(text: string): object | undefined {
  try {
    const parsed: unknown = parseDocument(text);
    return parsed && typeof parsed === "object" ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function parseDocument(text: string): unknown {
  // The default limit on aliases stays: a few lines of nested ones would otherwise grow to gigabytes.
  if (text.trimStart().startsWith("{")) return JSON.parse(text);
  const document = readYaml(text);
  if (document.errors[0]) throw document.errors[0];
  return document.toJS();
}

function refersElsewhere(document: object): boolean {
  const seen = new Set<object>();
  const waiting: object[] = [document];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if ("$ref" in node && typeof node.$ref === "string" && !node.$ref.startsWith("#")) return true;
    for (const child of Object.values(node)) if (child && typeof child === "object") waiting.push(child);
  }
  return false;
}

async function bundle(document: object, bundling: Bundling): Promise<unknown> {
  const read = createReader(bundling);
  let refusal: unknown;
  const readOrRemember = async ({ url }: { url: string }) => {
    try {
      return await read(url);
    } catch (cause) {
      refusal ??= cause;
      throw cause;
    }
  };
  try {
    return await SwaggerParser.bundle(
      baseOf(bundling.source),
      document as never,
      {
        resolve: { file: false, http: false, docent: { order: 1, canRead: true, read: readOrRemember } },
        parse: {
          json: false,
          yaml: false,
          text: false,
          binary: false,
          docent: { order: 1, canParse: true, parse: parseReferred },
        },
      } as SwaggerParser.Options,
    );
  } catch (cause) {
    if (refusal) throw refusal;
    throw new UpdateError(`${bundling.source}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function parseReferred({ url, data }: { url: string; data: string | Buffer }): unknown {
  try {
    return parseDocument(String(data));
  } catch (cause) {
    throw new Error(`${url} is referred to and is neither JSON nor YAML: ${(cause as Error).message}`, { cause });
  }
}

function isAddress(source: string): boolean {
  return /^https?:/i.test(source);
}

function baseOf(source: string): string {
  return isAddress(source) ? source : pathToFileURL(path.resolve(source)).href;
}

/** Reads what references name, within the bounds that hold for all documents of one description together. */
function createReader({ source, rules, signal }: Bundling): (url: string) => Promise<string> {
  let documents = 0;
  let bytes = 0;
  return async (url) => {
    if (++documents > MAX_DOCUMENTS) throw new UpdateError(`${source} refers to more than ${MAX_DOCUMENTS} other documents.`);
    const text = isAddress(url) ? await readAddress(url, rules, signal) : await readBeside(url, source);
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
  const named = url.startsWith("file:") ? fileURLToPath(url) : url;
  const shown = path.relative(process.cwd(), named);
  if (isAddress(source))
    throw new UpdateError(`${source} refers to the file ${shown}; a fetched description may refer to addresses only.`);
  try {
    const folder = await realpath(path.dirname(path.resolve(source)));
    const file = await realpath(named);
    if (!file.startsWith(folder + path.sep))
      throw new UpdateError(`${source} refers to ${shown}, which lies outside of its folder; move that file below it.`);
    if ((await stat(file)).size > MAX_DESCRIPTION_BYTES) throw tooLarge(shown);
    return await readFile(file, "utf8");
  } catch (cause) {
    if (cause instanceof UpdateError) throw cause;
    throw new UpdateError(`${source} refers to ${shown}, which cannot be read (${(cause as NodeJS.ErrnoException).code}).`, {
      cause,
    });
  }
}
