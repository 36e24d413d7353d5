/**
 * Returns a name of a program as a title: `listUserPets`, `list_user_pets` and `pets/list-user` are words, abbreviations such as
 * `URL` stay. A text with spaces is one already.
 */
export function titleOfName(name: string): string {
  if (/\s/.test(name)) return name;
  const words = name
    .replace(/([\p{Ll}\p{N}])(\p{Lu})|(\p{Lu})(?=\p{Lu}(?!s(?:\P{Ll}|$))\p{Ll})/gu, "$1$3 $2")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .map((word) => ABBREVIATIONS.get(word.toLowerCase()) ?? (/^\p{Lu}{2,}\p{N}*s?$/u.test(word) ? word : word.toLowerCase()));
  const text = words.join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The spelling of abbreviations. No record, of which "constructor" would be a member. */
const ABBREVIATIONS = new Map(["ID", "IDs", "URL", "URLs", "API", "APIs"].map((text) => [text.toLowerCase(), text]));

/** Returns the parts of a path without those in front that only say which API it is: `/api/v1/pets/{id}` is `pets`, `{id}`. */
export function pathNames(path: string): string[] {
  const parts = path.split("/").filter(Boolean);
  const start = parts.findIndex((part) => !/^(?:\{.*|apis?|rest|v\d+(?:\.\d+)*)$/i.test(part));
  return start === -1 ? [] : parts.slice(start);
}

/** Returns what a reader who knows an operation types to find it: its id, and method and path or the path alone. */
export function namesOfOperation({ method, path, id = "" }: { method: string; path: string; id?: string }): string[] {
  const short = `/${pathNames(path).join("/")}`;
  const names = [`${method} ${path}`, `${method} ${short}`, path];
  return [...new Set(isNameOfProgram(id) ? [...names, id] : names)];
}

/** Returns whether an id can only be a name in code: a single word such as `search` is a topic of many pages. */
function isNameOfProgram(id: string): boolean {
  return /\p{Ll}\p{Lu}|[\p{L}\p{N}][_./-][\p{L}\p{N}]/u.test(id);
}

/** Returns the title of a tag: one in lower case without spaces, such as `agent-tasks`, is a name of a program. */
export function titleOfTag(tag: string): string {
  return /^[a-z0-9]+(?:[-_][a-z0-9]+)*$/.test(tag) ? titleOfName(tag) : tag;
}

/** Operations without a tag that fit one list. */
const MAX_UNGROUPED = 20;

interface Placed {
  readonly path: string;
  readonly tag: string | undefined;
}

/**
 * Returns the title of a group for each operation without a tag, by the first part of its path in which their paths differ:
 * `Payment intents` for `/v1/payment_intents/{id}`. Empty when there are few of them, or when their paths do not differ.
 */
export function groupByPath<Key extends Placed>(operations: readonly Key[]): ReadonlyMap<Key, string> {
  const untagged = operations.filter(({ tag }) => tag === undefined);
  if (untagged.length <= MAX_UNGROUPED) return new Map();
  const named = untagged.map((operation) => ({ operation, names: namesOf(operation) }));
  const shared = countShared(named.map(({ names }) => names));
  const groups = named.flatMap(({ operation, names }) => {
    const name = names[shared];
    return name === undefined ? [] : [[operation, titleOfName(name)] as const];
  });
  return new Map(new Set(groups.map(([, title]) => title)).size > 1 ? groups : []);
}

function namesOf({ path }: Placed): string[] {
  return pathNames(path).filter((name) => !name.startsWith("{"));
}

/** Counts the names in front that all have. */
function countShared(lists: readonly (readonly string[])[]): number {
  const [first = []] = lists;
  const differs = first.findIndex((name, index) => lists.some((names) => names[index] !== name));
  return differs === -1 ? first.length : differs;
}
