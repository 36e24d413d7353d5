import type { Project } from "../../config/schema.ts";
import type { ContentFile } from "../model/content-file.ts";
import { type ContentProblem, fileProblem } from "../model/notice.ts";
import { docsAddress } from "../model/urls.ts";
import type { PlacedFile } from "../pages/places.ts";
import type { DocsJson } from "./docs-json.ts";
import { counterpartOf, namesVersion } from "./locales.ts";
import { createIgnoreFilter, listPageFiles } from "./page-files.ts";
import { type PageUse, pageUses } from "./page-uses.ts";
import { toPagePath } from "./tree.ts";

/** A repository's files as pages. */
interface DocsPlaces {
  readonly places: readonly PlacedFile[];
  readonly warnings: readonly ContentProblem[];
}

/**
 * Places the files of a repository by its docs.json: the path is the address, and the place in the navigation tells language
 * and version. A page that no navigation names is a page too, and listed nowhere. `made` are paths of pages without a file.
 */
export function listDocsPlaces(
  project: Project,
  docs: DocsJson,
  files: readonly ContentFile[],
  made: ReadonlySet<string> = new Set(),
): DocsPlaces {
  const uses = pageUses(docs.tree);
  const places = new Map<string, PlacedFile>();
  const warnings: ContentProblem[] = [];
  const slugs = new Set<string>();
  const seesAll = docs.settings.seo?.indexing === "all";
  const isNamed = (path: string) => uses.has(toPagePath(path));
  for (const file of byEnding(listPageFiles(files, createIgnoreFilter(files), isNamed))) {
    const path = toPagePath(file.path);
    const other = places.get(path);
    if (other) {
      warnings.push(fileProblem(file.path, `The page has the same address as ${other.file.path}. Rename one of them.`));
      continue;
    }
    const use = uses.get(path) ?? guessUse(project, path, seesAll);
    const place = toPlace(project, { file, path, use, slugs });
    places.set(path, place);
  }
  for (const path of uses.keys())
    if (!places.has(path) && !made.has(path))
      warnings.push(
        fileProblem(
          docs.file,
          `navigation: there is no page ${path || "index"}; the entry is left out. Add the file, or remove the entry.`,
        ),
      );
  return { places: [...places.values()], warnings };
}

/** `x.mdx` comes before `x/index.mdx` and `x.md`, which would have the same address. */
function byEnding(files: readonly ContentFile[]): ContentFile[] {
  return [...files].sort((left, right) => rank(left) - rank(right) || (left.path < right.path ? -1 : 1));
}

function rank({ path }: ContentFile): number {
  return (/(?:^|\/)index\.mdx?$/i.test(path) ? 2 : 0) + (path.toLowerCase().endsWith(".md") ? 1 : 0);
}

interface Placing {
  readonly file: ContentFile;
  readonly path: string;
  readonly use: PageUse;
  /** Those that are taken. */
  readonly slugs: Set<string>;
}

function toPlace(project: Project, { file, path, use, slugs }: Placing): PlacedFile {
  const { version, listed, searchable, openapi } = use;
  const language = use.language ?? folderLanguage(project, path) ?? project.defaultLanguage;
  const counterpart = counterpartOf(path, { language, version });
  const key = (slug: string) => JSON.stringify([language, version, slug]);
  const slug = slugs.has(key(counterpart)) ? path : counterpart;
  slugs.add(key(slug));
  return { file, language, version, slug, path: docsAddress(project, path), listed, searchable, openapi };
}

function folderLanguage({ languages }: Project, path: string): string | undefined {
  const [first] = path.split("/");
  return languages.find(({ id }) => id === first)?.id;
}

/** Returns the place of a page that is in no navigation. Its path may name the version. */
function guessUse({ versions }: Project, path: string, searchable: boolean): PageUse {
  const segments = path.split("/");
  const version = versions.find(({ id }) => segments.some((segment) => namesVersion(segment, id)))?.id ?? null;
  return { language: undefined, version, listed: false, searchable, openapi: undefined };
}
