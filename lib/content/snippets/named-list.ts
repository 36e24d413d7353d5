// Tested in scripts/import/sidebar.test.ts.
import type { ContentFile } from "../files.ts";
import { readModuleValue } from "./module-value.ts";
import { parseScript } from "./script.ts";

interface Syntax {
  readonly type: string;
  readonly [key: string]: unknown;
}

/** The first list in a file that is set under a name, as data, wherever in it: `integrations: [starlight({ sidebar: [...] })]`. */
export function findListNamed(file: ContentFile, name: string): unknown {
  const list = findList(parseScript(file.path, file.text) as unknown as Syntax, name);
  if (!list) return undefined;
  const text = `export default ${file.text.slice(list.start as number, list.end as number)}`;
  return readModuleValue({ ...file, text }, new Map());
}

function findList(root: Syntax, name: string): Syntax | undefined {
  for (const waiting: unknown[] = [root]; waiting.length > 0; ) {
    const node = waiting.pop();
    if (Array.isArray(node)) waiting.push(...node.toReversed());
    if (!isSyntax(node)) continue;
    const { key, value } = node as { key?: { name?: unknown; value?: unknown }; value?: unknown };
    const isNamed = node.type === "Property" && (key?.name ?? key?.value) === name;
    if (isNamed && isSyntax(value) && value.type === "ArrayExpression") return value;
    waiting.push(...Object.values(node).toReversed());
  }
  return undefined;
}

function isSyntax(node: unknown): node is Syntax {
  return typeof node === "object" && node !== null && "type" in node && typeof node.type === "string";
}
