import path from "node:path";
import { listStatic, renamer, withAdded } from "./content.ts";
import { followConventions } from "./conventions.ts";
import { readDialect } from "./dialects/dialects.ts";
import { changeProse } from "./dialects/lines.ts";
import type { Describe } from "./elements.ts";
import {
  type ContentFile,
  type ContentFiles,
  type Finding,
  isDescription,
  isPageFile,
  namedFiles,
  warningIn,
} from "./engine/files.ts";
import { findNamed, readDescriptions } from "./engine/site.ts";
import { readOtherMetas, toFile, writeMetas } from "./metas.ts";
import { listOutside } from "./outside.ts";
import type { Repository } from "./repository.ts";
import { translatePages } from "./translate.ts";

/** The content of a repository of another system as it is kept here: plain pages, meta.json and API descriptions. */
export interface PlainContent {
  readonly files: ContentFiles;
  /** Pictures and files of the content and around it, by the path that they get: the path on the disk. */
  readonly statics: ReadonlyMap<string, string>;
  /** The parts of a page that could not be taken over, by the page's file. */
  readonly onPages: ReadonlyMap<string, readonly Finding[]>;
  /** Files of order and titles that cannot be read. */
  readonly onFiles: readonly Finding[];
  /** Files of Markdown that pages take in: their words are in those pages. */
  readonly takenIn: ReadonlySet<string>;
}

/** Translates the content of another system, with what its pages need of the code around it. */
export async function toPlain(root: string, repository: Repository, files: ContentFiles): Promise<PlainContent> {
  const dialect = readDialect(root, repository, files.files.map(withoutBlankStart));
  const { texts, pictures } = listOutside(root, repository, dialect.files);
  const isServed = (name: string) =>
    !/^(?:package(?:-lock)?|tsconfig)\.json$/.test(name) && !(repository.kind === "vitepress" && name.startsWith("public/"));
  const own = (files.assets ?? []).filter(isServed).map((name) => [name, path.join(repository.content, name)] as const);
  const statics = new Map([...own, ...listStatic(repository), ...pictures]);
  const assets = [...statics.keys()].sort();
  const complete = withAdded({ ...files, files: dialect.files, assets }, texts, repository);
  const has = new Set(complete.files.map((file) => file.path));
  const takenIn = new Set(
    complete.files.flatMap((file) =>
      namedFiles(file, (name) => has.has(name)).filter((name) => name !== file.path && isPageFile(name)),
    ),
  );
  const metas = await readOtherMetas(repository);
  const written = new Map(complete.files.filter(isMeta).map((file) => [file.path, file.text]));
  const translated = await translatePages({
    files: complete.files,
    orders: metas.folders,
    pathInSite: pathsInSite(repository, dialect.files),
    describe: await describer(complete.files),
    now: Date.now(),
  });
  const outside = new Set(texts.keys());
  const folder = folderInSite(repository);
  const kept = complete.files.flatMap((file): ContentFile[] => {
    if (outside.has(file.path) && !isDescription(file.text)) return [];
    if (!isKept(file)) return [];
    const text = translated.get(file.path)?.text ?? file.text;
    if (!isPageFile(file.path)) return [text === file.text ? file : toFile(file.path, text)];
    const linked = repository.kind === "docusaurus" ? linkFromPage(file.path, text, folder, has) : text;
    const written = followConventions(linked, repository.kind);
    return [written === file.text ? file : toFile(file.path, written)];
  });
  const more = [...writeMetas(metas, written)].map(([name, text]) => toFile(name, text));
  const all = new Map([...kept, ...more].map((file) => [file.path, file]));
  return {
    files: { ...complete, files: [...all.values()].sort((left, right) => (left.path < right.path ? -1 : 1)) },
    statics,
    onPages: new Map([...dialect.findings, ...[...translated].map(([name, { findings }]) => [name, findings] as const)]),
    onFiles: [...metas.faults].map(([file, why]) =>
      warningIn(file, `Order and titles of the folder cannot be read from the file: ${why}.`),
    ),
    takenIn,
  };
}

/** Returns a function that gives a page's path below the folder of its site, as it was before it got its name here. */
function pathsInSite(repository: Repository, files: readonly ContentFile[]): (name: string) => string {
  const names = files.map(({ path: name }) => name);
  const newName = renamer(names, repository);
  const before = new Map(names.map((name) => [newName(name), name]));
  const start = folderInSite(repository);
  return (name) => [start, before.get(name) ?? name].filter(Boolean).join("/");
}

function folderInSite({ content, site = content }: Repository): string {
  return path.relative(site, content).split(path.sep).join("/");
}

const FILE_LINK = /(\]\(<?|^[ \t]*\[[^\]\n]+\]:[ \t]+<?)(\/?[\w@][^\s()<>#?]*\.mdx?)(?=[#?)>\s]|$)/g;

/** Writes links by the path of a file from the folder of pages, or from that of the site, as paths from their page. */
function linkFromPage(page: string, text: string, folder: string, has: ReadonlySet<string>): string {
  const isPage = (name: string) => has.has(name) || has.has(name.replace(/\.md$/, ".mdx"));
  const beside = path.posix.dirname(page);
  return changeProse(text, (line) =>
    line.replace(FILE_LINK, (whole, before: string, written: string) => {
      if (isPage(path.posix.join(beside, written)) && !written.startsWith("/")) return whole;
      const name = written.replace(/^\//, "");
      const start = `${folder.replace(/^(?:\.\.\/)+/, "")}/`;
      const found = [name, name.startsWith(start) ? name.slice(start.length) : ""].find(isPage);
      return found === undefined ? whole : before + path.posix.relative(beside, found);
    }),
  );
}

/** Removes empty lines above front matter, which Astro and others allow. */
function withoutBlankStart(file: ContentFile): ContentFile {
  const text = isPageFile(file.path) ? file.text.replace(/^\s+(?=---[ \t]*\r?\n)/, "") : file.text;
  return text === file.text ? file : toFile(file.path, text);
}

function isMeta(file: ContentFile): boolean {
  return /(?:^|\/)meta\.json$/.test(file.path);
}

/** Returns whether a file is still needed: a page, an order or an API description. Pages contain everything else by now. */
function isKept(file: ContentFile): boolean {
  return isPageFile(file.path) || isMeta(file) || (/\.(?:json|ya?ml)$/i.test(file.path) && isDescription(file.text));
}

/** Finds the operations that pages name, in the descriptions of the content. */
async function describer(files: readonly ContentFile[]): Promise<Describe> {
  const descriptions = await readDescriptions(files);
  const byPath = new Map(files.map((file) => [file.path, file]));
  return (reference, name) => {
    const file = byPath.get(name);
    const found = file && findNamed(descriptions, reference, { file, openapi: undefined });
    if (!found) return undefined;
    const { method, path, description } = found.operation;
    return { name: [description, method, path].filter(Boolean).join(" "), words: withoutPositions(found.write().children) };
  };
}

/** Removes positions, which are those in a text of the description. */
function withoutPositions<Nodes>(nodes: Nodes): Nodes {
  return JSON.parse(JSON.stringify(nodes, (name, value) => (name === "position" ? undefined : value)));
}
