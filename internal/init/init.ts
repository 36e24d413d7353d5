import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { placeOf } from "../../lib/finding.ts";
import { translationTag } from "../../lib/i18n/languages.ts";
import {
  type DescriptionFile,
  fetchDescriptionFile,
  isDescriptionAddress,
  readDescriptionFile,
  toFetchRules,
} from "../../lib/openapi/description/description-file.ts";
import { DescriptionError } from "../../lib/openapi/description/json.ts";
import { readOpenApi } from "../../lib/openapi/openapi.ts";
import { readArguments, runCommand, UsageError } from "../../scripts/command-line.ts";
import { openEngineStore } from "../../scripts/engine-store.ts";
import { FORK_PATHS, isSite, isWorkshopPath, MANUAL_PAGES, MANUAL_SOURCES } from "../../scripts/owners.ts";
import { listProjectFiles } from "../../scripts/project-files.ts";
import { findEngineCommit, findRemote, readArchiveCommit } from "../../scripts/upgrade/base.ts";
import { askFor, type InitAnswers, isAgreed, toId } from "./answers.ts";
import { toFiles, writePackage } from "./files.ts";

const help = `npm run init -- [--name NAME] [--languages en,fr] [--versions v2,v1|none] [--colors #rrggbb,#rrggbb]
                 [--api FILE|https://…|none] [--url https://…|none] [--upstream https://…|none] [--yes]

Makes this site yours: writes a configuration, six starter pages, an empty site/, a README and a workflow that tests it, moves the
manual to manual/pages (npm run manual), and removes its landing page and what only work on the engine needs, this command too. Asks
for what no flag gives; --yes takes the defaults. Run it once.

  --name       the product's name
  --languages  language tags, the default first
  --versions   versions of the documentation, the current one first, or none
  --colors     accent in light mode and in dark mode
  --api        an OpenAPI description: a .json or .yaml file, which is copied into content/ when it is outside of this folder,
               with the files that it refers to; an https address; or none
  --url        the site's public address, with its path if it has one; none if you do not know it yet, then SITE_URL sets it
  --upstream   address of the repository that this one was forked or copied from, for npm run upgrade; by default that of the
               git remote "upstream" or "origin"
  --yes        ask nothing`;

const options = {
  name: { type: "string" },
  languages: { type: "string" },
  versions: { type: "string" },
  colors: { type: "string" },
  api: { type: "string" },
  url: { type: "string" },
  upstream: { type: "string" },
  yes: { type: "boolean", default: false },
} as const;

const SHOWN = 5;

await runCommand(help, async (args) => {
  const { yes, ...given } = readArguments(args, { options }).values;
  if (isSite()) return console.log("This site is yours already; nothing was changed.");
  await requireRepository({ yes });
  requireCleanTree();
  const asked = await askFor(given, { yes, found: findUpstream() });
  const api = asked.api ? await readStarterApi(asked.api) : undefined;
  const answers = { ...asked, api: api?.name };
  const files = { ...toFiles(answers, findRepository()), ...api?.files, ...readLicence() };
  const manual = readManual();
  const engine = findEngine(answers.upstream);
  const found = listProjectFiles();
  removeFiles(found.filter(isReplaced));
  for (const [file, text] of [...Object.entries(files), ...manual]) write(file, text);
  writePackage({ id: toId(answers.name), name: answers.name, origin: { upstream: answers.upstream, engine } });
  const packages = takeOutPackages();
  console.log(`This site is yours: ${answers.name}, ${Object.keys(files).length} files.${describeNode()}

Next:
  npm run dev     see it at http://localhost:3000${answers.basePath}
  npm test        check pages and site
  npm run manual  read the manual at http://localhost:3030/docs; its pages are in ${MANUAL_PAGES}
  git add --all && git commit --message "docs: begin the site of ${answers.name}"${packages}${describeApi(api)}${describeUnspoken(answers.languages)}`);
  // Last, since what runs here is among them: from now on nothing can be imported.
  removeFiles(found.filter(isWorkshopPath));
});

/**
 * Has npm take what package.json names no longer out of the lock file and of node_modules, without a network. Returns what is left to do.
 */
function takeOutPackages(): string {
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages?: Record<string, object> };
  const named = { ...lock.packages?.[""] };
  if (!("devDependencies" in named || "workspaces" in named)) return "";
  const npm = (...args: string[]) =>
    spawnSync("npm", [...args, "--offline", "--ignore-scripts", "--no-audit", "--no-fund"], {
      shell: process.platform === "win32",
    });
  const isDone = npm("install", "--package-lock-only").status === 0 && npm("prune").status === 0;
  return isDone ? "" : "\n\nnpm could not take the engine's own packages out. Run npm install, and commit package-lock.json.";
}

/** Says what to install first where the shell's Node, on which the site now runs, is older than it needs; else empty. */
function describeNode(): string {
  const { npm_node_execpath: node = process.execPath } = process.env;
  const check = path.join(import.meta.dirname, "../../scripts/check-node.mjs");
  const { status, stderr } = spawnSync(node, [check], { encoding: "utf8" });
  return status === 1 ? `\n\nFirst: ${stderr.trim()}` : "";
}

/** Returns true for a file of the engine's own site. Routes that somebody has added already, and `.env`, stay. */
function isReplaced(file: string): boolean {
  return FORK_PATHS.some((owned) => file === owned || file.startsWith(`${owned}/`));
}

/** Removes files, and folders without another file of the project, with what git ignores in them. */
function removeFiles(removed: readonly string[]): void {
  const gone = new Set(removed);
  const kept = new Set(
    listProjectFiles()
      .filter((file) => !gone.has(file))
      .flatMap(foldersOf),
  );
  for (const file of removed)
    rmSync(foldersOf(file).find((folder) => !kept.has(folder)) ?? file, { recursive: true, force: true });
}

/** Lists the folders that a file is in, the topmost first. */
function foldersOf(file: string): string[] {
  const names = file.split("/").slice(0, -1);
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}

/** Returns the address of the engine's repository, as far as git tells, without a name or a password in it. */
function findUpstream(): InitAnswers {
  const upstream = findRemote("upstream", "origin");
  return upstream ? { upstream } : {};
}

/** Returns the engine's commit that this copy was made from. Where that cannot be told now, the first upgrade finds it. */
function findEngine(upstream: string | undefined): string | undefined {
  const archived = readArchiveCommit();
  if (archived || !upstream) return archived;
  try {
    return findEngineCommit(openEngineStore(upstream));
  } catch (cause) {
    if (cause instanceof UsageError) return undefined;
    throw cause;
  }
}

/** Reads the manual's pages and pictures, by their place in a site. */
function readManual(): [file: string, content: Buffer][] {
  return MANUAL_SOURCES.flatMap(([from, to]) =>
    globSync(`${from}/**/*.*`).map((file): [string, Buffer] => [path.join(to, path.relative(from, file)), readFileSync(file)]),
  );
}

/** Returns the public address of the repository, where its origin is on a host that Vercel deploys from. */
function findRepository(): string | undefined {
  const { stdout } = spawnSync("git", ["remote", "get-url", "origin"], { encoding: "utf8" });
  const [, host, name] =
    /[@/](github\.com|gitlab\.com|bitbucket\.org)[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?\s*$/.exec(stdout) ?? [];
  return host && `https://${host}/${name}`;
}

/** Moves the engine's licence to .github: at the root it would be taken for that of the pages. */
function readLicence(): Record<string, string> {
  return existsSync("LICENSE") ? { ".github/ENGINE-LICENSE": readFileSync("LICENSE", "utf8") } : {};
}

function describeApi(api: StarterApi | undefined): string {
  if (!api || api.warnings.length === 0) return "";
  return `\n\nThe API description can be used; these faults cost a part of it each:\n  ${api.warnings.join("\n  ")}`;
}

/** Says what to do for the languages in which the engine has no messages; empty when there are none. */
function describeUnspoken(languages: readonly string[]): string {
  const others = languages.filter((language) => language.split("-")[0] !== "en" && translationTag(language) === undefined);
  return others.length === 0
    ? ""
    : `\n\nButtons and notices are in English for ${others.join(", ")} until site/messages has them.`;
}

const NO_REPOSITORY = "This folder is not a git repository, so nothing that init removes could be restored.";

/** Offers to make the folder a git repository with a first commit, as that of an archive is none. @throws UsageError without one. */
async function requireRepository({ yes }: { readonly yes: boolean }): Promise<void> {
  if (spawnSync("git", ["rev-parse", "--git-dir"]).status === 0) return;
  if (!(yes || (await isAgreed(`${NO_REPOSITORY} Make it one, with a first commit of everything?`))))
    throw new UsageError(`${NO_REPOSITORY} Run \`git init\`, commit, and try again.`);
  const first = ["commit", "--quiet", "--message", "chore: begin with the engine"];
  for (const args of [["var", "GIT_COMMITTER_IDENT"], ["init", "--quiet"], ["add", "--all"], first]) {
    const { error, status, stderr } = spawnSync("git", args, { encoding: "utf8" });
    if (error) throw new UsageError(`${NO_REPOSITORY} Install git, and try again.`);
    if (status !== 0) throw new UsageError(`git ${args[0]} failed, and init has changed nothing: ${stderr.trim()}`);
  }
}

/** @throws UsageError for changes that init could delete for good, unlike a new file beside what it removes. */
function requireCleanTree(): void {
  const status = execFileSync("git", ["status", "--porcelain", "-z", "--untracked-files=all"], { encoding: "utf8" });
  const isRemoved = (file: string) => isReplaced(file) || isWorkshopPath(file);
  const isAside = (entry: string) => /^\?\? /.test(entry) && !isRemoved(entry.slice(3));
  const changes = status.split("\0").filter((entry) => entry && !isAside(entry));
  if (changes.length > 0)
    throw new UsageError("There are uncommitted changes, which init could remove. Commit or stash them first.");
}

function write(file: string, text: string | Buffer): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The API description of a new site. */
interface StarterApi {
  /** For `apiDescription` of the configuration. */
  readonly name: string;
  /** Files to write, with what they refer to, by path from the root; none for an address. */
  readonly files: Readonly<Record<string, string>>;
  /** Faults that cost a part of it each, in words. */
  readonly warnings: readonly string[];
}

/**
 * Reads a description as a build does. One from outside of this folder becomes a part of the content, so that a clone has it,
 * with the files that it refers to.
 * @throws UsageError for one that no build could use.
 */
async function readStarterApi(from: string): Promise<StarterApi> {
  const description = await readDescription(from);
  const { document, findings } = await readOpenApi(description);
  const lines = findings.map((finding) => `${placeOf({ ...finding, file: from })}: ${finding.message}`);
  if (!document) throw new UsageError(`--api: ${lines.join("\n")}`);
  const warnings = lines.length > SHOWN ? [...lines.slice(0, SHOWN), `and ${lines.length - SHOWN} more`] : lines;
  if (isDescriptionAddress(from)) return { name: from, files: {}, warnings };
  const parts = Object.keys(description.parts ?? {});
  const name = targetPath(from, parts.length > 0);
  const toPlace = (file: string) =>
    path.posix.join(path.posix.dirname(name), toPosix(path.relative(path.dirname(path.resolve(from)), file)));
  const files = Object.fromEntries(parts.map((file) => [toPlace(file), readFileSync(file, "utf8")]));
  return { name, files: { ...files, [name]: readFileSync(from, "utf8") }, warnings };
}

async function readDescription(from: string): Promise<DescriptionFile> {
  const rules = toFetchRules({ allowHosts: [], allowInsecure: false }, { apiDescription: from });
  try {
    if (!isDescriptionAddress(from)) return await readDescriptionFile(from, { rules });
    const fetched = await fetchDescriptionFile(from, { rules });
    return (fetched as NonNullable<typeof fetched>).description;
  } catch (cause) {
    if (!(cause instanceof DescriptionError)) throw cause;
    throw new UsageError(`--api: ${cause.message}`);
  }
}

/** Returns where a description belongs in the site. A file that is in this folder already stays where it is. */
function targetPath(from: string, hasParts: boolean): string {
  const inside = path.relative(process.cwd(), path.resolve(from));
  const isElsewhere = inside.startsWith("..") || path.isAbsolute(inside);
  if (!isElsewhere) return toPosix(inside);
  return hasParts ? `content/openapi/openapi${path.extname(from)}` : `content/openapi${path.extname(from)}`;
}

function toPosix(file: string): string {
  return file.split(path.sep).join("/");
}
