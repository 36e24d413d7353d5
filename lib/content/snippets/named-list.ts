// Tested in scripts/import/sidebar.test.ts.
import type { ContentFile } from "../files.ts";
import { readModuleValue } from "./module-value.ts";
import { parseScript } from "./script.ts";
import { Outside } from "./value.ts";

interface Syntax {
  readonly type: string;
  readonly [key: string]: unknown;
}

const MAX_TRIED = 10;

/**
 * The first list in a file that is set under a name, as data, wherever in it: `integrations: [starlight({ sidebar: [...] })]`, or
 * the name of one that the file has or imports. What of it cannot be worked out is undefined in it.
 */
export function findListNamed(file: ContentFile, name: string, files: ReadonlyMap<string, ContentFile>): unknown[] | undefined {
  const root = parseScript(file.path, file.text) as unknown as Syntax;
  const names = withoutDefault(root, file.text);
  for (const { start, end } of valuesNamed(root, name).slice(0, MAX_TRIED)) {
    const text = `${names}\nexport default (${file.text.slice(start as number, end as number)});`;
    const value = readIfKnown({ ...file, text }, files);
    if (Array.isArray(value)) return value;
  }
  return undefined;
}

/** Undefined also for what nothing gives a value to, such as a name of a function around it. */
function readIfKnown(file: ContentFile, files: ReadonlyMap<string, ContentFile>): unknown {
  try {
    return readModuleValue(file, files, { isLenient: true });
  } catch (cause) {
    if (cause instanceof Outside) return undefined;
    throw cause;
  }
}

/** The file without what it exports by default, so that another value can be. */
function withoutDefault(root: Syntax, text: string): string {
  const exported = (root.body as Syntax[]).filter(({ type }) => type === "ExportDefaultDeclaration");
  return exported.reduceRight((left, { start, end }) => left.slice(0, start as number) + left.slice(end as number), text);
}

const LISTS: ReadonlySet<string> = new Set(["ArrayExpression", "Identifier", "CallExpression", "MemberExpression"]);

/** What is set under a name, in the order of the file. */
function valuesNamed(root: Syntax, name: string): Syntax[] {
  const found: Syntax[] = [];
  for (const waiting: unknown[] = [root]; waiting.length > 0; ) {
    const node = waiting.pop();
    if (Array.isArray(node)) waiting.push(...node.toReversed());
    if (!isSyntax(node)) continue;
    const { key, value } = node as { key?: { name?: unknown; value?: unknown }; value?: unknown };
    const isNamed = node.type === "Property" && (key?.name ?? key?.value) === name;
    if (isNamed && isSyntax(value) && LISTS.has(value.type)) found.push(value);
    waiting.push(...Object.values(node).toReversed());
  }
  return found;
}

function isSyntax(node: unknown): node is Syntax {
  return typeof node === "object" && node !== null && "type" in node && typeof node.type === "string";
}
