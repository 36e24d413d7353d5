import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { askFor, toId } from "./init/answers.ts";
import { toFiles } from "./init/files.ts";

const help = `npm run init -- [--name NAME] [--languages en,fr] [--versions v2,v1|none] [--colors #rrggbb,#rrggbb]
                 [--api FILE|https://…|none] [--yes]

Makes this site yours: writes a configuration, six starter pages, an empty site/ and a README, and removes the manual, its
questions and its landing page. Asks for what no flag gives; --yes takes the defaults instead. Run it once.

  --name       the product's name
  --languages  language tags, the default first
  --versions   versions of the documentation, the current one first, or none
  --colors     accent in light mode and in dark mode
  --api        an OpenAPI description: a .json or .yaml file, which is copied into content/ when it is outside of this folder,
               an https address, or none
  --yes        ask nothing`;

const options = {
  name: { type: "string" },
  languages: { type: "string" },
  versions: { type: "string" },
  colors: { type: "string" },
  api: { type: "string" },
  yes: { type: "boolean", default: false },
} as const;

/** Folder of the manual; where it is gone, the site is somebody's already. */
const MANUAL = "manual";
/** Folders and files that init deletes, before it writes new ones. */
const REMOVED = [MANUAL, "content", "public", "site"];

await runCommand(help, async (args) => {
  const { yes, ...given } = readArguments(args, { options }).values;
  if (!existsSync(MANUAL)) return console.log("This site is yours already; nothing was changed.");
  requireCleanTree();
  const asked = await askFor(given, { yes });
  const answers = { ...asked, api: placeApi(asked.api) };
  const files = { ...toFiles(answers), ...readApi(asked.api, answers.api) };
  for (const name of REMOVED) rmSync(name, { recursive: true, force: true });
  for (const [file, text] of Object.entries(files)) write(file, text);
  renamePackage(toId(answers.name));
  spawnSync("biome", ["format", "--write", "docent.config.ts"]);
  console.log(`This site is yours: ${answers.name}, ${Object.keys(files).length} files.

Next:
  npm run dev     see it at http://localhost:3000
  npm test        check pages, site and engine
  git add --all && git commit --message "docs: begin the site of ${answers.name}"${describeUnspoken(answers.languages)}`);
});

/** Says what to do for the languages in which the engine has no messages; empty when there are none. */
function describeUnspoken(languages: readonly string[]): string {
  const spoken = readdirSync(path.join(import.meta.dirname, "../lib/i18n"), { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  const others = languages.filter((language) => !spoken.some(({ name }) => [language, language.split("-")[0]].includes(name)));
  return others.length === 0
    ? ""
    : `\n\nButtons and notices are in English for ${others.join(", ")} until site/messages has them.`;
}

/** @throws UsageError for a change that init could take away for good; a new file beside what it removes is none. */
function requireCleanTree(): void {
  let status: string;
  try {
    status = execFileSync("git", ["status", "--porcelain", "-z"], { encoding: "utf8", stdio: ["ignore", "pipe", "pipe"] });
  } catch {
    throw new UsageError(
      "This folder is no git repository, so nothing that init removes could be brought back. Run `git init`, commit, and try again.",
    );
  }
  const isAside = (entry: string) => /^\?\? /.test(entry) && !REMOVED.includes(entry.slice(3).split("/")[0] ?? "");
  const changes = status.split("\0").filter((entry) => entry && !isAside(entry));
  if (changes.length > 0)
    throw new UsageError("There are uncommitted changes, which init could remove. Commit or stash them first.");
}

/** Returns the new path of the API description: a file from elsewhere is copied to the content, so that a clone has it. */
function placeApi(api: string | undefined): string | undefined {
  if (!api || /^https:/.test(api)) return api;
  const inside = path.relative(process.cwd(), path.resolve(api));
  const isElsewhere = inside.startsWith("..") || path.isAbsolute(inside);
  return isElsewhere ? `content/openapi${path.extname(api)}` : inside.split(path.sep).join("/");
}

/** The API description at its new place, read before the folders go: it may be in one of them. */
function readApi(from: string | undefined, to: string | undefined): Record<string, string> {
  return from && to && !/^https:/.test(to) ? { [to]: readFileSync(from, "utf8") } : {};
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** The name in package.json and its lock file, where the rest stays the engine's. */
function renamePackage(name: string): void {
  for (const file of ["package.json", "package-lock.json"]) {
    const parsed = JSON.parse(readFileSync(file, "utf8"));
    parsed.name = name;
    if (parsed.packages?.[""]) parsed.packages[""].name = name;
    writeFileSync(file, `${JSON.stringify(parsed, null, 2)}\n`);
  }
}
