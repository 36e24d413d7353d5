import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { getConfig } from "../../lib/config/config.ts";
import { type BuildServer, withBuildServer } from "../build-server.ts";
import { readArguments, runCommand, UsageError } from "../command-line.ts";

const help = `npm run exercise:paths -- [--paths NUMBER]

Asks the last build for random paths without a page, at the root and below its own routes. Fails when one of them is not
answered with the whole 404 page, when a file was written, or when the server's memory went on growing. Linux only, since it
reads the memory from /proc.

  --paths  how many; 10,000 without it, at least 4,000`;

const AT_ONCE = 20;
/** Memory that the collector may leave behind between two readings. */
const SLACK_MB = 48;

await runCommand(help, async (args) => {
  const { paths } = readArguments(args, { options: { paths: { type: "string", default: "10000" } } }).values;
  const count = Number(paths);
  if (!Number.isInteger(count) || count < 4_000) throw new UsageError("--paths: must be a whole number from 4000 on");
  const { basePath } = getConfig();
  await withBuildServer({ basePath }, async (server) => {
    // Until then the server loads its code and the collector finds its pace.
    await askMany(server, count * 0.4);
    const before = { memory: readMemoryMb(server), disk: readDisk(server) };
    await askMany(server, count * 0.6);
    const after = { memory: readMemoryMb(server), disk: readDisk(server) };
    console.log(`${count} unknown paths. Memory: ${before.memory} MB after two fifths of them, ${after.memory} MB at the end.`);
    if (after.disk !== before.disk) throw new Error(`Files were written: ${before.disk} before, ${after.disk} after.`);
    if (after.memory > before.memory + SLACK_MB) throw new Error("The memory went on growing.");
  });
});

async function askMany({ origin }: BuildServer, count: number): Promise<void> {
  for (let asked = 0; asked < count; asked += AT_ONCE)
    await Promise.all(Array.from({ length: AT_ONCE }, () => ask(origin + randomPath())));
}

function randomPath(): string {
  const { basePath, projects } = getConfig();
  const languages = projects.flatMap((project) => project.languages.map(({ id }) => `/${id}/docs`));
  const folders = ["", "/docs", "/docs/api", "/errors", "/insights", "/images", "/_next/static", ...languages];
  const folder = folders[randomBytes(1).readUInt8() % folders.length];
  return `${basePath}${folder}/${randomBytes(9).toString("base64url")}`;
}

async function ask(url: string): Promise<void> {
  const response = await fetch(url);
  const text = await response.text();
  const isPage = url.includes("/_next/") || (/<html[^>]+lang=/.test(text) && /<h1[\s>]/.test(text));
  if (response.status !== 404 || !isPage) throw new Error(`${url} answers ${response.status} with ${text.slice(0, 80)}`);
}

function readMemoryMb({ child }: BuildServer): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${child.pid}/status`, "utf8")) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

/** Counts the files of the build and the data folder. The data folder's sizes change by themselves: it is a database. */
function readDisk({ data }: BuildServer): string {
  const files = [".next", data].flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name)),
  );
  const bytes = files.filter((file) => !file.startsWith(data)).reduce((sum, file) => sum + statSync(file).size, 0);
  return `${files.length} files, ${bytes} bytes of the build`;
}
