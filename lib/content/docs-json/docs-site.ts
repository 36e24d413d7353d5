import type { Project } from "../../config/schema.ts";
import { type Finding, warningIn } from "../../finding.ts";
import type { OpenApiDocument } from "../../openapi/description/reference.ts";
import { listOperations, type Operation, readOperation, readOperationTitle } from "../../openapi/document/operation.ts";
import { OperationReader } from "../../openapi/document/reading.ts";
import { outlineOperationPage, toOperationPage } from "../api/operation-pages.ts";
import { omitRepeatedDescription, toObjectText, toOperationText } from "../markdown/reference-text.ts";
import type { ContentFile } from "../model/content-file.ts";
import type { PageEndpoint } from "../model/page.ts";
import { docsAddress } from "../model/urls.ts";
import { type PageUse, pageUses, toPagePath } from "../site/docs-tree.ts";
import { createLinkTable } from "../site/link-table.ts";
import type { NamedObject, NamedOperation, PageContext } from "../site/parse-page.ts";
import type { ParsedPage } from "../site/parsed-page.ts";
import type { PlacedFile } from "../site/places.ts";
import {
  type Descriptions,
  findAddress,
  findObject,
  findOperation,
  isAddress,
  parseObjectReference,
  parseReference,
  readDescriptions,
} from "./descriptions.ts";
import type { DocsJson } from "./docs-json.ts";
import { expandOperations, listDescriptionHashes } from "./expand.ts";
import { counterpartOf, namesVersion } from "./locales.ts";
import { createIgnoreFilter, listPageFiles } from "./page-files.ts";

/** A page of an operation that no file has. */
export interface GeneratedOperation {
  /** As it is listed: its title and its address. */
  readonly outline: ParsedPage;
  /** Reads it with its text, which takes a hundred times as long; once. */
  readonly read: () => Promise<ParsedPage>;
}

/** A docs.json repository, ready to have its pages parsed. */
interface DocsSite {
  /** With every operation of the navigation as a page. */
  readonly docs: DocsJson;
  readonly places: readonly PlacedFile[];
  readonly generated: readonly GeneratedOperation[];
  readonly descriptions: Readonly<Record<string, OpenApiDocument>>;
  readonly assets: readonly string[];
  readonly findings: readonly Finding[];
  readonly context: Omit<PageContext, "modules">;
  /** The files that are part of the site. */
  readonly kept: readonly ContentFile[];
  /** The file of the settings. */
  readonly settings: ContentFile | undefined;
  /** All of the repository that decides how one of its pages is read. */
  readonly madeFrom: unknown;
}

/** Files besides those that are text of the site. */
interface OtherFiles {
  /** Paths of files that are served as they are. */
  readonly assets: readonly string[];
  /** API descriptions that the configuration names. */
  readonly configured: readonly ContentFile[];
}

/** Places the files of a repository and makes pages for the operations that its navigation names. */
export async function readDocsSite(
  project: Project,
  read: DocsJson,
  files: readonly ContentFile[],
  { assets: allAssets, configured }: OtherFiles,
): Promise<DocsSite> {
  const isKept = createIgnoreFilter(files);
  const assets = allAssets.filter(isKept);
  const kept = files.filter(({ path }) => isKept(path));
  const descriptions = await readDescriptions([...kept, ...configured]);
  const written = new Set(files.map(({ path }) => toPagePath(path)));
  const { tree, generated, missing, unread } = expandOperations(read.tree, descriptions, written);
  const docs = { ...read, tree, unread };
  const made = new Set(generated.map(({ path }) => path));
  const { places, findings } = listDocsPlaces(project, docs, files, made);
  const uses = pageUses(tree);
  const addresses = new Map<string, string>();
  for (const { file, path } of places) addresses.set(toPagePath(file.path), path);
  for (const path of made) if (!addresses.has(path)) addresses.set(path, docsAddress(project, path));
  const links = createLinkTable({ project, pages: addresses, assets });
  const operations: GeneratedOperation[] = [];
  const readers = new Map(
    [...Map.groupBy(generated, ({ operation }) => operation.file)].flatMap(([file, pages]) => {
      const document = descriptions.documents.get(file);
      if (!document) return [];
      // The navigation may name each operation several times, such as once for each language.
      const times = Math.max(1, Math.ceil(pages.length / listOperations(document).length));
      return [[file, new OperationReader(document, times)] as const];
    }),
  );
  for (const { path, operation: found } of generated) {
    const use = uses.get(path);
    const reader = readers.get(found.file);
    const operation = use && reader?.read(found);
    if (!operation || !reader) continue;
    const { language = project.defaultLanguage, version, listed, searchable } = use;
    const place = { language, version, slug: counterpartOf(path, { language, version }), path: docsAddress(project, path) };
    const shown = { file: found.file, ...place, listed, searchable };
    let reading: Promise<ParsedPage> | undefined;
    const readOnce = () => (reading ??= toOperationPage(operation, shown, { links, reader }));
    operations.push({ outline: outlineOperationPage(operation, shown), read: readOnce });
  }
  const hasVariables = Object.keys(read.settings.variables ?? {}).length > 0;
  const lost = [
    ...missing.map((name) => `navigation: no API description of the folder has the operation ${name}; the entry is left out.`),
    ...[...new Set(unread.map(({ source }) => source))].map((source) =>
      isAddress(source)
        ? `The API description at ${source} is not fetched: navigation has links to it in place of its operations.`
        : `navigation: the folder has no API description ${source}; the pages of its operations are left out.`,
    ),
  ].map((message) => warningIn(docs.file, message));
  return {
    docs,
    places,
    generated: operations,
    descriptions: Object.fromEntries(descriptions.documents),
    assets,
    findings: [...findings, ...descriptions.findings, ...lost],
    kept,
    settings: files.find(({ path }) => path === read.file),
    context: {
      variables: hasVariables ? read.settings.variables : undefined,
      links,
      findOperation: (text, place) => findNamed(descriptions, text, place),
      findObject: (text, place) => findNamedObject(descriptions, text, place),
      readEndpoint: (text, place) => readEndpoint(text, { place, descriptions, settings: read.settings }),
    },
    madeFrom: [[...addresses], assets, listDescriptionHashes([...files, ...configured]), read.settings.variables ?? {}],
  };
}

const MAX_SERVER_CHARS = 200;

interface EndpointSource {
  readonly place: PlacedFile;
  readonly descriptions: Descriptions;
  readonly settings: DocsJson["settings"];
}

/** Reads the operation that a page describes, on the server that the settings name for such pages. */
export function readEndpoint(text: string, { place, descriptions, settings }: EndpointSource): PageEndpoint | undefined {
  const { method, path, server, source } = parseReference(text) ?? {};
  if (method === undefined || path === undefined) return undefined;
  const [named] = [settings.api?.mdx?.server].flat();
  const usual = typeof named === "string" && named.length <= MAX_SERVER_CHARS ? named.replace(/\/$/, "") : undefined;
  const described = findAddress(descriptions, source === undefined ? (place.openapi?.sources ?? []) : [source]);
  return { method, path, server: server ?? usual, described };
}

/** Returns the operation that a page names in its front matter. */
export function findNamed(
  descriptions: Descriptions,
  text: string,
  { file, openapi }: Pick<PlacedFile, "file" | "openapi">,
): NamedOperation | undefined {
  const reference = parseReference(text);
  const found = reference && findOperation(descriptions, reference, { use: openapi, from: file.path });
  const document = found && descriptions.documents.get(found.file);
  const named = document && readOperationTitle(document, found);
  if (!found || !named) return undefined;
  let operation: Operation | undefined;
  const readModel = () => {
    operation ??= readOperation(document, found) as Operation;
    return operation;
  };
  return {
    operation: { method: found.method, path: found.path, description: found.file },
    ...named,
    readModel,
    write: () => toOperationText(omitRepeatedDescription(readModel(), file.text)).tree,
  };
}

/** Returns the object that a page names in its front matter. */
export function findNamedObject(
  descriptions: Descriptions,
  text: string,
  { file, openapi }: PlacedFile,
): NamedObject | undefined {
  const reference = parseObjectReference(text);
  const found = reference && findObject(descriptions, reference, { use: openapi, from: file.path });
  if (!found) return undefined;
  const { title, deprecated } = found.object;
  const write = () => toObjectText(found.object);
  return { object: { name: found.name, description: found.file }, title, deprecated, readModel: () => found.object, write };
}

/** A repository's files as pages. */
interface DocsPlaces {
  readonly places: readonly PlacedFile[];
  readonly findings: readonly Finding[];
}

/**
 * Places the files of a repository by its docs.json: the path is the address, and the place in the navigation tells language
 * and version. A page that no navigation names is a page too, and listed nowhere. `made` are paths of pages without a file.
 */
function listDocsPlaces(
  project: Project,
  docs: DocsJson,
  files: readonly ContentFile[],
  made: ReadonlySet<string> = new Set(),
): DocsPlaces {
  const uses = pageUses(docs.tree);
  const places = new Map<string, PlacedFile>();
  const findings: Finding[] = [];
  const slugs = new Set<string>();
  const seesAll = docs.settings.seo?.indexing === "all";
  const isNamed = (path: string) => uses.has(toPagePath(path));
  for (const file of byEnding(listPageFiles(files, createIgnoreFilter(files), isNamed))) {
    const path = toPagePath(file.path);
    const other = places.get(path);
    if (other) {
      findings.push(warningIn(file.path, `The page has the same address as ${other.file.path}. Rename one of them.`));
      continue;
    }
    const use = uses.get(path) ?? guessUse(project, path, seesAll);
    const place = toPlace(project, { file, path, use, slugs });
    places.set(path, place);
  }
  for (const path of uses.keys())
    if (!places.has(path) && !made.has(path))
      findings.push(
        warningIn(
          docs.file,
          `navigation: there is no page ${path || "index"}; the entry is left out. Add the file, or remove the entry.`,
        ),
      );
  return { places: [...places.values()], findings };
}

/** Sorts `x.mdx` before `x/index.mdx` and `x.md`, which would have the same address. */
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
