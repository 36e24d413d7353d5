import path from "node:path/posix";
import { findNodeAtLocation, getLocation, type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { isObject } from "../../openapi/json.ts";
import type { ContentFile } from "../model/content-file.ts";
import { type ContentProblem, fileProblem } from "../model/notice.ts";
import { createRecord } from "../model/records.ts";

const MAX_JSON_DEPTH = 100;
const MAX_VALUES = 500_000;
/** Each is looked up in the text. */
const MAX_PROBLEMS = 100;

/** A JSON file with every `$ref` to another file replaced by what that file holds. */
interface JsonSource {
  /** Undefined when the file is no JSON at all. */
  readonly value: unknown;
  readonly problems: readonly ContentProblem[];
  /** File and line of the value at these keys, or of the nearest one above it. */
  readonly locate: (keys: readonly PropertyKey[]) => Pick<ContentProblem, "file" | "line" | "column">;
}

interface Included {
  readonly keys: readonly (string | number)[];
  readonly file: ContentFile;
}

/**
 * Reads a JSON file and those it names by `$ref`, which are found among the files of the site alone. Fields beside a `$ref`
 * win over those of an object. A reference that is broken, or part of a cycle, becomes a problem and is left out.
 */
export function readJsonSource(file: ContentFile, files: ReadonlyMap<string, ContentFile>): JsonSource {
  const problems: ContentProblem[] = [];
  const origins: Included[] = [{ keys: [], file }];
  const trees = new Map<ContentFile, Node | undefined>();
  let values = 0;

  const treeOf = (source: ContentFile): Node | undefined => {
    if (!trees.has(source)) trees.set(source, parseJson(source, problems));
    return trees.get(source);
  };
  const report = (source: ContentFile, node: Node | undefined, reason: string) => {
    if (problems.length < MAX_PROBLEMS)
      problems.push({ file: source.path, ...lineAndColumn(source.text, node?.offset ?? 0), reason });
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
    const target = follow(reference, at);
    return isObject(target) ? Object.assign(createRecord(target), own) : target;
  };
  const follow = (reference: Node, at: JsonLocation): unknown => {
    const written = String(reference.value);
    const name = path.normalize(written.startsWith("/") ? written.slice(1) : path.join(path.dirname(at.file.path), written));
    const found = files.get(name);
    if (!found || at.chain.includes(found.path)) {
      const reason = found
        ? `${found.path} leads back to itself. Take the reference out of the circle.`
        : `no file ${name} in the folder. Name a JSON file inside it, such as "./navigation.json".`;
      report(at.file, reference, `"$ref": ${reason}`);
      return undefined;
    }
    const tree = treeOf(found);
    if (!tree) return undefined;
    origins.push({ keys: at.keys, file: found });
    return read(tree, { keys: at.keys, file: found, chain: [...at.chain, found.path] });
  };

  const tree = treeOf(file);
  const value = tree && read(tree, { keys: [], file, chain: [file.path] });
  return { value, problems, locate: (keys) => locate({ keys, origins, treeOf }) };
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

/** Returns the tree of a file; comments and commas too many are let pass, since other readers take them too. */
function parseJson(file: ContentFile, problems: ContentProblem[]): Node | undefined {
  const errors: ParseError[] = [];
  let tree: Node | undefined;
  try {
    tree = parseTree(file.text, errors, { allowTrailingComma: true });
  } catch (cause) {
    // The parser calls itself for each level.
    if (!(cause instanceof RangeError)) throw cause;
    problems.push(fileProblem(file.path, "The file is nested too deeply to be read. Take levels out."));
    return undefined;
  }
  const [error] = errors;
  if (!error) return tree;
  const near = getLocation(file.text, error.offset).path.join(".");
  const reason = `The file is not valid JSON (${printParseErrorCode(error.error)}${near ? ` near ${near}` : ""}). Correct it at this line; what could be read is used.`;
  problems.push({ file: file.path, ...lineAndColumn(file.text, error.offset), reason });
  return tree;
}

interface Lookup {
  readonly keys: readonly PropertyKey[];
  readonly origins: readonly Included[];
  readonly treeOf: (file: ContentFile) => Node | undefined;
}

/** Returns the last file on the way to the keys that has a value for them, so that fields beside a `$ref` are found too. */
function locate({ keys, origins, treeOf }: Lookup): Pick<ContentProblem, "file" | "line" | "column"> {
  const wanted = keys.map((key) => (typeof key === "number" ? key : String(key)));
  const candidates = origins
    .filter((origin) => origin.keys.every((key, index) => key === wanted[index]))
    .sort((left, right) => right.keys.length - left.keys.length);
  let best: { depth: number; file: ContentFile; node: Node | undefined } | undefined;
  for (const { keys: start, file } of candidates) {
    const rest = wanted.slice(start.length);
    const tree = treeOf(file);
    for (let length = rest.length; tree && length >= 0; length -= 1) {
      const node = findNodeAtLocation(tree, rest.slice(0, length));
      if (!node) continue;
      const depth = start.length + length;
      if (!best || depth > best.depth) best = { depth, file, node };
      break;
    }
  }
  const { file, node } = best ?? { file: origins[0]?.file, node: undefined };
  return { file: file?.path ?? "", ...lineAndColumn(file?.text ?? "", node?.offset ?? 0) };
}

function lineAndColumn(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  return { line: before.split("\n").length, column: offset - before.lastIndexOf("\n") };
}
