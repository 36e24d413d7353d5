import type { ContentFile } from "./content-file.ts";
import { namedFiles } from "./modules.ts";

const MAX_FILES = 500;

/**
 * The files that pages take in and that are no part of the content by themselves, such as code beside a page, with those that
 * they take in in turn: at most 500 of a content folder.
 */
export async function readIncluded(
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
    const found = await Promise.all(wanted.slice(0, MAX_FILES - taken.length).map(read));
    waiting = found.filter((file) => file !== undefined);
    taken.push(...waiting);
  }
  return taken;
}
