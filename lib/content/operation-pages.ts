import type { Root } from "mdast";
import type { Project } from "../config/config.ts";
import { isObject, listOf, textOf } from "../openapi/json.ts";
import { type OpenApiFinding, readOpenApi } from "../openapi/openapi.ts";
import { listOperations, type Operation, readOperation } from "../openapi/operation.ts";
import type { OpenApiDocument } from "../openapi/reference.ts";
import type { ContentFile } from "./files.ts";
import type { FolderMeta, FolderMetas } from "./folder-meta.ts";
import { resolveLinks } from "./links.ts";
import { writeMarkdown } from "./markdown-writer.ts";
import { type OperationContent, readOperationContent, toPlainContent } from "./operation-content.ts";
import { type OperationText, toOperationText } from "./operation-text.ts";
import { type ContentProblem, createPage } from "./page.ts";
import type { ParsedPage } from "./parsed-page.ts";
import { toPassages } from "./passages.ts";
import { folderOf } from "./places.ts";
import { withoutRepeats } from "./repeated-text.ts";
import { toSlug } from "./slug.ts";
import { pagePath } from "./urls.ts";

/** Folder of the API pages below each version. */
export const API_FOLDER = "api";

/** The pages and passages that a description adds to a site. */
export interface ApiPart {
  /** The description as it was read; null without one, and while it cannot be used. */
  readonly openapi: OpenApiDocument | null;
  /** One page for each operation and version, in the default language; other languages reach it as fallback. */
  readonly pages: readonly ParsedPage[];
  readonly folders: FolderMetas;
  readonly problems: readonly ContentProblem[];
  /** Faults that cost one part of the description each. */
  readonly warnings: readonly ContentProblem[];
}

const NOTHING: ApiPart = { openapi: null, pages: [], folders: {}, problems: [], warnings: [] };

/** An operation in words, and where its page is. */
interface Entry extends OperationText, Pick<Operation, "method" | "path" | "title" | "tag"> {
  readonly operation: Operation;
  /** Content of the description above the operation. */
  readonly content: OperationContent;
  /** `api/<tag>/<operation id>`, or `api/<tag>/<method>-<path>` without an id. */
  readonly slug: string;
  /** The searched text: that of the page, without repetitions of other operations. */
  readonly searched: Root;
}

/** Makes pages and passages of an API description. One that cannot be used gives none, and says why. */
export async function toApiPart(project: Project, file: ContentFile | null): Promise<ApiPart> {
  if (!file) return NOTHING;
  const { document, findings } = await readOpenApi(file);
  const faults = findings.map((finding) => toProblem(file, finding));
  if (!document) return { ...NOTHING, problems: faults };
  const entries = await listEntries(document, file.path);
  const versions = project.versions.length > 0 ? project.versions.map(({ id }) => id) : [null];
  return {
    openapi: document,
    pages: versions.flatMap((version) => entries.map((entry) => toPage(project, version, entry))),
    folders: Object.assign({}, ...versions.map((version) => foldersOf(project, version, document, entries))),
    problems: [],
    warnings: [...faults, ...entries.flatMap(({ content }) => content.notices)],
  };
}

function toProblem({ path }: ContentFile, { line, column, pointer, message }: OpenApiFinding): ContentProblem {
  return { file: path, line, column, reason: pointer ? `${pointer}: ${message}` : message };
}

async function listEntries(document: OpenApiDocument, file: string): Promise<Entry[]> {
  const taken = new Set<string>();
  const entries: Omit<Entry, "searched">[] = [];
  for (const key of listOperations(document)) {
    const operation = readOperation(document, key);
    if (!operation) continue;
    const { title, tag } = operation;
    const content = await readOperationContent(operation, file);
    entries.push({
      ...key,
      title,
      tag,
      operation,
      content,
      ...toOperationText(operation),
      slug: takeSlug(taken, slugOf(operation)),
    });
  }
  const searched = withoutRepeats(entries.map(({ tree }) => tree));
  return entries.map((entry, index) => ({ ...entry, searched: searched[index] ?? entry.tree }));
}

function slugOf({ tag, id, method, path }: Operation): string {
  const folder = tag === undefined ? API_FOLDER : `${API_FOLDER}/${toSlug(tag) || "other"}`;
  return `${folder}/${toSlug(id) || toSlug(`${method.toLowerCase()} ${path}`)}`;
}

/** The slug, numbered when an earlier operation has it. */
function takeSlug(taken: Set<string>, slug: string): string {
  let free = slug;
  for (let number = 2; taken.has(free); number += 1) free = `${slug}-${number}`;
  taken.add(free);
  return free;
}

function toPage(project: Project, version: string | null, entry: Entry): ParsedPage {
  const { slug, method, path, title, description, searched, body, content, operation } = entry;
  const source = writeMarkdown({ ...body, children: [...toPlainContent(content).children, ...body.children] });
  const place = { language: project.defaultLanguage, version, slug };
  const page = createPage(
    { kind: "api", ...place, path: pagePath(project, place), title, description, source, operation: { method, path } },
    { tree: content.treeHash, from: operation },
  );
  const above = structuredClone(content.tree);
  resolveLinks(above, page);
  const text = { ...searched, children: [...above.children, ...searched.children] };
  return { page, passages: toPassages(page, text), isSearched: true, problems: [], notices: content.notices };
}

/** Titles of the folders, and their order: as the description lists tags and operations. */
function foldersOf(project: Project, version: string | null, document: OpenApiDocument, entries: readonly Entry[]) {
  const root = [folderOf(project, { language: project.defaultLanguage, version }), API_FOLDER].filter(Boolean).join("/");
  const titles = tagTitles(document);
  const folders: Record<string, FolderMeta> = {};
  for (const { slug, tag } of entries) {
    const names = slug.split("/").slice(1);
    if (tag === undefined || names.length < 2) continue;
    const [folder = "", name = ""] = names;
    const known = folders[`${root}/${folder}`];
    folders[`${root}/${folder}`] = { title: titles.get(tag) ?? tag, pages: [...(known?.pages ?? []), name] };
  }
  const order = [...titles.keys()].flatMap((tag) => entries.find((entry) => entry.tag === tag)?.slug.split("/")[1] ?? []);
  return { ...folders, [root]: { title: "API reference", pages: [...new Set(order), "..."] } };
}

function tagTitles(document: OpenApiDocument): Map<string, string> {
  const tags = listOf(document.tags).filter(isObject);
  return new Map(tags.map(({ name, "x-displayName": title }) => [String(name), textOf(title) || String(name)]));
}
