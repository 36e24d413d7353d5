import { existsSync, realpathSync, statSync } from "node:fs";
import { cp, mkdir, readdir, readFile, rename, writeFile } from "node:fs/promises";
import path from "node:path";
import { UsageError } from "../../scripts/command-line.ts";
import { isSite } from "../../scripts/owners.ts";
import type { AddedFiles } from "./content.ts";
import { fileKindOf, isSkipped, ONLY_WHEN_IMPORTED } from "./engine/files.ts";
import { confirmSetting, mergeConfig, type Wanted } from "./into-site.ts";
import { isLinkAway } from "./walk-files.ts";

/** The destination of a project's content and settings. */
export interface Target {
  /** Folder of the content, relative to the project. */
  readonly content: string;
  readonly name: string;
  readonly description: string;
  /** Languages that have a folder each, the default one first; none for one language. */
  readonly languages?: readonly string[];
  /** The place of pages in addresses; below `/docs` without it. */
  readonly pagesAt?: "docs" | "root" | undefined;
  /** The public address that the site had; that of this machine without it. */
  readonly siteUrl?: string | undefined;
  /** Folders of code of which fences show parts, from the root of the project. */
  readonly code?: readonly string[];
  /** True to replace settings that are there without asking. */
  readonly replace?: boolean;
  /** True for content outside of the project: the settings come into its folder, and those of the project stay. */
  readonly isElsewhere?: boolean;
}

/** The configuration as it was left. */
interface WrittenConfig {
  /** The name under which the one that was there stays beside it. */
  readonly kept?: string | undefined;
  /** Settings that stay as they were, with that and what the import has. */
  readonly differing: Differing;
}

type Differing = readonly (readonly [name: string, now: string, wanted: string])[];

/** Returns the settings for languages that have a folder each. */
export function languageSettings(languages: readonly string[]) {
  if (languages.length === 0) return {};
  const labelOf = (id: string) => new Intl.DisplayNames([id], { type: "language" }).of(id) ?? id;
  return { languages: languages.map((id) => ({ id, label: labelOf(id) })), defaultLanguage: languages[0] };
}

/**
 * Makes the folder of a copy.
 * @throws UsageError when it holds something already.
 */
export async function makeEmpty(to: string): Promise<void> {
  const held = await readdir(to).catch(() => []);
  if (held.length > 0) throw new UsageError(`${to} is not empty. Name another folder with --into, or empty it first.`);
  await mkdir(to, { recursive: true });
}

/**
 * Copies the files that make a site: pages, settings, data and pictures, and what is `taken` in by pages besides. A link to a file
 * of the folder becomes that file; other links are not followed.
 * @throws UsageError when the folder holds something already.
 */
export async function copyContent(
  from: string,
  to: string,
  onFile: (count: number) => void,
  taken: ReadonlySet<string> = new Set(),
): Promise<number> {
  await makeEmpty(to);
  let count = 0;
  const root = realpathSync(from);
  await cp(from, to, {
    recursive: true,
    dereference: true,
    filter: async (source) => {
      const name = path.relative(from, source);
      if (name === "") return true;
      const place = name.split(path.sep).join("/");
      if (!taken.has(place) && isSkipped(path.basename(name), path.dirname(name).replace(/^\.$/, ""))) return false;
      if (isLinkAway(root, source)) return false;
      const stats = statSync(source);
      if (!stats.isFile()) return stats.isDirectory();
      const isContent = taken.has(place) || !ONLY_WHEN_IMPORTED.has(fileKindOf(place));
      if (isContent) onFile(++count);
      return isContent;
    },
  });
  return count;
}

/** Copies files into the copy, by their paths in it; what is there stays. */
export async function copyStatic(to: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [name, from] of files) await cp(from, path.join(to, name), { force: false, recursive: true });
}

/** Writes files into the copy, by their paths in it. */
export async function addFiles(to: string, files: AddedFiles): Promise<void> {
  for (const [name, text] of files) {
    await mkdir(path.dirname(path.join(to, name)), { recursive: true });
    await writeFile(path.join(to, name), text);
  }
}

const THEME = "site/theme.css";

/** Has a build compile the Tailwind classes that pages of a folder use: the engine itself looks through `content` alone. */
export async function addClassSource(content: string): Promise<void> {
  const folder = path.relative(".", content).split(path.sep).join("/");
  const line = `@source "../${folder}";`;
  const written = existsSync(THEME) ? await readFile(THEME, "utf8") : undefined;
  if (written === undefined || written.includes(line) || folder.startsWith("..")) return;
  await writeFile(THEME, `${written.trimEnd()}\n\n/* Pages whose Tailwind classes the build compiles. */\n${line}\n`);
}

const CONFIG = "docent.config.ts";

/**
 * Writes docent.config.ts for the content. That of a site stays, with the settings that the import has besides, and a value is
 * replaced after a question; any other is put aside.
 */
export async function writeConfig({
  content,
  name,
  description,
  languages = [],
  pagesAt = "docs",
  siteUrl = "http://localhost:3000",
  code = [],
  replace = false,
  isElsewhere = false,
}: Target): Promise<WrittenConfig> {
  const id =
    name
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-+|-+$/g, "")
      .slice(0, 63) || "docs";
  const found = {
    name,
    description,
    siteUrl,
    ...(pagesAt === "root" && { pagesAt }),
    ...languageSettings(languages),
    ...(code.length > 0 && { code }),
  };
  const stated = Object.fromEntries(Object.entries(found).filter(([key, value]) => value !== "" && !isUsual(key, value)));
  const file = isElsewhere ? path.join(content, CONFIG) : CONFIG;
  const differing = !isElsewhere && existsSync(CONFIG) && isSite() ? await mergeInto({ content, ...stated }, replace) : undefined;
  if (differing) return { differing };
  const kept = !isElsewhere && existsSync(CONFIG) ? findFreeName() : undefined;
  if (kept) await rename(CONFIG, kept);
  const text = (value: string) => JSON.stringify(value);
  await writeFile(
    file,
    `${isElsewhere ? "// For docent.config.ts of a site.\n" : 'import type { DocentConfig } from "./lib/config/schema.ts";\n\n'}export default {
  organisation: { id: ${text(id)}, name: ${text(name)} },
  projects: [
    {
      id: ${text(id)},
      domain: ${text(id)},
      name: ${text(name)},
      description: ${text(description)},
      // The public address of your site.
      siteUrl: ${text(siteUrl)},
      content: ${text(isElsewhere ? path.resolve(content) : content)},
${Object.entries({ ...(pagesAt === "root" && { pagesAt }), ...languageSettings(languages), ...(code.length > 0 && { code }) })
  .map(([key, value]) => `      ${key}: ${JSON.stringify(value)},\n`)
  .join("")}    },
  ],
}${isElsewhere ? "" : " satisfies DocentConfig"};
`,
  );
  return { kept, differing: [] };
}

/** Returns true for the address of a development server, which is not that of the site. */
function isUsual(key: string, value: unknown): boolean {
  return key === "siteUrl" && value === "http://localhost:3000";
}

/** Returns the settings that stay as they were; undefined when the configuration cannot be added to. */
async function mergeInto(wanted: Wanted, replace: boolean): Promise<Differing | undefined> {
  const text = await readFile(CONFIG, "utf8");
  const first = mergeConfig(text, wanted, () => false);
  if (!first) return undefined;
  // The pages are in that folder now.
  const replaced = new Set(["content"]);
  for (const [name, now, value] of first.differing)
    if (!replaced.has(name) && (replace || (await confirmSetting(name, now, value)))) replaced.add(name);
  const merged = mergeConfig(text, wanted, (name) => replaced.has(name));
  if (merged) await writeFile(CONFIG, merged.text);
  return first.differing.filter(([name]) => !replaced.has(name));
}

/** Finds a free name, so that a second import keeps the settings from before the first. */
function findFreeName(): string {
  const names = Array.from({ length: 100 }, (_, index) => `docent.config.before-import${index === 0 ? "" : `-${index + 1}`}.ts`);
  const free = names.find((name) => !existsSync(name));
  if (!free)
    throw new Error(`There are ${names.length} files docent.config.before-import*.ts; delete those that you do not need.`);
  return free;
}
