import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import type { Project } from "../../lib/config/config.ts";
import { UsageError } from "../command-line.ts";

const run = promisify(execFile);

/**
 * Gives the project with its content as it was at a commit, in a folder that is gone afterwards. Only the content is of then: the
 * settings and the engine are those of now. @throws UsageError for what is no commit, or one without this folder.
 */
export async function withContentAt<Result>(
  project: Project,
  commit: string,
  use: (project: Project) => Promise<Result>,
): Promise<Result> {
  const cwd = path.resolve(project.content);
  const wanted = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${commit}^{commit}`];
  const found = await run("git", wanted, { cwd }).catch((cause: unknown) => {
    throw new UsageError(`--against ${commit} is no commit of the repository that has ${project.content}. See git log.`, {
      cause,
    });
  });
  const folder = await mkdtemp(path.join(tmpdir(), "docent-content-"));
  try {
    if (!(await unpack(cwd, found.stdout.trim(), folder)))
      throw new UsageError(`--against ${commit} does not have the folder ${project.content}. Name a later commit.`);
    return await use({ ...project, content: folder, ...descriptionsIn(project, folder) });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function unpack(cwd: string, commit: string, folder: string): Promise<boolean> {
  const archive = spawn("git", ["archive", "--format=tar", commit, "."], { cwd, stdio: ["ignore", "pipe", "ignore"] });
  const tar = spawn("tar", ["-x", "-C", folder], { stdio: ["pipe", "ignore", "ignore"] });
  const ends = Promise.all([once(archive, "close"), once(tar, "close")]);
  // A program that ends early closes the pipe; its exit status says so.
  await pipeline(archive.stdout, tar.stdin).catch(() => {});
  return (await ends).every(([code]) => code === 0);
}

/** Returns the descriptions; those inside the content folder as that commit had them. */
function descriptionsIn(project: Project, folder: string): Pick<Project, "apiDescription" | "apiDescriptions"> {
  const { content, apiDescription, apiDescriptions } = project;
  const find = (source: string) => {
    const below = path.relative(content, source);
    return URL.canParse(source) || below.startsWith("..") || path.isAbsolute(below) ? source : path.join(folder, below);
  };
  const named = Object.entries(apiDescriptions).map(([name, source]) => [name, find(source)]);
  return { apiDescription: apiDescription && find(apiDescription), apiDescriptions: Object.fromEntries(named) };
}
