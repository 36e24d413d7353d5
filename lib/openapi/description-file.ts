import { createHash } from "node:crypto";
import type { Stats } from "node:fs";
import { readFile, stat } from "node:fs/promises";
import path from "node:path";
import { type Bundle, bundleReferences } from "./bundle-references.ts";
import type { UnreadReferences } from "./check.ts";
import { createDocumentReader } from "./document-reader.ts";
import { type FetchRules, fetchDescription } from "./fetch-description.ts";
import { DescriptionError } from "./json.ts";

const MAX_BYTES = 20 * 1024 * 1024;

/** An API description with all that it refers to, as it was read. */
export interface DescriptionFile {
  /** File or address as the project names it. */
  readonly path: string;
  readonly text: string;
  /** The text before other documents were taken into it, in which faults have their lines; absent where none was. */
  readonly written?: string | undefined;
  /** SHA-256 (hex) of what pages are made from. */
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
 * @throws DescriptionError saying why it cannot be had.
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
 * @throws DescriptionError saying why it cannot be had.
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
