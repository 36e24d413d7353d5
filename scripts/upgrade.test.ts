import { execFile, execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, test } from "vitest";
import { makeFolder } from "../lib/testing-folder.ts";

const script = path.join(import.meta.dirname, "upgrade.ts");
const owners = readFileSync(path.join(import.meta.dirname, "owners.ts"), "utf8");
const folder = makeFolder();

const at = (name: string) => path.join(folder, name);
const identity = { GIT_AUTHOR_NAME: "T", GIT_AUTHOR_EMAIL: "t@e.org", GIT_COMMITTER_NAME: "T", GIT_COMMITTER_EMAIL: "t@e.org" };
const env = { ...process.env, ...identity };
const git = (repository: string, ...args: string[]) =>
  execFileSync("git", args, { cwd: at(repository), env, encoding: "utf8" }).trim();
const read = (repository: string, file: string) => readFileSync(path.join(at(repository), file), "utf8");

function commit(repository: string, files: Record<string, string | null>): void {
  for (const [file, text] of Object.entries(files)) {
    const target = path.join(at(repository), file);
    mkdirSync(path.dirname(target), { recursive: true });
    if (text === null) rmSync(target, { recursive: true });
    else writeFileSync(target, text);
  }
  git(repository, "add", "--all");
  git(repository, "commit", "--quiet", "--message", "change");
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
const lock = json({ name: "docent", lockfileVersion: 3, packages: {} });

/** An engine with a release v1.0.0 and, on top of what a fork takes, a release v1.1.0 that changes everything. */
function createEngine(name: string): void {
  mkdirSync(at(name));
  git(name, "init", "--quiet", "--initial-branch=main");
  commit(name, {
    "package.json": json({
      name: "docent",
      version: "1.0.0",
      scripts: { dev: "old" },
      dependencies: { next: "1.0.0", zod: "1.0.0" },
    }),
    "package-lock.json": lock,
    "CHANGELOG.md": "# Changelog\n\n## 1.0.0\n",
    "scripts/owners.ts": owners,
    "lib/a.ts": "one\ntwo\nthree\nfour\n",
    "lib/gone.ts": "old\n",
    "lib/unwanted.ts": "old\n",
    "lib/speed/run.ts": "old\n",
    "manual/questions.txt": "old\n",
    "content/index.mdx": "Manual.\n",
    "docent.config.ts": "upstream\n",
    "README.md": "Docent\n",
  });
  git(name, "tag", "v1.0.0");
}

function release(name: string): void {
  commit(name, {
    "package.json": json({
      name: "docent",
      version: "1.1.0",
      scripts: { dev: "new" },
      dependencies: { next: "2.0.0", zod: "1.0.0" },
    }),
    "CHANGELOG.md":
      "# Changelog\n\n## Unreleased\n\n## 1.1.0\n\n### Breaking\n\n- `x` is gone. Use `y`.\n\n## 1.0.0\n\n### Breaking\n\n- `w` is gone.\n",
    "lib/unwanted.ts": "new\n",
    "lib/speed/run.ts": "new\n",
    "lib/speed/size.ts": "new\n",
    "lib/a.ts": "ONE\ntwo\nthree\nfour\n",
    "lib/fresh.ts": "new\n",
    "lib/gone.ts": null,
    "app/feed/route.ts": "engine\n",
    "scripts/owners.ts": owners.replace("(?:api|", "(?:feed|api|"),
    "manual/questions.txt": "new\n",
    "content/index.mdx": "A better manual.\n",
    "content/new.mdx": "More manual.\n",
    "docent.config.ts": "upstream, changed\n",
    "README.md": "Docent, changed\n",
  });
  git(name, "tag", "v1.1.0");
}

/** Everything that a fork owns, changed. */
function makeOwn(name: string): void {
  commit(name, {
    "package.json": json({
      name: "acme",
      version: "1.0.0",
      scripts: { dev: "old" },
      dependencies: { chart: "3.0.0", next: "1.0.0", zod: "1.2.0" },
    }),
    manual: null,
    "lib/unwanted.ts": null,
    "lib/speed": null,
    "content/index.mdx": "Acme.\n",
    "docent.config.ts": "acme\n",
    "README.md": "Acme\n",
    "site/ui.tsx": "acme\n",
    "app/(default)/pricing/page.tsx": "acme\n",
  });
}

async function upgrade(name: string, ...args: string[]): Promise<{ code: number; output: string }> {
  const run = promisify(execFile)(process.execPath, [script, "--no-install", ...args], { cwd: at(name), env });
  return run.then(
    ({ stdout, stderr }) => ({ code: 0, output: stdout + stderr }),
    (failure: { code: number; stdout: string; stderr: string }) => ({
      code: failure.code,
      output: failure.stdout + failure.stderr,
    }),
  );
}

/** Expects what every upgrade from v1.0.0 to v1.1.0 leaves. */
function expectUpgraded(name: string): void {
  expect(git(name, "status", "--porcelain")).toBe("");
  expect(["lib/fresh.ts", "app/feed/route.ts"].map((file) => existsSync(path.join(at(name), file)))).toEqual([true, true]);
  expect(["manual", "content/new.mdx", "lib/gone.ts"].map((file) => existsSync(path.join(at(name), file)))).toEqual([
    false,
    false,
    false,
  ]);
  expect(
    ["content/index.mdx", "docent.config.ts", "README.md", "site/ui.tsx", "app/(default)/pricing/page.tsx"].map((file) =>
      read(name, file),
    ),
  ).toEqual(["Acme.\n", "acme\n", "Acme\n", "acme\n", "acme\n"]);
  expect(JSON.parse(read(name, "package.json"))).toEqual({
    name: "acme",
    version: "1.1.0",
    scripts: { dev: "new" },
    dependencies: { chart: "3.0.0", next: "2.0.0", zod: "1.2.0" },
  });
  expect(JSON.parse(read(name, "package-lock.json")).name).toBe("acme");
}

describe.each(["fork", "template"] as const)("a site that began as a %s", (kind) => {
  const [engine, site] = [`${kind}-engine`, `${kind}-site`];
  beforeAll(() => {
    createEngine(engine);
    if (kind === "fork") git(engine, "clone", "--quiet", at(engine), at(site));
    else {
      // What "Use this template" does: the same files in a new history.
      cpSync(at(engine), at(site), { recursive: true });
      rmSync(path.join(at(site), ".git"), { recursive: true });
      git(site, "init", "--quiet", "--initial-branch=main");
      git(site, "add", "--all");
      git(site, "commit", "--quiet", "--message", "Initial commit");
    }
    makeOwn(site);
    release(engine);
  });

  test("takes a release without a conflict, keeps what is its own, and says what is breaking", async () => {
    const { code, output } = await upgrade(site, "--from", at(engine));
    expect([code, output]).toEqual([0, expect.stringContaining("- `x` is gone. Use `y`.")]);
    expect(output).not.toContain("`w` is gone");
    expectUpgraded(site);
    expect(["lib/unwanted.ts", "lib/speed"].map((file) => existsSync(path.join(at(site), file)))).toEqual([false, false]);
    expect(output).toMatch(
      /they stay deleted \(git checkout \w{12} -- FILE brings one back\):\n {2}lib\/speed\/\n {2}lib\/unwanted\.ts\n/,
    );
    expect(output).toContain("zod: your 1.2.0 stays; the release has 1.0.0.");
    expect(output).toContain("git reset --hard HEAD~1");
  });

  test("a second time changes nothing", async () => {
    const before = git(site, "rev-parse", "HEAD");
    expect(await upgrade(site)).toMatchObject({ code: 0, output: expect.stringContaining("v1.1.0 is installed already") });
    expect(git(site, "rev-parse", "HEAD")).toBe(before);
  });

  test("an engine file that both sides changed keeps both changes, or is reported as a conflict; it can be aborted", async () => {
    commit(site, { "lib/a.ts": "ONE\ntwo\nthree\nFOUR of ours\n", "lib/fresh.ts": "ours\n" });
    commit(engine, { "lib/a.ts": "ONE and more\ntwo\nthree\nfour\n", "lib/fresh.ts": "theirs\n" });
    git(engine, "tag", "v1.2.0");
    const before = git(site, "rev-parse", "HEAD");
    expect(await upgrade(site)).toMatchObject({
      code: 1,
      output: expect.stringContaining("go back to where you were: git reset --hard HEAD && npm ci"),
    });
    expect(await upgrade(site)).toMatchObject({ code: 1, output: expect.stringContaining("An upgrade is not finished") });
    expect(await upgrade(site, "--abort")).toMatchObject({ code: 0, output: expect.stringContaining("as it was before") });
    expect([git(site, "rev-parse", "HEAD"), git(site, "status", "--porcelain")]).toEqual([before, ""]);
    expect(read(site, "lib/a.ts")).toBe("ONE\ntwo\nthree\nFOUR of ours\n");
    expect(await upgrade(site, "--abort")).toMatchObject({ code: 1, output: expect.stringContaining("No upgrade is under way") });

    const { code, output } = await upgrade(site);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(/Resolve the conflicts, then: git add --all && git commit\n {2}lib\/fresh\.ts/),
    ]);
    expect(read(site, "lib/a.ts")).toBe("ONE and more\ntwo\nthree\nFOUR of ours\n");
    expect(read(site, "lib/fresh.ts")).toContain("<<<<<<< yours\nours\n=======\ntheirs\n>>>>>>> release");
  });

  test("a merge that was finished by hand is not an upgrade under way; uncommitted changes stop the next with a message", async () => {
    commit(site, { "lib/fresh.ts": "ours and theirs\n" });
    expect(await upgrade(site)).toMatchObject({ code: 0, output: expect.stringContaining("v1.2.0 is installed already") });
    writeFileSync(path.join(at(site), "lib/a.ts"), "edited\n");
    expect(await upgrade(site, "--to", "v1.0.0")).toMatchObject({
      code: 1,
      output: expect.stringContaining("There are uncommitted changes"),
    });
  });
});

test("a history that begins after init, and an engine without tags: nothing that init removed comes back", async () => {
  createEngine("untagged");
  commit("untagged", {
    "bench/run.ts": "old\n",
    "public/images/box.svg": "old\n",
    "content/en/v2/quickstart.mdx": "old\n",
    "lib/late.ts": "a\nb\nc\nd\n",
  });
  git("untagged", "tag", "--delete", "v1.0.0");
  mkdirSync(at("late"));
  cpSync(at("untagged"), at("late"), { recursive: true });
  rmSync(path.join(at("late"), ".git"), { recursive: true });
  cpSync(path.join(at("late"), "content/en"), path.join(at("late"), "manual/pages"), { recursive: true });
  for (const gone of ["bench", "manual/questions.txt", "content/en", "public"])
    rmSync(path.join(at("late"), gone), { recursive: true });
  git("late", "init", "--quiet", "--initial-branch=main");
  const { version } = JSON.parse(read("late", "package.json"));
  commit("late", {
    "package.json": json({ name: "acme", version, docent: { upstream: at("untagged") }, scripts: { dev: "old" } }),
  });
  commit("late", { "lib/late.ts": "a\nb\nc\nD of ours\n", "lib/unwanted.ts": null });
  commit("untagged", {
    "package.json": json({ name: "docent", version: "1.1.0", license: "MIT", scripts: { dev: "new", bench: "x" } }),
    "bench/more.ts": "new\n",
    "manual/more.txt": "new\n",
    "lib/late.ts": "A\nb\nc\nd\n",
    "lib/unwanted.ts": "new\n",
    "content/en/v2/quickstart.mdx": "new\n",
    "content/en/v2/more.mdx": "new\n",
  });
  commit("untagged", { "lib/later.ts": "after the release\n" });

  const { code, output } = await upgrade("late");
  expect([code, output]).toEqual([0, expect.stringContaining("v1.1.0: 2 files taken, 0 removed, 1 merged.")]);
  expect(git("late", "status", "--porcelain")).toBe("");
  expect(git("late", "ls-files").split("\n").sort()).toEqual(
    [
      ...["CHANGELOG.md", "README.md", "content/index.mdx", "docent.config.ts", "lib/a.ts", "lib/gone.ts", "lib/late.ts"],
      ...["lib/speed/run.ts", "manual/pages/v2/more.mdx", "manual/pages/v2/quickstart.mdx", "package-lock.json"],
      ...["package.json", "scripts/owners.ts"],
    ].sort(),
  );
  expect(read("late", "lib/late.ts")).toBe("A\nb\nc\nD of ours\n");
  expect(read("late", "manual/pages/v2/quickstart.mdx")).toBe("new\n");
  expect(JSON.parse(read("late", "package.json"))).toEqual({
    name: "acme",
    version: "1.1.0",
    docent: { upstream: at("untagged") },
    scripts: { dev: "new" },
  });
  expect((await upgrade("late")).output).toContain("v1.1.0 is installed already");
});

test("no git, and an address that cannot be read, are reported in words", async () => {
  mkdirSync(at("plain"));
  expect(await upgrade("plain")).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^This folder is not a git repository/),
  });
  createEngine("astray");
  const { code, output } = await upgrade("astray", "--from", at("nowhere"));
  expect([code, output]).toEqual([1, expect.stringMatching(/nowhere cannot be read: fatal: [\s\S]*Is it the repository/)]);
  expect([output, git("astray", "remote")]).toEqual([expect.not.stringContaining("    at "), ""]);
});

test("without an address it asks for one", async () => {
  createEngine("lonely");
  expect(await upgrade("lonely")).toMatchObject({
    code: 1,
    output: expect.stringContaining("The engine's repository is not known"),
  });
});
