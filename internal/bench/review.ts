import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { compareInDetail } from "../../lib/openapi/document/compare.ts";
import { readOpenApi } from "../../lib/openapi/openapi.ts";
import { readArguments, UsageError } from "../../scripts/command-line.ts";
import { findMentions, type TextFile } from "../../scripts/review/mentions.ts";

export const help = `npm run bench -- review --clones FOLDER [--misses]

Finds the mentions of what historical changes of public API descriptions took away, in the docs of the commit before each change,
and compares them with labels. FOLDER has a clone of each repository with its history, as owner+name: git clone --bare.

  --misses   also lists the places that are found and not labelled, and those that are labelled and not found`;

const Change = z.object({
  /** `tuning`: the rules were chosen on it. */
  set: z.enum(["tuning", "held-out-1", "held-out-2"]),
  repository: z.string(),
  commit: z.string(),
  description: z.string(),
  /** Folder of the pages; empty for the whole repository. */
  docs: z.string(),
  /** Places that mention what is gone, as file and line of the commit before. */
  mentions: z.array(z.string()),
});
type Change = z.infer<typeof Change>;

/** Pages in other languages are left out: each says again what the English one says. */
const TRANSLATED = /(?:^|\/)(?:es|fr|zh|ja|de|pt|ko|cn)\//;

export async function run(args: readonly string[]): Promise<void> {
  const { clones, misses = false } = readArguments(args, {
    options: { clones: { type: "string" }, misses: { type: "boolean" } },
  }).values;
  if (clones === undefined) throw new UsageError("Say where the clones are: --clones FOLDER.");
  const labels = readFileSync(path.join(import.meta.dirname, "review-labels.json"), "utf8");
  const rows = await Promise.all(
    z
      .array(Change)
      .parse(JSON.parse(labels))
      .map((change) => measure(change, clones)),
  );
  console.log("| set | repository | change | gone | mentions | found | right |\n|---|---|---|---|---|---|---|");
  for (const { change, gone, found, right } of rows)
    console.log(
      `| ${change.set} | ${change.repository} | ${change.commit.slice(0, 8)} | ${gone} | ${change.mentions.length} | ${found.length} | ${right} |`,
    );
  for (const [set, those] of Map.groupBy(rows, ({ change }) => change.set)) {
    const sum = (of: (row: (typeof rows)[number]) => number) => those.reduce((total, row) => total + of(row), 0);
    const right = sum((row) => row.right);
    const recall = right / sum(({ change }) => change.mentions.length);
    console.log(
      `${set}: ${those.length} changes, recall ${recall.toFixed(2)}, precision ${(right / sum(({ found }) => found.length)).toFixed(2)}`,
    );
  }
  if (!misses) return;
  for (const { change, found } of rows) {
    for (const place of found) if (!change.mentions.includes(place)) console.log(`wrong ${change.commit.slice(0, 8)} ${place}`);
    for (const place of change.mentions) if (!found.includes(place)) console.log(`missed ${change.commit.slice(0, 8)} ${place}`);
  }
}

async function measure(change: Change, clones: string) {
  const git = openClone(clones, change.repository);
  const read = async (commit: string) => {
    const { document } = await readOpenApi({ text: git("show", `${commit}:${change.description}`), path: change.description });
    if (!document) throw new Error(`${change.repository} ${commit}: the description cannot be read.`);
    return document;
  };
  const parent = `${change.commit}^`;
  const [before, after] = [await read(parent), await read(change.commit)];
  const { outdated } = compareInDetail(before, after);
  const names = git("ls-tree", "-r", "--name-only", parent, ...(change.docs ? [`${change.docs}/`] : [])).split("\n");
  const pages = names.filter((name) => /\.mdx?$/.test(name) && !TRANSLATED.test(name));
  const files = pages.map((name): TextFile => ({ path: name, text: git("show", `${parent}:${name}`) }));
  const mentions = findMentions(files, { outdated, before: [before], after: [after] });
  const found = [...new Set(mentions.map(({ file, line }) => `${file}:${line}`))];
  const right = found.filter((place) => change.mentions.includes(place)).length;
  return { change, gone: outdated.length, found, right };
}

/** Returns a function that runs git in the clone of a repository. */
function openClone(clones: string, repository: string): (...args: string[]) => string {
  const name = path.join(clones, repository.replace("/", "+"));
  const folder = ["repo/.git", "repo", ".git", "."]
    .map((inside) => path.join(name, inside))
    .find((each) => existsSync(path.join(each, "HEAD")));
  if (folder === undefined)
    throw new UsageError(`There is no clone at ${name}. Run: git clone --bare https://github.com/${repository} ${name}`);
  return (...args) => {
    const done = spawnSync("git", ["--git-dir", folder, "-c", "core.quotepath=off", ...args], {
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    if (done.status !== 0) throw new Error(`git ${args.join(" ")} in ${folder}: ${done.stderr}`);
    return done.stdout;
  };
}
