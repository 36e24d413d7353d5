import path from "node:path/posix";
import { withoutNumber } from "./engine/files.ts";
import { toFile } from "./metas.ts";
import type { PlainContent } from "./plain.ts";
import type { Sidebar } from "./sidebar.ts";

const LINK = /(\]\(\s*<?|\b(?:href|src|to)=["'])([^)"'\s<>:?#]+)/g;

/** Returns pages without the numbers that their files and folders begin with: a sidebar says their order. */
export function withoutNumbers(plain: PlainContent, sidebar: Sidebar): { plain: PlainContent; sidebar: Sidebar } {
  const names = plain.files.files.map((file) => file.path);
  if (![...names, ...plain.statics.keys()].some((name) => rename(name) !== name)) return { plain, sidebar };
  const taken = new Set(names);
  // Two files of one name without their numbers keep them.
  const counts = Map.groupBy(names, rename);
  const newName = (name: string) => (counts.get(rename(name))?.length === 1 || !taken.has(name) ? rename(name) : name);
  const byPage = new Map(names.map((name) => [bare(name), bare(newName(name))]));
  const files = plain.files.files.map((file) => toFile(newName(file.path), withPlainLinks(file.text)));
  return {
    sidebar: { ...sidebar, navigation: renamePages(sidebar.navigation, (name) => byPage.get(name) ?? name) },
    plain: {
      ...plain,
      files: { ...plain.files, files, assets: (plain.files.assets ?? []).map(rename).sort() },
      statics: new Map([...plain.statics].map(([name, from]) => [rename(name), from])),
      onPages: new Map([...plain.onPages].map(([name, list]) => [newName(name), list])),
      takenIn: new Set([...plain.takenIn].map(newName)),
    },
  };
}

/** Folders lose their numbers, and files of pages do; a picture keeps its name. */
function rename(name: string): string {
  const segments = name.split("/");
  return segments
    .map((segment, index) => (index < segments.length - 1 || /\.mdx?$|^[^.]*$/i.test(segment) ? withoutNumber(segment) : segment))
    .join("/");
}

/** Returns a text whose links name files as they are called now. */
function withPlainLinks(text: string): string {
  return text.replace(
    LINK,
    (_, before: string, target: string) => `${before}${target.startsWith("/") ? target : rename(target)}`,
  );
}

/** Returns a navigation of docs.json with other names for its pages. */
export function renamePages<Node>(node: Node, nameOf: (page: string) => string, key = ""): Node {
  if (typeof node === "string") return (key === "pages" || key === "root" ? nameOf(node) : node) as Node;
  if (Array.isArray(node)) return node.map((each) => renamePages(each, nameOf, key)) as Node;
  if (typeof node !== "object" || node === null) return node;
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, renamePages(value, nameOf, name)])) as Node;
}

function bare(name: string): string {
  return path.join(path.dirname(name), path.basename(name).replace(/\.mdx?$/i, ""));
}
