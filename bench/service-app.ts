import { spawn, spawnSync } from "node:child_process";
import { cp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import path from "node:path";

/** A running server of the bench. */
export interface BenchServer {
  readonly url: string;
  readonly pid: number;
  readonly stop: () => Promise<void>;
}

const folder = path.resolve(".bench/service");
const everything = 1_000_000_000;

/** Limits that no round reaches, and one page of content. */
const config = {
  organisation: { id: "bench", name: "Bench" },
  projects: [{ id: "bench", domain: "bench", name: "Bench", content: "content" }],
  limits: {
    messagesPerKeyPerMonth: everything,
    requestsPerOrganisationPerHour: everything,
    requestsPerAddressPerDay: everything,
    siteSearchesPerAddressPerMinute: everything,
    openAnswersPerKey: everything,
  },
  logs: { requests: false },
};

const bareRoute = `export const dynamic = "force-dynamic";
export async function POST(request: Request) {
  await request.json();
  return Response.json({ ok: true });
}
`;

/** The guard in full, before a step that gives a constant. */
const guardedRoute = `import { endpoint } from "@/lib/http/http.ts";
import { methods } from "@/lib/http/http.ts";
import { SearchRequest } from "@/lib/search/request.ts";

const guarded = endpoint({ scope: "assistant", body: SearchRequest, counts: "message" }, async () => Response.json({ ok: true }));
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = methods({ POST: guarded });
`;

const instrumentation = `export async function register() {
  if (process.env.NEXT_RUNTIME === "nodejs") (await import("./lib/http/node-server.ts")).listenToServer();
}
`;

const nextConfig = `export default { serverExternalPackages: ["@apidevtools/swagger-parser", "pg", "shiki"], typescript: { ignoreBuildErrors: true } };
`;

/** Matches no path: without it the bundler would use that of the folder above. */
const proxy = `export const config = { matcher: ["/proxied"] };
export function proxy() {}
`;

/** Builds an app of this repository's endpoints and two more, a bare one and a guarded one, without its pages. */
export async function buildBenchApp(): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(path.join(folder, "content"), { recursive: true });
  for (const part of [
    "lib",
    "app/v1",
    "app/v2",
    "app/keep-records.ts",
    "site",
    "docent.config.ts",
    "tsconfig.json",
    "package.json",
  ])
    await cp(part, path.join(folder, part), { recursive: true, filter: (file) => !/\.test\.ts$|testing/.test(file) });
  await symlink(path.resolve("node_modules"), path.join(folder, "node_modules"));
  await cp("content/en", path.join(folder, "content"), { recursive: true });
  await write("config.json", JSON.stringify(config));
  await write("next.config.mjs", nextConfig);
  await write("instrumentation.ts", instrumentation);
  await write("proxy.ts", proxy);
  await write("app/bare/route.ts", bareRoute);
  await write("app/guarded/[domain]/route.ts", guardedRoute);
  const { status, stderr } = spawnSync(process.execPath, [next(), "build"], {
    cwd: folder,
    env: environment({}),
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(`The bench app does not build:\n${stderr}`);
}

/** Starts the built app on a free port, with an empty store. */
export async function startBenchApp(port: number, variables: Readonly<Record<string, string>>): Promise<BenchServer> {
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [next(), "start", "-p", String(port)], {
    cwd: folder,
    env: environment(variables),
    stdio: "ignore",
  });
  const stop = () =>
    new Promise<void>((resolve) => {
      child.once("exit", () => resolve());
      child.kill("SIGTERM");
    });
  for (let attempt = 0; attempt < 300; attempt++) {
    if (await answers(url)) return { url, pid: child.pid ?? 0, stop };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  await stop();
  throw new Error(`The bench app does not answer at ${url}.`);
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/v1/health`)).ok;
  } catch {
    return false; // It has not started yet.
  }
}

function environment(variables: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const { PATH, HOME, NODE_OPTIONS } = process.env;
  return {
    PATH,
    HOME,
    NODE_OPTIONS,
    NODE_ENV: "production",
    DOCENT_CONFIG: "config.json",
    NEXT_TELEMETRY_DISABLED: "1",
    ...variables,
  };
}

function next(): string {
  return path.resolve("node_modules/next/dist/bin/next");
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
  await writeFile(path.join(folder, file), text);
}
