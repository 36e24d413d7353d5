/*
 * Pages: a file becomes a page with its place, its fields and its links, and all pages of a site are parsed once.
 * Start at `parsePage`. `parse-all.ts` does it for a folder, `places.ts` says where a file is in the site, `link-table.ts` what
 * an address leads to.
 */

import type { Root } from "mdast";
import { errorIn, type Finding, isError, warningIn } from "../../finding.ts";
import type { Operation } from "../../openapi/document/operation.ts";
import { namesOfOperation } from "../../openapi/document/words.ts";
import { toLine } from "../markdown/endpoint-text.ts";
import { toPassages } from "../markdown/passages.ts";
import type { ContentFile } from "../model/content-file.ts";
import { createPage, type PageEndpoint, type PageObject, type PageOperation } from "../model/page.ts";
import { readFrame } from "../model/page-frame.ts";
import { createRecord, getOwn } from "../model/records.ts";
import { readOldAddresses } from "../model/redirects.ts";
import { withoutNumber } from "../model/slug.ts";
import { type FrontMatter, type SplitFile, splitFrontMatter, statedDate } from "../parse/front-matter.ts";
import { type Digest, digestOf, outlineOf, type ReadPage, readPage } from "../parse/parse.ts";
import { resolveLinks } from "../tree/links.ts";
import { writeMarkdown } from "../tree/markdown-writer.ts";
import { dropRepeatedTitle } from "../tree/text.ts";
import { type LinkTable, linksOf } from "./link-table.ts";
import type { ParsedPage } from "./parsed-page.ts";
import type { PlacedFile } from "./places.ts";
import { type Reach, toReach } from "./reach.ts";

/** The data of the rest of the site that a page needs. */
export interface PageContext {
  /** Gets the targets and anchors of each page that is read, by its path, where a check follows. */
  readonly reach?: Map<string, Reach> | undefined;
  /** Values of `{{name}}` in pages and snippets. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** The files that the page takes content from. */
  readonly modules?: readonly ContentFile[];
  readonly links: LinkTable;
  /** Reads the operation that a page names, whether a description has it or not. */
  readonly readEndpoint?: (reference: string, place: PlacedFile) => PageEndpoint | undefined;
  /** The operation that a page names, with its words; undefined when no description has it. */
  readonly findOperation?: (reference: string, place: PlacedFile) => NamedOperation | undefined;
  /** The same for an object. */
  readonly findObject?: (reference: string, place: PlacedFile) => NamedObject | undefined;
}

interface Named {
  readonly title: string;
  readonly deprecated: boolean;
  /** Reads all that a page draws of it, which takes long. */
  readonly readModel: () => unknown;
  /** Writes the named thing in words, which takes long. */
  readonly write: () => Root;
}

export interface NamedOperation extends Named {
  readonly readModel: () => Operation;
  readonly operation: Omit<PageOperation, "markdown">;
}

export interface NamedObject extends Named {
  readonly object: Omit<PageObject, "markdown">;
}

/** Only a page with such an expression keeps its front matter. */
const READS_FRONT_MATTER = /\b(?:front[mM]atter|metadata)\b/;

/** Parses a file into its page. An error is reported on the page, which is never missing nor without text. */
export async function parsePage(place: PlacedFile, context: PageContext): Promise<ParsedPage> {
  try {
    const file = splitPage(place, context);
    const { source, sourceLine, texts: modules, data: frontMatter } = file;
    const read = await readPage({ file: place.file.path, source, sourceLine, modules, frontMatter });
    return toParsedPage({ place, file, context }, read);
  } catch (cause) {
    return toUnreadPage(place, cause);
  }
}

/** Lists a page by its front matter, and the title that it opens with. `described` identifies the API descriptions of the site. */
export function outlinePage(place: PlacedFile, context: PageContext, described: string): ParsedPage {
  const file = splitPage(place, context);
  const digest = digestOf(outlineOf(file.source), { file: place.file.path, findings: [] });
  return toUnsearchedPage({ place, file, context }, digest, described).parsed;
}

/** Returns the page of a file that the engine or the code of the fork fails on: its words, which nothing lists or finds. */
function toUnreadPage({ file, path, slug, language, version }: PlacedFile, cause: unknown): ParsedPage {
  const { frontMatter, source, sourceLine } = splitFrontMatter(file.path, file.text);
  const error = errorIn(file.path, `The page cannot be read: ${String(cause)}. It is shown as plain text.`);
  const title = frontMatter.title ?? titleOfSlug(slug);
  const page = createPage(
    {
      ...{ kind: "guide", path, slug, language, version, title, file: file.path, source, sourceLine, error },
      ...{ listed: false, noindex: true, draft: frontMatter.draft },
    },
    { tree: "" },
  );
  return { page, passages: [], isSearched: false, findings: [error] };
}

/** A page's file, with variables filled in, and the files that it takes content from. */
interface PageFile extends Pick<SplitFile, "frontMatter" | "source" | "sourceLine" | "findings"> {
  /** The front matter that expressions may read. */
  readonly data: SplitFile["data"] | undefined;
  readonly written: SplitFile["data"];
  readonly texts: Readonly<Record<string, string>> | undefined;
}

function splitPage({ file }: PlacedFile, { modules = [], variables }: PageContext): PageFile {
  const fill = (text: string) => fillVariables(text, variables);
  const texts =
    modules.length > 0 ? createRecord(Object.fromEntries(modules.map((each) => [each.path, fill(each.text)]))) : undefined;
  const split = splitFrontMatter(file.path, fill(file.text));
  return { ...split, written: split.data, data: READS_FRONT_MATTER.test(split.source) ? split.data : undefined, texts };
}

interface Reading {
  readonly place: PlacedFile;
  readonly file: PageFile;
  readonly context: PageContext;
}

function toParsedPage(reading: Reading, { tree, digest }: ReadPage): ParsedPage {
  const { parsed, words, names } = toUnsearchedPage(reading, digest);
  const { page } = parsed;
  // A reading takes most of the time of a check: one is for both.
  reading.context.reach?.set(page.path, toReach(tree, page.title));
  if (!parsed.isSearched) return parsed;
  dropRepeatedTitle(tree, page.title);
  resolveLinks(tree, page);
  const line = page.endpoint ? [toLine(page.endpoint)] : [];
  const children = [...line, ...tree.children, ...(words?.children ?? [])];
  return { ...parsed, passages: toPassages({ ...page, names }, { ...tree, children }) };
}

/** Returns a page without its passages, and what it describes in words. */
function toUnsearchedPage({ place, file, context }: Reading, digest: Digest, described?: string) {
  const isOutline = described !== undefined;
  const { path, slug, language, version } = place;
  const { frontMatter, source, sourceLine, texts, data, written } = file;
  const { sidebar } = frontMatter;
  const found = [...file.findings, ...digest.findings];
  const { operation, object, endpoint, findings } = readReference(
    { ...place, frontMatter, hasFields: digest.hasFields },
    context,
  );
  const named = operation ?? object;
  const words = isOutline ? undefined : named?.write();
  const markdown = words && writeMarkdown(words);
  const fields = {
    kind: "guide" as const,
    ...{ path, slug, language, version },
    title: frontMatter.title ?? named?.title ?? digest.title ?? titleOfSlug(slug),
    sidebarTitle: frontMatter.sidebarTitle ?? frontMatter.sidebar_label ?? sidebar?.label,
    order: frontMatter.sidebar_position ?? sidebar?.order,
    description: frontMatter.description ?? "",
    icon: frontMatter.icon,
    tag: frontMatter.tag ?? sidebar?.badge,
    deprecated: frontMatter.deprecated || (named?.deprecated ?? false),
    mode: frontMatter.mode,
    frame: readFrame(frontMatter),
    keywords: frontMatter.keywords,
    // On a page with text, other systems mean the address of the page itself.
    href: source.trim() === "" ? frontMatter.url : undefined,
    rss: frontMatter.rss,
    listed: place.listed && !frontMatter.hidden && !frontMatter.unlisted && !sidebar?.hidden,
    noindex: frontMatter.noindex || frontMatter.hidden || frontMatter.unlisted || frontMatter.draft,
    draft: frontMatter.draft,
    statedDate: statedDate(frontMatter),
    sourceHash: frontMatter.sourceHash,
    file: place.file.path,
    source,
    sourceLine,
    operation: operation && { ...operation.operation, markdown },
    object: object && { ...object.object, markdown },
    endpoint,
    links: linksOf(digest.urls, place.file.path, context.links),
    modules: texts,
    frontMatter: data,
    oldAddresses: source.trim() === "" ? [] : readOldAddresses(written, path),
    error: found.find(isError),
  };
  // A page that is not read yet may become anything that it takes content from.
  const model = isOutline ? named && described : named?.readModel;
  const page = createPage(fields, {
    tree: digest.treeHash,
    from: [model, digest.forkTexts, isOutline ? texts : undefined],
  });
  const isSearched = !page.noindex && (frontMatter.searchable ?? place.searchable) && page.href === undefined;
  const parsed: ParsedPage = { page, passages: [], isSearched, findings: [...found, ...findings] };
  const known = isOutline ? undefined : (operation?.readModel() ?? endpoint);
  return { parsed, words, names: known && namesOfOperation(known) };
}

interface Described {
  readonly operation?: NamedOperation | undefined;
  readonly object?: NamedObject | undefined;
  readonly endpoint?: PageEndpoint | undefined;
  readonly findings: readonly Finding[];
}

/** Returns the operation or object of a description that a page names, or the operation that the page describes itself. */
function readReference(
  { frontMatter, hasFields, ...place }: PlacedFile & { readonly frontMatter: FrontMatter; readonly hasFields: boolean },
  { findOperation, findObject, readEndpoint }: PageContext,
): Described {
  const { openapi, api, "openapi-schema": schema } = frontMatter;
  const reference = openapi ?? api;
  const { file } = place;
  if (reference === undefined && schema !== undefined) {
    const object = findObject?.(schema, place);
    if (object) return { object, findings: [] };
    const message = `openapi-schema: no API description of the folder has the object ${schema.slice(0, 200)}; its fields are not shown.`;
    return { findings: [warningIn(file.path, message, { kind: "import", line: lineOf(file, "openapi-schema"), column: 1 })] };
  }
  if (reference === undefined) return { findings: [] };
  const found = findOperation?.(reference, place);
  // A page of the older form says it all: fields of a description would be there twice.
  const operation = openapi === undefined && hasFields ? undefined : found;
  if (operation) return { operation, findings: [] };
  const endpoint = readEndpoint?.(reference, place);
  if (!findOperation || openapi === undefined || !endpoint) return { endpoint, findings: [] };
  const message = endpoint.described
    ? `The API description at ${endpoint.described} is not fetched: what ${openapi.slice(0, 200)} takes and gives is not shown.`
    : `openapi: no API description of the folder has the operation ${openapi.slice(0, 200)}; what it takes and gives is not shown.`;
  const line = lineOf(file, "openapi");
  // The usual server is that of pages with `api`.
  return {
    endpoint: { ...endpoint, server: undefined },
    findings: [warningIn(file.path, message, { kind: "import", line, column: 1 })],
  };
}

/** Returns the line of a name in the front matter. */
function lineOf({ text }: ContentFile, name: string): number | undefined {
  return text.split("\n").findIndex((line) => line.startsWith(`${name}:`)) + 1 || undefined;
}

function titleOfSlug(slug: string): string {
  const words = withoutNumber(slug.split("/").at(-1) ?? "")
    .replace(/[-_]+/g, " ")
    .trim();
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : "Home";
}

const VARIABLE = /\{\{\s{0,20}([\w.-]{1,100})\s{0,20}\}\}/g;
/** Characters that values may add to a text: one may be long, and used in very many places. */
const MAX_ADDED_CHARS = 500_000;

/**
 * Returns a text with the values of its variables, `{{name}}`, code included; one that is not defined, or has no room, stays
 * as it is.
 */
export function fillVariables(text: string, variables: Readonly<Record<string, string>> | undefined): string {
  if (!variables) return text;
  let left = MAX_ADDED_CHARS;
  return text.replace(VARIABLE, (whole, name: string) => {
    const value = getOwn(variables, name);
    if (value === undefined || value.length > left) return whole;
    left -= value.length;
    return value;
  });
}
