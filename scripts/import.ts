import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { checkConfig, type Project } from "../lib/config/config.ts";
import { fileKindOf, TAKEN_IN } from "../lib/content/file-kinds.ts";
import { readContentFiles } from "../lib/content/files.ts";
import { findSettingsAbove } from "../lib/content/settings-folder.ts";
import { buildSite, type Site } from "../lib/content/site.ts";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { describeUnreadFields, listUnreadFields, type UnreadFields } from "./front-matter-fields.ts";
import { type AddedFiles, languagesOf, listStatic, sidebarOf, withAdded } from "./import/content.ts";
import { describeUnloaded, listLeftOut } from "./import/left-out.ts";
import { redirectsOf } from "./import/old-addresses.ts";
import { listOutside } from "./import/outside.ts";
import { type Repository, recognise } from "./import/recognise.ts";
import { type Reason, type Report, reportOn } from "./import/report.ts";
import { findSidebarFile, type Sidebar } from "./import/sidebar.ts";
import { addFiles, copyContent, copyStatic, languageSettings, writeConfig } from "./import/write.ts";

const help = `npm run import -- <folder or git address> [options]

Looks at a repository of documentation, says what it is, what works and what does not, then copies its content here and writes
docent.config.ts. The configuration that was there is kept beside it.

  --check          only report; write nothing
  --link           leave the content where it is and name its folder in the configuration
  --into <folder>  where the content goes; "imported" without it
  --all            name every reason, not only the ten most frequent`;

const REASONS = 10;

const KEPT_NAMES =
  "With --link no file gets another name: pages that a copy takes as MDX, or into a folder for their language, are shown as they are.";

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    options: { check: { type: "boolean" }, link: { type: "boolean" }, all: { type: "boolean" }, into: { type: "string" } },
    positionals: true,
  });
  const [source, ...more] = positionals;
  if (!source || more.length > 0) throw new UsageError("Name one folder or git address.");
  const folder = openSource(source);
  try {
    const found = recognise(folder.path);
    // What stays where it is keeps its names.
    const repository = found && values.link ? { ...found, rename: undefined, languages: undefined } : found;
    const above = repository?.kind.endsWith(".json") ? undefined : await findSettingsAbove(folder.path);
    if (above)
      throw new UsageError(`${source} is a part of what a docs.json describes. Give ${path.join(source, above)}, which has it.`);
    if (!repository) throw new UsageError(`${source} holds no Markdown pages.`);
    if (found?.rename && values.link) console.log(KEPT_NAMES);
    console.log(`${describeRepository(repository)} Reading ${path.relative(folder.path, repository.content) || "."} …`);
    const name = siteName([...folder.source.split(/[\\/:]/), ...path.relative(folder.path, repository.content).split(path.sep)]);
    const read = await readSite(folder.path, repository, { name, isLinked: values.link === true });
    print(await reportOn(read.site), {
      repository,
      read,
      given: source,
      all: values.all === true,
      isTemporary: folder.isTemporary,
    });
    if (!values.check)
      await write(read, repository, { link: values.link && !folder.isTemporary, into: values.into ?? "imported" });
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

const DESCRIPTIONS: Record<Repository["kind"], string> = {
  "docs.json": "A docs.json repository: its navigation, look, redirects and API pages are taken from there.",
  "mint.json": "A mint.json repository, the older form of docs.json: it is read as that.",
  fumadocs: "A Fumadocs site: pages, meta.json files, and the code and components that pages use, as far as they can be read.",
  nextra: "A Nextra site: pages, order and titles of its _meta files, and components that pages use, as far as they can be read.",
  starlight: "A Starlight site: pages, the sidebar, and components that pages use, as far as they can be read.",
  docusaurus: "A Docusaurus site: pages, sidebars, and components that pages use, as far as they can be read.",
  markdown: "Plain Markdown: folders make the navigation.",
};

function describeRepository({ kind, reason }: Repository): string {
  return `${DESCRIPTIONS[kind]} (${reason})`;
}

interface ReadSite {
  readonly site: Site;
  /** Files that are written beside the copied content. */
  readonly added: AddedFiles;
  /** Pictures and files of the site around the content, by the path that they get. */
  readonly statics: ReadonlyMap<string, string>;
  /** Files that pages take in. */
  readonly taken: ReadonlySet<string>;
  readonly sidebar: Sidebar | undefined;
  /** True where the content stays where it is, with no sidebar beside it. */
  readonly isLinked: boolean;
  readonly fields: UnreadFields;
}

/** The site as it will be once it is imported: with the sidebar, and the files around the content, that a link cannot have. */
async function readSite(
  root: string,
  repository: Repository,
  { name, isLinked }: { name: string; isLinked: boolean },
): Promise<ReadSite> {
  const project: Project = { ...(toConfig(repository, name).projects[0] as Project), isReplaced: true };
  const files = await readContentFiles(project);
  const taken = new Set(
    files.files.flatMap(({ path: name }) => (TAKEN_IN.has(fileKindOf(name)) || isHidden(name) ? [name] : [])),
  );
  if (isLinked) {
    const site = await buildSite(project, files);
    const fields = listUnreadFields(site, files.files);
    return { site, added: new Map(), statics: new Map(), taken, sidebar: undefined, fields, isLinked };
  }
  const { texts: outside, pictures } = listOutside(root, repository, files.files);
  const statics = new Map([...listStatic(repository), ...pictures]);
  const assets = [...new Set([...(files.assets ?? []), ...statics.keys()])].sort();
  const complete = withAdded({ ...files, assets }, outside, repository);
  const site = await buildSite(project, complete);
  const fields = listUnreadFields(site, complete.files);
  const sidebar = site.docs ? undefined : sidebarOf(repository, site, complete);
  if (!sidebar) return { site, added: outside, statics, taken, sidebar, fields, isLinked };
  // The systems that have such sidebars search every page, and a docs.json those alone that its navigation has.
  const settings = { name: project.name, navigation: sidebar.navigation, seo: { indexing: "all" } };
  const withSettings = async (more: object) => {
    const added = new Map([...outside, ["docs.json", `${JSON.stringify({ ...settings, ...more }, null, 2)}\n`]]);
    return { site: await buildSite(project, withAdded(complete, added, {})), added };
  };
  const listed = await withSettings({});
  const languages = listed.site.project.languages.map(({ id }) => id);
  const redirects = redirectsOf(repository, listed.site, { files: complete.files, languages });
  const built = redirects.length > 0 ? await withSettings({ redirects }) : listed;
  return { ...built, statics, taken, sidebar, fields, isLinked };
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

interface Told {
  readonly repository: Repository;
  readonly read: ReadSite;
  readonly all: boolean;
  /** The folder or address as the user named it. */
  readonly given: string;
  readonly isTemporary: boolean;
}

function print(report: Report, { repository, read, all, given, isTemporary }: Told): void {
  const { pages, listed, whole, listedWhole, dressed, operations, files, reasons, hosts, unsupported } = report;
  const percent = (part: number) => `${pages === 0 ? 0 : Math.floor((1000 * part) / pages) / 10} %`;
  console.log(
    `\nPages: ${pages}, ${listed} of them in the navigation, ${operations} with an API operation. Pictures and files: ${files}.`,
  );
  const inNavigation = listed < pages ? `, ${listedWhole} of the ${listed} in the navigation` : "";
  const order = describeOrder(repository, read, pages - listed);
  if (order) console.log(order);
  if (!read.site.docs && listed < pages)
    console.log(
      `Sidebar: ${pages - listed} pages are in none: a folder names its pages and not "...", or hides some. Search finds them.`,
    );
  console.log(`Complete: ${whole} of ${pages} pages (${percent(whole)}) show all that they mean${inNavigation}.`);
  const moved = read.sidebar ? (read.site.docs?.settings.redirects?.length ?? 0) : 0;
  if (moved > 0) console.log(`Addresses: ${moved} old ones lead to the pages that have others here.`);
  if (dressed > 0)
    console.log(
      `Plain: ${dressed} more (${percent(dressed)}) show all their text, some of it without the look that it has there.`,
    );
  const shown = all ? reasons.length : REASONS;
  const missing = reasons.filter(({ isLook }) => !isLook);
  printReasons("Missing, what is on most pages first. The rest of each page is shown:", missing, shown);
  const looks = reasons.filter(({ isLook }) => isLook);
  printReasons("Shown in plain, with all their words, without a look or a button. Nothing has to be done:", looks, shown);
  const left = listLeftOut(repository);
  if (left.length > 0)
    console.log(
      `\nNot taken over, since they are no part of ${path.basename(repository.content)}. To have one, import it by itself:`,
    );
  for (const { folder, pages } of left)
    console.log(`  ${String(pages).padStart(4)} ${pages === 1 ? "page " : "pages"}  ${folder}`);
  printHosts(hosts, all ? hosts.length : REASONS);
  const without = [...unsupported, ...describeUnloaded(repository)];
  if (without.length > 0) console.log(`\nSettings without effect:\n${without.map((line) => `  ${line}`).join("\n")}`);
  const fields = describeUnreadFields(read.fields, all ? Number.POSITIVE_INFINITY : REASONS);
  if (fields.length > 0) console.log(`\nFront matter:\n${fields.map((line) => `  ${line}`).join("\n")}`);
  console.log("\nNext:");
  const needsCopy = repository.site !== undefined ? "  (pages alone, without code and pictures around them)" : "";
  if (!isTemporary) console.log(`  Look at it:         DOCENT_CONTENT_DIR=${repository.content} npm run dev${needsCopy}`);
  console.log(`  Copy it here:       npm run import -- ${given}`);
  if (!isTemporary) console.log(`  Leave it there:     npm run import -- ${given} --link`);
}

/** Tells which file gives the order of the sidebar, where the repository has one beside its content. */
function describeOrder(repository: Repository, { sidebar, isLinked }: ReadSite, unlisted: number): string | undefined {
  const file = sidebar?.file ?? (isLinked ? undefined : findSidebarFile(repository)?.path);
  if (file === undefined) return undefined;
  if (!sidebar) return `Order: from the folders, since the sidebar in ${file} is made by code that cannot be read.`;
  const { skipped } = sidebar;
  const left = unlisted === 1 ? "1 page is" : `${unlisted} pages are`;
  return [
    `Order: from ${file}`,
    ...(skipped > 0 ? [`${skipped} of its entries lead to no page of it, or to other sites, and are left out`] : []),
    ...(unlisted > 0 ? [`${left} in none of its entries: search and links lead there`] : []),
  ]
    .join("; ")
    .concat(".");
}

function printReasons(title: string, reasons: readonly Reason[], shown: number): void {
  if (reasons.length > 0) console.log(`\n${title}`);
  for (const reason of reasons.slice(0, shown)) printReason(reason);
  if (reasons.length > shown) console.log(`  … and ${reasons.length - shown} more reasons; --all names them.`);
}

function printHosts(hosts: Report["hosts"], shown: number): void {
  if (hosts.length === 0) return;
  console.log(
    "\nFrom other sites. Frames are links, and pictures may stay out, until docent.config.ts allows the hosts that you trust:",
  );
  for (const { setting, host, pages } of hosts.slice(0, shown))
    console.log(`  ${String(pages).padStart(4)} ${pages === 1 ? "page " : "pages"}  ${setting}  ${host}`);
  if (hosts.length > shown) console.log(`  … and ${hosts.length - shown} more hosts; --all names them.`);
}

function printReason({ text, places, more, pages, unit, remedy }: Reason): void {
  const rest = more > 0 ? `, and ${more} more places` : "";
  const count = `${String(pages).padStart(4)} ${pages === 1 ? `${unit} ` : `${unit}s`}`;
  console.log(`  ${count}  ${text}\n              ${places.join(", ")}${rest}`);
  if (remedy) console.log(`              → ${remedy}`);
}

async function write(
  { site, added, statics, taken }: ReadSite,
  repository: Repository,
  { link, into }: { link: boolean | undefined; into: string },
): Promise<void> {
  const { content, rename } = repository;
  if (!link) {
    const onFile = (done: number) => {
      if (done % 250 === 0) console.log(`Copied ${done} files …`);
    };
    const count = await copyContent(content, into, onFile, { taken, rename });
    await addFiles(into, added);
    await copyStatic(into, statics);
    console.log(`\nCopied ${count} files to ${into}.`);
  }
  const { name, description } = site.project;
  const kept = await writeConfig({ content: link ? content : into, name, description, languages: languagesOf(repository) });
  console.log(`Wrote docent.config.ts${kept ? `; the one before is ${kept}` : ""}. Start with: npm run dev`);
  if (link) console.log("Pages outside the project are data: their expressions are read, never run. See content.trusted.");
}

await runCommand(help, main);
