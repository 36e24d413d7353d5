import { execFile, execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { beforeEach, describe, expect, test } from "vitest";
import { makeFolder } from "../internal/testing/folder.ts";

const script = path.join(import.meta.dirname, "upgrade.ts");
const owners = readFileSync(path.join(import.meta.dirname, "owners.ts"), "utf8");
const folder = makeFolder();

const at = (name: string) => path.join(folder, name);
const identity = { GIT_AUTHOR_NAME: "T", GIT_AUTHOR_EMAIL: "t@e.org", GIT_COMMITTER_NAME: "T", GIT_COMMITTER_EMAIL: "t@e.org" };
// Nothing of the machine's own git, whose user it may name.
const env = { ...process.env, ...identity, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
const git = (repository: string, ...args: string[]) =>
  execFileSync("git", args, { cwd: at(repository), env, encoding: "utf8" }).trim();
const read = (repository: string, file: string) => readFileSync(path.join(at(repository), file), "utf8");
const has = (repository: string, file: string) => existsSync(path.join(at(repository), file));

function write(repository: string, files: Record<string, string | null>): void {
  for (const [file, text] of Object.entries(files)) {
    const target = path.join(at(repository), file);
    mkdirSync(path.dirname(target), { recursive: true });
    if (text === null) rmSync(target, { recursive: true });
    else writeFileSync(target, text);
  }
}

function commit(repository: string, files: Record<string, string | null>): string {
  write(repository, files);
  git(repository, "add", "--all");
  git(repository, "commit", "--quiet", "--message", "change");
  return git(repository, "rev-parse", "HEAD");
}

const json = (value: object) => `${JSON.stringify(value, null, 2)}\n`;
const lock = json({ name: "docent", lockfileVersion: 3, requires: true, packages: { "": { name: "docent" } } });

/** An engine with a release v1.0.0. */
function createEngine(name: string): void {
  mkdirSync(at(name));
  git(name, "init", "--quiet", "--initial-branch=main");
  commit(name, {
    ".gitignore": ".docent/\nnode_modules/\n",
    "package.json": json({ name: "docent", version: "1.0.0", scripts: { dev: "old" } }),
    "package-lock.json": lock,
    "CHANGELOG.md": "# Changelog\n\n## 1.0.0\n\n### Breaking\n\n- `w` is gone.\n",
    "scripts/owners.ts": owners,
    "lib/config/settings.txt": "name\n",
    "lib/a.ts": "one\ntwo\nthree\nfour\n",
    "lib/long.ts": Array.from({ length: 40 }, (_, line) => `export const value${line} = ${line};\n`).join(""),
    "lib/gone.ts": "old\n",
    "lib/unwanted.ts": "old, and of its own\n",
    "lib/speed/run.ts": "old run\n",
    "docs/decisions/1.md": "old\n",
    "content/en/v2/index.mdx": "Manual.\n",
    "docent.config.ts": "upstream\n",
    "README.md": "Docent\n",
  });
  git(name, "tag", "--annotate", "--message", "1.0.0", "v1.0.0");
}

/** A release v1.1.0 that changes everything. */
function release(name: string): string {
  const moved = read(name, "lib/long.ts").replace("value1 = 1", "value1 = 11");
  const made = commit(name, {
    "package.json": json({ name: "docent", version: "1.1.0", scripts: { dev: "new" } }),
    "CHANGELOG.md":
      "# Changelog\n\n## 1.1.0\n\n### Breaking\n\n- `x` is gone.\n  Use `y`.\n\n### Added\n\n- A gain.\n\n## 1.0.0\n\n### Breaking\n\n- `w` is gone.\n",
    "lib/config/settings.txt": "name\nsearch.fast\n",
    "lib/unwanted.ts": "new\n",
    "lib/speed/run.ts": "new run\n",
    "lib/speed/size.ts": "new size\n",
    "lib/a.ts": "ONE\ntwo\nthree\nfour\n",
    "lib/long.ts": null,
    "lib/moved/long.ts": moved,
    "lib/fresh.ts": "new\n",
    "lib/gone.ts": null,
    "app/feed/route.ts": "engine\n",
    "scripts/owners.ts": owners.replace("(?:api|", "(?:feed|api|"),
    "docs/decisions/2.md": "new\n",
    "content/en/v2/index.mdx": "A better manual.\n",
    "docent.config.ts": "upstream, changed\n",
    "README.md": "Docent, changed\n",
  });
  git(name, "tag", "v1.1.0");
  return made;
}

/** What init and an owner do: everything that is theirs, and edits of the engine. */
function makeOwn(name: string, docent?: object): void {
  commit(name, {
    "package.json": json({ name: "acme", version: "3.2.1", docent, scripts: { dev: "old", draw: "own" } }),
    docs: null,
    "content/en": null,
    "manual/pages/v2/index.mdx": "Manual.\n",
    "lib/unwanted.ts": null,
    "lib/speed": null,
    "lib/long.ts": read(name, "lib/long.ts").replace("value30 = 30", "value30 = 3000"),
    "content/index.mdx": "Acme.\n",
    "docent.config.ts": "acme\n",
    "README.md": "Acme\n",
    "site/ui.tsx": "acme\n",
    "lib/own.ts": "acme\n",
    "app/(default)/pricing/page.tsx": "acme\n",
  });
}

/** Restarts the history with one commit, as "Use this template" does. */
function forget(name: string): void {
  rmSync(path.join(at(name), ".git"), { recursive: true });
  git(name, "init", "--quiet", "--initial-branch=main");
  git(name, "add", "--all");
  git(name, "commit", "--quiet", "--message", "Initial commit");
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
function expectUpgraded(name: string, { before, engine }: { before: string; engine: string }): void {
  expect(git(name, "status", "--porcelain")).toBe("");
  expect(git(name, "log", "-1", "--format=%P %s %an")).toBe(`${before} chore: upgrade the engine to v1.1.0 T`);
  for (const file of ["lib/fresh.ts", "app/feed/route.ts", "lib/moved/long.ts"])
    expect([file, has(name, file)]).toEqual([file, true]);
  for (const file of ["docs", "content/en", "lib/gone.ts", "lib/long.ts", "lib/unwanted.ts", "lib/speed"])
    expect([file, has(name, file)]).toEqual([file, false]);
  const own = [
    "content/index.mdx",
    "docent.config.ts",
    "README.md",
    "site/ui.tsx",
    "lib/own.ts",
    "app/(default)/pricing/page.tsx",
  ];
  expect(own.map((file) => read(name, file))).toEqual(["Acme.\n", "acme\n", "Acme\n", "acme\n", "acme\n", "acme\n"]);
  expect(read(name, "manual/pages/v2/index.mdx")).toBe("A better manual.\n");
  expect(read(name, "lib/moved/long.ts")).toMatch(/value1 = 11;[\s\S]*value30 = 3000;/);
  expect(JSON.parse(read(name, "package.json"))).toEqual({
    name: "acme",
    version: "3.2.1",
    docent: { upstream: at(engine), engine: git(engine, "rev-parse", "v1.1.0") },
    scripts: { dev: "new", draw: "own" },
  });
  expect(JSON.parse(read(name, "package-lock.json")).name).toBe("acme");
}

describe.each(["clone", "template", "recorded"] as const)("a site that began as a %s", (kind) => {
  let count = 0;
  let [engine, site] = ["", ""];
  beforeEach(() => {
    count += 1;
    [engine, site] = [`${kind}-engine-${count}`, `${kind}-site-${count}`];
    createEngine(engine);
    git(engine, "clone", "--quiet", at(engine), at(site));
    git(site, "remote", "remove", "origin");
    if (kind === "template") forget(site);
    makeOwn(site, kind === "recorded" ? { upstream: at(engine), engine: git(engine, "rev-parse", "v1.0.0^{}") } : undefined);
    if (kind === "recorded") forget(site);
    release(engine);
  });

  test("takes a release as one commit, keeps what is its own, and says what is breaking", async () => {
    const before = git(site, "rev-parse", "HEAD");
    const listRefs = () => git(site, "for-each-ref", "--format=%(refname)");
    const refs = listRefs();
    const { code, output } = await upgrade(site, "--from", at(engine));
    expect([code, output]).toEqual([0, expect.stringContaining("v1.0.0 → v1.1.0: ")]);
    expect(output).toContain("Breaking, with what to do:\n- `x` is gone. Use `y`.\nNew:\n- A gain.\n");
    expect(output).not.toContain("`w` is gone");
    expect(output).toContain("New settings: search.fast\n");
    expect(output).toContain("Deleted by you, changed by the release, and still deleted: lib/speed/, lib/unwanted.ts\n");
    expect(output).toContain("git revert --no-edit HEAD && npm ci");
    expectUpgraded(site, { before, engine });
    expect([git(site, "remote"), listRefs()]).toEqual(["", refs]);
    // Nothing of the site is in the store alone.
    rmSync(path.join(at(site), ".docent"), { recursive: true });
    expect(() => git(site, "fsck", "--connectivity-only")).not.toThrow();
    expect(has(site, ".git/shallow")).toBe(false);

    const upgraded = git(site, "rev-parse", "HEAD");
    expect(await upgrade(site)).toMatchObject({ code: 0, output: expect.stringContaining("v1.1.0 is installed already") });
    expect(git(site, "rev-parse", "HEAD")).toBe(upgraded);
    git(site, "revert", "--no-edit", "HEAD");
    expect(git(site, "diff", before, "HEAD")).toBe("");
  });

  test("two releases in turn leave what one step to the last leaves", async () => {
    git(site, "clone", "--quiet", at(site), at(`${site}-direct`));
    expect((await upgrade(site, "--from", at(engine))).code).toBe(0);
    commit(engine, { "lib/a.ts": "ONE\ntwo\nTHREE\nfour\n", "lib/later.ts": "later\n" });
    git(engine, "tag", "v1.2.0");
    expect((await upgrade(site)).code).toBe(0);
    git(`${site}-direct`, "remote", "remove", "origin");
    expect((await upgrade(`${site}-direct`, "--from", at(engine))).code).toBe(0);
    const trees = [site, `${site}-direct`].map((each) => git(each, "rev-parse", "HEAD^{tree}"));
    expect(trees[0]).toBe(trees[1]);
  });
});

describe("an upgrade with conflicts", () => {
  const [engine, site] = ["conflict-engine", "conflict-site"];

  test("is listed by name, is aborted to the last byte, and is finished by git's own command", async () => {
    createEngine(engine);
    git(engine, "clone", "--quiet", at(engine), at(site));
    makeOwn(site, { upstream: at(engine) });
    release(engine);
    commit(site, { "lib/a.ts": "one of ours\ntwo\nthree\nfour\n", "lib/fresh.ts": "ours\n", "lib/gone.ts": "edited\n" });
    const before = git(site, "rev-parse", "HEAD");

    const { code, output } = await upgrade(site);
    expect([code, output]).toEqual([
      1,
      expect.stringMatching(
        /to resolve: lib\/a\.ts, lib\/fresh\.ts, lib\/gone\.ts\nNext: resolve them.* git cherry-pick --abort && npm ci/,
      ),
    ]);
    expect(output.trim().split("\n").length).toBeLessThanOrEqual(20);
    expect(read(site, "lib/a.ts")).toContain("<<<<<<<");
    expect(await upgrade(site)).toMatchObject({ code: 1, output: expect.stringContaining("An upgrade is not finished") });
    expect(await upgrade(site, "--abort")).toMatchObject({ code: 0, output: expect.stringContaining("as it was before") });
    expect([git(site, "rev-parse", "HEAD"), git(site, "status", "--porcelain")]).toEqual([before, ""]);
    expect(await upgrade(site, "--abort")).toMatchObject({
      code: 1,
      output: expect.stringContaining("No upgrade is unfinished"),
    });

    await upgrade(site);
    write(site, { "lib/a.ts": "both\n", "lib/fresh.ts": "both\n", "lib/gone.ts": null });
    git(site, "add", "--all");
    git(site, "-c", "core.editor=true", "cherry-pick", "--continue");
    expectUpgraded(site, { before, engine });
    expect(await upgrade(site)).toMatchObject({ code: 0, output: expect.stringContaining("v1.1.0 is installed already") });
  });
});

describe("an upgrade that cannot begin", () => {
  test("says so before it writes anything", async () => {
    mkdirSync(at("plain"));
    expect(await upgrade("plain")).toMatchObject({
      code: 1,
      output: expect.stringMatching(/^This folder is not a git repository/),
    });

    createEngine("ready-engine");
    git("ready-engine", "clone", "--quiet", at("ready-engine"), at("ready"));
    makeOwn("ready", { upstream: at("ready-engine") });
    release("ready-engine");
    appendFileSync(path.join(at("ready"), "README.md"), "edited\n");
    expect(await upgrade("ready")).toMatchObject({ code: 1, output: expect.stringContaining("There are uncommitted changes") });
    git("ready", "checkout", "--", "README.md");

    const nobody = {
      ...env,
      GIT_COMMITTER_NAME: "",
      GIT_COMMITTER_EMAIL: "",
      GIT_AUTHOR_NAME: "",
      GIT_AUTHOR_EMAIL: "",
      EMAIL: "",
    };
    const run = promisify(execFile)(process.execPath, [script, "--no-install"], { cwd: at("ready"), env: nobody });
    await expect(run).rejects.toMatchObject({ stderr: expect.stringContaining("git does not know who commits") });

    for (const [args, words] of [
      [["--from", at("nowhere")], /nowhere cannot be read: fatal: [\s\S]*Is it the repository/],
      [["--to", "v9.9.9"], /There is no release, branch or whole commit hash v9\.9\.9\. Releases: v1\.0\.0, v1\.1\.0\./],
      [["--base", "0".repeat(40)], /ready-engine/],
    ] as const) {
      const { code, output } = await upgrade("ready", ...args);
      expect([code, output]).toEqual([1, expect.stringMatching(words)]);
      expect(output).not.toContain("    at ");
    }
    expect(git("ready", "status", "--porcelain")).toBe("");
  });

  test("asks for an address, and for the commit that a site of unknown beginning is on", async () => {
    createEngine("lonely-engine");
    cpSync(at("lonely-engine"), at("lonely"), { recursive: true });
    makeOwn("lonely");
    forget("lonely");
    expect(await upgrade("lonely")).toMatchObject({
      code: 1,
      output: expect.stringContaining("engine's repository is not known"),
    });
    release("lonely-engine");
    const before = git("lonely", "rev-parse", "HEAD");
    const { code, output } = await upgrade("lonely", "--from", at("lonely-engine"));
    expect([code, output]).toEqual([1, expect.stringContaining("npm run upgrade -- --base v1.1.0")]);
    expect((await upgrade("lonely", "--from", at("lonely-engine"), "--base", "v1.0.0")).code).toBe(0);
    expectUpgraded("lonely", { before, engine: "lonely-engine" });
  });
});

test("--check says what is newer and changes nothing", async () => {
  createEngine("check-engine");
  git("check-engine", "clone", "--quiet", at("check-engine"), at("check"));
  makeOwn("check", { upstream: at("check-engine") });
  expect(await upgrade("check", "--check")).toEqual({ code: 0, output: "v1.0.0 is the newest release.\n" });
  release("check-engine");
  expect(await upgrade("check", "--check")).toEqual({
    code: 3,
    output: "v1.1.0 is available; this site is on v1.0.0. Take it: npm run upgrade\n- `x` is gone. Use `y`.\n- A gain.\n",
  });
  expect(git("check", "status", "--porcelain")).toBe("");
});

test("what a site still has of the workshop leaves, but for what its owner has edited; hooks of the site do not run", async () => {
  createEngine("late-engine");
  git("late-engine", "clone", "--quiet", at("late-engine"), at("late"));
  makeOwn("late", { upstream: at("late-engine") });
  commit("late", { "docs/decisions/1.md": "old\n", "docs/own.md": "ours\n" });
  const hook = path.join(at("late"), ".git/hooks/commit-msg");
  writeFileSync(hook, "#!/bin/sh\nexit 1\n");
  chmodSync(hook, 0o755);
  release("late-engine");
  expect((await upgrade("late")).code).toBe(0);
  expect([has("late", "docs/decisions"), has("late", "docs/own.md")]).toEqual([false, true]);
});

test("the workshop's packages leave a site of an earlier release; what its own tests import stays, with settings of their own", async () => {
  const tools = { "tools/vitest/package.json": json({ name: "vitest", version: "5.0.0" }) };
  const devDependencies = { vitest: "file:tools/vitest", wabt: "file:tools/wabt" };
  const scripts = { dev: "old", lint: "node scripts/lint.ts", bench: "node internal/bench/bench.ts" };
  const settings = { "vitest.config.ts": "engine\n", "biome.json": "{}\n", "e2e/search.spec.ts": "engine\n" };
  createEngine("tests-engine");
  const manifest = { name: "docent", version: "1.0.0", scripts, devDependencies, workspaces: ["e2e/v4-client"] };
  commit("tests-engine", { ...settings, ...tools, "package.json": json(manifest) });
  git("tests-engine", "tag", "--force", "v1.0.0");
  for (const [site, test] of [
    ["with-tests", 'import { test } from "vitest";\n'],
    ["without-tests", ""],
  ] as const) {
    git("tests-engine", "clone", "--quiet", at("tests-engine"), at(site));
    const docent = { upstream: at("tests-engine"), engine: git("tests-engine", "rev-parse", "HEAD") };
    const owned = { "package.json": json({ ...manifest, name: "acme", docent }), "docent.config.ts": "acme\n", docs: null };
    commit(site, { ...owned, ...(test && { "site/own.test.ts": test }) });
  }
  commit("tests-engine", { "lib/fresh.ts": "new\n" });
  git("tests-engine", "tag", "v1.1.0");

  for (const site of ["with-tests", "without-tests"]) {
    expect(await upgrade(site)).toMatchObject({ code: 0 });
    const own = JSON.parse(read(site, "package.json"));
    expect([own.workspaces, own.scripts.bench, own.scripts.lint]).toEqual([
      undefined,
      undefined,
      expect.stringContaining("retired"),
    ]);
    expect(["biome.json", "e2e/search.spec.ts"].filter((file) => has(site, file))).toEqual([]);
    const keeps = site === "with-tests";
    expect(own.devDependencies).toEqual(keeps ? { vitest: devDependencies.vitest } : undefined);
    expect(has(site, "vitest.config.ts") && read(site, "vitest.config.ts").includes("defineConfig({")).toBe(keeps);
  }
  // The settings are the owner's from now on.
  commit("with-tests", { "vitest.config.ts": "ours\n" });
  commit("tests-engine", { "vitest.config.ts": "engine, changed\n" });
  git("tests-engine", "tag", "v1.2.0");
  expect(await upgrade("with-tests")).toMatchObject({ code: 0 });
  expect(read("with-tests", "vitest.config.ts")).toBe("ours\n");
  expect(JSON.parse(read("with-tests", "package.json")).devDependencies).toEqual({ vitest: devDependencies.vitest });
});
