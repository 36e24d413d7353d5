import { type ChildProcess, execFile, fork } from "node:child_process";
import { once } from "node:events";
import { mkdir, symlink, writeFile } from "node:fs/promises";
import { getCompileCacheDir } from "node:module";
import path from "node:path";
import { promisify } from "node:util";
import { vi } from "vitest";
import type { ProcessState, ShownPage } from "./updates-process.ts";

/** Variables that every instance of a deployment shares. */
export type SharedVariables = Readonly<Record<string, string>>;

/** Makes a folder what a build of these pages is, for the project `pets`: content, configuration and artefacts. */
export async function createBuild(folder: string, pages: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(path.join(folder, "content"), { recursive: true });
  // The data of search is below the working folder.
  for (const name of ["lib", "node_modules"]) await symlink(path.resolve(name), path.join(folder, name));
  for (const [name, text] of Object.entries(pages)) await writeFile(path.join(folder, "content", name), text);
  const project = { id: "pets", domain: "pets", name: "Pets", content: "content" };
  const config = { organisation: { id: "pets", name: "Pets" }, projects: [project] };
  await writeFile(path.join(folder, "config.json"), JSON.stringify(config));
  await promisify(execFile)(process.execPath, [path.resolve("scripts/snapshot.ts")], { cwd: folder, env: toEnvironment({}) });
}

/** Starts a server process of a build; resolves once it answers. */
export async function startInstance(build: string, variables: SharedVariables): Promise<ChildProcess> {
  const program = path.join(import.meta.dirname, "updates-process.ts");
  const child = fork(program, { cwd: build, env: toEnvironment(variables), execArgv: [] });
  const [first] = await Promise.race([once(child, "message"), once(child, "exit")]);
  if (first !== "ready") throw new Error(`The process ended with ${first}.`);
  return child;
}

function toEnvironment(variables: SharedVariables): NodeJS.ProcessEnv {
  return { NODE_ENV: "production", NODE_COMPILE_CACHE: getCompileCacheDir() ?? "", DOCENT_CONFIG: "config.json", ...variables };
}

/** Stops a process as its host does. */
export async function endInstance(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  await once(child, "exit");
}

/** Returns the state that a process serves. */
export function askState(child: ChildProcess): Promise<ProcessState> {
  return ask(child, "state");
}

/** Returns a page as a process shows it; null for none. */
export function askPage(child: ChildProcess, page: string): Promise<ShownPage | null> {
  return ask(child, page);
}

/** Asks a process for an update, as a CI job does; resolves with its statusId. */
export function askUpdate(child: ChildProcess): Promise<string> {
  return ask(child, "update");
}

async function ask<Answer>(child: ChildProcess, question: string): Promise<Answer> {
  child.send(question);
  const [answer] = await once(child, "message");
  return answer;
}

/** Resolves once all processes serve the same, with that. */
export function agree(processes: readonly ChildProcess[]): Promise<ProcessState[]> {
  const look = async () => {
    const states = await Promise.all(processes.map(askState));
    const [first] = states;
    const isSame = (state: ProcessState) => state.siteHash === first?.siteHash && state.generation === first?.generation;
    if (!states.every(isSame)) throw new Error(`They serve different states: ${JSON.stringify(states)}`);
    return states;
  };
  return vi.waitFor(look, { timeout: 30_000, interval: 100 });
}
