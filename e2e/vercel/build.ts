import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { listProjectFiles } from "../../scripts/project-files.ts";

const run = promisify(execFile);
const CLI = "64.0.2";
/** Folder of the installed Vercel CLI; kept between runs. */
const CLI_FOLDER = path.resolve("node_modules/.cache/vercel-cli");

/** A function as the platform would unpack it: a folder with everything that it may read. */
export interface FunctionFolder {
  readonly name: string;
  readonly folder: string;
  /** File that exports the handler, relative to the folder. */
  readonly handler: string;
  /** True for a handler that takes a `Request` and returns a `Response`; otherwise it is a Node.js request listener. */
  readonly webApi: boolean;
  readonly bytes: number;
}

/** The output of `vercel build`, moved out of the project, whose sources are deleted. */
export interface VercelBuild {
  /** `.vercel/output`: routes, static files and prerendered pages. */
  readonly output: string;
  /** By the path of the function below `output/functions`, without `.func`. */
  readonly functions: ReadonlyMap<string, FunctionFolder>;
  readonly remove: () => Promise<void>;
}

/** Builds the project in the current folder with the Vercel CLI in a copy, then deletes the copy. Takes minutes; needs the npm registry once. */
export async function buildForVercel(variables: Readonly<Record<string, string>>): Promise<VercelBuild> {
  const root = await mkdtemp(path.join(tmpdir(), "docent-vercel-"));
  const project = path.join(root, "project");
  const cli = await installCli();
  await copyProject(project);
  await vercelBuild(cli, project, variables);
  return openBuild(root, project);
}

/** Moves the output of `vercel build` from `project` into `root`, and deletes the project. */
export async function openBuild(root: string, project: string): Promise<VercelBuild> {
  const output = path.join(root, "output");
  const functions = await unpackFunctions(project, path.join(root, "functions"));
  await rename(path.join(project, ".vercel/output"), output);
  await rm(project, { recursive: true });
  await run("chmod", ["755", root]);
  await run("chmod", ["-R", "a-w,a+rX", path.join(root, "functions")]);
  return {
    output,
    functions,
    remove: async () => {
      await run("chmod", ["-R", "u+w", root]);
      await rm(root, { recursive: true });
    },
  };
}

async function installCli(): Promise<string> {
  const cli = path.join(CLI_FOLDER, "node_modules/vercel/dist/vc.js");
  const manifest = { private: true, dependencies: { vercel: CLI }, overrides: { sandbox: "4.5.0" } };
  const file = path.join(CLI_FOLDER, "package.json");
  const text = JSON.stringify(manifest);
  if ((await readFile(file, "utf8").catch(() => "")) === text && (await stat(cli).catch(() => undefined))) return cli;
  await mkdir(CLI_FOLDER, { recursive: true });
  await writeFile(file, text);
  await run("npm", ["install", "--no-audit", "--no-fund"], { cwd: CLI_FOLDER, maxBuffer: 64e6 });
  return cli;
}

/** Copies the clone without what it ignores, and links its packages. */
async function copyProject(project: string): Promise<void> {
  for (const file of listProjectFiles()) {
    await mkdir(path.dirname(path.join(project, file)), { recursive: true });
    await copyFile(file, path.join(project, file));
  }
  await cp(".git", path.join(project, ".git"), { recursive: true });
  for (const folder of ["node_modules", "e2e/v4-client/node_modules"])
    await run("cp", ["-al", path.resolve(folder), path.join(project, folder)]).catch(() =>
      cp(folder, path.join(project, folder), { recursive: true, verbatimSymlinks: true }),
    );
}

async function vercelBuild(cli: string, project: string, variables: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(path.join(project, ".vercel"));
  // What `vercel pull` would write: the build then asks for no account.
  const settings = { framework: "nextjs", nodeVersion: "24.x" };
  await writeFile(path.join(project, ".vercel/project.json"), JSON.stringify({ projectId: "p", orgId: "o", settings }));
  const child = spawn(process.execPath, [cli, "build", "--yes", "--token=none"], {
    cwd: project,
    stdio: "inherit",
    env: {
      ...process.env,
      VERCEL_TELEMETRY_DISABLED: "1",
      NEXT_TELEMETRY_DISABLED: "1",
      CI: "1",
      ...variables,
    } as NodeJS.ProcessEnv,
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`vercel build ended with code ${code}.`);
}

async function unpackFunctions(project: string, target: string): Promise<Map<string, FunctionFolder>> {
  const source = path.join(project, ".vercel/output/functions");
  const found = (await readdir(source, { recursive: true })).filter((name) => name.endsWith(".func"));
  const unpacked = new Map<string, FunctionFolder>();
  const functions = new Map<string, FunctionFolder>();
  for (const name of found) {
    // Most functions are links to the few that are really there.
    const real = await realpath(path.join(source, name));
    const known = unpacked.get(real) ?? (await unpack(real, { project, target, name: `f${unpacked.size}` }));
    unpacked.set(real, known);
    functions.set(name.replace(/\.func$/, ""), { ...known, name: path.relative(source, real).replace(/\.func$/, "") });
  }
  return functions;
}

interface Unpacking {
  readonly project: string;
  readonly target: string;
  readonly name: string;
}

async function unpack(real: string, { project, target, name }: Unpacking): Promise<FunctionFolder> {
  const folder = path.join(target, name);
  const config = JSON.parse(await readFile(path.join(real, ".vc-config.json"), "utf8"));
  await cp(real, folder, { recursive: true, verbatimSymlinks: true });
  await rm(path.join(folder, ".vc-config.json"));
  for (const [to, from] of Object.entries<string>(config.filePathMap ?? {})) {
    await mkdir(path.dirname(path.join(folder, to)), { recursive: true });
    await cp(path.join(project, from), path.join(folder, to), { recursive: true, verbatimSymlinks: true, force: true });
  }
  await chmod(folder, 0o755);
  const { stdout } = await run("du", ["-sb", folder]);
  return { name, folder, handler: config.handler, webApi: config.useWebApi === true, bytes: Number.parseInt(stdout, 10) };
}
