import path from "node:path";
import { fileURLToPath } from "node:url";
import { type Document, isPair, isScalar, visit } from "yaml";
import { readYaml } from "../../yaml.ts";
import type { UnreadReferences } from "./check.ts";
import { DescriptionError, isObject } from "./json.ts";
import { integerOf, isNumeric, parseJson } from "./json-text.ts";
import type { Mask, ReferenceNode } from "./mask.ts";
import { pointerKeys } from "./reference.ts";

/** Reads the text at an address of a file (`file:`) or of another host. @throws DescriptionError when it is unavailable. */
export type DocumentReader = (url: string) => Promise<string>;

/** A description and all documents that it leads to. */
export interface ReferredDocuments {
  /** Parsed, by address, the description first. */
  readonly documents: ReadonlyMap<string, object>;
  readonly unread: UnreadReferences;
}

interface Root {
  readonly url: string;
  readonly document: object;
}

interface Means {
  readonly read: DocumentReader;
  readonly mask: Mask;
}

/**
 * Reads all documents that a description leads to, through as many others as it takes. Broken references are
 * hidden with the mask.
 * @throws DescriptionError when a document is temporarily unavailable.
 */
export async function readReferred(root: Root, { read, mask }: Means): Promise<ReferredDocuments> {
  const documents = new Map<string, object>([[root.url, root.document]]);
  const faults = new Map<string, string>();
  const unread: Record<string, string> = {};
  // Documents that are found on the way come last in the map, and so their turn comes too.
  for (const [base, document] of documents)
    for (const node of listReferences(document)) {
      const { url, keys } = toTarget(node.$ref, base);
      if (url !== undefined && !documents.has(url) && !faults.has(url)) {
        const found = await readDocument(url, read);
        if (typeof found === "string") faults.set(url, found);
        else {
          mask.hideData(found);
          documents.set(url, found);
        }
      }
      const target = url === undefined ? undefined : documents.get(url);
      const fault = (url !== undefined && faults.get(url)) || (target && leadsOn(target, keys) ? undefined : "it does not exist");
      if (fault === undefined) continue;
      const shown = base === root.url ? node.$ref : toShown(root.url, url ?? node.$ref, keys);
      mask.hideReference(node, shown);
      if (base !== root.url || !shown.startsWith("#")) unread[shown] = `"${shown}" cannot be taken in: ${fault}.`;
    }
  return { documents, unread };
}

function listReferences(document: object): (ReferenceNode & { readonly $ref: string })[] {
  const found: (ReferenceNode & { readonly $ref: string })[] = [];
  const seen = new Set<object>();
  const waiting: object[] = [document];
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if ("$ref" in node && typeof node.$ref === "string") found.push(node as { $ref: string });
    for (const child of Object.values(node)) if (typeof child === "object" && child !== null) waiting.push(child);
  }
  return found;
}

/** Returns the address of the document that a reference names, undefined if it is none, and the keys to a part of it. */
function toTarget(reference: string, base: string): { url: string | undefined; keys: readonly string[] } {
  if (!URL.canParse(reference, base)) return { url: undefined, keys: [] };
  const target = new URL(reference, base);
  const keys = pointerKeys(target.hash);
  target.hash = "";
  return { url: target.href, keys };
}

/** Returns a document, or why there is none. */
async function readDocument(url: string, read: DocumentReader): Promise<object | string> {
  try {
    return parseDocument(await read(url));
  } catch (cause) {
    if (cause instanceof DescriptionError && cause.isTemporary) throw cause;
    const reason = cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : String(cause);
    return (cause instanceof DescriptionError ? reason : `it is neither JSON nor YAML (${reason})`).replace(/\.$/, "");
  }
}

/** Reads JSON or YAML. @throws Error for what is neither, or no object. */
export function parseDocument(text: string): object {
  const value = parseText(text);
  if (typeof value !== "object" || value === null) throw new Error("it is not an object");
  return value;
}

/** Reads a value of JSON or YAML. @throws Error for what is neither. */
export function parseText(text: string): unknown {
  if (/^\s*\{/.test(text)) return parseJson(text);
  // The default limit on aliases stays: a few lines of nested ones would otherwise grow to gigabytes.
  const document = readYaml(text);
  if (document.errors[0]) throw document.errors[0];
  keepLongIntegers(document, text);
  return document.toJS();
}

/** Keeps long integers of YAML as they are written, as `parseJson` does. */
function keepLongIntegers(document: Document, text: string): void {
  if (!/\d{16}/.test(text)) return;
  visit(document, {
    Scalar(_, node, path) {
      if (typeof node.value !== "number" || !/^-?\d{16,}$/.test(node.source ?? "")) return;
      const pair = path.at(-1);
      if (!(isPair(pair) && isNumeric(isScalar(pair.key) ? pair.key.value : ""))) node.value = integerOf(node.source ?? "");
    },
  });
}

/** Returns true when a document has a part at these keys. Behind another reference on the way it may. */
function leadsOn(document: object, keys: readonly string[]): boolean {
  let value: unknown = document;
  for (const key of keys) {
    if (isObject(value) && typeof value.$ref === "string") return true;
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return false;
    value = (value as Record<string, unknown>)[key];
  }
  return true;
}

/** Returns a reference of another document as one of the description: a path from its folder, or an address. */
function toShown(root: string, url: string, keys: readonly string[]): string {
  const isBeside = root.startsWith("file:") && url.startsWith("file:");
  const name = isBeside
    ? path
        .relative(path.dirname(fileURLToPath(root)), fileURLToPath(url))
        .split(path.sep)
        .join("/")
    : url;
  const pointer = keys.map((key) => key.replaceAll("~", "~0").replaceAll("/", "~1")).join("/");
  return keys.length > 0 ? `${name}#/${pointer}` : name;
}
