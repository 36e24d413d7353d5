import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { translationTag } from "../lib/i18n/languages.ts";
import {
  type DescriptionFile,
  fetchDescriptionFile,
  isDescriptionAddress,
  readDescriptionFile,
  toFetchRules,
} from "../lib/openapi/description-file.ts";
import { DescriptionError } from "../lib/openapi/json.ts";
import { type OpenApiFinding, readOpenApi } from "../lib/openapi/openapi.ts";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { openEngineStore } from "./engine-store.ts";
import { askFor, type InitAnswers, toId } from "./init/answers.ts";
import { toFiles, writePackage } from "./init/files.ts";
import { FORK_PATHS, isSite, MANUAL_PAGES, MANUAL_SOURCES, WORKSHOP_PATHS } from "./owners.ts";
import { findEngineCommit, findRemote, readArchiveCommit } from "./upgrade/base.ts";

const help = `npm run init -- [--name NAME] [--languages en,fr] [--versions v2,v1|none] [--colors #rrggbb,#rrggbb]
                 [--api FILE|https://…|none] [--url https://…|none] [--upstream https://…|none] [--yes]

Makes this site yours: writes a configuration, six starter pages, an empty site/, a README and a workflow that tests it, moves the
manual to manual/pages (npm run manual), and removes its landing page and what only work on the engine needs. Asks for what no flag gives; --yes takes the
defaults. Run it once.

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

/** Files and folders that init deletes, before it writes new ones. */
const REMOVED: readonly string[] = [...FORK_PATHS, ...WORKSHOP_PATHS];

const SHOWN = 5;

await runCommand(help, async (args) => {
  const { yes, ...given } = readArguments(args, { options }).values;
  if (isSite()) return console.log("This site is yours already; nothing was changed.");
  requireCleanTree();
  const asked = await askFor(given, { yes, found: findUpstream() });
  const api = asked.api ? await readStarterApi(asked.api) : undefined;
  const answers = { ...asked, api: api?.name };
  const files = { ...toFiles(answers, findRepository()), ...api?.files, ...readLicence() };
  const manual = readManual();
  const engine = findEngine(answers.upstream);
  for (const name of REMOVED) rmSync(name, { recursive: true, force: true });
  for (const [file, text] of [...Object.entries(files), ...manual]) write(file, text);
  writePackage({ id: toId(answers.name), name: answers.name, origin: { upstream: answers.upstream, engine } });
  spawnSync("biome", ["format", "--write", "docent.config.ts"]);
  console.log(`This site is yours: ${answers.name}, ${Object.keys(files).length} files.

Next:
  npm run dev     see it at http://localhost:3000${answers.basePath}
  npm test        check pages and site
  npm run manual  read the manual at http://localhost:3030/docs; its pages are in ${MANUAL_PAGES}
  git add --all && git commit --message "docs: begin the site of ${answers.name}"${describeApi(api)}${describeUnspoken(answers.languages)}`);
});

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

/** @throws UsageError for changes that init could delete for good, unlike a new file beside what it removes. */
function requireCleanTree(): void {
  let status: string;
  try {
    status = execFileSync("git", ["status", "--porcelain", "-z", "--untracked-files=all"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch {
    throw new UsageError(
      "This folder is not a git repository, so nothing that init removes could be restored. Run `git init`, commit, and try again.",
    );
  }
  const isAside = (entry: string) => /^\?\? /.test(entry) && !REMOVED.some((name) => `${entry.slice(3)}/`.startsWith(`${name}/`));
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
  const lines = findings.map((finding) => describeApiFinding(from, finding));
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

function describeApiFinding(file: string, { line, column, pointer, message }: OpenApiFinding): string {
  return `${[file, line, column].filter((part) => part !== undefined).join(":")}: ${pointer ? `${pointer}: ` : ""}${message}`;
}
