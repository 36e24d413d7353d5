import type { Root } from "mdast";
import type { Project } from "../../config/config.ts";
import { type Finding, warningIn } from "../../finding.ts";
import { isDescriptionAddress } from "../../openapi/description/description-file.ts";
import { isObject, textOf } from "../../openapi/description/json.ts";
import type { OpenApiDocument } from "../../openapi/description/reference.ts";
import { type Operation, outlineOperation } from "../../openapi/document/operation.ts";
import { listTags } from "../../openapi/document/overview.ts";
import { OperationReader } from "../../openapi/document/reading.ts";
import { groupByPath, namesOfOperation, titleOfTag } from "../../openapi/document/words.ts";
import { readOpenApi } from "../../openapi/openapi.ts";
import { toPassages } from "../markdown/passages.ts";
import { toPlainTree } from "../markdown/plain.ts";
import { type OperationText, toOperationText } from "../markdown/reference-text.ts";
import { withoutRepeats } from "../markdown/repeated-text.ts";
import type { ContentFile } from "../model/content-file.ts";
import { createPage, type Page } from "../model/page.ts";
import { takeSlug, toSlug } from "../model/slug.ts";
import { apiFolder, pagePath } from "../model/urls.ts";
import { readPage } from "../parse/parse.ts";
import type { FolderMeta } from "../site/folder-meta.ts";
import { type LinkTable, linksOf } from "../site/link-table.ts";
import type { DescribedPages, ParsedPage } from "../site/parsed-page.ts";
import { folderOf } from "../site/places.ts";
import { walk } from "../tree/jsx.ts";
import { resolveLinks } from "../tree/links.ts";
import { writeMarkdown } from "../tree/markdown-writer.ts";
import { addressAgents } from "../tree/visibility.ts";
import { toOverviews } from "./overview-pages.ts";

const NOTHING: DescribedPages = { openapi: null, described: {}, pages: [], folders: {}, findings: [] };

/** An operation in words, and where its page is. */
interface ListedOperation extends OperationText, Pick<Operation, "method" | "path" | "title" | "tag"> {
  readonly operation: Operation;
  /** Content of the description above the operation. */
  readonly content: OperationContent;
  /** `api/<tag>/<operation id>`, or `api/<tag>/<method>-<path>` without an id; `api` is what `apiFolder` gives, and the name of a description. */
  readonly slug: string;
  /** Title of its group in the navigation, by its path: of an operation without a tag, beside many others. */
  readonly group: string | undefined;
  /** False beyond what the navigation has room for. */
  readonly listed: boolean;
  /** The searched text: that of the page, without repetitions of other operations. */
  readonly searched: Root;
}

/** A description that a project names, and the name that is part of the addresses of its pages; none for the first. */
export interface NamedDescription {
  readonly file: ContentFile | null;
  readonly name?: string;
  /** True beside others: then the tags of the first are below its title. */
  readonly isOneOfMany?: boolean;
}

/** Makes pages and passages of an API description. One that cannot be used gives none, and says why. */
export async function toApiPart(
  project: Project,
  { file, name, isOneOfMany = false }: NamedDescription,
): Promise<DescribedPages> {
  if (!file) return NOTHING;
  const { document, findings } = await readOpenApi(file);
  if (!document) return { ...NOTHING, findings };
  const isFirst = name === undefined;
  const top = apiFolder(project);
  const folder = isFirst ? top : `${top}/${name}`;
  const { entries, findings: left } = await listEntries(document, { file, folder });
  const versions = project.versions.length > 0 ? project.versions.map(({ id }) => id) : [null];
  const shown = isFirst ? {} : { description: file.path };
  const own = textOf(isObject(document.info) ? document.info.title : undefined) || name;
  // Without a title, the navigation names the folder in the language of the reader.
  const title = isFirst ? undefined : own || undefined;
  const label = isFirst && isOneOfMany ? own || undefined : undefined;
  return {
    openapi: isFirst ? document : null,
    described: isFirst ? {} : { [file.path]: document },
    pages: versions.flatMap((version) => [
      ...toOverviews(project, version, { document, entries, folder, title: own, shown }),
      ...entries.map((entry) => toPage(project, version, entry, shown)),
    ]),
    folders: Object.assign(
      {},
      ...versions.map((version) => foldersOf(project, version, { document, entries, folder, title, label })),
    ),
    findings: [...findings, ...left, ...entries.flatMap(({ content }) => content.findings)],
  };
}

interface EntrySource {
  /** File of the description. */
  readonly file: ContentFile;
  /** Folder of its pages. */
  readonly folder: string;
}

interface ListedEntries {
  readonly entries: readonly ListedOperation[];
  /** Says that some are outlines, or in no navigation. */
  readonly findings: readonly Finding[];
}

/** Characters that take as long as one node of a text. */
const NODE_CHARS = 40;
/** Characters that take as long as a page without any. */
const PAGE_CHARS = 2_000;
/** Operations of a folder, and folders of a description, that the navigation lists: every page has them all in its sidebar. */
const MAX_LISTED = 1_000;

async function listEntries(document: OpenApiDocument, { file, folder }: EntrySource): Promise<ListedEntries> {
  const taken = new Map<string, number>();
  const entries: Omit<ListedOperation, "searched">[] = [];
  const reader = new OperationReader(document);
  const outlines = reader.list().flatMap((key) => {
    const outline = outlineOperation(document, key);
    return outline ? [{ key, outline }] : [];
  });
  reader.charge(outlines.length * PAGE_CHARS);
  const groups = groupByPath(outlines.map(({ outline }) => outline));
  const inFolders = new Map<string, number>();
  for (const { key, outline } of outlines) {
    const operation = reader.read(key) ?? outline;
    const text = toOperationText(operation);
    reader.charge(sizeOf(text.tree));
    const { title, tag } = operation;
    const content = await readOperationContent(operation, file.path);
    const inFolder = tag ?? groups.get(outline) ?? "";
    const place = inFolders.get(inFolder) ?? 0;
    inFolders.set(inFolder, place + 1);
    entries.push({
      listed: place < MAX_LISTED && inFolders.size <= MAX_LISTED,
      method: operation.method,
      path: operation.path,
      group: groups.get(outline),
      title,
      tag,
      operation,
      content,
      ...text,
      slug: takeSlug(taken, slugOf(folder, operation)),
    });
  }
  const searched = withoutRepeats(entries.map(({ tree }) => tree));
  const unlisted = entries.filter(({ listed }) => !listed).length;
  const messages = [
    reader.outlined > 0 &&
      `The last ${reader.outlined} operations are found by their names and descriptions alone, since the text of the operations before them is too long; split the description.`,
    unlisted > 0 &&
      `The navigation leaves out ${unlisted} operations: it lists at most ${MAX_LISTED} of a tag, and ${MAX_LISTED} tags; give the operations tags, or split the description.`,
  ];
  return {
    entries: entries.map((entry, index) => ({ ...entry, searched: searched[index] ?? entry.tree })),
    findings: messages.filter((message) => message !== false).map((message) => warningIn(file.path, message)),
  };
}

function sizeOf(tree: Root): number {
  let size = 0;
  walk(tree, (node) => {
    size += NODE_CHARS + ("value" in node ? node.value.length : 0);
  });
  return size;
}

function folderOfGroup(group: string): string {
  return `(${toSlug(group) || "other"})`;
}

function slugOf(folder: string, { tag, id, method, path }: Operation): string {
  const inTag = tag === undefined ? folder : `${folder}/${toSlug(tag) || "other"}`;
  return `${inTag}/${toSlug(id) || toSlug(`${method.toLowerCase()} ${path}`)}`;
}

function toPage(
  project: Project,
  version: string | null,
  entry: ListedOperation,
  shown: { readonly description?: string },
): ParsedPage {
  const { slug, method, path, title, description, searched, body, group, listed } = entry;
  const inGroup = group === undefined ? {} : { group: folderOfGroup(group) };
  const place = { language: project.defaultLanguage, version, slug };
  const given = {
    ...place,
    path: pagePath(project, place),
    title,
    description,
    listed,
    operation: { method, path, ...shown, ...inGroup },
  };
  return toListedPage(given, { ...entry, tree: searched, body }, true);
}

/** The parts of the page of an operation: its own text, that of its passages, and the content above both. */
interface OperationSource extends Pick<OperationText, "tree" | "body"> {
  readonly operation: Operation;
  readonly content: OperationContent;
}

type PageFields = Omit<Parameters<typeof createPage>[0], "kind" | "source">;

function toListedPage(given: PageFields, { operation, content, tree, body }: OperationSource, isSearched: boolean): ParsedPage {
  const source = writeMarkdown({ ...body, children: [...toPlainContent(content).children, ...body.children] });
  const page = createPage({ kind: "api", ...given, source }, { tree: content.treeHash, from: operation });
  const above = structuredClone(content.tree);
  resolveLinks(above, page);
  const named = { ...page, names: namesOfOperation(operation) };
  const passages = isSearched ? toPassages(named, { ...tree, children: [...above.children, ...tree.children] }) : [];
  return { page, passages, isSearched, findings: content.findings };
}

interface FolderSource extends Pick<EntrySource, "folder"> {
  readonly document: OpenApiDocument;
  readonly entries: readonly ListedOperation[];
  readonly title: string | undefined;
  /** Heading in the navigation above its tags. */
  readonly label: string | undefined;
}

const MAX_GROUP_CHARS = 100;

/** Titles of the folders, and their order: as the description lists tags and operations. */
function foldersOf(project: Project, version: string | null, { document, entries, folder: top, title, label }: FolderSource) {
  const root = [folderOf(project, { language: project.defaultLanguage, version }), top].filter(Boolean).join("/");
  const tags = listTags(document);
  const titles = new Map(tags.map(({ name, title: words }) => [name, words]));
  const listed = entries.filter((entry) => entry.listed);
  const tagged = listed.flatMap(({ slug, tag, group: inGroup }) => {
    const [folder = "", name = ""] = slug.slice(top.length + 1).split("/");
    if (inGroup !== undefined) return [{ tag: inGroup, folder: folderOfGroup(inGroup), name: folder }];
    return tag === undefined ? [] : [{ tag, folder, name }];
  });
  const byFolder = [...Map.groupBy(tagged, ({ folder }) => folder)];
  const folders = byFolder.map(([folder, inside]): [string, FolderMeta] => {
    const tag = inside.at(-1)?.tag ?? "";
    return [`${root}/${folder}`, { title: titles.get(tag) ?? titleOfTag(tag), pages: inside.map(({ name }) => name) }];
  });
  const folderOfTag = new Map(tagged.toReversed().map(({ tag, folder }) => [tag, folder]));
  const order = [...Map.groupBy(tags, (tag) => tag.group)].flatMap(([name, inside]) => {
    const inOrder = inside.flatMap((tag) => folderOfTag.get(tag.name) ?? []);
    return name === undefined || inOrder.length === 0 ? inOrder : [toLabel(name), ...inOrder];
  });
  const undeclared = byFolder.map(([folder]) => folder);
  const pages = [...new Set([...(label === undefined ? [] : [toLabel(label)]), ...order, ...undeclared]), "..."];
  return { ...Object.fromEntries(folders), [root]: { ...(title !== undefined && { title }), pages } };
}

/** Writes a heading of the navigation. A space is in front, so that a bracket names no icon. */
function toLabel(words: string): string {
  return `--- ${words.slice(0, MAX_GROUP_CHARS)}---`;
}

/** Content of a description above an operation that has no authored page. */
interface OperationContent {
  readonly tree: Root;
  readonly treeHash: string;
  readonly links: Readonly<Record<string, string>>;
  readonly findings: readonly Finding[];
}

const NO_CONTENT: OperationContent = { tree: { type: "root", children: [] }, treeHash: "", links: {}, findings: [] };
const MAX_CONTENT_CHARS = 100_000;

/** Reads the MDX that a description gives an operation, as a page beside the description. */
async function readOperationContent({ page }: Operation, file: string, links?: LinkTable): Promise<OperationContent> {
  if (page.content === undefined) return NO_CONTENT;
  const source = page.content.slice(0, MAX_CONTENT_CHARS);
  const { tree, digest } = await readPage({ file: contentFile(file), source, sourceLine: 0 });
  const found = links ? linksOf(digest.urls, file, links) : {};
  const findings = digest.findings.map(({ message, kind = "syntax" }) => warningIn(file, message, { kind }));
  return { tree, treeHash: digest.treeHash, links: found, findings };
}

/** Returns the content above an operation as plain Markdown. */
function toPlainContent(content: OperationContent): Root {
  const tree = structuredClone(content.tree);
  addressAgents(tree);
  return toPlainTree(tree);
}

/** Returns a page of only the content above an operation, which its description has at `description`: a file or an address. */
export function asContentPage(page: Page, content: string, description: string): Page {
  const file = contentFile(description);
  return createPage({ ...page, kind: "guide", file, source: content, sourceLine: 0 }, { tree: NO_CONTENT.treeHash });
}

/** Returns a name whose ending sets the trust: a file is the owner's, as pages are; a fetched description is Markdown alone. */
function contentFile(description: string): string {
  return isDescriptionAddress(description) ? "content.md" : "content.mdx";
}

/** The place of the page of an operation that docs.json names. */
interface OperationPlace extends Pick<Page, "path" | "slug" | "language" | "version" | "listed"> {
  /** File of the description. */
  readonly file: string;
  readonly searchable: boolean;
}

/** Makes the page of an operation that has no file. */
export async function toOperationPage(
  operation: Operation,
  place: OperationPlace,
  { links, reader }: { readonly links: LinkTable; readonly reader: OperationReader },
): Promise<ParsedPage> {
  const text = toOperationText(reader.hasRoom ? operation : (reader.readOutline(operation) ?? operation));
  reader.charge(sizeOf(text.tree));
  const content = await readOperationContent(operation, place.file, links);
  const given = { ...fieldsOf(operation, place, text.description), links: content.links };
  return toListedPage(given, { ...text, operation, content }, place.searchable);
}

/** Lists the same page: without its text, so that no description is parsed. */
export function outlineOperationPage(operation: Operation, place: OperationPlace): ParsedPage {
  const page = createPage({ kind: "api", ...fieldsOf(operation, place, ""), source: "" }, { tree: "", from: operation });
  return { page, passages: [], isSearched: place.searchable, findings: [] };
}

function fieldsOf(operation: Operation, { file, searchable, ...place }: OperationPlace, words: string) {
  const { title = operation.title, description = words, sidebarTitle, tag } = operation.page;
  const shown = { method: operation.method, path: operation.path, description: file };
  return { ...place, title, description, sidebarTitle, tag, deprecated: operation.deprecated, operation: shown };
}
