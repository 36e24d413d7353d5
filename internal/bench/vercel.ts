import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { buildForVercel, type VercelBuild } from "../../e2e/vercel/build.ts";
import { startPlatform } from "../../e2e/vercel/platform.ts";
import { getMainProject } from "../../lib/config/config.ts";
import { readArguments, UsageError } from "../../scripts/command-line.ts";

const QUESTION = "How do I create a key?";
/** Requests to a warm instance for one figure. */
const WARM = 50;

export const help = `npm run bench -- vercel [--starts 10]

Builds the project with the Vercel CLI and runs what it made as Vercel would, on this machine. Prints the size of each
function, how long each takes from the start of its process to its first answer (the median of so many starts), and what the
middleware adds to a prerendered page. Takes some ten minutes.`;

export async function run(args: readonly string[]): Promise<void> {
  const { values } = readArguments(args, { options: { starts: { type: "string", default: "10" } } });
  const starts = Number(values.starts);
  if (!Number.isSafeInteger(starts) || starts < 1) throw new UsageError("--starts is a whole number above 0.");
  const root = await mkdtemp(path.join(tmpdir(), "docent-bench-"));
  await promisify(execFile)("chmod", ["755", root]);
  const variables = { SITE_SECRET: randomBytes(32).toString("hex"), SITE_URL: "https://docs.example.com" };
  const build = await buildForVercel(variables);
  try {
    printSizes(build);
    await printTimes(build, { root, variables, starts });
  } finally {
    await build.remove();
    await rm(root, { recursive: true, force: true });
  }
}

function printSizes({ functions }: VercelBuild): void {
  // Each prerendered page names the function that renews it once more.
  const sizes = new Map([...functions.values()].map(({ name, bytes }) => [name, bytes]));
  for (const [name, bytes] of sizes) console.log(`size of ${name}: ${(bytes / 1e6).toFixed(1)} MB`);
}

interface Platforms {
  readonly root: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly starts: number;
}

async function printTimes(build: VercelBuild, { root, variables, starts }: Platforms): Promise<void> {
  const cold = new Map<string, number[]>();
  const add = (name: string, ms: number) => cold.set(name, [...(cold.get(name) ?? []), ms]);
  for (let start = 0; start < starts; start += 1) {
    const platform = await startPlatform(build, { count: 1, root, variables });
    try {
      for (const [name, ask] of Object.entries(firstRequests(platform.url))) add(`first request, ${name}`, await time(ask));
      for (const [name, times] of platform.instances.coldStarts) for (const ms of times) add(`cold start of ${name}`, ms);
      if (start === starts - 1) await printWarm(platform.url);
    } finally {
      await platform.stop();
    }
  }
  for (const [name, times] of cold)
    console.log(
      `${name}: ${Math.round(median(times))} ms, the median of ${times.length}; ${Math.round(Math.max(...times))} at most`,
    );
}

/** In this order, so that each finds cold what no earlier one has started. */
function firstRequests(url: string): Readonly<Record<string, () => Promise<Response>>> {
  const headers = { origin: url, "sec-fetch-site": "same-origin", "content-type": "application/json" };
  const { domain } = getMainProject();
  let token = "";
  const post = (address: string, body: object) =>
    fetch(url + address, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  return {
    "a prerendered page": () => fetch(`${url}/docs/quickstart`),
    "a page that does not exist": () => fetch(`${url}/docs/nowhere`),
    "a social card": () => fetch(`${url}/api/card/docs/quickstart`),
    "a token": async () => {
      const answer = await fetch(`${url}/api/site-token`, {
        method: "POST",
        headers,
        body: JSON.stringify({ domain, fp: "f" }),
      });
      token = ((await answer.clone().json()) as { token: string }).token;
      return answer;
    },
    "a search": () => post(`/v1/search/${domain}`, { query: "keys" }),
    "an answer": () =>
      post(`/v1/assistant/${domain}/message`, { fp: "f", messages: [{ id: "1", role: "user", content: QUESTION, parts: [] }] }),
  };
}

/** The middleware runs before a page, and not before Next's own files. */
async function printWarm(url: string): Promise<void> {
  const html = await (await fetch(`${url}/docs/quickstart`)).text();
  const script = /\/_next\/static\/[^"]+\.js/.exec(html)?.[0] ?? "";
  const [page, file] = [await timeWarm(`${url}/docs/quickstart`), await timeWarm(url + script)];
  console.log(`a prerendered page, warm: ${page.toFixed(1)} ms; a static file: ${file.toFixed(1)} ms`);
}

async function timeWarm(address: string): Promise<number> {
  const times: number[] = [];
  for (let count = 0; count < WARM; count += 1) times.push(await time(() => fetch(address)));
  return median(times);
}

/** Milliseconds to the last byte; the answer must be one that the path has. */
async function time(ask: () => Promise<Response>): Promise<number> {
  const started = performance.now();
  const answer = await ask();
  await answer.arrayBuffer();
  if (!answer.ok && answer.status !== 404) throw new Error(`${answer.url} answered ${answer.status}.`);
  return performance.now() - started;
}

function median(times: readonly number[]): number {
  const sorted = [...times].sort((left, right) => left - right);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
