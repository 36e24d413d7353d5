import { perObject } from "../per-object.ts";
import { memberOf, objectOf } from "./json.ts";
import type { OpenApiDocument } from "./reference.ts";
import { pathNames, titleOf } from "./words.ts";

interface NamedOperation {
  /** Upper case. */
  readonly method: string;
  readonly path: string;
  /** Its `operationId`; empty without one. */
  readonly id: string;
}

/**
 * Returns the title of an operation without a summary: the words of its id. An id that only repeats method and path, such as
 * `GetAccountsAccount`, says less than they do: then, and without an id, `GET /v1/accounts/{account}` is "Get account".
 */
export function titleOfOperation(document: OpenApiDocument, operation: NamedOperation): string {
  const { id, method, path } = operation;
  if (id && !repeatsPath(operation)) return titleOf(id);
  return titleOfPath(document, operation) ?? (titleOf(id) || `${method} ${path}`);
}

/** Generators put the method first, last or between. */
function repeatsPath({ id, method, path }: NamedOperation): boolean {
  const said = lettersOf(id);
  const verb = lettersOf(method);
  return [path, pathNames(path).join("/")].map(lettersOf).some((words) => words && [verb + words, words + verb].includes(said));
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
}

/** A part of a path that names something, and the parameter behind it that chooses one of many. */
interface Resource {
  readonly name: string;
  readonly parameter: string | undefined;
}

const ITEM_VERBS: Readonly<Record<string, string>> = {
  GET: "Get",
  HEAD: "Check",
  POST: "Update",
  PUT: "Update",
  PATCH: "Update",
  DELETE: "Delete",
};

/** First words of a last part that say what is done: by a reading call, and by any other. */
const READ_ACTIONS = /^(?:count|download|export|find|lookup|preview|query|search|validate|verify)(?:[_-]|$)/i;
const ACTIONS =
  /^(?:add|apply|assign|cancel|check|clear|confirm|copy|create|delete|disable|enable|generate|import|mark|move|refresh|remove|reset|restore|revoke|send|set|start|stop|submit|sync|update|upload)(?:[_-]|$)/i;

/** Returns what a call of the path does, in words; undefined when its parts are no plain names. */
function titleOfPath(document: OpenApiDocument, { method, path }: NamedOperation): string | undefined {
  const resources = readResources(path);
  const last = resources?.at(-1);
  const verb = ITEM_VERBS[method];
  if (!resources || !last || !verb) return undefined;
  const owner = resources.slice(0, -1).map(nounOf).join(" ");
  const name = wordsOf(last.name);
  if (last.parameter !== undefined) return phrase(verb, owner, nounOf(last), selectorOf(document, path, last));
  if (isAction(document, { method, path, name: last.name })) return phrase(name, name.includes(" ") && owner ? "for" : "", owner);
  if (!isCollection(document, { path, name: last.name })) return phrase(verb, owner, name);
  if (method === "POST") return phrase("Create", owner, singularOf(last.name));
  return phrase(method === "GET" ? "List" : verb, owner, name);
}

interface LastPart {
  readonly method: string;
  readonly path: string;
  readonly name: string;
}

/** A part that is only posted to, and is no plural, is what is done with the thing before it. */
function isAction(document: OpenApiDocument, { method, path, name }: LastPart): boolean {
  if (READ_ACTIONS.test(name)) return true;
  if (method === "GET" || method === "HEAD") return false;
  return ACTIONS.test(name) || (method === "POST" && !isRead(document, path) && !isCollection(document, { path, name }));
}

/** Returns the named parts of a path; undefined when one is neither a name nor a parameter, or a parameter is not behind a name. */
function readResources(path: string): Resource[] | undefined {
  const resources: Resource[] = [];
  for (const part of pathNames(path)) {
    const [, parameter] = /^\{([^{}]+)\}$/.exec(part) ?? [];
    const last = resources.at(-1);
    if (parameter === undefined && !/^[\p{L}\p{N}]+(?:[_-][\p{L}\p{N}]+)*$/u.test(part)) return undefined;
    if (parameter === undefined) resources.push({ name: part, parameter });
    else if (last && last.parameter === undefined) resources[resources.length - 1] = { ...last, parameter };
    else return undefined;
  }
  return resources;
}

function nounOf({ name, parameter }: Resource): string {
  return parameter === undefined ? wordsOf(name) : singularOf(name, parameter);
}

/** Says by what one is chosen where the same words stand for all. */
function selectorOf(document: OpenApiDocument, path: string, { name, parameter = "" }: Resource): string {
  const isSame = singularOf(name, parameter) === wordsOf(name) && isRead(document, path.slice(0, path.lastIndexOf("/")));
  return isSame ? `by ${wordsOf(parameter)}` : "";
}

/** Returns the word for one of many: that of the parameter where it is the same word, else by the rules of English. */
function singularOf(name: string, parameter = ""): string {
  const words = wordsOf(name);
  const one = wordsOf(parameter);
  if (one && words.startsWith(one) && words.length - one.length <= 3) return one;
  return words
    .replace(/\bpeople$/, "person")
    .replace(/\bchildren$/, "child")
    .replace(/(?<!\b(?:ser|spec|mov|cook))ies$/, "y")
    .replace(/(ss|x|ch|sh|tatus)es$/, "$1")
    .replace(/(?<!ss|us|is|\bseries|\bspecies)s$/i, "");
}

function isCollection(document: OpenApiDocument, { path, name }: Omit<LastPart, "method">): boolean {
  return singularOf(name) !== wordsOf(name) || collections(document).has(path);
}

/** Paths below which a parameter chooses one of many. */
const collections = perObject((document: OpenApiDocument) => {
  const paths = Object.keys(objectOf(document.paths));
  return new Set(paths.flatMap((path) => /^(.+)\/\{[^/]*$/.exec(path)?.[1] ?? []));
});

function isRead(document: OpenApiDocument, path: string): boolean {
  return memberOf(memberOf(document.paths, path), "get") !== undefined;
}

function wordsOf(name: string): string {
  const title = titleOf(name);
  return /^\p{Lu}{2}/u.test(title) ? title : title.charAt(0).toLowerCase() + title.slice(1);
}

/** Joins words to a title; a word that two parts have where they meet is said once. */
function phrase(...parts: readonly string[]): string {
  const words = parts.flatMap((part) => part.split(" ")).filter(Boolean);
  const text = words.filter((word, index) => word !== words[index - 1]).join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
