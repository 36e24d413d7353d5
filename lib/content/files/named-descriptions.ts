import { realpath } from "node:fs/promises";
import path from "node:path";
import type { ContentFile } from "../model/content-file.ts";
import { withoutAbove } from "./modules.ts";

const MAX_HEAD_CHARS = 10_000;
const MAX_NAMED = 50;
const NAMED = /^(?:openapi|api|openapi-schema):[ \t]*["']?([^\s"']+)[ \t]+\S/m;
const IS_FILE = /\.(?:json|ya?ml)$/i;
const IS_ADDRESS = /^https?:\/\//i;

/** A description that the front matter of a page names, by an address or the path of a file. */
interface NamedSource {
  readonly source: string;
  /** The page that names it. */
  readonly from: string;
}

function listNamed(files: readonly ContentFile[]): NamedSource[] {
  return files.flatMap(({ path: from, text }) => {
    const head = /\.mdx?$/i.test(from) && text.startsWith("---") ? text.slice(0, MAX_HEAD_CHARS).split(/\n---/, 1)[0] : "";
    const source = NAMED.exec(head ?? "")?.[1];
    return source !== undefined && (IS_ADDRESS.test(source) || IS_FILE.test(source)) ? [{ source, from }] : [];
  });
}

/** Returns the addresses of API descriptions that front matter of pages names, each once. */
export function listDescriptionAddresses(files: readonly ContentFile[]): string[] {
  return [...new Set(listNamed(files).flatMap(({ source }) => (IS_ADDRESS.test(source) ? [source] : [])))];
}

/** A file of the project outside of the content, by its path from the project's root, and the path that it has in the content. */
export interface OuterFile {
  readonly name: string;
  readonly place: string;
}

/**
 * Returns the files outside of the content folder that front matter of pages names as descriptions, beside the page or from the
 * project's root: at most 50. `has` tells which paths the content has itself.
 */
export async function listOuterDescriptions(
  files: readonly ContentFile[],
  { root, project, has }: { readonly root: string; readonly project: string; readonly has: (path: string) => boolean },
): Promise<OuterFile[]> {
  const found = new Map<string, string>();
  for (const { source, from } of listNamed(files)) {
    const place = withoutAbove(path.posix.normalize(source).replace(/^\/+/, ""));
    const beside = path.posix.normalize(path.posix.join(path.posix.dirname(from), source));
    if (IS_ADDRESS.test(source) || found.has(place) || found.size >= MAX_NAMED || has(beside) || has(place)) continue;
    const candidates = [
      path.resolve(/* turbopackIgnore: true */ root, path.dirname(from), source),
      path.join(/* turbopackIgnore: true */ project, place),
    ];
    for (const candidate of candidates) {
      const name = await nameWithin(project, candidate);
      if (name === undefined || found.has(place)) continue;
      found.set(place, name);
    }
  }
  return [...found].map(([place, name]) => ({ name, place }));
}

/** Returns the path of a file from the project's root; undefined for one that is not there, hidden, of a package or elsewhere. */
async function nameWithin(project: string, file: string): Promise<string | undefined> {
  const real = await realpath(file).catch(() => undefined);
  const name = real && path.relative(project, real).split(path.sep).join("/");
  return name && !/^\.\.|(?:^|\/)(?:\.|node_modules\/)/.test(name) ? name : undefined;
}
