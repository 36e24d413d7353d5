import path from "node:path";
import { z } from "zod";
import type { Project } from "../../config/config.ts";
import type { ContentFiles } from "../../content/files/files.ts";
import { type ContentFile, sha256 } from "../../content/model/content-file.ts";
import { addParsed, type ParsedCache, takeParsed } from "../../content/site/parsed-page.ts";
import { readLines, writeLines } from "./json-lines.ts";

const FORMAT = 3;

const StoredFile = z.object({ path: z.string(), text: z.string(), hash: z.string(), stamp: z.string().optional() });

const StoredDescription = StoredFile.extend({
  written: z.string().optional(),
  unread: z.record(z.string(), z.string()).optional(),
});

/** Stored form of the input of a site without errors. */
export const StoredFiles = z.object({
  files: z.array(StoredFile),
  assets: z.array(z.string()).optional(),
  description: StoredDescription.nullable(),
  named: z.record(z.string(), StoredDescription).optional(),
  lastModified: z.record(z.string(), z.string()),
  findings: z.array(z.never()),
  left: z.int().optional(),
});

/** The first line of a snapshot; each line after it is one of its files. */
const Header = z.object({
  format: z.literal(FORMAT),
  settings: z.string(),
  builtAt: z.number(),
  etag: z.string().nullable(),
  classes: z.array(z.string()),
  files: StoredFiles.omit({ files: true }),
});

/** The input of a site as a build has read it. */
export interface BuildSnapshot {
  readonly files: ContentFiles;
  /** When the build began to read, in milliseconds since 1970. */
  readonly builtAt: number;
  /** Version tag of an API description that was fetched. */
  readonly etag: string | null;
  /** Classes that the style sheet of the build has. */
  readonly classes: readonly string[];
}

/** Writes what a build has read of a project, replacing what an earlier build wrote. */
export async function writeBuildSnapshot(project: Project, { files, builtAt, etag, classes }: BuildSnapshot): Promise<void> {
  const header: z.input<typeof Header> = {
    format: FORMAT,
    settings: settingsOf(project),
    builtAt,
    etag,
    classes: [...classes],
    files: StoredFiles.omit({ files: true }).parse(files),
  };
  await writeLines(contentFile(project), [header, ...files.files]);
}

/**
 * Returns the content of a project that the build has read. Undefined without a build, or when the project's content, what is excluded of it,
 * its API description, languages or versions are configured otherwise than at build: then the build does not speak for it.
 */
export async function readBuildSnapshot(project: Project): Promise<BuildSnapshot | undefined> {
  const lines = readLines(contentFile(project));
  const header = await readHeader(lines);
  if (header?.settings !== settingsOf(project)) {
    await lines.return(undefined);
    return undefined;
  }
  const files: ContentFile[] = [];
  for await (const file of lines) files.push(StoredFile.parse(file) as ContentFile);
  const { builtAt, etag, classes } = header;
  return { files: { ...header.files, files } as ContentFiles, builtAt, etag, classes };
}

/** Returns the classes that the style sheet of the last build has, whatever folder is configured now; undefined without a build. */
export async function readBuiltClasses(project: Project): Promise<ReadonlySet<string> | undefined> {
  const lines = readLines(contentFile(project));
  const header = await readHeader(lines);
  await lines.return(undefined);
  return header && new Set(header.classes);
}

async function readHeader(lines: AsyncGenerator<unknown>): Promise<z.infer<typeof Header> | undefined> {
  return Header.safeParse((await lines.next()).value).data;
}

/** Writes what this process has parsed beside the build's snapshot, so that a starting server need not parse it again, and forgets it. */
export async function writeParsed({ domain, id }: Project): Promise<void> {
  const { format, pages, api } = takeParsed(id);
  await writeLines(parsedFile(domain), [{ format, pages: pages.length }, ...pages, ...api]);
}

/** Adds what the build has parsed to what this process knows. Without it, or when it is damaged, pages are parsed again. */
export async function restoreParsed({ domain, id }: Project): Promise<void> {
  try {
    const cache = await readParsed(parsedFile(domain));
    if (cache) addParsed(id, cache);
  } catch {
    // Damaged: pages can always be made of their files.
  }
}

async function readParsed(file: string): Promise<ParsedCache | undefined> {
  const lines = readLines(file);
  const header = (await lines.next()).value as { readonly format: number; readonly pages: number } | undefined;
  if (!header) return undefined;
  const entries = (await Array.fromAsync(lines)) as unknown[];
  const [pages, api] = [entries.slice(0, header.pages), entries.slice(header.pages)];
  return { format: header.format, pages: pages as ParsedCache["pages"], api: api as ParsedCache["api"] };
}

function contentFile({ domain }: Project): string {
  return inFolder(`${domain}.content.json.gz`);
}

function parsedFile(domain: string): string {
  return inFolder(`${domain}.parsed.json.gz`);
}

function inFolder(name: string): string {
  // Written out, so that the bundler's trace finds the folder: what next.config.mjs adds to traces does not reach the proxy.
  return path.join(process.cwd(), ".snapshot", name);
}

function settingsOf(project: Project): string {
  const { id, domain, content, exclude, apiDescription, apiDescriptions, languages, versions } = project;
  const described = [apiDescription ?? null, ...Object.entries(apiDescriptions)];
  return sha256(JSON.stringify([id, domain, portablePath(content), exclude, described, languages, versions]));
}

/** Returns a folder inside the project relative to it, so that a build keeps its content wherever it is moved. */
function portablePath(folder: string): string {
  const absolute = path.resolve(/* turbopackIgnore: true */ folder);
  const relative = path.relative(/* turbopackIgnore: true */ process.cwd(), absolute);
  return relative.startsWith("..") || path.isAbsolute(relative) ? absolute : relative;
}
