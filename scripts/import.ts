import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { checkConfig, type Project } from "../lib/config/config.ts";
import { buildSite } from "../lib/content/content.ts";
import { assetTypeOf, fileKindOf, ONLY_WHEN_IMPORTED } from "../lib/content/files/file-kinds.ts";
import { readContentFiles } from "../lib/content/files/files.ts";
import { findSettingsAbove } from "../lib/content/files/settings-folder.ts";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { listUnreadFields } from "./front-matter-fields.ts";
import { languagesOf, sidebarOf } from "./import/content.ts";
import type { MediaHost } from "./import/hosts.ts";
import { toFile } from "./import/metas.ts";
import { redirectsOf } from "./import/old-addresses.ts";
import { toPlain } from "./import/plain.ts";
import { describeRepository, printReport, type ReadSite } from "./import/print.ts";
import { isForeign, type Repository, recognise } from "./import/recognise.ts";
import { reportOn } from "./import/report.ts";
import { addFiles, copyContent, copyStatic, languageSettings, writeConfig } from "./import/write.ts";

const help = `npm run import -- <folder or git address> [options]

Looks at a repository of documentation, says what it is, what works and what does not, then copies its content here and writes
docent.config.ts. The configuration that was there is kept beside it. Pages of Fumadocs, Nextra, Starlight and Docusaurus are
translated into plain MDX; their code runs in a sandbox meanwhile. Run the command again to take over what changed there.

  --check          only report; write nothing
  --link           leave a docs.json repository where it is and name its folder in the configuration
  --into <folder>  where the content goes; "imported" without it
  --allow-hosts    allow every host that pages show pictures, films and frames from; without it they are links
  --all            name every reason, not only the ten most frequent`;

const options = {
  check: { type: "boolean" },
  link: { type: "boolean" },
  all: { type: "boolean" },
  into: { type: "string" },
  "allow-hosts": { type: "boolean", default: false },
} as const;

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    options,
    positionals: true,
  });
  const [source, ...more] = positionals;
  if (!source || more.length > 0) throw new UsageError("Name one folder or git address.");
  const folder = openSource(source);
  try {
    const repository = recognise(folder.path);
    const above = repository?.kind.endsWith(".json") ? undefined : await findSettingsAbove(folder.path);
    if (above)
      throw new UsageError(`${source} is a part of what a docs.json describes. Give ${path.join(source, above)}, which has it.`);
    if (!repository) throw new UsageError(`${source} holds no Markdown pages.`);
    if (values.link && isForeign(repository))
      throw new UsageError(`--link is for docs.json repositories: pages of ${repository.kind} are translated into a copy.`);
    console.log(`${describeRepository(repository)} Reading ${path.relative(folder.path, repository.content) || "."} …`);
    const name = siteName([...folder.source.split(/[\\/:]/), ...path.relative(folder.path, repository.content).split(path.sep)]);
    const read = await readSite(folder.path, repository, name);
    const allowsHosts = values["allow-hosts"];
    const report = await reportOn(read.site, { allowsHosts, translated: read.plain });
    printReport(report, {
      repository,
      read,
      given: source,
      allowsHosts,
      all: values.all === true,
      isTemporary: folder.isTemporary,
      isCheck: values.check === true,
    });
    const hosts = allowsHosts ? report.hosts : [];
    if (!values.check)
      await write(read, repository, { link: values.link && !folder.isTemporary, into: values.into ?? "imported", hosts });
  } finally {
    if (folder.isTemporary) rmSync(folder.path, { recursive: true, force: true });
  }
}

interface OpenFolder {
  readonly path: string;
  /** The folder or address that it was made from. */
  readonly source: string;
  readonly isTemporary: boolean;
}

/** A folder as it is; a git address is cloned, its last state alone. */
function openSource(source: string): OpenFolder {
  const resolved = path.resolve(source);
  if (existsSync(source) && statSync(source).isDirectory()) return { path: resolved, source: resolved, isTemporary: false };
  if (!/^(?:https?:|ssh:|git:|file:|git@)/.test(source))
    throw new UsageError(`There is no folder ${source}. A git address begins with https:, ssh:, git@ or file:.`);
  const target = mkdtempSync(path.join(os.tmpdir(), "docent-import-"));
  console.log(`Cloning ${source} …`);
  try {
    execFileSync("git", ["clone", "--depth", "1", "--single-branch", "--", source, target], {
      stdio: ["ignore", "ignore", "inherit"],
    });
  } catch {
    rmSync(target, { recursive: true, force: true });
    throw new UsageError(`git could not clone ${source}; its message is above.`);
  }
  return { path: target, source: source.replace(/\.git$/, ""), isTemporary: true };
}

/** Folders whose names say nothing of the product. */
const GENERAL_FOLDERS = new Set(["app", "content", "doc", "docs", "documentation", "pages", "site", "src", "website"]);

/** Returns a name for a site that states none: the innermost folder that names more than its place. */
function siteName(folders: readonly string[]): string {
  return folders.findLast((folder) => /\w/.test(folder) && !GENERAL_FOLDERS.has(folder.toLowerCase())) ?? "Imported";
}

/** The site as it will be once it is imported. */
async function readSite(root: string, repository: Repository, name: string): Promise<ReadSite> {
  const project: Project = { ...(toConfig(repository, name).projects[0] as Project), isReplaced: true };
  const files = await readContentFiles(project);
  if (!isForeign(repository)) {
    const site = await buildSite(project, files);
    const taken = files.files.flatMap(({ path: each }) =>
      ONLY_WHEN_IMPORTED.has(fileKindOf(each)) || isHidden(each) ? [each] : [],
    );
    return { site, taken: new Set(taken), fields: listUnreadFields(site, files.files) };
  }
  const plain = await toPlain(root, repository, files);
  const site = await buildSite(project, plain.files);
  const sidebar = await sidebarOf(repository, site, plain.files);
  if (!sidebar) return { site, plain, fields: listUnreadFields(site, plain.files.files) };
  const named = pagesOf(sidebar.navigation);
  const kept = plain.files.files.filter(({ path: each }) => !plain.takenIn.has(each) || named.has(each.replace(/\.mdx?$/i, "")));
  // The systems that have such sidebars search every page, and a docs.json those alone that its navigation has.
  const settings = { name: project.name, navigation: sidebar.navigation, seo: { indexing: "all" } };
  const withSettings = async (more: object) => {
    const text = `${JSON.stringify({ ...settings, ...more }, null, 2)}\n`;
    const all = { ...plain.files, files: [...kept.filter((file) => !isMetaJson(file.path)), toFile("docs.json", text)] };
    return { site: await buildSite(project, all), plain: { ...plain, files: all } };
  };
  const listed = await withSettings({});
  const languages = listed.site.project.languages.map(({ id }) => id);
  const redirects = await redirectsOf(repository, listed.site, { files: plain.files.files, languages });
  const built = redirects.length > 0 ? await withSettings({ redirects }) : listed;
  return { ...built, sidebar, fields: listUnreadFields(built.site, plain.files.files) };
}

/** Paths of all pages that a navigation names. */
function pagesOf(navigation: unknown): Set<string> {
  const found = new Set<string>();
  const look = (value: unknown) => {
    if (typeof value === "string") found.add(value);
    else if (typeof value === "object" && value !== null) Object.values(value).forEach(look);
  };
  look(navigation);
  return found;
}

function isMetaJson(name: string): boolean {
  return /(?:^|\/)meta\.json$/.test(name);
}

function isHidden(name: string): boolean {
  return /(?:^|\/)\.[^/]*$/.test(name) && name !== ".mintignore";
}

function toConfig(repository: Repository, name: string) {
  const project = {
    id: "imported",
    domain: "imported",
    name,
    content: repository.content,
    ...languageSettings(languagesOf(repository)),
  };
  return checkConfig({ organisation: { id: "imported", name: "Imported" }, projects: [project] }, "import");
}

async function write(
  { site, plain, taken }: ReadSite,
  { content, ...repository }: Repository,
  { link, into, hosts }: { link: boolean | undefined; into: string; hosts: readonly MediaHost[] },
): Promise<void> {
  if (!link) {
    const onFile = (done: number) => {
      if (done % 250 === 0) console.log(`Copied ${done} files …`);
    };
    const isWanted = plain ? isAsset : (file: string) => taken?.has(file) === true || !ONLY_WHEN_IMPORTED.has(fileKindOf(file));
    const count = await copyContent(content, into, onFile, { taken, isWanted });
    if (plain) await addFiles(into, new Map(plain.files.files.map(({ path: file, text }) => [file, text])));
    if (plain) await copyStatic(into, plain.statics);
    console.log(`\nCopied ${count + (plain?.files.files.length ?? 0)} files to ${into}.`);
  }
  const { name, description } = site.project;
  const kept = await writeConfig({
    content: link ? content : into,
    name,
    description,
    hosts,
    languages: languagesOf({ content, ...repository }),
  });
  console.log(`Wrote docent.config.ts${kept ? `; the one before is ${kept}` : ""}. Start with: npm run dev`);
  if (link)
    console.log(
      "Pages outside the project show no style sheets, and media of the hosts alone that you allow. See content.trusted.",
    );
}

function isAsset(file: string): boolean {
  return assetTypeOf(file) !== undefined && fileKindOf(file) === "asset";
}

await runCommand(help, main);
