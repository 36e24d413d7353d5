import { existsSync } from "node:fs";
import { readDescriptionFile, toFetchRules } from "../lib/openapi/description/description-file.ts";
import { DescriptionError } from "../lib/openapi/description/json.ts";
import type { OpenApiDocument } from "../lib/openapi/description/reference.ts";
import { type ApiChanges, compareDescriptions, isBreaking } from "../lib/openapi/document/compare.ts";
import { readOpenApi } from "../lib/openapi/openapi.ts";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { loadEnv } from "./load-env.ts";

const help = `Reads the API description and the content again, checks them, and publishes what has changed to every running server.

  npm run update                     the first project of docent.config.ts
  npm run update -- --project <id>   a different one
  npm run update -- --fail-on-breaking
                                     exit code 3 when the API has breaking changes (they are published anyway)
  npm run update -- --against <file> [--fail-on-breaking]
                                     compares the project's API description with an older one, and publishes nothing;
                                     one in several files needs those of its version beside it

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
const MAX_SHOWN_FAULTS = 10;

/** Compares the description of a project with a file, without the store. */
async function compareWith(id: string, file: string, failOnBreaking: boolean): Promise<number> {
  const { apiDescription } = getConfig().projects.find((project) => project.id === id) ?? {};
  if (!apiDescription || /^https?:/.test(apiDescription))
    throw new UsageError("--against needs a project whose apiDescription is a file.");
  if (!existsSync(file)) throw new UsageError(`--against: there is no file ${file}.`);
  const before = await readDocument(file);
  const after = await readDocument(apiDescription);
  if (!before || !after) return 1;
  return reportApi(compareDescriptions(before, after), failOnBreaking);
}

/**
 * Reads a description that can be compared, and prints what is wrong with it; undefined when it cannot be used, or when a document
 * that it refers to is missing: what is not read would count as changed.
 */
async function readDocument(file: string): Promise<OpenApiDocument | undefined> {
  const description = await readDescriptionFile(file, { rules: toFetchRules(getConfig().updates, {}) }).catch((cause) => {
    throw cause instanceof DescriptionError ? new UsageError(`${file}: ${cause.message}`) : cause;
  });
  const { document, findings } = await readOpenApi(description);
  const unread = Object.entries(description.unread ?? {}).map(([reference, reason]) => `"${reference}": ${reason}`);
  if (unread.length > 0) {
    const remedy = "A description in several files needs them all: compare it with a whole checkout of the older version.";
    console.error([`${file} cannot be compared, since a part is missing.`, ...atMost(unread), remedy].join("\n"));
    return undefined;
  }
  if (findings.length > 0)
    console.error(atMost(findings.map(({ line, message }) => `${file}${line ? `:${line}` : ""}: ${message}`)).join("\n"));
  return document ?? undefined;
}

/** Returns the first lines, and how many more there are. */
function atMost(lines: readonly string[]): string[] {
  const rest = lines.length - MAX_SHOWN_FAULTS;
  return [...lines.slice(0, MAX_SHOWN_FAULTS), ...(rest > 0 ? [`… and ${rest} more.`] : [])];
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
    // The error, which comes last, begins with one of them.
    for (const line of state.logs.slice(printed)) if (!state.error?.startsWith(line)) print(line);
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
