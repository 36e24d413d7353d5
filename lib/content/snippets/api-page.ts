// Tested in api-page.test.ts.
import type { Heading, RootContent } from "mdast";
import { payNode, toContent } from "./jsx.ts";
import type { At, State } from "./place.ts";
import { isRecord, toNodesValue, type Value } from "./value.ts";

/** What Fumadocs calls the component, older name first. */
const NAMES = ["APIPage", "OpenAPIPage"];
const MAX_OPERATIONS = 200;

/** The names as a layout of Fumadocs finds them in its `components`. */
export const API_PAGES: readonly (readonly [string, string])[] = NAMES.map((name) => [name, name]);

/**
 * What `<APIPage document="…" operations={[{ path, method }]} webhooks={[{ name }]}>` of Fumadocs shows: each operation in words, or
 * method and path alone of one that no description has. Undefined for any other element, and for one that names no operation.
 */
export function showApiPage(name: string, props: ReadonlyMap<string, Value>, at: At, state: State): RootContent[] | undefined {
  if (!NAMES.includes(name)) return undefined;
  const lines = [...listOf(props.get("operations")).flatMap(lineOf), ...listOf(props.get("webhooks")).flatMap(webhookLine)];
  if (lines.length === 0) return undefined;
  return lines.slice(0, MAX_OPERATIONS).flatMap((line) => {
    const reference = `${sourceOf(props.get("document"))}${line}`;
    const words = state.describe(reference);
    const isFirst = !state.shown.has(reference);
    state.shown.add(reference);
    if (words && isFirst) return belowHeading(toContent(toNodesValue([...words]), state.run.budget));
    if (!words)
      state.notice("component", `<${name}> shows method and path alone: no API description of the folder has ${line}.`, at);
    const code: RootContent = { type: "code", lang: "http", value: line };
    payNode(code, state.run.budget);
    return [code];
  });
}

function belowHeading(nodes: RootContent[]): RootContent[] {
  for (const node of nodes) if (node.type === "heading") node.depth = Math.min(6, node.depth + 1) as Heading["depth"];
  return nodes;
}

function listOf(value: Value): readonly Value[] {
  return Array.isArray(value) ? value : [];
}

function lineOf(operation: Value): string[] {
  const [method, path] = isRecord(operation) ? [operation.entries.get("method"), operation.entries.get("path")] : [];
  return typeof method === "string" && typeof path === "string" ? [`${method.toUpperCase()} ${path}`] : [];
}

function webhookLine(webhook: Value): string[] {
  const name = isRecord(webhook) ? webhook.entries.get("name") : undefined;
  return typeof name === "string" ? [`WEBHOOK ${name}`] : [];
}

function sourceOf(document: Value): string {
  return typeof document === "string" && !/\s/.test(document) ? `${document} ` : "";
}
