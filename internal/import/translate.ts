import path from "node:path/posix";
import type { Code, Root, RootContent } from "mdast";
import { toAstroProgram } from "./astro.ts";
import { toWritable } from "./dialects/mdx-tree.ts";
import { type Describe, elementsOf, type ShownOperations } from "./elements.ts";
import { type ContentFile, type Finding, isPageFile } from "./engine/files.ts";
import {
  attributeText,
  expandPage,
  findRegion,
  holdsCode,
  isElement,
  isMarkdown,
  parseText,
  splitFrontMatter,
  toText,
} from "./engine/pages.ts";
import type { FolderMeta } from "./engine/site.ts";
import { type GuestSite, installPackages } from "./guest-packages.ts";
import { findHeading } from "./heading.ts";
import { findIncluded, SHARED_FILES } from "./include.ts";
import { mayHoldInstallCommands, putInstallCommands } from "./install-commands.ts";
import { isRewritten } from "./rewrite.ts";
import { writeMdx } from "./write-mdx.ts";

/** A page in plain MDX, and what could not be converted. */
export interface Translated {
  readonly text: string;
  readonly findings: readonly Finding[];
}

export interface TranslateInput {
  /** All files of the content and those around it that pages take in, by path. */
  readonly files: readonly ContentFile[];
  /** Order and titles of folders, by their paths. */
  readonly orders?: ReadonlyMap<string, FolderMeta>;
  /** Returns the path of a page below the folder of its site, as it was before it got its name here. */
  readonly pathInSite?: (name: string) => string;
  /** The words of an operation that a page names. */
  readonly describe: Describe;
  /** Code of pages sees this as now, in milliseconds since 1970. */
  readonly now: number;
}

/**
 * Translates pages of another system that only its own build shows whole to plain MDX: their code, components and
 * included files are replaced by what they show. Pages that are plain already are left out.
 */
export async function translatePages({
  files,
  orders = new Map(),
  pathInSite = (name) => name,
  describe,
  now,
}: TranslateInput): Promise<Map<string, Translated>> {
  const modules = Object.assign(Object.create(null), Object.fromEntries(files.map((file) => [file.path, file.text])));
  const pages = files.filter((file) => isPageFile(file.path));
  const entries = pages.map((file) => {
    const id = file.path.replace(/\.mdx?$/, "");
    const { data, source } = splitFrontMatter(file.path, file.text);
    return { id, slug: id.replace(/(?:^|\/)index$/, ""), data, heading: findHeading(source) };
  });
  const shared = SHARED_FILES.find((name) => Object.hasOwn(modules, name));
  const translated = new Map<string, Translated>();
  for (const file of pages) {
    const site: GuestSite = {
      ...{ texts: textsFor(file.path, modules), entries, shared, language: languageOf(file.path) },
      orders: Object.fromEntries(orders),
    };
    const guest = `(${installPackages})(globalThis, ${JSON.stringify(site)})`;
    const filePath = pathInSite(file.path);
    const page = await translatePage(file, { modules, guest, now, describe, filePath, hasShared: shared !== undefined });
    if (page) translated.set(file.path, page);
  }
  return translated;
}

interface Translating {
  readonly modules: Readonly<Record<string, string>>;
  readonly guest: string;
  readonly describe: Describe;
  readonly now: number;
  readonly filePath: string;
  readonly hasShared: boolean;
}

async function translatePage(
  file: ContentFile,
  { modules, guest, describe, now, filePath, hasShared }: Translating,
): Promise<Translated | undefined> {
  if (isMarkdown(file.path)) return undefined;
  const { source, data } = splitFrontMatter(file.path, file.text);
  const parse = (name: string, text: string) => {
    const split = splitFrontMatter(name, text);
    const parsed = parseText(name, "\n".repeat(split.sourceLine) + split.source);
    const tree = isMarkdown(name) ? toWritable(parsed.tree ?? EMPTY) : (parsed.tree ?? EMPTY);
    return { tree: putInstallCommands(putIncluded(tree, name, modules)), findings: parsed.findings };
  };
  let read: { tree: Root; findings: readonly Finding[] };
  try {
    read = parse(file.path, file.text);
  } catch {
    // A page that cannot be parsed is named where it is shown.
    return undefined;
  }
  const isPlain =
    !/<include[\s>]/.test(source) &&
    !mayHoldInstallCommands(source) &&
    !holdsCode(read.tree) &&
    !holdsElements(read.tree, hasShared);
  if (isPlain) return undefined;
  // Nextra tells a page its file.
  const frontMatter = { filePath, ...data };
  const expand = (shown: ShownOperations, isOmitted: boolean) =>
    expandPage({
      ...{ tree: read.tree, file: file.path, modules, frontMatter, now, parse, guest },
      parseFile: (name, text) => (name.endsWith(".astro") ? toAstroProgram(text) : undefined),
      create: elementsOf(file.path, { modules, describe }, shown, { isOmitted }),
    });
  const shown: ShownOperations = new Map();
  const whole = await expand(shown, false);
  // An operation that a page is about is shown with all that it takes, where front matter names it.
  const [only, ...more] = shown.values();
  const isAbout = only !== undefined && more.length === 0;
  const { tree, findings } = isAbout ? await expand(shown, true) : whole;
  const head = withLines(
    file.text.slice(0, file.text.length - source.length),
    isAbout ? [`openapi: ${JSON.stringify(only)}`] : [],
  );
  // What a page repairs is written out, so that its faults are named here alone.
  return { text: `${head}${head ? "\n" : ""}${writeMdx(tree)}`, findings: [...read.findings, ...findings] };
}

const EMPTY: Root = { type: "root", children: [] };

/** Returns true for a page with an element that only import can show. */
function holdsElements(node: Root | RootContent, hasShared: boolean): boolean {
  if (
    isElement(node) &&
    (/^(?:APIPage|OpenAPIPage|auto-type-table|AutoTypeTable)$/.test(node.name ?? "") ||
      isRewritten(node) ||
      (hasShared && /^[A-Z]/.test(node.name ?? "")))
  )
    return true;
  return "children" in node && (node.children as RootContent[]).some((child) => holdsElements(child, hasShared));
}

/** Appends lines to front matter. */
export function withLines(head: string, lines: readonly string[]): string {
  if (lines.length === 0) return head;
  return head ? head.replace(/---[ \t]*\r?\n?$/, `${lines.join("\n")}\n---\n`) : `---\n${lines.join("\n")}\n---\n`;
}

/** Returns the language whose folder a page is in. */
function languageOf(page: string): string {
  const [folder = ""] = page.split("/");
  return /^[a-z]{2}(?:-[a-z]{2,4})?$/i.test(folder) ? folder : "en";
}

/** Returns the texts that components look up by key: those of English, replaced by those of the page's language. */
function textsFor(page: string, modules: Readonly<Record<string, string>>): Record<string, string> {
  const [language = ""] = page.split("/");
  const read = (name: string): object => {
    try {
      return Object.hasOwn(modules, name) ? (JSON.parse(modules[name] ?? "") as object) : {};
    } catch {
      return {};
    }
  };
  return { ...read("i18n/en.json"), ...read(`i18n/${language.toLowerCase()}.json`) } as Record<string, string>;
}

/** Replaces `<include>`, as Fumadocs writes it, by the content of its file: a page, or code as a fence. */
function putIncluded<Node extends Root | RootContent>(node: Node, file: string, modules: Readonly<Record<string, string>>): Node {
  if (!("children" in node)) return node;
  const children = (node.children as RootContent[]).map((child): RootContent => {
    if (!isElement(child) || child.name !== "include") return putIncluded(child, file, modules);
    const name = child.children.map(toText).join("").trim();
    const target = findIncluded(file, name, (each) => Object.hasOwn(modules, each));
    if (target === undefined) return child;
    if (/\.mdx?$/.test(target))
      return {
        ...child,
        name: "Snippet",
        attributes: [{ type: "mdxJsxAttribute", name: "file", value: `/${target}` }],
        children: [],
      };
    const title = attributeText(child, "title");
    const meta = [attributeText(child, "meta"), title && `title="${title}"`].filter(Boolean).join(" ");
    const region = /^[^#]*#(.+)$/.exec(name)?.[1];
    const whole = (modules[target] ?? "").trimEnd();
    const value = region === undefined ? whole : (findRegion(whole, region.trim()) ?? whole);
    return { type: "code", lang: path.extname(target).slice(1), meta: meta || null, value, position: child.position } as Code;
  });
  return { ...node, children };
}
