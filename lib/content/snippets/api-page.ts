// Tested in aliases.test.ts.
import type { RootContent } from "mdast";
import type { Budget } from "./budget.ts";
import { payNode } from "./jsx.ts";
import { isRecord, type Value } from "./value.ts";

const NAMES: ReadonlySet<string> = new Set(["APIPage", "OpenAPIPage"]);
const MAX_OPERATIONS = 200;

/** What the page says less than it means, and how its author gets that. */
export const API_PAGE_NOTICE =
  "An API page shows methods and paths alone; name its description in apiDescription of docent.config.ts for a page of each operation.";

/** The operations that `<APIPage operations={[{ path, method }]}>` of Fumadocs names, as the first lines of requests; undefined for any other element. */
export function listApiOperations(name: string, props: ReadonlyMap<string, Value>, budget: Budget): RootContent[] | undefined {
  const operations = props.get("operations");
  if (!NAMES.has(name) || !Array.isArray(operations)) return undefined;
  return operations.slice(0, MAX_OPERATIONS).flatMap((operation): RootContent[] => {
    const [method, path] = isRecord(operation) ? [operation.entries.get("method"), operation.entries.get("path")] : [];
    if (typeof method !== "string" || typeof path !== "string") return [];
    const line: RootContent = { type: "code", lang: "http", value: `${method.toUpperCase()} ${path}` };
    payNode(line, budget);
    return [line];
  });
}
