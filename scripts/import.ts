import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, rmSync, statSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { checkConfig, type Project } from "../lib/config/config.ts";
import { readContentFiles } from "../lib/content/files.ts";
import { buildSite, type Site } from "../lib/content/site.ts";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { type Repository, recognise } from "./import/recognise.ts";
import { type Report, reportOn } from "./import/report.ts";
import { copyContent, writeConfig } from "./import/write.ts";

const help = `npm run import -- <folder or git address> [options]

Looks at a repository of documentation, says what it is, what works and what does not, then copies its content here and writes
docent.config.ts. The configuration that was there is kept beside it.

  --check          only report; write nothing
  --link           leave the content where it is and name its folder in the configuration
  --into <folder>  where the content goes; "imported" without it
  --all            name every reason, not only the ten most frequent`;

const REASONS = 10;

async function main(args: readonly string[]): Promise<void> {
  const { values, positionals } = readArguments(args, {
    options: { check: { type: "boolean" }, link: { type: "boolean" }, all: { type: "boolean" }, into: { type: "string" } },
    positionals: true,
  });
  const [source, ...more] = positionals;
  if (!source || more.length > 0) throw new UsageError("Name one folder or git address.");
  const folder = openSource(source);
  try {
    const repository = recognise(folder.path);
    if (!repository) throw new UsageError(`${source} holds no Markdown pages.`);
    console.log(`${describe(repository)} Reading ${path.relative(folder.path, repository.content) || "."} …`);
    const site = await readSite(repository);
    const report = await reportOn(site);
    print(report, repository, values.all === true);
    if (!values.check)
      await write(site, repository, { link: values.link && !folder.isTemporary, into: values.into ?? "imported" });
  } finally {
    if (folder.isTemporary) rmSync(folder.path, { recursive: true, force: true });
  }
}

interface OpenFolder {
  readonly path: string;
  readonly isTemporary: boolean;
}

/** A folder as it is; a git address is cloned, its last state alone. */
function openSource(source: string): OpenFolder {
  if (existsSync(source) && statSync(source).isDirectory()) return { path: path.resolve(source), isTemporary: false };
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
  return { path: target, isTemporary: true };
}

const DESCRIPTIONS: Record<Repository["kind"], string> = {
  "docs.json": "A docs.json repository: its navigation, look, redirects and API pages are taken from there.",
  "mint.json": "A mint.json repository, the older form of docs.json: it is read as that.",
  fumadocs: "A Fumadocs site: pages and meta.json files are taken over; its React code is not.",
  nextra: "A Nextra site: pages are taken over; order and titles of its _meta files are not.",
  starlight: "A Starlight site: pages are taken over; the sidebar of astro.config and Astro components are not.",
  docusaurus: "A Docusaurus site: pages are taken over; sidebars.js and React components are not.",
  markdown: "Plain Markdown: folders make the navigation.",
};

function describe({ kind, reason }: Repository): string {
  return `${DESCRIPTIONS[kind]} (${reason})`;
}

async function readSite({ content }: Repository): Promise<Site> {
  const project: Project = { ...(toConfig(content).projects[0] as Project), isReplaced: true };
  return buildSite(project, await readContentFiles(project));
}

function toConfig(content: string) {
  const name = path.basename(path.dirname(path.join(content, "x")));
  const project = {
    id: "imported",
    domain: "imported",
    name: name === "docs" ? path.basename(path.dirname(content)) : name,
    content,
  };
  return checkConfig({ organisation: { id: "imported", name: "Imported" }, projects: [project] }, "import");
}

function print(
  { pages, listed, whole, operations, files, reasons, unsupported }: Report,
  { content }: Repository,
  all: boolean,
): void {
  const percent = pages === 0 ? 0 : Math.floor((1000 * whole) / pages) / 10;
  console.log(
    `\nWorks: ${pages} pages, ${listed} of them in the navigation, ${operations} with an API operation; ${files} pictures and files.`,
  );
  console.log(`${whole} of ${pages} pages (${percent} %) have nothing that is missing.`);
  if (reasons.length > 0) console.log("\nDoes not work, by reason. The rest of each page is shown:");
  for (const { text, places, pages: count } of all ? reasons : reasons.slice(0, REASONS)) {
    const more = count > places.length ? `, and ${count - places.length} more` : "";
    console.log(`  ${String(count).padStart(4)} × ${text}\n         ${places.join(", ")}${more}`);
  }
  if (!all && reasons.length > REASONS) console.log(`  … and ${reasons.length - REASONS} more reasons; --all names them.`);
  if (unsupported.length > 0) console.log(`\nSettings without effect:\n${unsupported.map((line) => `  ${line}`).join("\n")}`);
  console.log(`\nTry it as it is: DOCENT_CONTENT_DIR=${content} npm run dev`);
}

async function write(
  site: Site,
  { content }: Repository,
  { link, into }: { link: boolean | undefined; into: string },
): Promise<void> {
  if (!link) {
    const count = await copyContent(content, into, (done) => {
      if (done % 250 === 0) console.log(`Copied ${done} files …`);
    });
    console.log(`\nCopied ${count} files to ${into}.`);
  }
  const { name, description } = site.project;
  const kept = await writeConfig({ content: link ? content : into, name, description });
  console.log(`Wrote docent.config.ts${kept ? `; the one before is ${kept}` : ""}. Start with: npm run dev`);
  if (link) console.log("Pages outside the project are data: their expressions are read, never run. See content.trusted.");
}

await runCommand(help, main);
