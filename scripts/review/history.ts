import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import type { Project } from "../../lib/config/config.ts";
import { isDescriptionAddress } from "../../lib/openapi/description/description-file.ts";
import { UsageError } from "../command-line.ts";

const run = promisify(execFile);

/** Returns the hash of a commit. @throws UsageError for what is not a commit of the repository that a folder is in. */
async function findCommit(folder: string, commit: string): Promise<string> {
  const wanted = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${commit}^{commit}`];
  const found = await run("git", wanted, { cwd: path.resolve(folder) }).catch((cause: unknown) => {
    throw new UsageError(`--against ${commit} is not a commit of the repository of ${folder}. See git log.`, { cause });
  });
  return found.stdout.trim();
}

/**
 * Returns the hash of the commit at which this branch left another one. @throws UsageError for what is not a commit, or one that
 * has no history in common with this branch, as in a shallow clone.
 */
export async function findMergeBase(folder: string, branch: string): Promise<string> {
  const commit = await findCommit(folder, branch);
  const base = await run("git", ["merge-base", commit, "HEAD"], { cwd: path.resolve(folder) }).catch((cause: unknown) => {
    const remedy = "Fetch the history first: git fetch --unshallow, or fetch-depth: 0 in a workflow.";
    throw new UsageError(`--against ${branch} has no commit in common with this branch. ${remedy}`, { cause });
  });
  return base.stdout.trim();
}

/**
 * Gives the project with its content and the files of its API descriptions as they were at a commit, in a folder that is gone
 * afterwards. The settings and the engine are those of now. @throws UsageError for what is not a commit, or one without this folder.
 */
export async function withContentAt<Result>(
  project: Project,
  commit: string,
  use: (project: Project) => Promise<Result>,
): Promise<Result> {
  const hash = await findCommit(project.content, commit);
  const folder = await mkdtemp(path.join(tmpdir(), "docent-content-"));
  try {
    const content = path.join(folder, "content");
    if (!(await unpack(project.content, hash, content)))
      throw new UsageError(`--against ${commit} does not have the folder ${project.content}. Name a later commit.`);
    const find = (source: string) => findDescription(source, { project, content, hash, folder });
    const named = await Promise.all(
      Object.entries(project.apiDescriptions).map(async ([name, source]) => [name, await find(source)] as const),
    );
    const apiDescription = project.apiDescription && (await find(project.apiDescription));
    const apiDescriptions = Object.fromEntries(named.flatMap(([name, source]) => (source === undefined ? [] : [[name, source]])));
    return await use({ ...project, content, apiDescription, apiDescriptions });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The commit of a description, and the folder that gets it. */
interface Then {
  readonly project: Project;
  readonly content: string;
  readonly hash: string;
  readonly folder: string;
}

/**
 * Returns the file of a description as a commit had it, with the files beside it, which it may refer to; undefined where the commit
 * has none. An address is itself, and so is a file of another repository.
 */
async function findDescription(source: string, { project, content, hash, folder }: Then): Promise<string | undefined> {
  if (isDescriptionAddress(source)) return source;
  const below = path.relative(project.content, source);
  if (!below.startsWith("..") && !path.isAbsolute(below)) return path.join(content, below);
  const [parent, name] = [path.dirname(path.resolve(source)), path.basename(source)];
  const inRepository = await run("git", ["rev-parse", "--show-prefix"], { cwd: parent }).catch(() => undefined);
  const ofContent = await run("git", ["rev-parse", "--show-toplevel"], { cwd: path.resolve(project.content) });
  const ofSource = inRepository && (await run("git", ["rev-parse", "--show-toplevel"], { cwd: parent }));
  if (!inRepository || ofSource?.stdout !== ofContent.stdout) return source;
  const into = path.join(folder, "descriptions", Buffer.from(parent).toString("base64url").slice(-80));
  // The whole of a repository for a description at its root would be the content once more, and all else.
  const wanted = inRepository.stdout.trim() === "" ? name : ".";
  return (await unpack(parent, hash, into, wanted)) ? path.join(into, name) : undefined;
}

/** Writes what a commit has of a folder into another one. Returns false where it has nothing of it. */
async function unpack(from: string, hash: string, into: string, wanted = "."): Promise<boolean> {
  await mkdir(into, { recursive: true });
  const cwd = path.resolve(from);
  const archive = spawn("git", ["archive", "--format=tar", hash, wanted], { cwd, stdio: ["ignore", "pipe", "ignore"] });
  const tar = spawn("tar", ["-x", "-C", into], { stdio: ["pipe", "ignore", "ignore"] });
  const ends = Promise.all([once(archive, "close"), once(tar, "close")]);
  // A program that ends early closes the pipe; its exit status is reported.
  await pipeline(archive.stdout, tar.stdin).catch(() => {});
  return (await ends).every(([code]) => code === 0);
}
