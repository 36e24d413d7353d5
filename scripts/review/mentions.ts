import type { OpenApiDocument } from "../../lib/openapi/description/reference.ts";
import type { Outdated } from "../../lib/openapi/document/compare.ts";
import { listBases, listNamed, listPaths, type Named } from "./description-names.ts";

/** A place of a page that says what an API description says no longer. */
export interface Mention {
  readonly file: string;
  readonly line: number;
  /** The sentence, or the line of code. */
  readonly sentence: string;
  readonly outdated: Outdated;
}

/** A text in which mentions are looked for. */
export interface TextFile {
  readonly path: string;
  readonly text: string;
  /** All of it is code; Markdown without. */
  readonly isCode?: boolean;
}

export interface MentionInput {
  readonly outdated: readonly Outdated[];
  /** The descriptions as they are now: what one of them still says is not gone. */
  readonly after: readonly OpenApiDocument[];
  readonly before: readonly OpenApiDocument[];
}

/** Records of what has changed, which name what is gone rightly. */
const RECORDS =
  /(?:^|\/)(?:change-?logs?|releases?|release-notes?|whats-new|migrat\w*|upgrad\w*|deprecations?)(?:[/.-]|$)|(?:^|[/-])(?:changelog|migration|upgrade)[-.\w]*\.mdx?$/i;
/** Words by which a sentence says itself that something is gone. */
const SAYS_SO = /\b(?:deprecated|removed|no longer|renamed|formerly|previously|legacy|used to be|instead of)\b/i;
const MAX_SENTENCE = 300;
/** The rest of a longer line is not looked at. */
const MAX_LINE = 3_000;

/**
 * Lists where texts mention what is gone from an API, in their order; once for a line. A name that nothing else has is looked for
 * everywhere, any other one where the text is about its operation.
 */
export function findMentions(files: readonly TextFile[], input: MentionInput): Mention[] {
  if (input.outdated.length === 0) return [];
  const context = toContext(input);
  return files
    .filter(({ path, isCode = false }) => (isCode || /\.mdx?$/.test(path)) && !RECORDS.test(path))
    .flatMap((file) => findInFile(file, context));
}

interface Context {
  readonly targets: readonly Target[];
  readonly operations: OperationFinder;
}

/** What is gone, with how it is looked for. */
interface Target {
  readonly outdated: Outdated;
  /** Finds it in a line. */
  readonly pattern: RegExp;
  /** It has to be written as code: a word of ordinary language is not a name. */
  readonly asCode: boolean;
  /** The text has to be about one of the operations. */
  readonly scoped: boolean;
  /** It is the path of an operation as it is written. */
  readonly isTemplate?: boolean;
  /** Finds what nothing else is: where it is, the text may be about anything. */
  readonly alone?: RegExp | undefined;
  /** The field that has to be named nearby. */
  readonly near: RegExp | undefined;
  readonly operations: ReadonlySet<string>;
}

function toContext({ outdated, after, before }: MentionInput): Context {
  const named = after.map(listNamed);
  const still: Named = {
    names: new Set(named.flatMap(({ names }) => [...names])),
    values: new Set(named.flatMap(({ values }) => [...values])),
    limits: new Set(named.flatMap(({ limits }) => [...limits])),
  };
  const documents = [...before, ...after];
  const operations = createOperationFinder(documents.flatMap(listPaths), new Set(documents.flatMap(listBases)));
  return { targets: outdated.flatMap((each) => toTarget(each, still) ?? []), operations };
}

function toTarget(outdated: Outdated, still: Named): Target | undefined {
  const { kind, of } = outdated;
  const operations = new Set(outdated.operations.map(({ operation }) => operation));
  const base = { outdated, operations, near: undefined };
  if (kind === "operation") {
    const { operationId } = outdated.operations[0] ?? {};
    const [, path = ""] = outdated.name.split(" ");
    const [, pathNow = ""] = outdated.renamedTo?.split(" ") ?? [];
    // Only who writes the variable itself has to change it.
    if (withoutNames(path) === withoutNames(pathNow)) {
      const pattern = new RegExp(`${escapeRegExp(path)}(?![\\w/-])`, "g");
      return { ...base, pattern, asCode: false, scoped: false, isTemplate: true };
    }
    const id = operationId !== undefined && isDistinct(operationId) && !still.names.has(operationId) ? [operationId] : [];
    // The path itself is found by the finder of operations.
    return { ...base, pattern: anyOf(id.flatMap(spellings), { isFunction: true }), asCode: false, scoped: false };
  }
  if (kind === "parameter" || kind === "field") {
    const name = lastName(outdated.name);
    if (name === undefined) return undefined;
    const isGone = !still.names.has(name) && !still.values.has(name);
    const isAlone = isGone && isDistinct(name);
    return {
      ...base,
      pattern: anyOf(spellings(name)),
      alone: isAlone ? anyOf([name]) : undefined,
      asCode: !isDistinct(name),
      scoped: true,
    };
  }
  if (kind === "value") {
    // A type of content is what every call names.
    if (of === undefined) return { ...base, pattern: anyOf([outdated.name]), asCode: true, scoped: true };
    const isGone = !still.values.has(outdated.name) && !still.names.has(outdated.name);
    if (isGone && isDistinct(outdated.name)) return { ...base, pattern: anyWriting(outdated.name), asCode: false, scoped: false };
    const near = anyOf(spellings(lastName(of) ?? of));
    return { ...base, pattern: anyOf([outdated.name]), asCode: true, scoped: !isGone, near };
  }
  if (kind === "limit") {
    const field = of === undefined ? undefined : lastName(of);
    if (field === undefined || /^[01]$/.test(outdated.name)) return undefined;
    const numbers = [outdated.name, Number(outdated.name).toLocaleString("en-US")];
    const near = new RegExp(anyOf([...spellings(field), words(field).join(" ")]).source, "i");
    return { ...base, pattern: anyNumber(numbers), asCode: false, scoped: still.limits.has(`${field} ${outdated.name}`), near };
  }
  return /^\d{3}$/.test(outdated.name)
    ? { ...base, pattern: anyNumber([outdated.name]), asCode: false, scoped: true }
    : undefined;
}

function withoutNames(path: string): string {
  return path.replace(/\{[^}]*\}/g, "{}");
}

function lastName(path: string): string | undefined {
  return (
    path
      .split(".")
      .at(-1)
      ?.replace(/(?:\[\])+$/, "") || undefined
  );
}

/** Returns true for a name that is no word of ordinary language: of several words, or with a digit. */
function isDistinct(name: string): boolean {
  return name.length >= 5 && (words(name).length > 1 || /\d/.test(name));
}

function words(name: string): string[] {
  return name
    .split(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+/)
    .filter(Boolean)
    .map((word) => word.toLowerCase());
}

/** Returns a name as JSON, Python and headers may write it. */
function spellings(name: string): string[] {
  const parts = words(name);
  if (parts.length < 2 || !/^[\w-]+$/.test(name)) return [name];
  const [first = "", ...others] = parts;
  return [...new Set([name, parts.join("_"), first + others.map(capitalize).join("")])];
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}

/** Returns an expression for any of some words: not a part of a longer word, a step of a path, or a function that is called. */
function anyOf(names: readonly string[], { isFunction = false } = {}): RegExp {
  if (names.length === 0) return /(?!)/g;
  const inner = names.map((name) => escapeRegExp(name)).join("|");
  return new RegExp(`(?<![\\w$/-]|\\d[.,])(?:${inner})(?![\\w$]|-\\w|[.,]\\d${isFunction ? "" : "|\\("})`, "g");
}

/** Returns an expression for a value of several words, as prose may write it too: `WAITING_FOR_DEPLOY` is "Waiting for deploy". */
function anyWriting(value: string): RegExp {
  const parts = words(value);
  if (parts.length < 2 || !/^[\w-]+$/.test(value)) return anyOf([value]);
  const inProse = [parts.join(" "), parts.map(capitalize).join(" "), [capitalize(parts[0] ?? ""), ...parts.slice(1)].join(" ")];
  // Two words in a row may be any two words.
  const names = [
    value,
    value.toUpperCase(),
    value.toLowerCase(),
    parts.map(capitalize).join("-"),
    ...inProse.slice(parts.length > 2 ? 0 : 1),
  ];
  return anyOf([...new Set(names)]);
}

function capitalize(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}

function anyNumber(numbers: readonly string[]): RegExp {
  return new RegExp(`(?<![\\w$#]|\\d[.,])(?:${numbers.map((number) => escapeRegExp(number)).join("|")})(?![\\w]|[.,]\\d)`, "g");
}

/** A line of a text, with what it is part of. */
interface Line {
  readonly text: string;
  readonly number: number;
  /** Number of the fence that it is in; undefined outside. */
  readonly fence: number | undefined;
  /** The fence holds a program, and not a call or an answer. */
  readonly isProgram: boolean;
  /** A field of front matter that no reader sees. */
  readonly isHidden: boolean;
  readonly section: number;
  /** Operations that it names. */
  readonly operations: readonly string[];
}

function findInFile({ path, text, isCode = false }: TextFile, context: Context): Mention[] {
  const read = readLines(text, context.operations);
  const lines = isCode ? read.map((line) => ({ ...line, fence: 1, isProgram: true })) : read;
  return lines.flatMap((line) => {
    const found = context.targets.filter((target) => isMentioned(target, line, lines));
    // The most telling one: others of the same name are of other operations.
    const seen = new Set<string>();
    return found.flatMap(({ outdated }) => {
      const key = `${outdated.kind} ${outdated.name}`;
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ file: path, line: line.number, sentence: sentenceAt(line, outdated), outdated }];
    });
  });
}

function readLines(text: string, finder: OperationFinder): Line[] {
  let [fence, language]: [string | undefined, string] = [undefined, ""];
  let [fences, section] = [0, 0];
  const end = text.startsWith("---") ? text.split("\n").indexOf("---", 1) : -1;
  return text.split("\n").map((written, index): Line => {
    const line = written.slice(0, MAX_LINE);
    const [, mark, info = ""] = /^\s*(?:>\s*)?(`{3,}|~{3,})\s*([\w+-]*)/.exec(line) ?? [];
    if (fence === undefined && mark) [fence, language, fences] = [mark, info.toLowerCase(), fences + 1];
    else if (fence !== undefined && mark?.startsWith(fence) && /^\s*(?:>\s*)?[`~]+\s*$/.test(line)) fence = undefined;
    else if (fence === undefined && /^#{1,6}\s/.test(line)) section += 1;
    return {
      ...{ text: line, number: index + 1, section, operations: finder(line) },
      fence: fence === undefined ? undefined : fences,
      isProgram:
        fence !== undefined && !/^(?:|json[c5]?|ya?ml|xml|http|text|txt|plain|sh|shell|bash|zsh|console|curl)$/.test(language),
      isHidden: index < end && !/^(?:openapi|api|title|description|sidebarTitle):/.test(line),
    };
  });
}

function isMentioned(target: Target, line: Line, lines: readonly Line[]): boolean {
  const { outdated, pattern, asCode, scoped, near, operations } = target;
  if (line.isHidden || (line.fence === undefined && SAYS_SO.test(line.text))) return false;
  // What an answer has is no parameter.
  if (outdated.kind === "parameter" && /<ResponseField\b/.test(line.text)) return false;
  if (
    outdated.kind === "operation" &&
    !target.isTemplate &&
    line.operations.some((name) => isOperation(name, outdated.name, line, lines))
  )
    return true;
  const places = [...line.text.matchAll(pattern)];
  if (places.length === 0 || (target.isTemplate && namesOtherMethod(line.text, outdated.name))) return false;
  if (outdated.kind === "code" && !STATUS.test(line.text)) return false;
  if (asCode && !places.some(({ index, 0: { length } }) => isCode(line, index, index + length))) return false;
  if (near && !isNear(near, line, lines)) return false;
  const isFree = !scoped || (target.alone !== undefined && line.text.search(target.alone) >= 0);
  return isFree ? outdated.kind === "operation" || !isCallOfOther(operations, line, lines) : isAbout(operations, line, lines);
}

function namesOtherMethod(text: string, operation: string): boolean {
  const named = [...text.matchAll(METHOD)].map(([method]) => method.toUpperCase());
  return named.length > 0 && !named.some((method) => operation.startsWith(`${method} `));
}

/** A number beside one of these is the status of an answer. */
const STATUS = /HTTP|status|code|respon[sd]|error|return/i;

const METHOD = /\b(?:GET|PUT|POST|DELETE|PATCH|HEAD|OPTIONS)\b/gi;

/** Returns true for a path that names the operation: with its method, or where no other method is named. */
function isOperation(named: string, wanted: string, line: Line, lines: readonly Line[]): boolean {
  const [method = "", path = ""] = wanted.split(" ");
  if (named === wanted) return true;
  if (named !== `* ${path}`) return false;
  const around = line.fence === undefined ? [line] : lines.filter(({ fence }) => fence === line.fence);
  // A call that says nothing else is a GET.
  const hasBody = around.some(({ text }) => /\s(?:-X|--request|-d|--data\S*|-F|--form|--json)\b/.test(text));
  if (method === "GET" && !hasBody && /\bcurl\b/.test(line.text)) return true;
  return around.some(({ text }) => new RegExp(`\\b${method}\\b|\\.${method.toLowerCase()}\\(`, "").test(text));
}

/** Returns true for a place in code, or where MDX and JSON write a name: inside quotation marks or as a key. */
function isCode({ text, fence }: Line, start: number, end: number): boolean {
  if (fence !== undefined) return true;
  const [before, after] = [text.slice(0, start), text.slice(end)];
  if ((before.match(/`/g)?.length ?? 0) % 2 === 1 && after.includes("`")) return true;
  return /["'“]$/.test(before) && /^["'”]/.test(after);
}

/** Returns true where a field is named in the line, in the three above or in the one below, up to an empty one. */
function isNear(near: RegExp, line: Line, lines: readonly Line[]): boolean {
  const at = line.number - 1;
  const above = lines.slice(Math.max(0, at - 3), at);
  const start = above.findLastIndex(({ text }) => text.trim() === "") + 1;
  return [...above.slice(start), line, ...lines.slice(at + 1, at + 2)].some(({ text }) => text.search(near) >= 0);
}

/** Returns true where the text is about one of the operations: it is named in the same fence, or was the last one named above. */
function isAbout(operations: ReadonlySet<string>, line: Line, lines: readonly Line[]): boolean {
  const isOne = ({ operations: named }: Line) => named.some((name) => operations.has(name) || isAnyMethod(name, operations));
  const inFence = line.fence === undefined ? [] : lines.filter(({ fence }) => fence === line.fence);
  if (inFence.some(({ operations: named }) => named.length > 0)) return inFence.some(isOne);
  const above = lines.slice(0, line.number).findLast(({ operations: named }) => named.length > 0);
  // In a program any word is a name of something.
  if (above) return isOne(above) && (!line.isProgram || above.section === line.section);
  const named = lines.filter((other) => other.operations.length > 0);
  return named.length > 0 && named.every(isOne);
}

/** Returns true in a fence that calls operations, none of them one of these. */
function isCallOfOther(operations: ReadonlySet<string>, { fence }: Line, lines: readonly Line[]): boolean {
  const named = fence === undefined ? [] : lines.filter((other) => other.fence === fence).flatMap((other) => other.operations);
  return named.length > 0 && !named.some((name) => operations.has(name) || isAnyMethod(name, operations));
}

function isAnyMethod(name: string, operations: ReadonlySet<string>): boolean {
  return name.startsWith("* ") && [...operations].some((each) => each.endsWith(name.slice(1)));
}

/** Returns the sentence of a line that has the mention; all of a line of code. */
function sentenceAt({ text, fence }: Line, { name }: Outdated): string {
  const line = text.trim();
  if (fence !== undefined || line.startsWith("|") || line.startsWith("<")) return cut(line);
  const sentences = line.split(/(?<=[.!?。])\s+/);
  return cut(sentences.find((sentence) => sentence.includes(lastName(name) ?? name)) ?? line);
}

function cut(text: string): string {
  return text.length > MAX_SENTENCE ? `${text.slice(0, MAX_SENTENCE).toWellFormed()}…` : text;
}

/** Returns the operations that a line names: `POST /pets`, or `* /pets` where it has no method. */
type OperationFinder = (line: string) => readonly string[];

function createOperationFinder(
  paths: readonly { readonly method: string; readonly path: string }[],
  bases: ReadonlySet<string>,
): OperationFinder {
  const templates = Map.groupBy(new Set(paths.map(({ path }) => path)), (path) => segmentsOf(path).length);
  return (line) => {
    const found: string[] = [];
    for (const match of line.matchAll(PATH)) {
      const [, host = "", written = ""] = match;
      const before = line.slice(0, match.index);
      // A link of the site itself.
      if (host === "" && (/\]\($/.test(before) || /(?:href|src|to)=["'{]*$/.test(before))) continue;
      const segments = segmentsOf(written.replace(/[?#].*$/, "").replace(/[.,:;]+$/, ""));
      const path = findTemplate(templates, segments, bases);
      if (path === undefined) continue;
      const method = /\b(GET|PUT|POST|DELETE|PATCH|HEAD|OPTIONS)\b["'`*,:\s-]*(?:https?:\/\/[^\s/]*)?[^\s]{0,40}$/i
        .exec(before)?.[1]
        ?.toUpperCase();
      // A path of one word may be a page's.
      if (method === undefined && host === "" && segments.length < 2) continue;
      found.push(`${method ?? "*"} ${path}`);
    }
    return found;
  };
}

const PATH =
  /(https?:\/\/[^\s/"'`)]+|\$\{?\w+\}?|\{\{?\w+\}?\})?((?<![\w.:/-])(?:\/[\w\-.:{}[\]<>$%*~@]+)+|(?<=[\w}])(?:\/[\w\-.:{}[\]<>$%*~@]+)+)/g;

function segmentsOf(path: string): string[] {
  return path.split("/").filter(Boolean);
}

/** Returns the template that the end of a path has the form of; the longest one, and of these the most literal. */
function findTemplate(
  templates: ReadonlyMap<number, readonly string[]>,
  segments: readonly string[],
  bases: ReadonlySet<string>,
): string | undefined {
  for (let length = segments.length; length > 0; length -= 1) {
    const own = segments.slice(segments.length - length);
    if (!isBase(segments.slice(0, segments.length - length), bases)) continue;
    const like = (templates.get(length) ?? []).filter((template) => isLike(segmentsOf(template), own));
    const [best] = like.sort((left, right) => left.split("{").length - right.split("{").length);
    // A template of variables alone would be like anything.
    if (best !== undefined && segmentsOf(best).some((segment) => !segment.startsWith("{"))) return best;
  }
  return undefined;
}

/** Returns true for what may stand before a path of the description: the path of a server, or words such as `api/v1`. */
function isBase(segments: readonly string[], bases: ReadonlySet<string>): boolean {
  if (segments.length === 0 || bases.has(segments.join("/"))) return true;
  const versions = [...bases].flatMap((base) => segmentsOf(base).filter((segment) => VERSION.test(segment)));
  return segments.every(
    (segment) =>
      /^(?:api|rest|public)$/.test(segment) || (VERSION.test(segment) && (versions.length === 0 || versions.includes(segment))),
  );
}

const VERSION = /^v\d+[\w.]*$/;

function isLike(template: readonly string[], segments: readonly string[]): boolean {
  return template.every((part, index) => /\{[^}]+\}/.test(part) || part === segments[index]);
}
