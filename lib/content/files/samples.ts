import { realpath, stat } from "node:fs/promises";
import path from "node:path";
import type { ContentFile } from "../model/content-file.ts";

/** The files of one site of which fences show parts. */
const MAX_SAMPLES = 1_000;
/** Folders above the content folder in which a sample may be. */
const MAX_ABOVE = 4;
const FENCE = /^(?:[ \t>]|[-*+] |\d+[.)] )*(?:`{3,}|~{3,})(?:[^\n]*?[ \t])?file=(?:"([^"\n]+)"|'([^'\n]+)'|([^\s"'{}]+))/gm;

/** The file and the part of it that `file="../examples/pay.ts#charge"` of a fence names. */
export interface SampleName {
  readonly file: string;
  readonly region: string | undefined;
}

/** Parts a name of a sample into its file and its region. */
export function readSampleName(written: string): SampleName {
  const [file = "", region] = written.split(/#(?=[^#]*$)/);
  return { file, region: region || undefined };
}

/** Lists the samples that fences of a text name. */
export function listSampleNames(text: string): string[] {
  return [...text.matchAll(FENCE)].map(([, double, single, bare]) => (double ?? single ?? bare) as string);
}

/** Returns the paths, from the content folder, at which the sample of a page may be: beside the page, in the folder, and above it. */
export function samplePlaces(page: string, file: string): string[] {
  const normal = path.posix.normalize(file).replace(/^\/+/, "");
  const beside = path.posix.join(path.posix.dirname(page), file);
  const above = Array.from({ length: MAX_ABOVE }, (_, level) => "../".repeat(level + 1) + normal);
  return [...new Set([beside, normal, ...(normal.startsWith("..") ? [] : above)])];
}

interface SampleFolders {
  /** The content folder on the disk. */
  readonly root: string;
  /** Folders that may be read, relative to the project or to the content folder. */
  readonly code: readonly string[];
}

/** Finds the samples that fences of pages name and that are in a listed folder, links followed: their paths on the disk by their places. */
export async function findSamples(
  files: readonly ContentFile[],
  { root, code }: SampleFolders,
): Promise<ReadonlyMap<string, string>> {
  const found = new Map<string, string>();
  if (code.length === 0) return found;
  const folders = (await Promise.all(code.map((folder) => realFolder(root, folder)))).filter((folder) => folder !== undefined);
  for (const { path: page, text } of files) {
    for (const name of /\.mdx?$/i.test(page) ? listSampleNames(text) : []) {
      for (const place of samplePlaces(page, readSampleName(name).file)) {
        if (found.has(place)) break;
        if (found.size >= MAX_SAMPLES) return found;
        const file = await fileWithin(folders, path.resolve(/* turbopackIgnore: true */ root, place));
        if (file === undefined) continue;
        found.set(place, file);
        break;
      }
    }
  }
  return found;
}

async function realFolder(root: string, folder: string): Promise<string | undefined> {
  const inProject = await realpath(path.resolve(/* turbopackIgnore: true */ folder)).catch(() => undefined);
  return inProject ?? (await realpath(path.resolve(/* turbopackIgnore: true */ root, folder)).catch(() => undefined));
}

async function fileWithin(folders: readonly string[], file: string): Promise<string | undefined> {
  const real = await realpath(file).catch(() => undefined);
  if (real === undefined || !folders.some((folder) => real.startsWith(folder + path.sep))) return undefined;
  return (await stat(real)).isFile() ? real : undefined;
}
