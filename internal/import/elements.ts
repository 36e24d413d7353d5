import type { Heading, RootContent } from "mdast";
import { createElement, type GivenElement, isRecord, type Value } from "./engine/pages.ts";
import { findIncluded } from "./include.ts";
import { createRewritten } from "./rewrite.ts";
import { listTypeFields } from "./type-table.ts";

/** An operation that a page shows, in words, with how front matter names it; undefined for one that no description has. */
export type Describe = (
  reference: string,
  file: string,
) => { readonly name: string; readonly words: readonly RootContent[] } | undefined;

interface Site {
  readonly modules: Readonly<Record<string, string>>;
  readonly describe: Describe;
}

const API_PAGES: ReadonlySet<string> = new Set(["APIPage", "OpenAPIPage"]);
const MAX_OPERATIONS = 200;

/** The operations that a page shows: the name of each, as front matter names it. */
export type ShownOperations = Map<string, string>;

/**
 * Creates elements as pages do, and those of Fumadocs that need files or descriptions: operations in words, and fields of a type. `shown` gets the
 * operations; with `isOmitted` their elements show nothing, for a page that names its only one in its front matter.
 */
export function elementsOf(
  file: string,
  site: Site,
  shown: ShownOperations,
  { isOmitted }: { readonly isOmitted: boolean },
): typeof createElement {
  return (given, rules) => {
    const { warn } = rules;
    if (given.name === "auto-type-table" || given.name === "AutoTypeTable") return showType(file, given, warn, site);
    const lines = API_PAGES.has(given.name) ? operationsOf(given) : [];
    if (lines.length === 0) return createRewritten(given, rules);
    return lines.slice(0, MAX_OPERATIONS).flatMap(({ reference, line }): RootContent[] => {
      const found = site.describe(reference, file);
      if (!found) warn("component", `<${given.name}> shows method and path alone: no API description of the folder has ${line}.`);
      const isFirst = found !== undefined && !shown.has(reference);
      if (found) shown.set(reference, found.name);
      if (found && isOmitted) return [];
      return found && isFirst ? belowHeading(found.words) : [{ type: "code", lang: "http", value: line }];
    });
  };
}

function operationsOf({ props }: GivenElement): { readonly reference: string; readonly line: string }[] {
  const document = props.get("document");
  const source = typeof document === "string" && !/\s/.test(document) ? `${document} ` : "";
  const lines = [...listOf(props.get("operations")).flatMap(lineOf), ...listOf(props.get("webhooks")).flatMap(webhookLine)];
  return lines.map((line) => ({ reference: `${source}${line}`, line }));
}

function belowHeading(words: readonly RootContent[]): RootContent[] {
  return words.map((node) =>
    node.type === "heading" ? { ...node, depth: Math.min(6, node.depth + 1) as Heading["depth"] } : node,
  );
}

function listOf(value: Value): readonly Value[] {
  return Array.isArray(value) ? value : [];
}

function lineOf(operation: Value): string[] {
  const [method, path] = isRecord(operation) ? [operation.method, operation.path] : [];
  return typeof method === "string" && typeof path === "string" ? [`${method.toUpperCase()} ${path}`] : [];
}

function webhookLine(webhook: Value): string[] {
  const name = isRecord(webhook) ? webhook.name : undefined;
  return typeof name === "string" ? [`WEBHOOK ${name}`] : [];
}

/** Shows the fields of the type in `<auto-type-table path="./props.ts" name="Props" />`. */
function showType(
  file: string,
  { name: element, props }: GivenElement,
  warn: (kind: "component", message: string) => void,
  { modules }: Site,
): RootContent[] {
  const [path, name, type] = ["path", "name", "type"].map((each) => props.get(each));
  try {
    const target = typeof path === "string" ? findIncluded(file, path, (each) => Object.hasOwn(modules, each)) : undefined;
    if (typeof path === "string" && target === undefined) throw new Error(`there is no file ${path} in the content`);
    const written = typeof type === "string" ? type : "";
    const isDeclared = written === "" || /\b(?:interface|type)\s/.test(written);
    const text = `${target === undefined ? "" : modules[target]}\n${isDeclared ? written : `type Own = ${written}`}`;
    return listTypeFields(text, isDeclared ? String(name) : "Own").flatMap((field) => {
      const given = new Map<string, Value>([
        ["name", field.name],
        ["type", field.type],
        ["required", field.required],
        ["default", field.default],
      ]);
      return createElement(
        { name: "ResponseField", props: given, children: field.description, inText: false, position: undefined },
        { warn: () => {} },
      );
    });
  } catch (cause) {
    warn("component", `<${element}> shows its children only: ${cause instanceof Error ? cause.message : String(cause)}.`);
    return [];
  }
}
