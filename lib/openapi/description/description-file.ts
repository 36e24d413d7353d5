import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import { readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { $RefParser, type ParserOptions } from "@apidevtools/json-schema-ref-parser";
import type { UnreadReferences } from "./check.ts";
import { type FetchRules, fetchDescription, MAX_DESCRIPTION_BYTES, tooLarge } from "./fetch-description.ts";
import { DescriptionError } from "./json.ts";
import { toJson } from "./json-text.ts";
import { Mask } from "./mask.ts";
import { type DocumentReader, parseDocument, type ReferredDocuments, readReferred } from "./referred-documents.ts";

const MAX_BYTES = 20 * 1024 * 1024;

/** An API description with all that it refers to, as it was read. */
export interface DescriptionFile {
  /** File or address as the project names it. */
  readonly path: string;
  readonly text: string;
  /** The text before other documents were taken into it, in which faults have their lines; absent when none was. */
  readonly written?: string | undefined;
  /** SHA-256 (hex) of all sources of pages. */
  readonly hash: string;
  /** Modification time, size and inode of the file on disk; absent when it came from elsewhere. */
  readonly stamp?: string | undefined;
  /** The files that it refers to, as absolute paths with their stamps; none when absent. */
  readonly parts?: Readonly<Record<string, string>> | undefined;
  /** References that could not be taken in, each with the reason; none when absent. */
  readonly unread?: UnreadReferences | undefined;
}

interface DescriptionSource {
  readonly rules: FetchRules;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Reads the description in a file, with all that it refers to. What was read before is returned when nothing of it has
 * changed on disk.
 * @throws DescriptionError saying why it is unavailable.
 */
export async function readDescriptionFile(
  name: string,
  { known, rules, signal }: DescriptionSource & { readonly known?: DescriptionFile | undefined },
): Promise<DescriptionFile> {
  const file = path.resolve(/* turbopackIgnore: true */ name);
  const stamp = await stampOf(file);
  if (known?.stamp === stamp && (await areUnchanged(known.parts))) return known;
  const text = withoutByteOrderMark(await readFile(file, "utf8"));
  const read = createDocumentReader({ source: name, rules, signal });
  const bundle = await bundleReferences(text, { source: file, read });
  const parts = await Promise.all(bundle.files.map(async (part) => [part, await stampOf(part)] as const));
  return { ...toDescription(name, bundle), stamp, ...(parts.length > 0 && { parts: Object.fromEntries(parts) }) };
}

/** A description that was fetched from its address. */
export interface FetchedDescription {
  readonly description: DescriptionFile;
  /** Version tag that the server gave it. */
  readonly etag: string | null;
}

/**
 * Fetches the description at an address, with all that it refers to.
 * @returns undefined when the server says that the copy with this version tag is still good.
 * @throws DescriptionError saying why it is unavailable.
 */
export async function fetchDescriptionFile(
  address: string,
  { etag, rules, signal }: DescriptionSource & { readonly etag?: string | null },
): Promise<FetchedDescription | undefined> {
  const fetched = await fetchDescription(address, rules, { etag: etag ?? undefined, signal });
  if (fetched.kind === "unchanged") return undefined;
  const { text, url: source } = fetched;
  const read = createDocumentReader({ source, rules, signal });
  const bundle = await bundleReferences(withoutByteOrderMark(text), { source, read });
  return { description: toDescription(address, bundle), etag: fetched.etag ?? null };
}

/** Makes the rules by which a project's description may be fetched: the host that its address names is allowed. */
export function toFetchRules(
  { allowHosts, allowInsecure }: FetchRules,
  { apiDescription }: { readonly apiDescription?: string | undefined },
): FetchRules {
  const own = isDescriptionAddress(apiDescription) && URL.canParse(apiDescription) ? [new URL(apiDescription).host] : [];
  return { allowHosts: [...allowHosts, ...own], allowInsecure };
}

/** Returns true for an address, false for a file. */
export function isDescriptionAddress(description: string | undefined): description is string {
  return description !== undefined && /^https?:/i.test(description);
}

function toDescription(name: string, { text, written, unread }: Bundle): DescriptionFile {
  const isWhole = Object.keys(unread).length === 0;
  const hash = createHash("sha256")
    .update(isWhole ? text : JSON.stringify([text, unread]))
    .digest("hex");
  return { path: name, text, hash, ...(written !== undefined && { written }), ...(!isWhole && { unread }) };
}

async function stampOf(file: string): Promise<string> {
  const { mtimeMs, size, ino } = await statOf(file);
  if (size > MAX_BYTES) throw new DescriptionError(`The file has ${size} bytes; at most ${MAX_BYTES} are read. Split it.`);
  return `${mtimeMs}:${size}:${ino}`;
}

async function statOf(file: string): Promise<Stats> {
  try {
    return await stat(file);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    const isGone = code === "ENOENT" || code === "ENOTDIR";
    const missing = "The API description does not exist. Create it, or take apiDescription out of docent.config.ts.";
    throw new DescriptionError(isGone ? missing : `The file cannot be read (${code}).`, { cause });
  }
}

async function areUnchanged(parts: DescriptionFile["parts"] = {}): Promise<boolean> {
  for (const [file, stamp] of Object.entries(parts)) if ((await stampOf(file).catch(() => undefined)) !== stamp) return false;
  return true;
}

function withoutByteOrderMark(text: string): string {
  return text.replace(/^\uFEFF/, "");
}

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
      throw new DescriptionError(`${shown} is outside of the folder of ${path.basename(source)}; move it into that folder`);
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

/** A description that needs no other document. */
interface Bundle {
  readonly text: string;
  /** The text before anything was taken in; absent when nothing was. */
  readonly written?: string;
  /** The files that were taken in, as absolute paths. */
  readonly files: readonly string[];
  /** The references that could not be taken in and stay as they are, each with the reason. */
  readonly unread: UnreadReferences;
}

interface Bundling {
  /** File path or address of the description, from which relative references start. */
  readonly source: string;
  readonly read: DocumentReader;
}

/**
 * Takes every document that a description refers to into it, so that nothing has to be read later. A reference that cannot be
 * taken in stays, with the reason; those in examples and extensions are data. A text without references to other documents,
 * or one that cannot be parsed, is returned as it is. Cycles stay references.
 * @throws DescriptionError when a document is temporarily unavailable.
 */
export async function bundleReferences(text: string, { source, read }: Bundling): Promise<Bundle> {
  const unchanged = { text, files: [], unread: {} };
  if (!/\$ref/.test(text)) return unchanged;
  const document = tryParse(text);
  if (!document) return unchanged;
  const mask = new Mask();
  mask.hideData(document);
  const url = toUrl(source);
  const referred = await readReferred({ url, document }, { read, mask });
  if (referred.documents.size === 1) return { ...unchanged, unread: referred.unread };
  const bundled = mask.show(await bundle(url, referred));
  const files = [...referred.documents.keys()].filter((each) => each !== url && each.startsWith("file:"));
  return {
    text: toJson(bundled, 2),
    written: text,
    files: files.map((file) => fileURLToPath(file)),
    unread: referred.unread,
  };
}

/** Returns undefined for text that is neither JSON nor YAML: the next reader of the description reports where it breaks. */
function tryParse(text: string): object | undefined {
  try {
    return parseDocument(text);
  } catch {
    return undefined;
  }
}

async function bundle(url: string, { documents }: ReferredDocuments): Promise<unknown> {
  try {
    return await $RefParser.bundle(
      url,
      documents.get(url) as never,
      {
        resolve: {
          file: false,
          http: false,
          known: { order: 1, canRead: true, read: ({ url: other }: { url: string }) => other },
        },
        parse: {
          json: false,
          yaml: false,
          text: false,
          binary: false,
          known: { order: 1, canParse: true, parse: ({ url: other }: { url: string }) => documents.get(other) },
        },
      } as ParserOptions,
    );
  } catch (cause) {
    throw new DescriptionError(`${url}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
  }
}

function toUrl(source: string): string {
  return /^https?:/i.test(source) ? source : pathToFileURL(path.resolve(source)).href;
}
