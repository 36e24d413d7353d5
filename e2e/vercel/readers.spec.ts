import { execFile } from "node:child_process";
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { expect, test } from "playwright/test";
import { replaceSettings } from "../../internal/testing/config.ts";
import { createRandomSite, isOpenTo } from "../../internal/testing/readers.ts";
import { signIn } from "../../lib/access/reader.ts";
import type { DocentConfig } from "../../lib/config/schema.ts";
import {
  ask,
  findLeaks,
  findOracles,
  get,
  holderOf,
  listQuestions,
  listReads,
  READERS,
  type Reader,
  writeSite,
} from "../reader-crawl.ts";
import { buildForVercel, type VercelBuild } from "./build.ts";
import { type Platform, startPlatform } from "./platform.ts";

const variables = {
  ...{ SITE_SECRET: "s".repeat(40), SITE_URL: "https://docs.example.com", READERS_PASSWORD: "a long shared password" },
  ...{ DATABASE_URL: "", DOCENT_CONFIG: "readers.config.json" },
};

test.describe.configure({ mode: "serial" });
const random = createRandomSite(6, "folders");
const ANONYMOUS = READERS[0] as Reader;
let build: VercelBuild;
let platform: Platform;
let root: string;
let readers: readonly Reader[];

test.beforeAll(async () => {
  const { access, ...config } = await writeSite(random, "readers");
  // There nothing says which proxy a request comes from.
  const given = { ...config, access: { ...access, signIn: { password: {} } } };
  await writeFile(variables.DOCENT_CONFIG, JSON.stringify(given));
  build = await buildForVercel(variables);
  root = await mkdtemp(path.join(tmpdir(), "docent-platform-"));
  await chmod(root, 0o755);
  const keys = await Promise.all([["beta"], []].map(createKey));
  const atRun = { ...variables, DOCENT_KEYS: keys.map(({ entry }) => entry).join(",") };
  const restore = replaceSettings(given as DocentConfig, variables);
  const signedIn = await Promise.all(READERS.map(async (reader) => ({ ...reader, headers: await cookieOf(reader) })));
  restore();
  readers = [...signedIn, ...keys.map(({ reader }) => reader)];
  platform = await startPlatform(build, { count: 2, root, variables: atRun });
});
test.afterEach(() => {
  const { status, expectedStatus } = test.info();
  if (status !== expectedStatus) console.log(platform?.output.slice(-50).join("\n"));
});
test.afterAll(async () => {
  await platform?.stop();
  await build?.remove();
  if (root) await rm(root, { recursive: true, force: true });
});

async function cookieOf({ audience: { isSignedIn, groups } }: Reader): Promise<Record<string, string>> {
  return isSignedIn ? { cookie: (await signIn({ groups }, "password")).split(";")[0] ?? "" } : {};
}

/** Makes a key that is kept in the environment: there is no database. */
async function createKey(groups: readonly string[]) {
  const options = ["create", "--kind", "assistant", "--environment", ...groups.flatMap((group) => ["--groups", group])];
  const env = { ...process.env, ...variables };
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/keys.ts", ...options], { env });
  const [, entry, , key] = stdout.trim().split("\n");
  return { entry, reader: holderOf(key ?? "", groups) };
}

/** Lists the files that the host serves without a function: static ones, and prerendered pages. */
async function* listServed(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder)) {
    const file = path.join(folder, entry);
    if (!(await stat(file)).isDirectory()) yield file;
    else if (!entry.endsWith(".func")) yield* listServed(file);
  }
}

test("no file that the host serves by itself holds what is closed", async () => {
  const closed = random.markers.filter(({ rule }) => !isOpenTo(rule, ANONYMOUS.audience));
  const found: string[] = [];
  let files = 0;
  for (const folder of ["static", "functions"])
    for await (const file of listServed(path.join(build.output, folder))) {
      const text = `${file} ${(await readFile(file)).toString("latin1")}`;
      files += 1;
      found.push(...closed.filter(({ word }) => text.includes(word)).map(({ place, word }) => `${file}: ${place} ${word}`));
    }
  expect(files).toBeGreaterThan(50);
  expect(found).toEqual([]);
});

test("each reader gets what is open to that reader, and nothing else, whoever has asked before", async () => {
  const { url } = platform;
  // Those who may read most come before those who may read least, and then after them.
  for (const reader of [...readers.toReversed(), ...readers.slice(1, -2)]) {
    const { status, text } = await ask(url, reader, get("/llms-full.txt"));
    expect([reader.name, status]).toEqual([reader.name, 200]);
    const open = random.markers.filter(({ place, rule }) => place === "text" && isOpenTo(rule, reader.audience));
    expect([reader.name, open.filter(({ word }) => !text.includes(word))]).toEqual([reader.name, []]);
    expect([reader.name, await findLeaks(url, random, reader, listReads(url, random))]).toEqual([reader.name, []]);
    expect([reader.name, await findLeaks(url, random, reader, listQuestions(url, random, reader))]).toEqual([reader.name, []]);
  }
});

test("a closed address answers as one that does not exist", async () => {
  expect(await findOracles(platform.url, random, ANONYMOUS)).toEqual([]);
});
