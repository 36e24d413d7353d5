import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, realpathSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { readArguments, runCommand, UsageError } from "../../scripts/command-line.ts";
import { languagesOf } from "./content.ts";
import { downloadNamed, downloadPublic } from "./download.ts";
import { type ContentFiles, counted, findSettingsAbove, readContentFiles } from "./engine/files.ts";
import { addFonts } from "./fonts.ts";
import { confirmReplacing, findPart, listReplaced, type Part, withoutDocsJson } from "./into-site.ts";
import type { PlainContent } from "./plain.ts";
import { describeRepository, printReport, type ReadSite } from "./print.ts";
import { readSite } from "./read-site.ts";
import { canStay, isForeign, recognise, rootOf } from "./recognise.ts";
import { reportOn } from "./report.ts";
import type { Repository } from "./repository.ts";
import { HAVE_SAMPLES, keepSamples, SAMPLES, withoutSamples } from "./samples.ts";
import { addClassSource, addFiles, copyContent, copyStatic, makeEmpty, writeConfig } from "./write.ts";

const help = `npm run import -- <folder or git address> [options]

Reports what a repository of documentation is, what works and what does not, then copies its content here and adds it to
docent.config.ts: in a site of yours the other settings stay, and it asks before it replaces a value; the configuration of this
manual is kept beside the new one. Pages of other systems, such as Docusaurus, Starlight,
VitePress and MkDocs, are translated into plain MDX; their code runs in a sandbox. To import later changes,
empty the folder and run the command again.

  --check          only report; write nothing
  --link           leave a docs.json repository where it is and name its folder in the configuration
  --into <folder>  where the content goes; "imported" without it. Outside of this project, its settings come into that folder
                   and docent.config.ts stays as it is
  --language <tag>, --version <name>
                   the pages become a part of your site: that language and version of it, in whose folder --into is then a
                   folder. The configuration stays as it is
  --replace        replace existing files and settings without asking
  --download       fetch the API descriptions that docs.json names by an address, and write them beside the copy
  --all            list every reason, not only the ten most frequent`;

const options = {
  check: { type: "boolean" },
  link: { type: "boolean" },
  all: { type: "boolean" },
  download: { type: "boolean", default: false },
  into: { type: "string" },
  language: { type: "string" },
  version: { type: "string" },
  replace: { type: "boolean", default: false },
} as const;

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    options,
    positionals: true,
  });
  const [source, ...more] = positionals;
  if (!source || more.length > 0) throw new UsageError("Name one folder or git address.");
  const part = values.language === undefined && values.version === undefined ? undefined : findPart(values);
  const folder = openSource(source);
  try {
    const root = rootOf(folder.path);
    const repository = recognise(root, folder.path);
    const above = repository?.kind.endsWith(".json") ? undefined : await findSettingsAbove(folder.path);
    if (above)
      throw new UsageError(`${source} is part of a site with a docs.json. Give ${path.join(source, above)}, which contains it.`);
    if (!repository) throw new UsageError(`${source} contains no Markdown pages.`);
    if (values.link && !canStay(repository))
      throw new UsageError(
        `--link is for docs.json repositories: pages of another system (${repository.reason}) are translated into a copy.`,
      );
    if (part && !isForeign(repository) && repository.kind !== "markdown")
      throw new UsageError("A docs.json describes a whole site: leave out --language and --version.");
    if (values.link && values.download) throw new UsageError("--download writes into the copy: leave out --link.");
    console.log(`${describeRepository(repository)} Reading ${path.relative(folder.path, repository.content) || "."} …`);
    const name = siteName([...folder.source.split(/[\\/:]/), ...path.relative(folder.path, repository.content).split(path.sep)]);
    const download = (content: ContentFiles) => downloadNamed(content, downloadPublic, (line) => console.log(line));
    const read = await readSite(root, repository, name, {
      ...(values.download && { download }),
      isPart: part !== undefined,
    });
    const report = await reportOn(read.site, { translated: read.plain });
    printReport(report, {
      repository,
      read,
      given: source,
      all: values.all === true,
      isTemporary: folder.isTemporary,
      isCheck: values.check === true,
    });
    if (values.check) return;
    if (part) return await writePart(read, repository, { ...part, replace: values.replace });
    const { replace, into = "imported" } = values;
    await write(read, repository, { root, link: values.link && !folder.isTemporary, into, replace });
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

/** Opens a folder, or a shallow clone of a git address. */
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

async function write(
  { site, plain: read, taken, facts, added = [] }: ReadSite,
  { content, ...repository }: Repository,
  { root, link, into, replace }: { root: string; link: boolean | undefined; into: string; replace: boolean },
): Promise<void> {
  const isElsewhere = !link && path.relative(".", into).startsWith("..");
  // The settings of a folder outside of the project are read by nothing, so that its fences could name no files.
  const toWritten = isElsewhere ? withText : (found: PlainContent) => withSamples(found, realpathSync(root));
  const plain: WrittenContent | undefined = read && HAVE_SAMPLES.has(repository.kind) ? toWritten(read) : read;
  const hasSamples = (plain?.samples?.size ?? 0) > 0;
  if (!link) {
    const copied = plain ? await writePlain(into, plain) : await copyUnchanged(content, into, taken);
    await addClassSource(into);
    await addFonts(into, site, "node_modules");
    await addFiles(into, new Map(added.map(({ path: file, text }) => [file, text])));
    console.log(`\nCopied ${counted(copied + added.length, "file")} to ${into}.`);
  }
  const { name, description, pagesAt } = site.project;
  const { kept, differing } = await writeConfig({
    code: hasSamples ? [path.posix.join(into.split(path.sep).join("/"), SAMPLES)] : [],
    replace,
    isElsewhere,
    content: link ? content : into,
    name,
    description,
    pagesAt,
    siteUrl: facts?.url,
    languages: languagesOf({ content, ...repository }),
  });
  for (const [setting, now, wanted] of differing)
    console.log(`docent.config.ts: ${setting} stays ${now}; the import has ${wanted}. To change it: --replace`);
  if (isElsewhere)
    return console.log(
      `Wrote ${path.join(into, "docent.config.ts")}; the one of this project stays. Start with: DOCENT_CONTENT_DIR=${into} npm run dev`,
    );
  console.log(`Wrote docent.config.ts${kept ? `; the previous one is ${kept}` : ""}. Start with: npm run dev`);
}

/** Writes pages into the folder of a language and a version of this site. */
async function writePart(
  { site, plain, metas = [] }: ReadSite,
  { content, kind }: Repository,
  { folder, content: root, replace }: Part & { readonly replace: boolean },
): Promise<void> {
  const files = plain ? (HAVE_SAMPLES.has(kind) ? withText(plain) : plain).files : await readContentFiles(site.project);
  const texts = withoutDocsJson(files.files, metas);
  await confirmReplacing(listReplaced(folder, texts), { replace });
  await addFiles(folder, texts);
  const statics = plain?.statics ?? new Map((files.assets ?? []).map((name) => [name, path.join(content, name)]));
  const isBeside = ([, from]: [string, string]) => !path.relative(content, from).startsWith("..");
  await copyStatic(folder, new Map([...statics].filter(isBeside)));
  await copyStatic(root, new Map([...statics].filter((each) => !isBeside(each))));
  console.log(`\nCopied ${counted(texts.size + statics.size, "file")} to ${folder}. See what is left to do: npm run check`);
}

interface WrittenContent extends PlainContent {
  readonly samples?: ReadonlyMap<string, string>;
}

function withSamples(plain: PlainContent, root: string): WrittenContent {
  const { files, samples } = keepSamples(plain.files.files, root);
  return { ...plain, files: { ...plain.files, files }, samples };
}

function withText(plain: PlainContent): PlainContent {
  return { ...plain, files: { ...plain.files, files: withoutSamples(plain.files.files) } };
}

async function writePlain(into: string, { files, statics, samples = new Map() }: WrittenContent): Promise<number> {
  await makeEmpty(into);
  await addFiles(into, new Map(files.files.map(({ path: file, text }) => [file, text])));
  await copyStatic(into, new Map([...statics, ...samples]));
  return files.files.length + statics.size + samples.size;
}

function copyUnchanged(content: string, into: string, taken: ReadSite["taken"]): Promise<number> {
  const onFile = (done: number) => {
    if (done % 250 === 0) console.log(`Copied ${done} files …`);
  };
  return copyContent(content, into, onFile, taken);
}

await runCommand(help, main);
