import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { translationTag } from "../lib/i18n/languages.ts";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { askFor, toId } from "./init/answers.ts";
import { readStarterApi, type StarterApi } from "./init/api.ts";
import { toFiles, writePackage } from "./init/files.ts";
import { FORK_PATHS, isSite, WORKSHOP_PATHS } from "./owners.ts";

const help = `npm run init -- [--name NAME] [--languages en,fr] [--versions v2,v1|none] [--colors #rrggbb,#rrggbb]
                 [--api FILE|https://…|none] [--url https://…|none] [--yes]

Makes this site yours: writes a configuration, six starter pages, an empty site/, a README and a workflow that tests it, and
removes the manual, its landing page and what only work on the engine needs. Asks for what no flag gives; --yes takes the
defaults instead. Run it once.

  --name       the product's name
  --languages  language tags, the default first
  --versions   versions of the documentation, the current one first, or none
  --colors     accent in light mode and in dark mode
  --api        an OpenAPI description: a .json or .yaml file, which is copied into content/ when it is outside of this folder,
               with the files that it refers to; an https address; or none
  --url        the address at which it will be online; none while you do not know, then SITE_URL sets it
  --yes        ask nothing`;

const options = {
  name: { type: "string" },
  languages: { type: "string" },
  versions: { type: "string" },
  colors: { type: "string" },
  api: { type: "string" },
  url: { type: "string" },
  yes: { type: "boolean", default: false },
} as const;

/** Files and folders that init deletes, before it writes new ones. */
const REMOVED: readonly string[] = [...FORK_PATHS, ...WORKSHOP_PATHS];

await runCommand(help, async (args) => {
  const { yes, ...given } = readArguments(args, { options }).values;
  if (isSite()) return console.log("This site is yours already; nothing was changed.");
  requireCleanTree();
  const asked = await askFor(given, { yes });
  const api = asked.api ? await readStarterApi(asked.api) : undefined;
  const answers = { ...asked, api: api?.name };
  const files = { ...toFiles(answers, findRepository()), ...api?.files, ...readLicence() };
  for (const name of REMOVED) rmSync(name, { recursive: true, force: true });
  for (const [file, text] of Object.entries(files)) write(file, text);
  writePackage({ id: toId(answers.name), name: answers.name });
  spawnSync("biome", ["format", "--write", "docent.config.ts"]);
  console.log(`This site is yours: ${answers.name}, ${Object.keys(files).length} files.

Next:
  npm run dev     see it at http://localhost:3000
  npm test        check pages and site
  git add --all && git commit --message "docs: begin the site of ${answers.name}"${describeApi(api)}${describeUnspoken(answers.languages)}`);
});

/** Returns the public address of the repository, where its origin is on a host that Vercel deploys from. */
function findRepository(): string | undefined {
  const { stdout } = spawnSync("git", ["remote", "get-url", "origin"], { encoding: "utf8" });
  const [, host, name] =
    /[@/](github\.com|gitlab\.com|bitbucket\.org)[:/]([\w.-]+\/[\w.-]+?)(?:\.git)?\/?\s*$/.exec(stdout) ?? [];
  return host && `https://${host}/${name}`;
}

/** At the root, the licence of the engine would be taken for that of the pages. */
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

/** @throws UsageError for a change that init could take away for good; a new file beside what it removes is none. */
function requireCleanTree(): void {
  let status: string;
  try {
    status = execFileSync("git", ["status", "--porcelain", "-z", "--untracked-files=all"], {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "pipe"],
    });
  } catch {
    throw new UsageError(
      "This folder is no git repository, so nothing that init removes could be brought back. Run `git init`, commit, and try again.",
    );
  }
  const isAside = (entry: string) => /^\?\? /.test(entry) && !REMOVED.some((name) => `${entry.slice(3)}/`.startsWith(`${name}/`));
  const changes = status.split("\0").filter((entry) => entry && !isAside(entry));
  if (changes.length > 0)
    throw new UsageError("There are uncommitted changes, which init could remove. Commit or stash them first.");
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}
