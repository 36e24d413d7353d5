import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import {
  changeApi,
  findLeaks,
  findOracles,
  holderOf,
  listQuestions,
  listReads,
  READERS,
  type Reader,
  writeSite,
} from "../../e2e/reader-crawl.ts";
import { findFreePort } from "../../lib/free-port.ts";
import { run } from "../../scripts/run.ts";
import { createRandomSite, type RandomSite } from "../testing/readers.ts";
import { writeEngineTree } from "./engine-tree.ts";
import { type Place, toMutants } from "./reader-places.ts";

/*
 * Gives each place of the engine that asks for the site of a reader the owner's whole site instead, one place at a time, and lets the
 * crawl of e2e/readers.spec.ts look for what leaks. One build has all mutants; a variable of the server chooses one. Prints the
 * places that the crawl does not notice, and fails for one without a reason in reader-places.ts.
 *
 *     npm run test:mutants                 all, in some minutes after the build
 *     npm run test:mutants -- 3 17         two of them
 */

/** The site that the mutants serve: of folders, with closed pages, folders and operations, and all of it open to somebody. */
const SEED = 6;

async function main(): Promise<number> {
  const { folder, isBuilt, noteBuilt } = writeEngineTree("mutants");
  const places = writeMutants(folder);
  if (!isBuilt) {
    const code = await run("npm", ["run", "--silent", "build"], { DATABASE_URL: "" }, folder);
    if (code !== 0) return code;
    noteBuilt();
  }
  const random = createRandomSite(SEED, "folders");
  const own = mkdtempSync(path.join(os.tmpdir(), "docent-mutants-"));
  try {
    const { variables, readers, publish } = await prepare(random, own);
    await serving(0, { folder, variables }, publish);
    const chosen = process.argv.slice(2).map(Number);
    const tried = places.filter(({ number }) => chosen.length === 0 || chosen.includes(number));
    const without = await tryMutant(0, { folder, variables, random, readers });
    if (without) throw new Error(`The engine itself leaks: ${without}`);
    const missed: Place[] = [];
    for (const place of tried) {
      const leak = await tryMutant(place.number, { folder, variables, random, readers });
      if (!leak) missed.push(place);
      console.log(
        `${leak ? "caught" : "MISSED"} ${place.number} ${place.file}:${place.line} ${place.call}${leak ? `  by ${leak.slice(0, 160)}` : ""}`,
      );
    }
    const unknown = missed.filter(({ unnoticed }) => !unnoticed);
    const known = missed.length - unknown.length;
    console.log(
      `${tried.length} places: ${tried.length - missed.length} caught, ${known} not noticed for a reason that is known, ${unknown.length} missed.`,
    );
    for (const { number, file, line, call } of unknown) console.log(`  ${number} ${file}:${line} ${call}`);
    return unknown.length > 0 ? 1 : 0;
  } finally {
    rmSync(own, { recursive: true, force: true });
  }
}

/** Replaces the places in the folder of an engine, and returns them. */
function writeMutants(folder: string): readonly Place[] {
  const files = globSync("{app,lib/mcp}/**/*.{ts,tsx}", { cwd: folder })
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .sort();
  const places: Place[] = [];
  for (const file of files) {
    const mutants = toMutants(file, readFileSync(path.join(folder, file), "utf8"), places.length);
    if (mutants.places.length === 0) continue;
    places.push(...mutants.places);
    writeFileSync(path.join(folder, file), mutants.text);
  }
  writeFileSync(
    path.join(folder, "lib/site/served/mutants.ts"),
    `import { getMainProject } from "../../config/config.ts";
import type { Site } from "../../content/site/site.ts";
import { ownerSite } from "./reader-site.ts";

export function mutated(number: number, call: () => Promise<Site>): Promise<Site> {
  return process.env.READER_MUTANT === String(number) ? ownerSite(getMainProject().domain) : call();
}
`,
  );
  return places;
}

/** Writes the site and its keys. */
async function prepare(random: RandomSite, own: string) {
  const config = path.join(own, "config.json");
  writeFileSync(config, JSON.stringify(await writeSite(random, own)));
  const variables = {
    ...{ DOCENT_CONFIG: config, DOCENT_DATA_DIR: path.join(own, "data"), DATABASE_URL: "", SITE_SECRET: "s".repeat(40) },
    ...{ READERS_PASSWORD: "a long shared password", NODE_ENV: "production" as const },
  };
  const createKey = (...options: readonly string[]): string => {
    const command = ["scripts/keys.ts", "create", ...options];
    const written = execFileSync(process.execPath, command, { env: { ...process.env, ...variables }, encoding: "utf8" });
    return written.trim().split("\n").at(-1) ?? "";
  };
  const of = (name: string) => READERS.find((reader) => reader.name === name) as Reader;
  const readers = [of("anonymous"), of("beta"), holderOf(createKey("--kind", "assistant", "--groups", "beta"), ["beta"])];
  const headers = { authorization: `Bearer ${createKey("--kind", "account")}` };
  /** Publishes changes of the API, which stay in the store. */
  const publish = async (url: string) => {
    await changeApi(random, own);
    const { statusId } = await (await fetch(`${url}/v1/project/update/harbor`, { method: "POST", headers })).json();
    const read = async () => (await fetch(`${url}/v1/project/update-status/${statusId}`, { headers })).json();
    for (let state = await read(); state.status !== "success"; state = await read()) {
      if (state.endedAt) throw new Error(`The update of the site failed: ${state.error}`);
      await pause(100);
    }
  };
  return { variables, readers, publish };
}

interface Trial {
  readonly folder: string;
  readonly variables: NodeJS.ProcessEnv;
  readonly random: RandomSite;
  readonly readers: readonly Reader[];
}

/** Serves a mutant, and returns the first leak of it; undefined for none. 0 is the engine as it is. */
function tryMutant(number: number, { random, readers, ...trial }: Trial): Promise<string | undefined> {
  return serving(number, trial, async (url) => {
    for (const reader of readers) {
      const [read] = await findLeaks(url, random, reader, listReads(url, random), 1);
      const [asked] = read ? [] : await findLeaks(url, random, reader, listQuestions(url, random, reader), 1);
      const [told] = read || asked ? [] : await findOracles(url, random, reader);
      const leak = read ?? asked ?? told;
      if (leak) return `${reader.name}: ${leak}`;
    }
    return undefined;
  });
}

/** Serves a mutant while something is done with it. */
async function serving<Result>(
  number: number,
  { folder, variables }: Pick<Trial, "folder" | "variables">,
  use: (url: string) => Promise<Result>,
): Promise<Result> {
  const port = await findFreePort();
  const url = `http://localhost:${port}`;
  const program = path.join(folder, "node_modules/next/dist/bin/next");
  const env = { ...process.env, ...variables, SITE_URL: url, PORT: String(port), READER_MUTANT: String(number) };
  const child = spawn(process.execPath, [program, "start", "-p", String(port)], { cwd: folder, env, stdio: "ignore" });
  try {
    await untilReady(url, child);
    return await use(url);
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
}

async function untilReady(url: string, child: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 600 && child.exitCode === null; tries += 1) {
    const health = await fetch(`${url}/v1/health`).then(
      (response) => response.json(),
      () => undefined,
    );
    if (health?.generation > 0) return;
    await pause(100);
  }
  throw new Error("The server of a mutant does not start.");
}

process.exitCode = await main();
