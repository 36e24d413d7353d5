import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, readdirSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findFreePort } from "../../lib/free-port.ts";
import { readArguments, UsageError } from "../../scripts/command-line.ts";
import { createKeys, type Keys, NO_LIMITS } from "../testing/auth-keys.ts";
import { measureRun, watchMemory } from "./build/measured-run.ts";
import { toSlug, writePages } from "./build/pages.ts";
import { writeDocent } from "./build/sites.ts";
import { percentile } from "./load/percentile.ts";

export const help = `npm run bench -- pages [--counts 1000,5000,20000]

Builds and starts a fork with so many pages, searches it, reads its large files, and updates it after an edit of one page.
Prints a row of the manual's page "Sizing" for each number. Takes some ten minutes for 5,000 pages. Set NODE_OPTIONS as your
machine would, and run it under that machine's limit of memory.

  --counts  how many pages, one site after another`;

const PROJECT = { id: "pages", domain: "localhost", name: "Pages", description: "Many pages." } as const;
const SEARCHES = 50;
const MAX_MS = 900_000;
const HEAD = [
  "Pages",
  "`npm run build`",
  "Memory of the build",
  "Size of `.next`",
  "Start until ready",
  "First search",
  "Search, p50 and p95",
  "`sitemap.xml`",
  "`llms.txt`",
  "Update of one page",
  "Memory of the server, idle and at most",
];

export async function run(args: readonly string[]): Promise<void> {
  const { values } = readArguments(args, { options: { counts: { type: "string", default: "1000,5000,20000" } } });
  const counts = values.counts.split(",").map(Number);
  if (!counts.every((count) => Number.isSafeInteger(count) && count > 1))
    throw new UsageError("--counts is whole numbers above 1, with commas between.");
  console.log(toRow(HEAD));
  console.log(toRow(HEAD.map(() => "---")));
  for (const count of counts) console.log(toRow(await measurePages(count)));
}

const toRow = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;

async function measurePages(count: number): Promise<string[]> {
  const site = writeDocent(writePages(count));
  try {
    const { keys, variables } = createKeys(PROJECT.id);
    const config = path.join(site.folder, "many-pages.json");
    const settings = {
      organisation: { id: "pages", name: "Pages" },
      projects: [{ ...PROJECT, content: site.content }],
      limits: NO_LIMITS,
    };
    writeFileSync(config, JSON.stringify(settings));
    const env = { ...process.env, ...variables, DOCENT_CONFIG: config, DOCENT_DATA_DIR: path.join(site.folder, "data") };
    const build = await measureRun("npm", ["run", "build"], { cwd: site.folder, env });
    const server = await measureServer({ folder: site.folder, env, keys, edited: path.join(site.content, toSlug(0)), count });
    const size = toMegabytes(sizeOf(path.join(site.folder, ".next")) / 1e6);
    return [count.toLocaleString("en-US"), toSeconds(build.seconds), toMegabytes(build.megabytes), size, ...server];
  } finally {
    site.remove();
  }
}

interface Server {
  readonly folder: string;
  readonly env: NodeJS.ProcessEnv;
  readonly keys: Keys;
  /** A page's file without its ending. */
  readonly edited: string;
  readonly count: number;
}

async function measureServer({ folder, env, keys, edited, count }: Server): Promise<string[]> {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const next = path.join(folder, "node_modules/next/dist/bin/next");
  const child = spawn(process.execPath, [next, "start", "-p", String(port)], { cwd: folder, env, stdio: "ignore" });
  const memory = watchMemory(child);
  try {
    const post = (at: string, token: string, body = {}) => {
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      return fetch(url + at, { method: "POST", headers, body: JSON.stringify(body) });
    };
    const ready = await secondsUntil(child, async () => (await fetch(`${url}/v1/health?ready`)).ok);
    const search = async (query: string) => {
      const answer = await post(`/v1/search/${PROJECT.domain}`, keys.assistant, { query });
      if (!answer.ok || ((await answer.json()) as object[]).length === 0)
        throw new Error(`"${query}" found nothing: ${answer.status}.`);
    };
    const read = async (at: string) => {
      const answer = await fetch(url + at);
      if (!answer.ok) throw new Error(`${at} answered ${answer.status}.`);
      return answer.text();
    };
    const firstSearch = await secondsOf(() => search("rotate a key of a region"));
    const idle = memory.now();
    const searches: number[] = [];
    for (let one = 0; one < SEARCHES; one += 1)
      searches.push(1_000 * (await secondsOf(() => search(`${toSlug(one * 37)} costs`))));
    const [sitemap, llms] = [await secondsOf(() => read("/sitemap.xml")), await secondsOf(() => read("/llms.txt"))];
    const word = `edited${Date.now()}`;
    appendFileSync(`${edited}.mdx`, `\n${word}\n`);
    const { status } = await post(`/v1/project/update/${PROJECT.id}`, keys.account);
    if (status !== 202) throw new Error(`The update was refused with ${status}.`);
    const update = await secondsUntil(child, async () => (await read(`/docs/${toSlug(0)}.md`)).includes(word));
    await read(`/docs/${toSlug(count - 1)}`);
    return [
      toSeconds(ready),
      toSeconds(firstSearch),
      `${percentile(searches, 0.5).toFixed(0)} ms, ${percentile(searches, 0.95).toFixed(0)} ms`,
      toSeconds(sitemap),
      toSeconds(llms),
      toSeconds(update),
      `${toMegabytes(idle)}, ${toMegabytes(memory.end())}`,
    ];
  } finally {
    memory.end();
    child.kill("SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
}

const toSeconds = (seconds: number) => `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`;
const toMegabytes = (megabytes: number | undefined) => (megabytes === undefined ? "not measured" : `${Math.round(megabytes)} MB`);

function sizeOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0);
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await work();
  return (performance.now() - begun) / 1_000;
}

/** Waits until this is so. @throws Error where the server ends, or after a quarter of an hour. */
async function secondsUntil(child: ChildProcess, isSo: () => Promise<boolean>): Promise<number> {
  const begun = performance.now();
  while (performance.now() - begun < MAX_MS) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error("The server ended.");
    if (await isSo().catch(() => false)) return (performance.now() - begun) / 1_000;
    await wait(50);
  }
  throw new Error("The server did not get there within a quarter of an hour.");
}
