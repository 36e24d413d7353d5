// Tested in site.test.ts.
import type { Heading, Root } from "mdast";
import { COMPONENTS } from "./components.ts";
import { type DescribedSource, parseDescribed } from "./described-source.ts";
import { fillVariables } from "./docs-json/variables.ts";
import { isElement } from "./expressions.ts";
import type { ContentFile } from "./files.ts";
import { type FrontMatter, splitFrontMatter } from "./front-matter.ts";
import type { LinkTable } from "./link-table.ts";
import { listLinks, resolveLinks } from "./links.ts";
import { writeMarkdown } from "./markdown-writer.ts";
import type { Notice } from "./notice.ts";
import { toLine } from "./operation-text.ts";
import { withoutNumber } from "./order.ts";
import { createRecord, own } from "./own.ts";
import { type ContentProblem, createPage, type Page, type PageEndpoint, type PageObject, type PageOperation } from "./page.ts";
import { outlineOf, walk } from "./parse.ts";
import type { Passage } from "./passage.ts";
import { toPassages } from "./passages.ts";
import type { PlacedFile } from "./places.ts";
import { hasElement } from "./side-column.ts";
import { toText } from "./text.ts";

/** A page with what search and answers read of it. */
export interface ParsedPage {
  readonly page: Page;
  /** Of a broken page, what can still be read; empty for one that is a draft or not to be indexed. */
  readonly passages: readonly Passage[];
  /** Whether its text is to be searched; known before it is read. */
  readonly isSearched: boolean;
  readonly problems: readonly ContentProblem[];
  /** What of the page is not shown as it is meant. */
  readonly notices: readonly Notice[];
}

/** What a page knows of the rest of its site. */
export interface PageContext {
  readonly trusted: boolean;
  /** What `{{name}}` stands for in pages and snippets. */
  readonly variables?: Readonly<Record<string, string>> | undefined;
  /** The files that the page takes content from. */
  readonly modules?: readonly ContentFile[];
  readonly links: LinkTable;
  /** Reads the front matter alone: for a page that is listed before it is read. */
  readonly outline?: boolean;
  /** What a page says that it describes, whether a description has it or not. */
  readonly readEndpoint?: (reference: string, place: PlacedFile) => PageEndpoint | undefined;
  /** The operation that a page names, with its words; undefined when no description has it. */
  readonly findOperation?: (reference: string, place: PlacedFile) => NamedOperation | undefined;
  /** The same for an object. */
  readonly findObject?: (reference: string, place: PlacedFile) => NamedObject | undefined;
}

interface Named {
  readonly title: string;
  readonly deprecated: boolean;
  /** All that a page draws of it. */
  readonly model: unknown;
  /** What is named, in words; they take long to write. */
  readonly write: () => Root;
}

export interface NamedOperation extends Named {
  readonly operation: Omit<PageOperation, "markdown">;
}

export interface NamedObject extends Named {
  readonly object: Omit<PageObject, "markdown">;
}

/** Only a page with such an expression keeps its front matter. */
const READS_FRONT_MATTER = /\b(?:front[mM]atter|metadata)\b/;

/** Makes a page of its file. A fault becomes a problem of the page, never a missing page nor a page without text. */
export function parsePage(place: PlacedFile, context: PageContext): ParsedPage {
  try {
    return readPage(place, context);
  } catch (cause) {
    return toUnreadPage(place, cause);
  }
}

/** The page of a file that the engine or the code of the fork fails on: its words, which nothing lists or finds. */
function toUnreadPage({ file, path, slug, language, version }: PlacedFile, cause: unknown): ParsedPage {
  const { frontMatter, source, sourceLine } = splitFrontMatter(file.path, file.text);
  const reason = `The page cannot be read: ${String(cause)}. Its words are shown as they are.`;
  const problem = { file: file.path, line: undefined, column: undefined, reason };
  const title = frontMatter.title ?? titleOfSlug(slug);
  const page = createPage(
    {
      ...{ kind: "guide", path, slug, language, version, title, file: file.path, source, sourceLine, problem },
      ...{ listed: false, noindex: true, draft: frontMatter.draft },
    },
    { tree: { type: "root", children: [] } },
  );
  return { page, passages: [], isSearched: false, problems: [problem], notices: [] };
}

function readPage(place: PlacedFile, context: PageContext): ParsedPage {
  const { file, path, slug, language, version } = place;
  const { trusted, modules = [], variables } = context;
  const fill = (text: string) => fillVariables(text, variables);
  const texts =
    modules.length > 0 ? createRecord(Object.fromEntries(modules.map((each) => [each.path, fill(each.text)]))) : undefined;
  const { frontMatter, data, source, sourceLine, problems: frontProblems } = splitFrontMatter(file.path, fill(file.text));
  const { sidebar } = frontMatter;
  const read = READS_FRONT_MATTER.test(source) ? data : undefined;
  const text = { file: file.path, source, sourceLine };
  const find = (reference: string) => context.findOperation?.(reference, place);
  const { parsed, ...shown }: DescribedSource = context.outline
    ? { parsed: outlineOf(text) }
    : parseDescribed(text, { trusted, modules: texts, frontMatter: read }, find);
  const { tree } = parsed;
  const forkTexts = readForkTexts(file.path, tree);
  const problems = [...frontProblems, ...parsed.problems, ...forkTexts.problems];
  const first = openingTitle(tree);
  const { operation = shown.operation, object, endpoint, notices } = readReference({ ...place, frontMatter, tree }, context);
  const named = operation ?? object;
  const words = context.outline ? undefined : named?.write();
  const markdown = words && writeMarkdown(words);
  const fields = {
    kind: "guide" as const,
    ...{ path, slug, language, version },
    title: frontMatter.title ?? named?.title ?? (first ? toText(first) : titleOfSlug(slug)),
    sidebarTitle: frontMatter.sidebarTitle ?? frontMatter.sidebar_label ?? sidebar?.label,
    order: frontMatter.sidebar_position ?? sidebar?.order,
    description: frontMatter.description ?? "",
    icon: frontMatter.icon,
    tag: frontMatter.tag ?? sidebar?.badge,
    deprecated: frontMatter.deprecated || (named?.deprecated ?? false),
    mode: frontMatter.mode,
    keywords: frontMatter.keywords,
    href: frontMatter.url,
    rss: frontMatter.rss,
    listed: place.listed && !frontMatter.hidden && !frontMatter.unlisted && !sidebar?.hidden,
    noindex: frontMatter.noindex || frontMatter.hidden || frontMatter.unlisted || frontMatter.draft,
    draft: frontMatter.draft,
    file: file.path,
    source,
    sourceLine,
    operation: operation && { ...operation.operation, markdown },
    object: object && { ...object.object, markdown },
    endpoint,
    links: linksOf(tree, file.path, context.links),
    modules: texts,
    frontMatter: read,
    described: shown.described,
    trusted,
    problem: problems[0],
  };
  // Code that still has to run, or a page that is not read yet, may become anything that it takes content from.
  const unread = context.outline || parsed.hasCode ? texts : undefined;
  const page = createPage(fields, { tree, from: [named?.model, forkTexts.texts, unread] });
  dropRepeatedTitle(tree, page.title);
  resolveLinks(tree, page);
  const isSearched = !page.noindex && (frontMatter.searchable ?? place.searchable) && page.href === undefined;
  const passages = isSearched && !context.outline ? toPassages(page, withDescribed(tree, endpoint, words)) : [];
  return { page, passages, isSearched, problems, notices: [...notices, ...parsed.notices] };
}

/** What code of the fork says of the page's elements, in their order, and where it fails. */
function readForkTexts(file: string, tree: Root): { texts: string[]; problems: ContentProblem[] } {
  const texts: string[] = [];
  const problems: ContentProblem[] = [];
  walk(tree, (node) => {
    const written = isElement(node) ? own(COMPONENTS, node.name ?? "")?.write?.(node) : undefined;
    const { line, column } = node.position?.start ?? {};
    if (written && "text" in written) texts.push(written.text);
    else if (written) problems.push({ file, line, column, reason: written.fault });
    return undefined;
  });
  return { texts, problems };
}

interface Described {
  readonly operation?: NamedOperation | undefined;
  readonly object?: NamedObject | undefined;
  readonly endpoint?: PageEndpoint | undefined;
  readonly notices: readonly Notice[];
}

/** What a page describes: an operation or an object of a description, or what the page says of an operation itself. */
function readReference(
  { frontMatter, tree, ...place }: PlacedFile & { readonly frontMatter: FrontMatter; readonly tree: Root },
  { findOperation, findObject, readEndpoint }: PageContext,
): Described {
  const { openapi, api, "openapi-schema": schema } = frontMatter;
  const reference = openapi ?? api;
  const { file } = place;
  if (reference === undefined && schema !== undefined) {
    const object = findObject?.(schema, place);
    if (object) return { object, notices: [] };
    const reason = `openapi-schema: no API description of the folder has the object ${schema.slice(0, 200)}; its fields are not shown.`;
    return { notices: [{ kind: "import", file: file.path, line: lineOf(file, "openapi-schema"), column: 1, reason }] };
  }
  if (reference === undefined) return { notices: [] };
  const found = findOperation?.(reference, place);
  // A page of the older form says it all: fields of a description would be there twice.
  const operation = openapi === undefined && hasElement(tree, "ParamField", "ResponseField") ? undefined : found;
  if (operation) return { operation, notices: [] };
  const endpoint = readEndpoint?.(reference, place);
  if (!findOperation || openapi === undefined || !endpoint) return { endpoint, notices: [] };
  const reason = endpoint.described
    ? `The API description at ${endpoint.described} is not fetched: what ${openapi.slice(0, 200)} takes and gives is not shown.`
    : `openapi: no API description of the folder has the operation ${openapi.slice(0, 200)}; what it takes and gives is not shown.`;
  const line = lineOf(file, "openapi");
  // The usual server is that of pages with `api`.
  return {
    endpoint: { ...endpoint, server: undefined },
    notices: [{ kind: "import", file: file.path, line, column: 1, reason }],
  };
}

/** The line of a name in the front matter. */
function lineOf({ text }: ContentFile, name: string): number | undefined {
  return text.split("\n").findIndex((line) => line.startsWith(`${name}:`)) + 1 || undefined;
}

/** What the page writes, and where it leads when that is not what is written. */
export function linksOf(tree: Root, file: string, { resolve }: LinkTable): Record<string, string> {
  const links = createRecord<string>();
  for (const { url } of listLinks(tree)) {
    const address = resolve(file, url);
    if (address !== undefined && address !== url) links[url] = address;
  }
  return { ...links };
}

function withDescribed(tree: Root, endpoint: PageEndpoint | undefined, words: Root | undefined): Root {
  const line = endpoint ? [toLine(endpoint)] : [];
  return { ...tree, children: [...line, ...tree.children, ...(words?.children ?? [])] };
}

/** Takes a first heading that repeats the page's title out of its tree, since the page shows the title by itself. */
export function dropRepeatedTitle(tree: Root, title: string): void {
  const first = openingTitle(tree);
  if (first && toText(first) === title) tree.children.splice(tree.children.indexOf(first), 1);
}

function openingTitle(tree: Root): Heading | undefined {
  const first = tree.children.find((node) => node.type !== "mdxFlowExpression" && node.type !== "html");
  return first?.type === "heading" && first.depth === 1 ? first : undefined;
}

function titleOfSlug(slug: string): string {
  const words = withoutNumber(slug.split("/").at(-1) ?? "")
    .replace(/[-_]+/g, " ")
    .trim();
  return words ? words.charAt(0).toUpperCase() + words.slice(1) : "Home";
}
