import { existsSync, readdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import path from "node:path";
import { renamer } from "./content.ts";
import { listDescriptions } from "./descriptions.ts";
import { aliasedPath, assetTypeOf, type ContentFile, isIncludable, isPageFile, readYaml, withoutAbove } from "./engine/files.ts";
import { isWithin } from "./recognise.ts";
import type { Repository } from "./repository.ts";
import { isFile, readSettingsCode } from "./site-code.ts";
import { walkFiles } from "./walk-files.ts";

const INCLUDE = /<include(?:\s[^<>]*)?>\s*([^<>\s]+)\s*<\/include>|<auto-type-table\s[^<>]*\bpath=["']([^"'\n]+)["']/g;
const IMPORT = /\b(?:from\s*|require\(\s*)["']([^"'\n]{1,300})["']|\bimport\s*["']([^"'\n]{1,300})["']/g;
const PICTURE = /!\[[^\]\n]{0,500}\]\(\s*([^\s()<>]{1,300})|\bsrc=["']([^"'\n]{1,300})["']/g;
const MAX_FILES = 5_000;
const MAX_PICTURES = 10_000;
const MAX_BYTES = 256 * 1024;
const MAX_SEARCHED = 1_000;
/** Code that gives components to MDX. */
const GIVES = /\bcomponents=\{(?:\w{1,50}\()?\{|:\s*MDXComponents\s*=\s*\{/;
const SCRIPTS = [".tsx", ".jsx", ".ts", ".js"];
const ENDINGS = ["", ".mdx", ".md", ".jsx", ".js", ".tsx", ".ts", ".astro", "/index.jsx", "/index.js", "/index.tsx", "/index.ts"];

/** Files around the content that its pages take in, by the path that they get in the copy. */
export interface OutsideFiles {
  readonly texts: ReadonlyMap<string, string>;
  /** Paths on the disk of pictures. */
  readonly pictures: ReadonlyMap<string, string>;
}

interface Reading {
  /** Folders of the repository and of its content on the disk, links followed. */
  readonly root: string;
  readonly content: string;
  readonly repository: Repository;
  readonly aliases: readonly Alias[];
  readonly texts: Map<string, string>;
  readonly pictures: Map<string, string>;
  /** Paths that the content has already. */
  readonly taken: ReadonlySet<string>;
}

/** A file with its place on the disk and in the copy. */
interface Placed {
  readonly text: string;
  readonly absolute: string;
  readonly place: string;
}

/**
 * Lists the files around the content that pages include: code, components and pictures in the repository, and what those include
 * in turn. At most 5,000 files of 256 KB and 10,000 pictures; links out of the repository are not followed.
 */
export function listOutside(root: string, repository: Repository, files: readonly ContentFile[]): OutsideFiles {
  const taken = new Set(files.map(({ path: name }) => name));
  const real = { root: realpathSync(root), content: realpathSync(repository.content) };
  const reading: Reading = {
    ...real,
    repository,
    taken,
    aliases: readAliases(repository),
    texts: new Map(),
    pictures: new Map(),
  };
  const waiting = files
    .filter(({ path: name }) => /\.(?:mdx?|[jt]sx?|astro)$/i.test(name))
    .map(({ path: name, text }): Placed => ({ text, place: name, absolute: path.join(repository.content, name) }));
  waiting.push(...takeShared(reading, files));
  for (let file = waiting.pop(); file; file = waiting.pop()) waiting.push(...takeFrom(file, reading));
  for (const [name, text] of listTexts(repository)) reading.texts.set(name, text);
  for (const [name, text] of listDescriptions(real.root, repository, files)) if (!taken.has(name)) reading.texts.set(name, text);
  const newName = renamer([...taken, ...reading.texts.keys()], repository, "outside");
  return { ...reading, texts: new Map([...reading.texts].map(([name, text]) => [newName(name), text])) };
}

/** Lists the texts that components of Starlight look up by key, as `i18n/<language>.json`, whether JSON or YAML in the site. */
function listTexts({ kind, site }: Repository): [string, string][] {
  const folder = site === undefined || kind !== "starlight" ? undefined : path.join(site, "src/content/i18n");
  if (!site || !folder || !existsSync(folder) || !isWithin(site, folder)) return [];
  return readdirSync(folder).flatMap((name): [string, string][] => {
    const [, language, ending] = /^([a-z]{2}(?:-[a-z]{2,4})?)\.(json|ya?ml)$/i.exec(name) ?? [];
    const file = path.join(folder, name);
    if (!language || !isFile(file) || !isWithin(site, file) || statSync(file).size > MAX_BYTES) return [];
    const text = readFileSync(file, "utf8");
    const json = /^json$/i.test(ending ?? "") ? text : jsonOf(text);
    return json === undefined ? [] : [[`i18n/${language.toLowerCase()}.json`, json]];
  });
}

/** Converts YAML to JSON; undefined when it cannot be read: a page that uses one of its texts reports that. */
function jsonOf(text: string): string | undefined {
  const yaml = readYaml(text);
  try {
    return yaml.errors.length > 0 ? undefined : `${JSON.stringify(yaml.toJS({ maxAliasCount: 10 }), null, 2)}\n`;
  } catch {
    return undefined;
  }
}

/** Files in which a site names the components that every page has. */
const SHARED = [
  ...["mdx-components", "src/mdx-components", "app/mdx-components", "src/app/mdx-components", "components/mdx-components"],
  ...["src/components/mdx-components", "lib/mdx-components", "components/mdx", "src/components/mdx"],
  ...["src/theme/MDXComponents", "src/theme/MDXComponents/index", "theme.config"],
];

function takeShared(reading: Reading, files: readonly ContentFile[]): Placed[] {
  const { site } = reading.repository;
  if (!site) return [];
  const named = SHARED.map((each) => path.join(site, each)).find((each) => SCRIPTS.some((ending) => isFile(each + ending)));
  const file = named ?? findGiven(site, usedComponents(files));
  if (file === undefined) return [];
  const taken = take({ absolute: file, place: `mdx-components${named ? "" : path.extname(file)}` }, reading);
  if (!named) for (const { place, text } of taken) reading.texts.set(place, withGiven(text));
  return taken;
}

/** Exports the components that a page's file gives where it is drawn, since it is drawn for a request alone. */
function withGiven(text: string): string {
  const found = GIVES.exec(text);
  if (!found) return text;
  const start = found.index + found[0].length - 1;
  let depth = 0;
  for (const { 0: mark, index } of text.slice(start).matchAll(/[{}]/g)) {
    depth += mark === "{" ? 1 : -1;
    if (depth === 0) return `${text}\nexport const $given = ${text.slice(start, start + index + 1)};\n`;
  }
  return text;
}

function usedComponents(files: readonly ContentFile[]): string[] {
  const pages = files.filter(({ path: name }) => /\.mdx$/i.test(name));
  return [...new Set(pages.flatMap(({ text }) => text.match(/(?<=<)[A-Z]\w{0,60}/g) ?? []))];
}

/** Finds the file of a Next.js site that passes components to its pages: of several, the one with most of those they use. */
function findGiven(site: string, used: readonly string[]): string | undefined {
  const folders = ["app", "src/app"].map((each) => path.join(site, each)).filter((each) => existsSync(each));
  return folders
    .filter((each) => isWithin(site, each))
    .flatMap((folder) => [...walkFiles(folder, { folders: MAX_SEARCHED, enters: (each) => !each.includes("node_modules") })])
    .filter((name) => /\.[jt]sx$/.test(name))
    .sort()
    .slice(0, MAX_SEARCHED)
    .flatMap((name) => {
      const text = statSync(name).size <= MAX_BYTES ? readFileSync(name, "utf8") : "";
      const words = new Set(GIVES.test(text) ? text.match(/\w+/g) : []);
      return words.size === 0 ? [] : [{ name, count: used.filter((each) => words.has(each)).length }];
    })
    .sort((left, right) => right.count - left.count)[0]?.name;
}

/** Records what a file includes from outside of the content. Returns those files that may include more. */
function takeFrom(file: Placed, reading: Reading): Placed[] {
  const named = (pattern: RegExp) => [...file.text.matchAll(pattern)].map(([, first, second]) => first ?? second ?? "");
  const base = reading.repository.site ?? reading.repository.content;
  const included = named(INCLUDE).flatMap((name) => {
    const bare = name.replace(/[#?].*$/, "");
    const beside = bare.startsWith(".") ? takeNamed(bare, file, reading) : [];
    if (beside.length > 0) return beside;
    return take({ absolute: path.resolve(base, bare), place: withoutAbove(path.posix.normalize(bare)) }, reading);
  });
  const imported = named(IMPORT).flatMap((name) =>
    name.startsWith("/") ? takeRooted(name, base, reading) : takeNamed(name, file, reading),
  );
  return [...included, ...imported, ...named(PICTURE).flatMap((name) => takeNamed(name, file, reading))];
}

/** Takes a file by its path from the folder of the site, as Astro and Vite read a slash at the start of an import. */
function takeRooted(written: string, site: string, reading: Reading): Placed[] {
  const place = path.posix.normalize(written.replace(/[?#].*$/, "")).replace(/^\/+/, "");
  return take({ absolute: path.join(site, place), place }, reading);
}

function takeNamed(written: string, { absolute, place }: Placed, reading: Reading): Placed[] {
  const name = written.replace(/^!*raw-loader!/, "").replace(/[?#].*$/, "");
  if (/^\.\.?\//.test(name)) {
    const target = withoutAbove(path.posix.normalize(path.posix.join(path.posix.dirname(place), name)));
    return take({ absolute: path.resolve(path.dirname(absolute), name), place: target }, reading);
  }
  for (const { start, folder } of reading.aliases) {
    if (!name.startsWith(start)) continue;
    const target = name.startsWith("@site/") ? name.slice("@site/".length) : aliasedPath(name);
    const taken =
      target === undefined ? [] : take({ absolute: path.join(folder, name.slice(start.length)), place: target }, reading);
    if (target !== undefined && (taken.length > 0 || reading.pictures.has(target))) return taken;
  }
  return [];
}

/** Takes a file of the repository that the content has not read: as a text, or as a picture. */
function take({ absolute, place }: Omit<Placed, "text">, reading: Reading): Placed[] {
  const { root, content, taken, texts, pictures } = reading;
  const ending = ENDINGS.find((each) => isFile(absolute + each));
  if (ending === undefined) return [];
  // A link of a repository may lead to any file of the machine, such as a key.
  const [file, name] = [realpathSync(absolute + ending), place + ending];
  const isInside = file.startsWith(content + path.sep) && path.relative(content, file) === path.normalize(name);
  if (
    (isInside && !isIncludable(name)) ||
    !file.startsWith(root + path.sep) ||
    file.includes(`${path.sep}node_modules${path.sep}`)
  )
    return [];
  if (taken.has(name) || texts.has(name) || pictures.has(name)) return [];
  if (isIncludable(name)) {
    if (texts.size >= MAX_FILES || statSync(file).size > MAX_BYTES) return [];
    const text = readFileSync(file, "utf8");
    texts.set(name, isPageFile(name) ? asPart(text) : text);
    return [{ text, absolute: file, place: name }];
  }
  if (assetTypeOf(name) && pictures.size < MAX_PICTURES) pictures.set(name, file);
  return [];
}

/** Hides Markdown from around the content, which is part of pages but not a page: no sidebar and no search lists it. */
function asPart(text: string): string {
  return `---\nhidden: true\n${/^---[ \t]*\r?\n/.test(text) ? text.replace(/^---[ \t]*\r?\n/, "") : `---\n\n${text}`}`;
}

/** A short name at the start of an import, and the folder that it stands for. */
interface Alias {
  readonly start: string;
  readonly folder: string;
}

/** Reads the path aliases of the site's tsconfig.json, and those that the frameworks define. */
function readAliases({ content, site = content }: Repository): Alias[] {
  const folders = [path.join(site, "src"), site];
  const usual = folders.flatMap((folder) => ["~/", "@/"].map((start) => ({ start, folder })));
  return [...namedAliases(site), ...bundlerAliases(site), { start: "@site/", folder: site }, ...usual];
}

/** `alias: { "@parts": path.resolve(__dirname, "src/parts") }` in the settings of Docusaurus. */
const BUNDLER_ALIAS = /["'](@[\w-]{1,50})["']:\s*path\.(?:resolve|join)\(__dirname,\s*["']([^"'\n]{1,200})["']\)/g;

function bundlerAliases(site: string): Alias[] {
  const code = readSettingsCode("docusaurus", site)?.text ?? "";
  return [...code.matchAll(BUNDLER_ALIAS)].map(([, name, folder = ""]) => ({
    start: `${name}/`,
    folder: path.resolve(site, folder),
  }));
}

function namedAliases(site: string): Alias[] {
  const file = ["tsconfig.json", "jsconfig.json"].map((name) => path.join(site, name)).find(isFile);
  if (!file) return [];
  try {
    const text = readFileSync(file, "utf8")
      .replace(/^\s*\/\/.*$/gm, "")
      .replace(/,(?=\s*[}\]])/g, "");
    const { baseUrl = ".", paths = {} } = JSON.parse(text).compilerOptions ?? {};
    return Object.entries(paths as Record<string, string[]>).flatMap(([name, targets]) =>
      name.endsWith("/*")
        ? targets.map((target) => ({ start: name.slice(0, -1), folder: path.resolve(site, baseUrl, target.replace(/\*$/, "")) }))
        : [],
    );
  } catch {
    // Settings of another program that cannot be read name no folders.
    return [];
  }
}
