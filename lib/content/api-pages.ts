import type { Project } from "../config/config.ts";
import { type ContentFile, sha256 } from "./files.ts";
import type { FolderMeta, FolderMetas } from "./folder-meta.ts";
import { writeMarkdown } from "./markdown-writer.ts";
import { type ApiOperation, listOperations } from "./open-api.ts";
import { type ApiDescription, isPart, readApiDescription } from "./open-api-document.ts";
import type { ContentProblem, Page } from "./page.ts";
import type { ParsedPage } from "./parsed-page.ts";
import { toPassages } from "./passages.ts";
import { folderOf, pagePath } from "./places.ts";

/** Folder of the API pages below each version. */
export const API_FOLDER = "api";

/** What a description adds to a site. */
export interface ApiPart {
  /** The description as it was read; null without one, and while it cannot be used. */
  readonly description: ApiDescription | null;
  /** One page for each operation and version, in the default language; other languages reach it as fallback. */
  readonly pages: readonly ParsedPage[];
  readonly folders: FolderMetas;
  readonly problems: readonly ContentProblem[];
}

const NOTHING: ApiPart = { description: null, pages: [], folders: {}, problems: [] };

/** Makes pages and passages of an API description. One that cannot be used gives none, and says why. */
export async function toApiPart(project: Project, file: ContentFile | null): Promise<ApiPart> {
  if (!file) return NOTHING;
  const { document, problems } = await readApiDescription(file);
  if (!document) return { ...NOTHING, problems };
  const operations = listOperations(document);
  const versions = project.versions.length > 0 ? project.versions.map(({ id }) => id) : [null];
  return {
    description: document,
    pages: versions.flatMap((version) => operations.map((operation) => toPage(project, version, operation))),
    folders: Object.assign({}, ...versions.map((version) => foldersOf(project, version, document, operations))),
    problems,
  };
}

function toPage(project: Project, version: string | null, operation: ApiOperation): ParsedPage {
  const { slug, title, description, method, path, tree, body } = operation;
  const source = writeMarkdown(body);
  const place = { language: project.defaultLanguage, version, slug };
  const page: Page = {
    kind: "api",
    ...place,
    path: pagePath(project, place),
    title,
    sidebarTitle: undefined,
    description,
    icon: undefined,
    noindex: false,
    draft: false,
    file: null,
    source,
    sourceLine: 0,
    hash: sha256(JSON.stringify([title, description, method, path, source])),
    lastModified: null,
    operation: { method, path },
    trusted: false,
    problem: undefined,
  };
  return { page, passages: toPassages(page, tree), problems: [] };
}

/** Titles of the folders, and their order: as the description lists tags and operations. */
function foldersOf(project: Project, version: string | null, document: ApiDescription, operations: readonly ApiOperation[]) {
  const root = [folderOf(project, { language: project.defaultLanguage, version }), API_FOLDER].filter(Boolean).join("/");
  const titles = tagTitles(document);
  const folders: Record<string, FolderMeta> = {};
  for (const { slug, tag } of operations) {
    const names = slug.split("/").slice(1);
    if (tag === undefined || names.length < 2) continue;
    const [folder = "", name = ""] = names;
    const known = folders[`${root}/${folder}`];
    folders[`${root}/${folder}`] = { title: titles.get(tag) ?? tag, pages: [...(known?.pages ?? []), name] };
  }
  const order = [...titles.keys()].flatMap(
    (tag) => operations.find((operation) => operation.tag === tag)?.slug.split("/")[1] ?? [],
  );
  return { ...folders, [root]: { title: "API reference", pages: [...new Set(order), "..."] } };
}

function tagTitles(document: ApiDescription): Map<string, string> {
  const tags = Array.isArray(document.tags) ? document.tags.filter(isPart) : [];
  return new Map(
    tags.map((tag) => [String(tag.name), typeof tag["x-displayName"] === "string" ? tag["x-displayName"] : String(tag.name)]),
  );
}
