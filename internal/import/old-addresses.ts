import path from "node:path/posix";
import { slug as toSlug } from "github-slugger";
import type { ContentFile } from "./engine/files.ts";
import { splitFrontMatter } from "./engine/pages.ts";
import type { Redirect, Site } from "./engine/site.ts";
import { deadAddresses } from "./report.ts";
import type { Repository, RepositoryKind } from "./repository.ts";

/** As many as a docs.json may have. */
const MAX_REDIRECTS = 10_000;

/**
 * Redirects from the addresses that pages had where they come from, by `slug`, `id`, number or spelling of their file, and, of
 * those that pages link to, from translations that are not there to the page in the first language.
 */
export async function redirectsOf(
  { kind }: Pick<Repository, "kind">,
  site: Site,
  { files, languages }: { files: readonly ContentFile[]; languages: readonly string[] },
): Promise<Redirect[]> {
  const texts = new Map(files.map((file) => [file.path, file]));
  const targets = new Map<string, string>();
  for (const { file, path: address } of site.pages) {
    const written = file === null ? undefined : texts.get(file);
    const old = written && oldAddress(kind, written);
    if (old !== undefined && !targets.has(old)) targets.set(old, address);
  }
  const own = new Set(site.pages.map(({ path: address }) => bare(address)));
  const moved = [...targets].filter(([old]) => old !== "" && !own.has(old));
  const untranslated = (await deadAddresses(site)).flatMap((dead): [string, string][] => {
    const [language = "", ...rest] = dead.replace(/\/+$/, "").split("/");
    const named = [rest.join("/"), [languages[0], ...rest].join("/")];
    const target = languages.includes(language) ? named.map((name) => targets.get(name)).find(Boolean) : undefined;
    return target === undefined ? [] : [[dead.replace(/\/+$/, ""), target]];
  });
  const all = new Map([...untranslated, ...moved]);
  return [...all].slice(0, MAX_REDIRECTS).map(([source, destination]) => ({ source: `/${source}`, destination }));
}

function bare(address: string): string {
  return decodeURIComponent(address).replace(/^\/docs\/?/, "");
}

/** Returns the address that a page had in a site of this kind, without outer slashes; undefined when it stays the same. */
export function oldAddress(kind: RepositoryKind, { path: file, text }: Pick<ContentFile, "path" | "text">): string | undefined {
  const { data } = splitFrontMatter(file, text);
  const slug = typeof data.slug === "string" ? data.slug.trim() : undefined;
  const segments = file.replace(/\.mdx?$/i, "").split("/");
  if (kind === "starlight") return trim(slug ?? withoutIndex(segments).map(spell).join("/"));
  if (kind !== "docusaurus") return undefined;
  const [last = "", ...folders] = [...segments].reverse();
  folders.reverse();
  if (slug !== undefined) return trim(slug.startsWith("/") ? slug : [...folders, slug].join("/"));
  const name = typeof data.id === "string" ? data.id : last;
  const isIndex = /^(?:index|readme)$/i.test(name) || name === folders.at(-1);
  return trim([...folders, ...(isIndex ? [] : [name])].join("/"));
}

/** Writes a name as Astro does in addresses. */
function spell(name: string): string {
  return toSlug(name);
}

function withoutIndex(segments: readonly string[]): readonly string[] {
  return segments.at(-1) === "index" ? segments.slice(0, -1) : segments;
}

function trim(name: string): string {
  return path.normalize(`/${name}`).replace(/^\/+|(?<=[^/])\/+$/g, "");
}
