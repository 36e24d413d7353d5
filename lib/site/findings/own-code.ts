import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { type AnyNode, parseScript } from "../../content/sandbox/syntax.ts";
import { errorIn, type Finding } from "../../finding.ts";

/**
 * Lists addresses in site/ that lead out of the base path of the site: a browser takes them as they are written. Empty for a site
 * at the root.
 */
export function checkOwnCode({ basePath, folder = process.cwd() }: { basePath: string; folder?: string }): Finding[] {
  if (basePath === "") return [];
  const files = globSync("site/**/*.{css,tsx,jsx}", { cwd: folder }).map((file) => file.replaceAll("\\", "/"));
  const readText = (file: string) => readFileSync(path.join(/* turbopackIgnore: true */ folder, file), "utf8");
  return files.sort().flatMap((file) => findAstray({ file, text: readText(file) }, basePath));
}

const ADDRESSES: ReadonlySet<string> = new Set(["href", "src", "action", "poster"]);

/** Lists addresses of a style sheet and of plain elements that begin with a slash and not with the base path. */
function findAstray({ file, text: written }: { file: string; text: string }, basePath: string): Finding[] {
  const isAstray = (address: unknown): address is string =>
    typeof address === "string" && /^\/(?!\/)/.test(address) && !`${address}/`.startsWith(`${basePath}/`);
  const tell = (place: AnyNode, address: string, remedy: string) =>
    toFinding(file, place, `${address} leads out of the base path ${basePath}. ${remedy}`);
  if (file.endsWith(".css")) {
    const text = written.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, " "));
    return [...text.matchAll(/\burl\(\s*["']?([^"')\s]+)/g)].flatMap((match): Finding[] => {
      const [, address] = match;
      const lines = text.slice(0, match.index).split("\n");
      const place = { type: "", loc: { start: { line: lines.length, column: lines.at(-1)?.length ?? 0 } } };
      return isAstray(address) ? [tell(place, address, `Write url("${basePath}${address}").`)] : [];
    });
  }
  const found: Finding[] = [];
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

function toFinding(file: string, node: AnyNode, words: string): Finding {
  const { line, column } = (node.loc as { start: { line: number; column: number } }).start;
  return errorIn(file, words, { line, column: column + 1 });
}
