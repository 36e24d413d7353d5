import type { Stats } from "node:fs";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import path from "node:path";
import { isDeepStrictEqual } from "node:util";
import ignore from "ignore";
import { getConfig } from "../../config/config.ts";
import { composeName } from "../../decode-text.ts";
import { errorIn, type Finding, warningIn } from "../../finding.ts";
import { inTurns } from "../../in-turns.ts";
import {
  type DescriptionFile,
  isDescriptionAddress,
  readDescriptionFile,
  toFetchRules,
} from "../../openapi/description/description-file.ts";
import { isDescription } from "../../openapi/description/is-description.ts";
import { DescriptionError } from "../../openapi/description/json.ts";
import { type ContentFile, sha256 } from "../model/content-file.ts";
import { createRecord, getOwn } from "../model/records.ts";
import { type FileKind, fileKindOf, isIncludable, isSkipped, skillFileOf } from "./file-kinds.ts";
import { findOnDisk } from "./find-on-disk.ts";
import { namedFiles } from "./modules.ts";
import { listOuterDescriptions } from "./named-descriptions.ts";
import { findSamples } from "./samples.ts";
import { findSettingsAbove } from "./settings-folder.ts";

const MAX_FILE_BYTES = 2 * 1024 * 1024;
const MAX_DESCRIPTION_BYTES = 20 * 1024 * 1024;
const MAX_INCLUDED_BYTES = 256 * 1024;
const MAX_DATA_FILES = 200;
/** A page that shows an operation or an object of an API description, by an element or in its front matter. */
const SHOWS_API = /APIPage|^openapi(?:-schema)?:/m;
/** Larger JSON and YAML files are kept only when they are API descriptions. */
const MAX_DATA_CHARS = 512 * 1024;
const AT_ONCE = 64;

/** All sources of a site. Once they are read, nothing else touches the disk. */
export interface ContentFiles {
  /** Pages (.mdx, .md), snippets and meta.json files, in order of their paths; in a docs.json folder also its data. */
  readonly files: readonly ContentFile[];
  /** Paths of pictures and other files that are served as they are, in order; none when absent. */
  readonly assets?: readonly string[];
  /** Null for a project without an API description, and while one with an https address has not been fetched. */
  readonly description: DescriptionFile | null;
  /** The descriptions that have a name, by that; those that are at hand, none when absent. */
  readonly named?: Readonly<Record<string, DescriptionFile>> | undefined;
  /** ISO date-time of the last commit of each file, by path below the content folder. */
  readonly lastModified: Readonly<Record<string, string>>;
  /** Files that are there and could not be taken. */
  readonly findings: readonly Finding[];
  /** Number of files that are not read, because the folder has too many; none when absent. */
  readonly left?: number;
  /** The folder above, as `..`, that has the docs.json of this one: the content folder is set too deep. */
  readonly settingsAbove?: string | undefined;
}

/** The API descriptions of a site. */
export type SiteDescriptions = Pick<ContentFiles, "description" | "named">;

export interface ContentSource {
  /** Folder of the pages. */
  readonly content: string;
  /** Folders beside the content whose files fences may show, relative to the project or to the content; none when absent. */
  readonly code?: readonly string[] | undefined;
  /** Patterns of files that are left out, as .gitignore has them; none when absent. */
  readonly exclude?: readonly string[] | undefined;
  /** File or https address of the API description. */
  readonly apiDescription?: string | undefined;
  /** Files or https addresses of further descriptions, by their names. */
  readonly apiDescriptions?: Readonly<Record<string, string>> | undefined;
}

/**
 * Reads the content folder and the API description of a project. Files that an earlier reading saw unchanged
 * are not read again; when nothing changed at all, the earlier reading itself is returned. Hidden files and
 * links that lead out of the folder are left out. A description with an https address is never fetched here:
 * the earlier one is kept.
 * At most 20,000 files of a folder are read.
 * @throws Error when the folder cannot be read.
 */
export async function readContentFiles(source: ContentSource, earlier?: ContentFiles): Promise<ContentFiles> {
  const root = await requireFolder(source.content);
  const known = new Map(earlier?.files.map((file) => [file.path, file]));
  const findings: Finding[] = [];
  const { names, data, assets, includable, left } = await listFiles({
    root,
    shown: source.content,
    exclude: source.exclude ?? [],
  });
  const read = (name: string) => readContentFile({ root, name, known: known.get(name), findings });
  const listed = (await inTurns(names, AT_ONCE, read)).filter((file) => file !== undefined);
  const showsApi = data.length > 0 && listed.some(({ text }) => SHOWS_API.test(text));
  const described = showsApi
    ? (await inTurns(data.slice(0, MAX_DATA_FILES), AT_ONCE, read)).filter((file) => file !== undefined)
    : [];
  const outer = await readOuter(listed, { root, data, known });
  const own = [...listed, ...described, ...outer];
  // One that is too large or gone is not there for the page that takes it in.
  const samples = await findSamples(own, { root, code: source.code ?? [] });
  const taken = await readIncluded(own, new Set([...includable, ...samples.keys()]), (name) =>
    readStamped({ root, name, known: known.get(name), findings: [], onDisk: samples.get(name) }, MAX_INCLUDED_BYTES),
  );
  const all = [...own, ...taken];
  const files = all.length === listed.length ? listed : all.sort((left, right) => (left.path < right.path ? -1 : 1));
  const description = (await readDescription(source.apiDescription, earlier?.description ?? undefined, findings)) ?? null;
  const named = await readNamed(source.apiDescriptions ?? {}, earlier?.named ?? {}, findings);
  const settingsAbove = earlier ? earlier.settingsAbove : await settingsAboveOf(root, names);
  const found = {
    files,
    assets,
    description,
    ...(Object.keys(named).length > 0 && { named }),
    lastModified: earlier?.lastModified ?? {},
    findings: findings.sort(byFile),
    ...(left > 0 && { left }),
    ...(settingsAbove !== undefined && { settingsAbove }),
  };
  return earlier && isDeepStrictEqual(earlier, found) ? earlier : found;
}

interface OuterReading {
  readonly root: string;
  /** Paths of the content's own JSON and YAML. */
  readonly data: readonly string[];
  readonly known: ReadonlyMap<string, ContentFile>;
}

/** Reads the API descriptions of the project that front matter names and the content does not have. */
async function readOuter(files: readonly ContentFile[], { root, data, known }: OuterReading): Promise<ContentFile[]> {
  const project = await realpath(/* turbopackIgnore: true */ process.cwd());
  const has = new Set([...data, ...files.map((file) => file.path)]);
  const named = await listOuterDescriptions(files, { root, project, has: (name) => has.has(name) });
  const read = await inTurns(named, AT_ONCE, async ({ name, place }) => {
    const file = await readStamped({ root: project, name, known: known.get(place), findings: [] }, MAX_DESCRIPTION_BYTES);
    return file && isDescription(file.text) ? { ...file, path: place } : undefined;
  });
  return read.filter((file) => file !== undefined);
}

/** Finds the docs.json above a folder. One with its own, or with meta.json files, needs none. */
async function settingsAboveOf(root: string, names: readonly string[]): Promise<string | undefined> {
  const hasOwn = names.some((name) => /^docs\.json$|(?:^|\/)meta\.json$/.test(name));
  return hasOwn ? undefined : findSettingsAbove(root);
}

/** Reports files that are not read because the folder has too many. */
export function leftOut({ left = 0 }: ContentFiles): Finding[] {
  if (left === 0) return [];
  const message = `${left} files of the folder are over the limit and are not read. Leave out what readers do not need, such as old versions, with exclude in docent.config.ts.`;
  return [warningIn(".", message)];
}

async function requireFolder(folder: string): Promise<string> {
  try {
    return await realpath(path.resolve(/* turbopackIgnore: true */ folder));
  } catch (cause) {
    throw new Error(
      `The content folder ${folder} cannot be read (${reasonOf(cause)}). Name an existing folder in docent.config.ts or DOCENT_CONTENT_DIR.`,
      { cause },
    );
  }
}

/** A file of the folder that is to be read, and what an earlier reading has of it. */
interface Wanted {
  readonly root: string;
  readonly name: string;
  readonly known: ContentFile | undefined;
  readonly findings: Finding[];
  /** Path on the disk of a file from beside the folder. */
  readonly onDisk?: string | undefined;
}

async function readContentFile(wanted: Wanted): Promise<ContentFile | undefined> {
  const { name, known } = wanted;
  const kind = fileKindOf(name);
  if (kind === "style") return readStamped(wanted, MAX_INCLUDED_BYTES);
  const limit = name === "docs.json" ? MAX_NAVIGATION_BYTES : MAX_FILE_BYTES;
  if (kind !== "data") return readStamped(wanted, limit);
  // One that is too large is not a description, and no fault: it is served as it is.
  const data = await readStamped({ ...wanted, findings: [] }, MAX_DESCRIPTION_BYTES);
  if (!data || data === known || data.text.length <= MAX_DATA_CHARS || isDescription(data.text)) return data;
  return { ...data, text: "", hash: sha256("") };
}

async function readDescription(
  name: string | undefined,
  known: DescriptionFile | undefined,
  findings: Finding[],
): Promise<DescriptionFile | undefined> {
  if (!name) return undefined;
  if (isDescriptionAddress(name)) return known;
  try {
    return await readDescriptionFile(name, { known, rules: toFetchRules(getConfig().updates, {}) });
  } catch (cause) {
    if (!(cause instanceof DescriptionError)) throw cause;
    findings.push(errorIn(name, cause.message));
    return undefined;
  }
}

async function readNamed(
  sources: Readonly<Record<string, string>>,
  known: Readonly<Record<string, DescriptionFile>>,
  findings: Finding[],
): Promise<Record<string, DescriptionFile>> {
  const read = createRecord<DescriptionFile>();
  for (const [name, source] of Object.entries(sources)) {
    const file = await readDescription(source, getOwn(known, name), findings);
    if (file) read[name] = file;
  }
  return read;
}

async function readStamped({ root, name, known, findings, onDisk }: Wanted, limit: number): Promise<ContentFile | undefined> {
  try {
    const absolute = onDisk ?? (await findOnDisk(root, name));
    const stats = await stat(absolute);
    const stamp = stampOf(stats);
    if (known && known.stamp === stamp) return known;
    if (stats.size > limit) {
      findings.push(errorIn(name, `The file has ${stats.size} bytes; at most ${limit} are read. Split it.`));
      return undefined;
    }
    const text = decodeFile(await readFile(absolute));
    return { path: name, text, hash: sha256(text), stamp };
  } catch (cause) {
    // Gone between listing and reading: the next reading will not list it.
    if (isGone(cause)) return undefined;
    findings.push(errorIn(name, `The file cannot be read (${reasonOf(cause)}).`));
    return undefined;
  }
}

/**
 * Decodes a file: UTF-16 with a byte order mark, else UTF-8, else Windows-1252, a superset of
 * Latin-1. A lone CR ends a line too.
 */
function decodeFile(bytes: Uint8Array): string {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const encodings = isUtf16 ? [bytes[0] === 0xff ? "utf-16le" : "utf-16be"] : ["utf-8", "windows-1252"];
  for (const encoding of encodings) {
    try {
      return new TextDecoder(encoding, { fatal: encoding === "utf-8" }).decode(bytes).replace(/\r(?!\n)/g, "\n");
    } catch {
      // Not valid in this encoding: the next one takes any bytes.
    }
  }
  return "";
}

function stampOf({ mtimeMs, size, ino }: Stats): string {
  return `${mtimeMs}:${size}:${ino}`;
}

function byFile(left: Finding, right: Finding): number {
  return left.file < right.file ? -1 : 1;
}

const MAX_INCLUDED_FILES = 500;

/**
 * Returns the files that pages take in and that are not part of the content by themselves, such as code beside a page, with
 * those that they take in in turn: at most 500 of a content folder.
 */
async function readIncluded(
  files: readonly ContentFile[],
  includable: ReadonlySet<string>,
  read: (name: string) => Promise<ContentFile | undefined>,
): Promise<ContentFile[]> {
  const seen = new Set(files.map(({ path }) => path));
  const taken: ContentFile[] = [];
  const has = (name: string) => includable.has(name) || seen.has(name);
  for (let waiting = [...files]; waiting.length > 0; ) {
    const wanted = [...new Set(waiting.flatMap((file) => namedFiles(file, has)))].filter((name) => !seen.has(name));
    for (const name of wanted) seen.add(name);
    const found = await Promise.all(wanted.slice(0, MAX_INCLUDED_FILES - taken.length).map(read));
    waiting = found.filter((file) => file !== undefined);
    taken.push(...waiting);
  }
  return taken;
}

/** Most files that are read: the result of each is held in memory, about 100 kB for a page. */
const MAX_FILES = 20_000;
const MAX_ASSETS = 50_000;
/** That of a repository with a hundred versions of its pages has two megabytes. A larger one is not read. */
const MAX_NAVIGATION_BYTES = 8 * 1024 * 1024;
/** Names that are listed before the files to read are chosen from them. */
const MAX_NAMES = 200_000;
/** Kinds that matter only with a docs.json; data also where pages show operations of it. */
const OF_DOCS: ReadonlySet<FileKind | undefined> = new Set(["data", "style"]);

interface Listing {
  /** Files whose text makes the site. */
  readonly names: readonly string[];
  /** JSON and YAML that is not part of the site by itself. */
  readonly data: readonly string[];
  /** Files that are served as they are. */
  readonly assets: readonly string[];
  /** Files that are read when a page takes them in. */
  readonly includable: ReadonlySet<string>;
  /** Number of files that are left out because there are too many. */
  readonly left: number;
}

interface Folder {
  /** Its path on the disk, links followed. */
  readonly root: string;
  /** As messages name it. */
  readonly shown: string;
  /** Patterns of what is left out, as .gitignore has them. */
  readonly exclude: readonly string[];
}

/**
 * Lists what a content folder holds, in order of paths: at most 20,000 files that are read, those first that its docs.json, or the
 * meta.json at its root, names first, and 50,000 that are served as they are. Only the
 * first 200,000 files found are candidates. Links that lead out of the folder are left out.
 */
export async function listFiles({ root, shown, exclude }: Folder): Promise<Listing> {
  const rules = ignore({ allowRelativePaths: true }).add([...exclude]);
  const found: string[] = [];
  const assets: string[] = [];
  const includable = new Set<string>();
  const named = new Set<string>();
  /** Folders with a SKILL.md, whose files are no pages. */
  const skills = new Set<string>();
  const isOfSkill = (name: string) => skills.has(`skills/${skillFileOf(name)?.skill}`);
  let unserved = 0;
  // Data is both: read for what it describes, and served where a page links to it.
  const place = (name: string, kind: FileKind) => {
    if (kind !== "asset") found.push(name);
    if (kind !== "asset" && kind !== "data") return;
    if (assets.length < MAX_ASSETS) assets.push(name);
    else unserved += 1;
  };
  for (const folders = [""]; folders.length > 0 && found.length < MAX_NAMES; ) {
    const folder = folders.pop() as string;
    const entries = await readFolder(root, folder, shown);
    if (/^skills\/[^/]+$/.test(folder) && entries.some(({ name }) => name === "SKILL.md")) skills.add(folder);
    for (const entry of entries) {
      const onDisk = folder ? `${folder}/${entry.name}` : entry.name;
      const name = composeName(onDisk);
      // A folder may have one name twice, once with its accents apart.
      if (/[^\0-\x7f]/.test(name) && named.size === named.add(name).size && entry.isFile()) continue;
      if (rules.ignores(entry.isDirectory() ? `${name}/` : name)) continue;
      if (entry.isFile() && isIncludable(name) && includable.size < MAX_ASSETS) includable.add(name);
      if (isSkipped(entry.name, folder)) continue;
      const kind = isOfSkill(name) ? "asset" : fileKindOf(name);
      if (entry.isDirectory()) folders.push(onDisk);
      else if (kind && (entry.isFile() || (await leadsInside(root, onDisk)))) place(name, kind);
    }
  }
  // Import makes a docs.json of a mint.json.
  const settings = found.find((name) => name === "docs.json" || name === "mint.json");
  const parts = found.filter((name) => settings !== undefined || !OF_DOCS.has(fileKindOf(name))).sort();
  const data = settings === undefined ? found.filter((name) => fileKindOf(name) === "data").sort() : [];
  const names =
    parts.length > MAX_FILES
      ? await firstNamed(parts, path.join(/* turbopackIgnore: true */ root, settings ?? "meta.json"))
      : parts;
  return { names, data, assets: assets.sort(), includable, left: parts.length - names.length + unserved };
}

/** Returns the files that the settings name first, and all that are not pages. */
async function firstNamed(names: readonly string[], settings: string): Promise<string[]> {
  const size = await stat(/* turbopackIgnore: true */ settings).then(
    (found) => found.size,
    () => Number.POSITIVE_INFINITY,
  );
  const text = size > MAX_NAVIGATION_BYTES ? "" : await readFile(/* turbopackIgnore: true */ settings, "utf8").catch(() => "");
  const places = new Map<string, number>();
  // A text with more escapes is not a path, and a pattern without a bound may run out of stack.
  for (const { 1: page = "", index } of text.matchAll(/"\/?([^"\\]*(?:\\.[^"\\]*){0,20})"/gs))
    if (!places.has(composeName(page))) places.set(composeName(page), index);
  const rankOf = (name: string) =>
    fileKindOf(name) === "page" ? (places.get(name.replace(/\.mdx?$/i, "")) ?? Number.MAX_SAFE_INTEGER) : -1;
  const sorted = names.map((name) => ({ name, place: rankOf(name) })).sort((left, right) => left.place - right.place);
  return sorted
    .slice(0, MAX_FILES)
    .map(({ name }) => name)
    .sort();
}

async function readFolder(root: string, folder: string, shown: string) {
  try {
    return await readdir(path.join(/* turbopackIgnore: true */ root, folder), { withFileTypes: true });
  } catch (cause) {
    if (folder && isGone(cause)) return [];
    throw new Error(`The content folder ${path.join(shown, folder)} cannot be read (${reasonOf(cause)}).`, { cause });
  }
}

async function leadsInside(root: string, name: string): Promise<boolean> {
  try {
    const target = await realpath(path.join(/* turbopackIgnore: true */ root, name));
    return target.startsWith(root + path.sep) && (await stat(target)).isFile();
  } catch (cause) {
    if (isGone(cause)) return false;
    throw cause;
  }
}

/** Returns true for the error of a file that was deleted between two reads. */
export function isGone(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && (cause.code === "ENOENT" || cause.code === "ENOTDIR");
}

/** Returns the code of a fault of the disk. */
export function reasonOf(cause: unknown): string {
  return cause instanceof Error && "code" in cause ? String(cause.code) : String(cause);
}
