import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { nameToEmoji } from "gemoji";
import { type ContentFile, type Finding, isPageFile, warningIn } from "../engine/files.ts";
import { parseText, splitFrontMatter } from "../engine/pages.ts";
import { findReferences } from "../foreign.ts";
import { toFile } from "../metas.ts";
import type { Repository, RepositoryKind } from "../repository.ts";
import { writeMdx } from "../write-mdx.ts";
import { readGitbook } from "./gitbook.ts";
import { changeProse } from "./lines.ts";
import { toMdxTree } from "./mdx-tree.ts";
import { dropReferenceLinks, type PlaceFile, type ReadFile, readMkdocs } from "./mkdocs.ts";
import { GITBOOK_ASSETS } from "./recognise-dialect.ts";
import { fillIn, listExpressions, readVitepress } from "./vitepress.ts";

const MAX_BYTES = 256 * 1024;

/** Systems whose pages are Markdown with blocks of a dialect. */
export const DIALECTS: ReadonlySet<RepositoryKind> = new Set(["mkdocs", "vitepress", "gitbook"]);

/** Pages as MDX, by their original file, and what could not be converted. */
export interface DialectPages {
  readonly files: readonly ContentFile[];
  readonly findings: ReadonlyMap<string, readonly Finding[]>;
}

/** Systems that show emoji by their names. */
const HAVE_EMOJI: ReadonlySet<RepositoryKind> = new Set(["docusaurus", "mkdocs", "vitepress"]);
const EMOJI = /(?<![\w:/]):([a-z\d+_-]+):(?![\w:/])/g;

/** Writes `:tada:` in a page as the emoji that it names. */
function withEmoji(file: ContentFile): ContentFile {
  if (!isPageFile(file.path) || !file.text.match(EMOJI)) return file;
  const { source } = splitFrontMatter(file.path, file.text);
  const head = file.text.slice(0, file.text.length - source.length);
  const toEmoji = (mark: string, name: string) => (Object.hasOwn(nameToEmoji, name) ? String(nameToEmoji[name]) : mark);
  return toFile(file.path, head + changeProse(source, (line) => line.replace(EMOJI, toEmoji)));
}

/** Writes pages of MkDocs, VitePress and GitBook as MDX that says the same. Pages of other systems stay as they are, but for names of emoji. */
export function readDialect(root: string, repository: Repository, given: readonly ContentFile[]): DialectPages {
  const files = HAVE_EMOJI.has(repository.kind) ? given.map(withEmoji) : given;
  if (!DIALECTS.has(repository.kind)) return { files, findings: new Map() };
  const findings = new Map<string, Finding[]>();
  const changed = files.flatMap((file) => {
    if (repository.kind === "gitbook" && file.path === repository.sidebar) return [];
    if (!/\.md$/i.test(file.path)) return [file];
    const note = (message: string, line?: number) => {
      const name = repository.rename?.(file.path) ?? file.path;
      const finding = warningIn(file.path, message, { kind: "component", line });
      findings.set(name, [...(findings.get(name) ?? []), finding]);
    };
    const written = toFile(file.path, toMdx(file, { root, repository, note }));
    if (repository.kind !== "vitepress" || !isDrawnStart(file, written)) return [written];
    note("The start page is left out, since components of Vue draw all of it: readers begin at the first page of the sidebar.");
    return [];
  });
  return { files: changed, findings };
}

/** Returns true for a start page that has components and nothing to read. */
function isDrawnStart(file: ContentFile, written: ContentFile): boolean {
  const { data } = splitFrontMatter(file.path, file.text);
  const { source } = splitFrontMatter(written.path, written.text);
  const isStart = /(?:^|\/)index\.md$/i.test(file.path) && /^(?:home|page)$/.test(String(data.layout));
  return isStart && /<[A-Z]/.test(source) && source.replace(/<[^<>]*>/g, "").trim() === "";
}

interface Reading {
  readonly root: string;
  readonly repository: Repository;
  readonly note: (message: string, line?: number) => void;
}

function toMdx({ path: name, text }: ContentFile, { root, repository, note }: Reading): string {
  const { source, data, sourceLine } = splitFrontMatter(name, text.replace(/\r\n/g, "\n"));
  const head = text.replace(/\r\n/g, "\n").slice(0, text.replace(/\r\n/g, "\n").length - source.length);
  const { read, place } = filesOf(root, foldersOf(repository, name));
  const design = data.template ?? (/^(?:home|doc|page)$/.test(String(data.layout ?? "doc")) ? undefined : data.layout);
  if (typeof design === "string") note(`The page has a custom layout, which is not imported: ${design}`);
  const markdown = ((): string => {
    if (repository.kind === "vitepress") {
      for (const expression of listExpressions(fillIn(source, data)))
        note(`An expression of Vue is shown as it is written: ${expression}`);
      return readVitepress(source, { data, read, place, note: (message, line) => note(message, line && line + sourceLine) });
    }
    if (repository.kind === "gitbook") return readGitbook(source, { read, note });
    for (const { line, text: reference } of findReferences(source))
      note(`A reference of mkdocstrings is not generated: ${reference}`, line + sourceLine);
    const { text: linked, count } = dropReferenceLinks(source);
    if (count > 0) note("Links by the name of a reference, as mkdocstrings and autorefs make them, are words.");
    return readMkdocs(linked, read, place);
  })();
  try {
    const { tree } = parseText(name, markdown);
    if (!tree) return text;
    return `${head}${head ? "\n" : ""}${writeMdx(toMdxTree(tree, (address) => changeAddress(address, repository.kind)))}`;
  } catch (cause) {
    note(`The page cannot be written as MDX: ${cause instanceof Error ? cause.message : String(cause)}.`);
    return text;
  }
}

/** Rewrites an address: a README is the index of its folder, and VitePress addresses end in .html. */
function changeAddress(address: string, kind: RepositoryKind): string {
  if (/^[a-z][\w+.-]*:|^\/\//i.test(address)) return address;
  const bare = kind === "vitepress" ? address.replace(/\.html(?=[?#]|$)/, "") : address;
  const picture = kind === "gitbook" ? /(?:^|\/)\.gitbook\/assets\/(.+)$/.exec(bare)?.[1] : undefined;
  if (picture !== undefined) return `/${GITBOOK_ASSETS}/${picture}`;
  if (kind === "gitbook") return changeAnchor(bare).replace(README, "$1index.md");
  return bare.replace(README, "$1index.md");
}

const README = /(^|\/)README\.md(?=#|$)/i;

/** Writes an anchor of GitBook as the heading has it here: `#id-2.-install` is that of "2. Install". */
function changeAnchor(address: string): string {
  const [path = "", anchor] = address.split("#");
  return anchor === undefined ? address : `${path}#${anchor.replace(/^id-(?=\d)/, "").replace(/\.(?!md\b)/g, "")}`;
}

/** Folders in which a page's names of files are looked up, each with the start of the names that are meant in it. */
function foldersOf(
  { kind, content, site = content, includes = [] }: Repository,
  name: string,
): readonly (readonly [start: string, folder: string])[] {
  const beside = path.join(content, path.dirname(name));
  if (kind === "mkdocs") return [...includes, site, content, beside].map((folder) => ["", folder] as const);
  if (kind === "vitepress")
    return [
      ["@/", content],
      ["/", content],
      ["", beside],
    ];
  return [
    ["", beside],
    ["/", content],
  ];
}

interface Files {
  readonly read: ReadFile;
  readonly place: PlaceFile;
}

/** Finds files of the repository by their names in one of some folders. None that a link leads out of it to. */
function filesOf(root: string, folders: ReturnType<typeof foldersOf>): Files {
  const real = realpathSync(root);
  const find = (name: string) => {
    for (const [start, folder] of folders) {
      const absolute = path.join(folder, name.startsWith(start) ? name.slice(start.length) : name);
      if (!existsSync(absolute)) continue;
      const file = realpathSync(absolute);
      const stats = statSync(file);
      if (file.startsWith(real + path.sep) && stats.isFile() && stats.size <= MAX_BYTES) return file;
    }
    return undefined;
  };
  return {
    read: (name) => {
      const file = find(name);
      return file === undefined ? undefined : readFileSync(file, "utf8");
    },
    place: (name) => {
      const file = find(name);
      return file === undefined ? undefined : path.relative(real, file).split(path.sep).join("/");
    },
  };
}
