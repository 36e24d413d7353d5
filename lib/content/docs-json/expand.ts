import { listOperations, type Operation, outlineOperation } from "../../openapi/document/operation.ts";
import { listTags } from "../../openapi/document/overview.ts";
import { groupByPath, titleOfName, titleOfTag } from "../../openapi/document/words.ts";
import type { ContentFile } from "../model/content-file.ts";
import { takeSlug, toSlug } from "../model/slug.ts";
import type { DocsGroup, DocsLink, DocsNode, DocsOperation, DocsTree, TreePage, UnreadDescription } from "../site/docs-tree.ts";
import type { DescriptionUse } from "../site/places.ts";
import { type Descriptions, type FoundOperation, findAddress, findOperation, findSources, isAddress } from "./descriptions.ts";

const DIRECTORY = "api-reference";
const MAX_GENERATED = 10_000;
/** Operations of a description whose groups are open at first; of more, only the group of the current page is. */
const MAX_EXPANDED = 100;

/** A navigation in which every entry is a page or a link, and the pages that were made for its operations. */
interface ExpandedTree {
  readonly tree: DocsTree;
  readonly generated: readonly GeneratedPage[];
  /** Operations that the navigation names and no description has, but for those of an unread one. */
  readonly missing: readonly string[];
  /** Descriptions that the navigation makes pages of and the folder does not have. */
  readonly unread: readonly UnreadDescription[];
}

interface GeneratedPage {
  /** As if it were a file of the repository, without ending. */
  readonly path: string;
  readonly operation: FoundOperation;
}

/** Gives every operation that the navigation names, alone or as part of a description, a page. */
export function expandOperations(tree: DocsTree, descriptions: Descriptions, taken: ReadonlySet<string>): ExpandedTree {
  const generated = new Map<string, GeneratedPage>();
  const freePath = pathsOf(taken);
  const missing: string[] = [];
  const unread: UnreadDescription[] = [];

  const toPage = (operation: FoundOperation, use: DescriptionUse | undefined): TreePage[] => {
    const document = descriptions.documents.get(operation.file);
    const read = document && outlineOperation(document, operation);
    if (!read || generated.size >= MAX_GENERATED) return [];
    const path = freePath(pathOf(read, use), operation);
    generated.set(path, { path, operation });
    return [{ type: "page", path }];
  };
  const one = ({ source, method, path }: DocsOperation, use: DescriptionUse | undefined): DocsNode[] => {
    const found = findOperation(descriptions, { source, method, path }, { use, from: "docs.json" });
    if (found) return toPage(found, use);
    const address = findAddress(descriptions, source === undefined ? (use?.sources ?? []) : [source]);
    if (address !== undefined) return [noteUnread(address, use)].map(toDescriptionLink);
    missing.push([source, method, path].filter(Boolean).join(" "));
    return [];
  };
  const noteUnread = (source: string, use: DescriptionUse | undefined): string => {
    const directory = directoryOf(use);
    if (!unread.some((known) => known.source === source && known.directory === directory)) unread.push({ source, directory });
    return source;
  };
  const all = (use: DescriptionUse | undefined): DocsNode[] => {
    const sources = use?.sources ?? [];
    const lost = sources.filter((source) => findSources(descriptions, source).length === 0);
    const files = new Set(sources.flatMap((source) => findSources(descriptions, source)));
    return [
      ...[...files].flatMap((file) => groupByTag(descriptions, file, (found) => toPage(found, use))),
      ...lost
        .map((source) => noteUnread(source, use))
        .filter(isAddress)
        .map(toDescriptionLink),
    ];
  };
  const expand = (nodes: readonly DocsNode[], inherited: DescriptionUse | undefined): DocsNode[] =>
    withoutRepeatedLinks(
      nodes.flatMap((node): DocsNode[] => {
        if (node.type === "operation") return one(node, inherited);
        if (node.type === "operations") return all(inherited);
        if (!("children" in node)) return [node];
        return [{ ...node, children: expand(node.children, node.openapi ?? inherited) }];
      }),
    );
  const children = expand(tree.children, tree.openapi);
  return { tree: { ...tree, children }, generated: [...generated.values()], missing, unread };
}

/** Returns the link to a description that is not in the folder, in place of its operations. */
function toDescriptionLink(source: string): DocsLink {
  return { type: "link", title: source.replace(/^https?:\/\/(?:www\.)?|[?#].*$/gis, ""), href: source };
}

/** Keeps one link where many operations are of one description that is not in the folder. */
function withoutRepeatedLinks(nodes: readonly DocsNode[]): DocsNode[] {
  const first = new Map(nodes.flatMap((node) => (node.type === "link" ? [[node.href, node] as const] : [])).reverse());
  return nodes.filter((node) => node.type !== "link" || first.get(node.href) === node);
}

function groupByTag({ documents }: Descriptions, file: string, toPage: (found: FoundOperation) => TreePage[]): DocsNode[] {
  const document = documents.get(file);
  if (!document) return [];
  const operations = listOperations(document).flatMap((key) => {
    const { tag, page } = outlineOperation(document, key) ?? {};
    return page ? [{ ...key, tag, hidden: page.hidden }] : [];
  });
  const titles = new Map(listTags(document).map(({ name, title }) => [name, title]));
  const byPath = groupByPath(operations);
  const groups = new Map<string, DocsNode[]>();
  const hidden: DocsNode[] = [];
  for (const operation of operations) {
    const { method, path, tag } = operation;
    const pages = toPage({ method, path, file });
    const title = tag === undefined ? (byPath.get(operation) ?? "") : (titles.get(tag) ?? titleOfTag(tag));
    if (operation.hidden) hidden.push(...pages);
    else if (groups.has(title)) groups.get(title)?.push(...pages);
    else groups.set(title, pages);
  }
  const expanded = operations.length > MAX_EXPANDED ? false : undefined;
  const shown = [...groups].flatMap(([title, children]) =>
    title === "" ? children : [{ ...toGroup(title, children), expanded }],
  );
  return hidden.length > 0 ? [...shown, { ...toGroup("", hidden), hidden: true }] : shown;
}

function toGroup(title: string, children: readonly DocsNode[]): DocsGroup {
  const nothing = { icon: undefined, description: undefined, tag: undefined, searchable: undefined, openapi: undefined };
  return { type: "group", title, ...nothing, hidden: false, root: undefined, expanded: undefined, children };
}

/** Returns the path that the description gives, else one in the directory by tag and summary, else id. */
function pathOf({ tag, summary, id, method, path, page }: Operation, use: DescriptionUse | undefined): string {
  if (page.path !== undefined) return page.path;
  const name = summary || titleOfName(id) || `${method} ${path}`;
  return [directoryOf(use), slugOfWords(tag ?? ""), slugOfWords(name) || toSlug(id)].filter(Boolean).join("/");
}

function directoryOf(use: DescriptionUse | undefined): string {
  return (use?.directory ?? DIRECTORY).replace(/^\/+|(?<!\/)\/+$/g, "");
}

/** Returns words as the hosted product writes them in addresses: a word in camel case stays one. */
function slugOfWords(words: string): string {
  return toSlug(words.toLowerCase());
}

/** Returns a function that gives each operation a path, numbered when another page has it; the same operation keeps one page. */
function pathsOf(taken: ReadonlySet<string>) {
  const given = new Map<string, string>();
  const used = new Map([...taken].map((path) => [path, 1]));
  return (wanted: string, { file, method, path }: FoundOperation): string => {
    const key = JSON.stringify([wanted, file, method, path]);
    const free = given.get(key) ?? takeSlug(used, wanted);
    given.set(key, free);
    return free;
  };
}

/** Lists paths and hashes of JSON and YAML files, on which the shown operations depend. */
export function listDescriptionHashes(files: readonly ContentFile[]): string[] {
  return files.filter(({ path }) => /\.(?:json|ya?ml)$/i.test(path)).map(({ path, hash }) => `${path} ${hash}`);
}
