import path from "node:path/posix";
import type { Finding } from "../../finding.ts";
import { isDescription } from "../../openapi/description/is-description.ts";
import type { OpenApiDocument } from "../../openapi/description/reference.ts";
import { readObject } from "../../openapi/document/fields.ts";
import { listOperations, listWebhooks, type OperationKey } from "../../openapi/document/operation.ts";
import { listServers } from "../../openapi/document/servers.ts";
import { readOpenApi } from "../../openapi/openapi.ts";
import type { ContentFile } from "../model/content-file.ts";
import { lastParsed, type ReadDescription } from "../site/parsed-page.ts";
import type { DescriptionUse } from "../site/places.ts";

const MAX_DESCRIPTIONS = 200;

/** The API descriptions of a repository, by file. */
export interface Descriptions {
  readonly documents: ReadonlyMap<string, OpenApiDocument>;
  /** Their operations by method and pattern, the first one of each. */
  readonly operations: ReadonlyMap<string, ReadonlyMap<string, OperationKey>>;
  readonly findings: readonly Finding[];
}

/** An operation, and the file that describes it. */
export interface FoundOperation extends OperationKey {
  readonly file: string;
}

/** Reads every JSON and YAML file that says it is an API description. One that cannot be used is named and left out. */
export async function readDescriptions(files: readonly ContentFile[]): Promise<Descriptions> {
  const described = files.filter(({ path: name, text }) => /\.(?:json|ya?ml)$/i.test(name) && isDescription(text));
  const last = lastParsed.get();
  const kept = new Map<string, Promise<ReadDescription>>();
  const documents = new Map<string, OpenApiDocument>();
  const operations = new Map<string, ReadonlyMap<string, OperationKey>>();
  const found: Finding[] = [];
  for (const file of described.slice(0, MAX_DESCRIPTIONS)) {
    const reading = last.descriptions.get(file.hash) ?? readDescription(file);
    kept.set(file.hash, reading);
    const { document, findings, operations: own } = await reading;
    if (document) documents.set(file.path, document);
    operations.set(file.path, own);
    // Equal files share what was read of one of them.
    for (const finding of findings) found.push({ ...finding, file: file.path });
  }
  last.descriptions = kept;
  return { documents, operations, findings: found };
}

async function readDescription(file: ContentFile): Promise<ReadDescription> {
  const { document, findings } = await readOpenApi(file);
  return { document, findings, operations: document ? indexOperations(document) : new Map() };
}

/**
 * Returns the files of the descriptions that a source names: by path from the root, beside the file that names it, or by name
 * alone.
 */
export function findSources({ documents }: Descriptions, source: string, from = "docs.json"): string[] {
  const beside = path.normalize(path.join(path.dirname(from), source));
  const rooted = path.normalize(`/${source}`).slice(1);
  for (const name of source.startsWith("/") ? [rooted] : [beside, rooted]) if (documents.has(name)) return [name];
  const bare = nameOfSource(source);
  return [...documents.keys()].filter((name) => {
    return withoutEnding(path.basename(name)) === bare || name.startsWith(`${rooted.replace(/\/$/, "")}/`);
  });
}

const WEB_ADDRESS = /^https?:\/\/\S+$/i;

/** Returns true for a web address of a description. None is fetched. */
export function isAddress(source: string): boolean {
  return WEB_ADDRESS.test(source);
}

/** Returns the first of these sources that is an address, and of which the folder has no file. Nothing is fetched from it. */
export function findAddress(descriptions: Descriptions, sources: readonly string[]): string | undefined {
  return sources.find((source) => isAddress(source) && findSources(descriptions, source).length === 0);
}

/** Returns the last name of a source in lower case, by which a file of the folder stands for it. */
export function nameOfSource(source: string): string {
  return withoutEnding(path.basename(isAddress(source) ? source.replace(/[?#].*$/s, "") : source));
}

function withoutEnding(name: string): string {
  return name.replace(/\.(?:json|ya?ml)$/i, "").toLowerCase();
}

const MAX_REFERENCE_CHARS = 2_000;
const REFERENCE = /^(?:(?<source>\S.*?)\s+)?(?<method>get|put|post|delete|options|head|patch|trace|webhook)\s+(?<path>\S.*)$/i;

/** An operation as a page names it: `GET /pets`, `petstore.json GET /pets`, or `GET https://api.example.com/pets`. */
interface OperationReference {
  readonly source: string | undefined;
  readonly method: string;
  /** The start of a whole address, such as `https://api.example.com`. */
  readonly server?: string | undefined;
  readonly path: string;
}

const WHOLE_ADDRESS = /^(?<server>https?:\/\/[^/\s]+)(?<path>\/.*)?$/i;

/** Reads what a page or the navigation says of an operation; undefined when it says none. */
export function parseReference(text: string): OperationReference | undefined {
  const { source, method, path: name } = REFERENCE.exec(text.trim().slice(0, MAX_REFERENCE_CHARS))?.groups ?? {};
  if (!method || !name) return undefined;
  const { server, path: below = "/" } = WHOLE_ADDRESS.exec(name.trim())?.groups ?? {};
  return { source, method: method.toUpperCase(), server, path: server === undefined ? name.trim() : below };
}

interface DescriptionSearch {
  readonly use: DescriptionUse | undefined;
  /** The file that names the operation. */
  readonly from: string;
}

/** Returns the first operation that fits: in the named file, else in those of the navigation, else in any. */
export function findOperation(
  descriptions: Descriptions,
  { source, method, server, path: name }: OperationReference,
  search: DescriptionSearch,
): FoundOperation | undefined {
  const order = filesFor(descriptions, source, search);
  const asked = toPattern(name);
  const find = (starts: (document: OpenApiDocument) => readonly string[]): FoundOperation | undefined => {
    for (const file of order) {
      const document = descriptions.documents.get(file);
      for (const start of document ? starts(document).map(toPattern) : []) {
        const below = asked.startsWith(start) ? asked.slice(start.length) || "/" : undefined;
        const found = below !== undefined && descriptions.operations.get(file)?.get(`${method} ${below}`);
        if (found) return { ...found, file };
      }
    }
    return undefined;
  };
  if (server !== undefined) return find((document) => startsOf(document, server));
  // Some write the path as a caller does, from the host on.
  return find(() => [""]) ?? find((document) => listServers(document).map((url) => url.replace(/^https?:\/\/[^/]*/i, "")));
}

/** An object as a page names it: `Pet`, or `petstore.json Pet`. */
interface ObjectReference {
  readonly source: string | undefined;
  readonly name: string;
}

/** Reads what a page says of an object; undefined when it says none. */
export function parseObjectReference(text: string): ObjectReference | undefined {
  const words = text.trim().slice(0, MAX_REFERENCE_CHARS).split(/\s+/);
  const name = words.pop();
  return name ? { source: words.length > 0 ? words.join(" ") : undefined, name } : undefined;
}

/** Returns the first description that has the object: of the named file, else those of the navigation, else any. */
export function findObject(descriptions: Descriptions, { source, name }: ObjectReference, search: DescriptionSearch) {
  for (const file of filesFor(descriptions, source, search)) {
    const document = descriptions.documents.get(file);
    const object = document && readObject(document, name);
    if (object) return { file, name, object };
  }
  return undefined;
}

/** Returns the files in the order in which they are looked through. */
function filesFor(descriptions: Descriptions, source: string | undefined, { use, from }: DescriptionSearch): string[] {
  const all = [...descriptions.documents.keys()];
  if (source !== undefined) {
    const named = findSources(descriptions, source, from);
    // Fumadocs gives a description a name that its settings alone explain.
    return named.length === 0 && all.length === 1 && !/\.(?:json|ya?ml)$/i.test(source) ? all : named;
  }
  const used = (use?.sources ?? []).flatMap((text) => findSources(descriptions, text));
  return [...new Set([...used, ...all])];
}

/** Lists paths that may be between a server and the path of an operation. */
function startsOf(document: OpenApiDocument, server: string): string[] {
  const known = listServers(document);
  if (known.length === 0) return [""];
  return known.flatMap((url) => {
    if (!/^https?:/i.test(url)) return [url];
    return url === server || url.startsWith(`${server}/`) ? [url.slice(server.length)] : [];
  });
}

/** Indexes the operations of a description by method and pattern; the first one of each wins. */
export function indexOperations(document: OpenApiDocument): ReadonlyMap<string, OperationKey> {
  const keys = [...listOperations(document), ...listWebhooks(document)];
  return new Map(keys.toReversed().map((key) => [`${key.method} ${toPattern(key.path)}`, key]));
}

/** Normalizes a path for comparison: without the names of parameters and a slash at the end. */
function toPattern(path: string): string {
  return path.replace(/\{[^{}]*\}/g, "{}").replace(/(?<=.)\/$/, "");
}
