import { type ApiChanges, compareDescriptions, isBreaking } from "../lib/openapi/compare.ts";
import { readDescriptionFile, toFetchRules } from "../lib/openapi/description-file.ts";
import { DescriptionError } from "../lib/openapi/json.ts";
import { readOpenApi } from "../lib/openapi/openapi.ts";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { loadEnv } from "./load-env.ts";

const help = `Reads the API description and the content again, checks them, and publishes what has changed to every running server.

  npm run update                     the first project of docent.config.ts
  npm run update -- --project <id>   a different one
  npm run update -- --fail-on-breaking
                                     exit code 3 when the API has breaking changes (they are published anyway)
  npm run update -- --against <file> [--fail-on-breaking]
                                     compares the project's API description with an older one, and publishes nothing

The same as POST /v1/project/update/{projectId}, without a token: it works on the store directly.`;
const POLL_MS = 100;
const BAR_WIDTH = 24;

loadEnv();
// A server in production is what this speaks to: it must name the same build. Set before the configuration is read.
(process.env as Record<string, string>).NODE_ENV ||= "production";
const { getConfig } = await import("../lib/config/config.ts");
const { closeStore } = await import("../lib/db/db.ts");
const { readUpdate, runWaitingJobs, triggerUpdate } = await import("../lib/updates/updates.ts");

async function main(args: readonly string[]): Promise<void> {
  const { values } = readArguments(args, {
    options: { project: { type: "string" }, against: { type: "string" }, "fail-on-breaking": { type: "boolean" } },
  });
  const project = readProject(values.project);
  const failOnBreaking = values["fail-on-breaking"] === true;
  try {
    process.exitCode =
      values.against === undefined
        ? await update(project, failOnBreaking)
        : await compareWith(project, values.against, failOnBreaking);
  } finally {
    await closeStore();
  }
}

function readProject(id: string | undefined): string {
  const known = getConfig().projects.map((project) => project.id);
  if (id === undefined) return known[0] as string;
  if (known.includes(id)) return id;
  throw new UsageError(`--project must be one of: ${known.join(", ")}; there is no "${id}".`);
}

/** Resolves to the exit code. */
async function update(project: string, failOnBreaking: boolean): Promise<number> {
  const statusId = await triggerUpdate(project);
  // A running server may be faster: then this process finds nothing to do and only looks on.
  const working = runWaitingJobs();
  const state = await follow(statusId);
  await working;
  if (state.status === "failure") {
    console.error(`\n${state.error}`);
    return 1;
  }
  console.log(`\n${state.summary}`);
  for (const [mark, paths] of [
    ["+", state.changes.added],
    ["~", state.changes.modified],
    ["-", state.changes.removed],
  ] as const)
    for (const path of paths) console.log(`  ${mark} ${path}`);
  return state.apiChanges ? reportApi(state.apiChanges, failOnBreaking) : 0;
}

const EXIT_BREAKING = 3;

/** Compares the description of a project with a file, without the store. */
async function compareWith(id: string, file: string, failOnBreaking: boolean): Promise<number> {
  const { apiDescription } = getConfig().projects.find((project) => project.id === id) ?? {};
  if (!apiDescription || /^https?:/.test(apiDescription))
    throw new UsageError("--against needs a project whose apiDescription is a file.");
  const [before, after] = await Promise.all([file, apiDescription].map(readDocument));
  if (!before || !after) return 1;
  return reportApi(compareDescriptions(before, after), failOnBreaking);
}

async function readDocument(file: string) {
  const description = await readDescriptionFile(file, { rules: toFetchRules(getConfig().updates, {}) }).catch((cause) => {
    throw cause instanceof DescriptionError ? new UsageError(`${file}: ${cause.message}`) : cause;
  });
  const { document, findings } = await readOpenApi(description);
  if (!document) console.error(`${file}: ${findings[0]?.message}`);
  return document;
}

function reportApi(changes: ApiChanges, failOnBreaking: boolean): number {
  const lines = [
    ...changes.added.map((operation) => `  + ${operation}`),
    ...changes.removed.map((operation) => `  - ${operation} (breaking)`),
    ...changes.deprecated.map((operation) => `  ~ ${operation} is deprecated`),
    ...changes.changed.map(({ operation, what, breaking }) => `  ~ ${operation}: ${what}${breaking ? " (breaking)" : ""}`),
  ];
  console.log(lines.length > 0 ? `API changes:\n${lines.join("\n")}` : "The API has not changed.");
  return failOnBreaking && isBreaking(changes) ? EXIT_BREAKING : 0;
}

async function follow(statusId: string) {
  let printed = 0;
  for (;;) {
    const state = await readUpdate(statusId);
    for (const line of state.logs.slice(printed)) print(line);
    printed = state.logs.length;
    if (state.endedAt !== null) {
      clearBar();
      return state;
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
}

/** Writes a log line above a bar that shows the step of `2/4 …` lines; without a terminal, no bar. */
function print(line: string): void {
  clearBar();
  console.log(line);
  const [, step, steps] = /^(\d)\/(\d) /.exec(line) ?? [];
  if (!process.stdout.isTTY || !step || !steps) return;
  const filled = Math.round((BAR_WIDTH * (Number(step) - 1)) / Number(steps));
  process.stdout.write(`[${"█".repeat(filled)}${"░".repeat(BAR_WIDTH - filled)}] ${Math.round((100 * filled) / BAR_WIDTH)} %`);
}

function clearBar(): void {
  if (process.stdout.isTTY) process.stdout.write("\r\x1b[2K");
}

await runCommand(help, main);
