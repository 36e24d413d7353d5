import path from "node:path/posix";
import { findNodeAtLocation, getLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { z } from "zod";
import type { Project } from "../../config/schema.ts";
import { type Finding, warningIn } from "../../finding.ts";
import { isObject } from "../../openapi/description/json.ts";
import type { ContentFile } from "../model/content-file.ts";
import { readLenient } from "../model/read-lenient.ts";
import { createRecord } from "../model/records.ts";
import type { ReaderMarks } from "../site/closed.ts";
import type { DocsTree, UnreadDescription } from "../site/docs-tree.ts";
import { readNodeMarks } from "./closed-nodes.ts";
import { withNavigation } from "./locales.ts";
import { DocsFile, UNSUPPORTED } from "./schema.ts";
import { toDocsTree } from "./tree.ts";

/** Each is looked up in the text, from its beginning. */
const MAX_WARNINGS = 100;

/** The docs.json of a content folder. */
export interface DocsJson {
  /** Path of the file. */
  readonly file: string;
  readonly settings: Omit<DocsFile, "navigation">;
  readonly tree: DocsTree;
  /** Fields that are understood and have no effect here, each with the reason. */
  readonly unsupported: readonly string[];
  /** Descriptions that the navigation makes pages of and the folder does not have; known once the folder is read. */
  readonly unread?: readonly UnreadDescription[];
}

export interface ReadDocsJson {
  readonly docs: DocsJson;
  /** Errors and warnings of the file: each costs one field, never the site. */
  readonly findings: readonly Finding[];
  /** Marks of readers in its navigation. */
  readonly marks: ReaderMarks;
}

/**
 * Reads the docs.json of a content folder; undefined without one. What is unknown or wrong in it is listed with its place and
 * left out; one that is not JSON leaves the site without navigation.
 */
export function readDocsJson(files: readonly ContentFile[]): ReadDocsJson | undefined {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const file = byPath.get("docs.json");
  if (!file) return undefined;
  const source = readJsonSource(file, byPath);
  const raw = isObject(source.value) ? source.value : {};
  const settings = Array.isArray(raw.navigation) ? { ...raw, navigation: { groups: raw.navigation } } : raw;
  const { data, leftOut } = readLenient(DocsFile, settings);
  const { navigation, ...rest } = data ?? {};
  const findings = [...source.findings];
  const warn = (keys: readonly PropertyKey[], message: string) => {
    const at = source.locate(keys);
    findings.push(warningIn(at.file, message, at));
  };
  for (const { keys, reason } of leftOut.slice(0, MAX_WARNINGS))
    warn(keys, `${z.core.toDotPath([...keys])}: ${reason}; it is left out.`);
  const more = leftOut.length - MAX_WARNINGS;
  if (more > 0) warn([], `${more} more fields are unknown or wrong, and left out.`);
  if (source.value !== undefined && !isObject(source.value)) warn([], "The file must be an object, beginning with {.");
  return {
    docs: { file: file.path, settings: rest, tree: toDocsTree({ ...rest, navigation }), unsupported: listUnsupported(rest) },
    findings,
    marks: readNodeMarks(raw.navigation, source.locate),
  };
}

/**
 * Returns the project as its docs.json has it: languages and versions of its navigation. Name and description are those of the
 * configuration, unless that speaks of another folder.
 */
export function withDocsJson(project: Project, { settings, tree }: DocsJson): Project {
  const own = project.isReplaced ? { name: settings.name ?? project.name, description: settings.description ?? "" } : {};
  return { ...withNavigation(project, tree), description: project.description || (settings.description ?? ""), ...own };
}

function listUnsupported(settings: object): string[] {
  return Object.entries(UNSUPPORTED).flatMap(([name, reason]) => {
    const value = name.split(".").reduce<unknown>((at, key) => (isObject(at) ? at[key] : undefined), settings);
    return value === undefined ? [] : [`${name}: ${reason}`];
  });
}

const MAX_JSON_DEPTH = 100;
const MAX_VALUES = 500_000;
/** Each is looked up in the text. */
const MAX_FINDINGS = 100;

/** A JSON file with every `$ref` to another file replaced by what that file holds. */
interface JsonSource {
  /** Undefined when the file is not JSON at all. */
  readonly value: unknown;
  readonly findings: readonly Finding[];
  /** File and line of the value at these keys, or of the nearest one above it. */
  readonly locate: (keys: readonly PropertyKey[]) => Pick<Finding, "file" | "line" | "column">;
}

/**
 * Reads a JSON file and those it names by `$ref`, which are found among the files of the site alone. Fields beside a `$ref`
 * win over those of an object. A reference that is broken, or part of a cycle, is named and left out.
 */
export function readJsonSource(file: ContentFile, files: ReadonlyMap<string, ContentFile>): JsonSource {
  const findings: Finding[] = [];
  const trees = new Map<ContentFile, Node | undefined>();
  let values = 0;

  const treeOf = (source: ContentFile): Node | undefined => {
    if (!trees.has(source)) trees.set(source, parseJson(source, findings));
    return trees.get(source);
  };
  const report = (source: ContentFile, node: Node | undefined, message: string) => {
    if (findings.length < MAX_FINDINGS)
      findings.push(warningIn(source.path, message, lineAndColumn(source.text, node?.offset ?? 0)));
  };
  const read = (node: Node, at: JsonLocation): unknown => {
    values += 1;
    if (at.keys.length > MAX_JSON_DEPTH || values > MAX_VALUES) {
      if (values === MAX_VALUES + 1) report(at.file, node, `The file has more than ${MAX_VALUES} values; the rest is left out.`);
      return undefined;
    }
    if (node.type === "array") return (node.children ?? []).map((child, index) => read(child, childLocation(at, index)) ?? null);
    if (node.type !== "object") return node.value;
    return readObject(node, at);
  };
  const readObject = (node: Node, at: JsonLocation): unknown => {
    const own = createRecord<unknown>();
    for (const { children: [name, value] = [] } of node.children ?? [])
      if (name && value && name.value !== "$ref") own[String(name.value)] = read(value, childLocation(at, String(name.value)));
    const reference = findNodeAtLocation(node, ["$ref"]);
    if (typeof reference?.value !== "string") return own;
    const target = include(reference, at);
    return isObject(target) ? Object.assign(createRecord(target), own) : target;
  };
  const include = (reference: Node, at: JsonLocation): unknown => {
    const name = namedFile(reference, at.file);
    const found = files.get(name);
    if (!found || at.chain.includes(found.path)) {
      const reason = found
        ? `${found.path} leads back to itself. Take the reference out of the circle.`
        : `no file ${name} in the folder. Name a JSON file inside it, such as "./navigation.json".`;
      report(at.file, reference, `"$ref": ${reason}`);
      return undefined;
    }
    const tree = treeOf(found);
    return tree && read(tree, { keys: at.keys, file: found, chain: [...at.chain, found.path] });
  };
  /** Goes down to a value, through the files on the way: fields beside a `$ref` win over those of its file. */
  const locate = (keys: readonly PropertyKey[]) => {
    let place = { source: file, node: treeOf(file) };
    for (const key of keys) {
      const below = stepTo(place, typeof key === "number" ? key : String(key), new Set([place.source]));
      if (!below) break;
      place = below;
    }
    return { file: place.source.path, ...lineAndColumn(place.source.text, place.node?.offset ?? 0) };
  };
  const stepTo = ({ source, node }: Place, key: string | number, seen: Set<ContentFile>): Place | undefined => {
    const own = node && findNodeAtLocation(node, [key]);
    const reference = node && findNodeAtLocation(node, ["$ref"]);
    const included = own || !reference ? undefined : files.get(namedFile(reference, source));
    if (!included || seen.has(included)) return own && { source, node: own };
    return stepTo({ source: included, node: treeOf(included) }, key, seen.add(included));
  };

  const tree = treeOf(file);
  const value = tree && read(tree, { keys: [], file, chain: [file.path] });
  return { value, findings, locate };
}

interface JsonLocation {
  readonly keys: readonly (string | number)[];
  readonly file: ContentFile;
  /** Files that led here. */
  readonly chain: readonly string[];
}

function childLocation(at: JsonLocation, key: string | number): JsonLocation {
  return { ...at, keys: [...at.keys, key] };
}

/** Returns the tree of a file; comments and extra commas are allowed, since other readers allow them too. */
function parseJson(file: ContentFile, findings: Finding[]): Node | undefined {
  const errors: ParseError[] = [];
  let tree: Node | undefined;
  try {
    tree = parseTree(file.text, errors, { allowTrailingComma: true });
  } catch (cause) {
    // The parser calls itself for each level.
    if (!(cause instanceof RangeError)) throw cause;
    findings.push(warningIn(file.path, "The file is nested too deeply to be read. Reduce its nesting."));
    return undefined;
  }
  const [error] = errors;
  if (!error) return tree;
  const near = getLocation(file.text, error.offset).path.join(".");
  const message = `The file is not valid JSON (${printParseErrorCode(error.error)}${near ? ` near ${near}` : ""}). Correct it at this line; what could be read is used.`;
  findings.push(warningIn(file.path, message, lineAndColumn(file.text, error.offset)));
  return tree;
}

/** A value in its file. */
interface Place {
  readonly source: ContentFile;
  readonly node: Node | undefined;
}

/** Returns the path of the file that a `$ref` names. */
function namedFile({ value }: Node, { path: from }: ContentFile): string {
  const written = String(value);
  return path.normalize(written.startsWith("/") ? written.slice(1) : path.join(path.dirname(from), written));
}

function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}
