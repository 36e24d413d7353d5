import { existsSync, globSync, readFileSync } from "node:fs";
import path from "node:path";
import type { PropKind } from "../content/components/definition.ts";
import { type AnyNode, parseScript } from "../content/sandbox/syntax.ts";
import { findSimilar } from "../likeness.ts";

/** A fault in a file of site/; its message names the file and the place. */
export interface OwnCodeFinding {
  readonly severity: "error" | "warning";
  readonly message: string;
}

/** Members that the fork's entries may have; anything else is a typo that nothing reads. */
const PARTS = {
  "site/index.ts": ["components", "messages", "plugins"],
  "site/ui.tsx": ["landing", "components", "slots", "parts"],
} as const;
const SLOTS = ["banner", "header", "footer", "headScripts", "sidebarHead", "sidebarFoot", "pageHead", "pageFoot"];
const NAMES: Readonly<Record<string, readonly string[]>> = {
  slots: SLOTS,
  parts: ["header", "sidebar", "footer"],
  plugins: ["remark", "rehype"],
};
const KINDS = Object.keys({
  ...{ text: 0, number: 0, flag: 0, literal: 0, list: 0, icon: 0, link: 0, image: 0, paint: 0, id: 0, classes: 0 },
} satisfies Record<PropKind, 0>);
/** Kinds by the names that TypeScript and others have for them. */
const MEANT: Readonly<Record<string, string>> = { string: "text", boolean: "flag", bool: "flag", url: "link", array: "list" };

/**
 * Lists what nothing reads in site/index.ts and site/ui.tsx, and, of a site below a base path, addresses in site/ that lead out
 * of it: a browser takes them as they are written.
 */
export function findOwnCodeFaults({ basePath, folder = process.cwd() }: { basePath: string; folder?: string }): OwnCodeFinding[] {
  const readText = (file: string) => {
    const place = path.join(/* turbopackIgnore: true */ folder, file);
    return existsSync(/* turbopackIgnore: true */ place) ? readFileSync(/* turbopackIgnore: true */ place, "utf8") : "";
  };
  const slips = (Object.keys(PARTS) as (keyof typeof PARTS)[]).flatMap((file) => findSlips(file, readText(file)));
  if (basePath === "") return slips;
  const files = globSync("site/**/*.{css,tsx,jsx}", { cwd: folder }).map((file) => file.replaceAll("\\", "/"));
  return [...slips, ...files.sort().flatMap((file) => findAstray({ file, text: readText(file) }, basePath))];
}

function findSlips(file: keyof typeof PARTS, text: string): OwnCodeFinding[] {
  const program = read(file, text);
  const root =
    program && objectOf((program.body as AnyNode[]).find(({ type }) => type === "ExportDefaultDeclaration")?.declaration);
  if (!root) return [];
  const findings = findUnknown(file, { object: root, within: "", names: PARTS[file] });
  for (const { name, value } of entriesOf(root)) {
    const object = objectOf(value);
    if (!object) continue;
    const names = NAMES[name];
    if (names) findings.push(...findUnknown(file, { object, within: name, names }));
    if (name === "components" && file === "site/index.ts")
      for (const component of entriesOf(object)) findings.push(...findComponentSlips(file, component));
  }
  return findings;
}

interface Entry {
  readonly name: string;
  readonly key: AnyNode;
  readonly value: unknown;
}

function findComponentSlips(file: string, { name, value }: Entry): OwnCodeFinding[] {
  const object = objectOf(value);
  if (!object) return [];
  const within = `components.${name}`;
  const props = objectOf(entriesOf(object).find((entry) => entry.name === "props")?.value);
  const kinds = (props ? entriesOf(props) : []).flatMap((entry): OwnCodeFinding[] => {
    const kind = (entry.value as AnyNode).type === "Literal" ? (entry.value as AnyNode).value : undefined;
    if (kind === undefined || KINDS.includes(String(kind))) return [];
    const meant = MEANT[String(kind)] ?? findSimilar(String(kind), new Set(KINDS))[0];
    const hint = meant ? ` Did you mean "${meant}"?` : "";
    const words = `${within}.props.${entry.name} is "${kind}", which is not a kind of attribute.${hint} Kinds: ${KINDS.join(", ")}.`;
    return [toFinding(file, entry.value as AnyNode, words)];
  });
  return [...findUnknown(file, { object, within, names: ["props", "markdown"] }), ...kinds];
}

function findUnknown(
  file: string,
  { object, within, names }: { readonly object: AnyNode; readonly within: string; readonly names: readonly string[] },
): OwnCodeFinding[] {
  return entriesOf(object)
    .filter(({ name }) => !names.includes(name))
    .map(({ name, key }) => {
      const [meant] = findSimilar(name, new Set(names), { least: 0.4 });
      const advice = meant ? `Did you mean ${meant}?` : `It may be ${names.join(", ")}.`;
      return toFinding(file, key, `${within ? `${within}.` : ""}${name} is read by nothing. ${advice}`);
    });
}

const ADDRESSES: ReadonlySet<string> = new Set(["href", "src", "action", "poster"]);

/** Lists addresses of a style sheet and of plain elements that begin with a slash and not with the base path. */
function findAstray({ file, text: written }: { file: string; text: string }, basePath: string): OwnCodeFinding[] {
  const isAstray = (address: unknown): address is string =>
    typeof address === "string" && /^\/(?!\/)/.test(address) && !`${address}/`.startsWith(`${basePath}/`);
  const tell = (place: AnyNode, address: string, remedy: string) =>
    toFinding(file, place, `${address} leads out of the base path ${basePath}. ${remedy}`);
  if (file.endsWith(".css")) {
    const text = written.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, " "));
    return [...text.matchAll(/\burl\(\s*["']?([^"')\s]+)/g)].flatMap((match): OwnCodeFinding[] => {
      const [, address] = match;
      const lines = text.slice(0, match.index).split("\n");
      const place = { type: "", loc: { start: { line: lines.length, column: lines.at(-1)?.length ?? 0 } } };
      return isAstray(address) ? [tell(place, address, `Write url("${basePath}${address}").`)] : [];
    });
  }
  const found: OwnCodeFinding[] = [];
  visit(read(file, written), (node) => {
    const name = (node.name as AnyNode | undefined)?.name;
    // Nothing is known about a component: Link of next/link adds the base path itself.
    if (node.type !== "JSXOpeningElement" || typeof name !== "string" || !/^[a-z]/.test(name)) return;
    for (const attribute of node.attributes as AnyNode[]) {
      if (!ADDRESSES.has(String((attribute.name as AnyNode | undefined)?.name))) continue;
      const remedy = name === "a" ? "Use Link of next/link, which adds it." : `Write ${basePath} before it.`;
      visit(attribute.value as AnyNode, (value) => {
        // A function may put the base path before what it is called with, as withBasePath does.
        if (value.type === "CallExpression") return false;
        const address = value.type === "TemplateElement" ? (value.value as { cooked: string }).cooked : value.value;
        if (/^(?:Literal|TemplateElement)$/.test(value.type) && isAstray(address)) found.push(tell(value, address, remedy));
      });
    }
  });
  return found;
}

/** Returns the syntax of a file; undefined when it cannot be read, which the compiler reports better. */
function read(file: string, text: string): AnyNode | undefined {
  try {
    return parseScript(file, text) as unknown as AnyNode;
  } catch {
    return undefined;
  }
}

/** Visits a node and all below it; where `see` returns false, not what is below that one. */
function visit(node: AnyNode | undefined, see: (node: AnyNode) => unknown): void {
  if (!node || see(node) === false) return;
  for (const value of Object.values(node).flat())
    if (typeof value === "object" && value !== null && "type" in value) visit(value as AnyNode, see);
}

/** Returns an object as it is written, also below `satisfies` and `as`. */
function objectOf(node: unknown): AnyNode | undefined {
  const { type, expression } = (node ?? {}) as AnyNode;
  if (type === "ObjectExpression") return node as AnyNode;
  return expression === undefined || typeof expression !== "object" ? undefined : objectOf(expression);
}

function entriesOf(object: AnyNode): Entry[] {
  return (object.properties as AnyNode[]).flatMap((property) => {
    const key = property.key as AnyNode | undefined;
    const name = key && !property.computed ? (key.name ?? key.value) : undefined;
    return typeof name === "string" ? [{ name, key: key as AnyNode, value: property.value }] : [];
  });
}

function toFinding(file: string, node: AnyNode, words: string): OwnCodeFinding {
  const { line, column } = (node.loc as { start: { line: number; column: number } }).start;
  return { severity: "error", message: `${file}:${line}:${column + 1}: ${words}` };
}
