import { execFile, execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { beforeEach, describe, expect, test } from "vitest";
import { checkConfig } from "../../lib/config/config.ts";
import { checkSite } from "../../lib/content/check/check.ts";
import { buildSite } from "../../lib/content/content.ts";
import { pagesInOrder } from "../../lib/navigation/navigation.ts";
import { contrastOf, PAPER } from "../../lib/site/served/look.ts";
import { createFiles } from "../testing/content.ts";
import { makeFolder } from "../testing/folder.ts";
import { askFor, faultIn, toId } from "./answers.ts";
import { toFiles } from "./files.ts";

let folder: string;
const identity = { GIT_AUTHOR_NAME: "T", GIT_AUTHOR_EMAIL: "t@e.org", GIT_COMMITTER_NAME: "T", GIT_COMMITTER_EMAIL: "t@e.org" };
// An address of ssh is never asked.
const env: NodeJS.ProcessEnv = { ...process.env, ...identity, GIT_SSH_COMMAND: "false" };
const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, env, encoding: "utf8" }).trim();

const describing = (title: string) => `openapi: 3.1.0\ninfo: { title: ${title}, version: "1" }\npaths: {}\n`;
const readJson = (file: string) => JSON.parse(readFileSync(path.join(folder, file), "utf8"));

function write(file: string, text: string): void {
  mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
  writeFileSync(path.join(folder, file), text);
}

beforeEach(() => {
  folder = makeFolder();
  git("init", "--quiet");
  const files = {
    "package.json": JSON.stringify({
      name: "docent",
      license: "MIT",
      scripts: { dev: "next dev", bench: "node internal/bench/bench.ts", "exercise:fork": "node internal/exercises/fork.ts" },
    }),
    "package-lock.json": JSON.stringify({ name: "docent", packages: { "": { name: "docent" } } }),
    "api.yaml": describing("api"),
  };
  const others = [
    "internal/manual/a.test.ts",
    "content/en/v2/index.mdx",
    "public/images/box.svg",
    "public/docent.svg",
    "site/landing.tsx",
    "lib/engine.ts",
    ...["lib/engine.test.ts", "e2e/search.spec.ts", "e2e/site.spec.ts", "vitest.config.ts", "biome.json"],
    ...["internal/bench/bench.ts", "docs/screenshot.png", "internal/exercises/fork.ts", ".ci/run", "ARCHITECTURE.md"],
    ...[".github/workflows/ci.yml", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md"],
  ];
  for (const file of others) write(file, "Docent\n");
  for (const [file, text] of Object.entries(files)) write(file, text);
  git("add", "--all");
  git("commit", "--quiet", "--message", "begin");
});

async function init(...args: string[]): Promise<{ code: number; output: string }> {
  const script = path.join(import.meta.dirname, "init.ts");
  return promisify(execFile)(process.execPath, [script, "--yes", ...args], { cwd: folder, env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (failure: { code: number; stdout: string; stderr: string }) => ({
      code: failure.code,
      output: failure.stdout + failure.stderr,
    }),
  );
}

test("init writes a site with the given name and leaves nothing of the one before; a second time changes nothing", async () => {
  git("remote", "add", "origin", "git@github.com:kiln/docs.git");
  const args = ["--languages", "en,fr", "--versions", "v2,v1", "--api", "api.yaml", "--url", "https://kiln.example/docs/"];
  expect(await init("--name", "Kiln Works", ...args)).toMatchObject({ code: 0 });
  const gone = [
    ...["internal", "public", "site/landing.tsx", "docs", ".ci", ".github/workflows/ci.yml"],
    ...["lib/engine.test.ts", "e2e/search.spec.ts", "vitest.config.ts", "biome.json"],
    ...["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "SECURITY.md"],
  ];
  expect(gone.filter((file) => existsSync(path.join(folder, file)))).toEqual([]);
  for (const file of ["lib/engine.ts", "e2e/site.spec.ts"])
    expect(readFileSync(path.join(folder, file), "utf8")).toBe("Docent\n");
  expect(readFileSync(path.join(folder, "content/en/v2/index.mdx"), "utf8")).toContain("title: Kiln Works");
  expect(readFileSync(path.join(folder, "docent.config.ts"), "utf8")).toMatch(
    /siteUrl: "https:\/\/kiln\.example",[\s\S]*basePath: "\/docs"/,
  );
  const readme = readFileSync(path.join(folder, "README.md"), "utf8");
  expect(readme).toContain("npm run build && npm start\n");
  expect(readme).toContain("https://vercel.com/new/clone?repository-url=https%3A%2F%2Fgithub.com%2Fkiln%2Fdocs&products=");
  for (const file of ["index.mdx", "meta.json"])
    expect(readFileSync(path.join(folder, "content/fr/v2", file), "utf8")).toBe(
      readFileSync(path.join(folder, "content/en/v2", file), "utf8"),
    );
  expect(readJson("package.json")).toEqual({
    name: "kiln-works",
    description: "The documentation of Kiln Works.",
    docent: { upstream: "git@github.com:kiln/docs.git" },
    scripts: { dev: "next dev", lint: expect.stringContaining("scripts/retired.ts"), format: expect.any(String) },
  });
  expect(["v2/index.mdx", "images/box.svg"].map((file) => readFileSync(path.join(folder, "manual/pages", file), "utf8"))).toEqual(
    ["Docent\n", "Docent\n"],
  );
  expect(readme).toContain("The engine comes from <git@github.com:kiln/docs.git>.");
  expect(readFileSync(path.join(folder, ".github/CONTRIBUTING.md"), "utf8")).not.toContain("{{");
  expect(readJson("package-lock.json").packages).toEqual({ "": { name: "kiln-works" } });
  expect(readFileSync(path.join(folder, ".github/CONTRIBUTING.md"), "utf8")).toContain("documentation of Kiln Works");
  expect(readdirSync(path.join(folder, ".github/workflows"))).toEqual([
    "review-comment.yml",
    "review.yml",
    "security.yml",
    "test.yml",
  ]);
  expect(readFileSync(path.join(folder, ".github/ENGINE-LICENSE"), "utf8")).toBe("Docent\n");
  git("add", "--all");
  git("commit", "--quiet", "--message", "mine");
  expect(await init("--name", "Other")).toEqual({ code: 0, output: "This site is yours already; nothing was changed.\n" });
  expect(git("status", "--porcelain")).toBe("");
});

test("without an address and a repository the README says how to set the one, and has no button", async () => {
  expect(await init()).toMatchObject({ code: 0 });
  const readme = readFileSync(path.join(folder, "README.md"), "utf8");
  expect(readme).toContain("npm run build && SITE_URL=https://docs.example.com npm start\n```\n\n## ");
  expect(readme).not.toContain("vercel.com");
});

test("uncommitted changes stop it in words, and nothing is changed", async () => {
  write("lib/engine.ts", "edited\n");
  expect(await init()).toMatchObject({ code: 1, output: expect.stringContaining("There are uncommitted changes") });
  expect(existsSync(path.join(folder, "internal"))).toBe(true);
});

test.each([
  [["--name", "a: b"], "--name: must be at most 60 letters"],
  [["--colors", "red"], '--colors: must be one or two colours, such as "#3b5bdb,#91a7ff"'],
  [["--languages", "English"], '--languages: must be language tags, such as "en,fr"'],
  [["--url", "https://example.com/docs?a=b"], "--url: must be an http or https address, such as"],
  [["--url", "https://example.com/a%20b"], "--url: must be an http or https address, such as"],
  [["--url", "docs.example.com"], "--url: must be an http or https address, such as"],
  [["--api", "http://api.example.com/a.yaml"], "--api: must begin with https:, as in https://api.example.com/a.yaml"],
  [["--api", "missing.yaml"], "--api: there is no file missing.yaml."],
])("%j is refused before anything is changed", async (args, message) => {
  expect(await init(...args)).toMatchObject({ code: 1, output: expect.stringContaining(message) });
  expect(git("status", "--porcelain")).toBe("");
});

describe("an API description from elsewhere", () => {
  const elsewhere = makeFolder();
  const put = (name: string, text: string) => {
    mkdirSync(path.join(elsewhere, path.dirname(name)), { recursive: true });
    writeFileSync(path.join(elsewhere, name), text);
  };

  test("becomes a file of the content, and a new file beside the manual is not an obstacle", async () => {
    put("acme.yml", describing("Acme"));
    write("notes.txt", "mine\n");
    expect(await init("--api", path.join(elsewhere, "acme.yml"))).toMatchObject({ code: 0 });
    expect(readFileSync(path.join(folder, "content/openapi.yml"), "utf8")).toBe(describing("Acme"));
    expect(readFileSync(path.join(folder, "docent.config.ts"), "utf8")).toContain('apiDescription: "content/openapi.yml"');
    expect(existsSync(path.join(folder, "notes.txt"))).toBe(true);
  });

  test("comes with the files that it refers to; what looks like a reference in an extension is none", async () => {
    const paths = `paths:\n  /pets:\n    $ref: "paths/pets.yaml"\n    x-origin: { $ref: nowhere.yaml }\n`;
    put("api/acme.yaml", `openapi: 3.1.0\ninfo: { title: A, version: "1" }\n${paths}`);
    put("api/paths/pets.yaml", 'get: { responses: { "200": { $ref: "../responses.yaml#/ok" } } }\n');
    put("api/responses.yaml", "ok: { description: OK }\n");
    const { code, output } = await init("--api", path.join(elsewhere, "api/acme.yaml"));
    expect([code, output]).toEqual([0, expect.not.stringContaining("faults")]);
    const files = ["openapi.yaml", "paths/pets.yaml", "responses.yaml"];
    expect(files.filter((file) => existsSync(path.join(folder, "content/openapi", file)))).toEqual(files);
    expect(readFileSync(path.join(folder, "docent.config.ts"), "utf8")).toContain(
      'apiDescription: "content/openapi/openapi.yaml"',
    );
  });

  test("is used with a fault that costs a part of it, which is named", async () => {
    put("acme.yaml", `${describing("Acme")}components: { schemas: { Pet: { $ref: pet.yaml } } }\n`);
    const { code, output } = await init("--api", path.join(elsewhere, "acme.yaml"));
    expect(code).toBe(0);
    expect(output).toMatch(
      /these faults cost a part of it each:\n.*acme\.yaml:\d+:\d+: #\/components\/schemas\/Pet.*there is no file/,
    );
  });

  test.each([
    ["no OpenAPI", "openapi: 2.0\n", "Version 2 is not supported"],
    ["Swagger 2", 'swagger: "2.0"\n', "Convert the description to OpenAPI 3"],
    ["no YAML", "openapi: [\n", "not valid YAML"],
  ])("that no build could use is refused before anything is changed: %s", async (_, text, words) => {
    put("acme.yaml", text);
    expect(await init("--api", path.join(elsewhere, "acme.yaml"))).toMatchObject({
      code: 1,
      output: expect.stringContaining(words),
    });
    expect(git("status", "--porcelain")).toBe("");
  });
});

test.each([
  ["en,es-MX", false],
  ["en,zh-CN,pt-BR", false],
  ["en,nl,sv", true],
])("%s: languages that the interface does not speak are named: %s", async (languages, named) => {
  const { output } = await init("--languages", languages);
  expect(output.includes("Buttons and notices are in English for nl, sv until site/messages has them.")).toBe(named);
});

test("a new file in a folder that goes is not lost", async () => {
  write("content/en/v2/mine.mdx", "# Mine\n");
  expect(await init()).toMatchObject({ code: 1, output: expect.stringContaining("There are uncommitted changes") });
});

test("one accent colour is made lighter for dark mode until it can be read there", async () => {
  const { colors } = await askFor({ colors: "#0f766e" }, { yes: true });
  expect(colors.light).toBe("#0f766e");
  expect(contrastOf(colors.dark, PAPER.dark)).toBeGreaterThanOrEqual(4.5);
});

test("an API description is asked for again when there is no such file", () => {
  expect(faultIn("api", "missing.yaml")).toBe("there is no file missing.yaml.");
  expect(faultIn("api", "package.json")).toBeUndefined();
});

describe.each([
  { languages: ["en"], versions: [] },
  { languages: ["fr", "en"], versions: [] },
  { languages: ["en", "de"], versions: ["v2", "v1"] },
])("the starter of $languages and $versions", (parts) => {
  test("has a configuration that can be used and pages without a mistake", async () => {
    const { files, project, site } = await build();
    const findings = await checkSite(site, { hasPublicFile: () => false });
    expect(findings.filter(({ severity }) => severity === "error")).toEqual([]);
    expect(
      site.pages.filter(({ language, version }) => language === project.defaultLanguage && version === project.defaultVersion),
    ).toHaveLength(6);
    expect(Object.values(files).join("\n")).not.toMatch(/\bDocent\b(?!Config)|(?<!\$)\{\{/);
  });

  test("says where to write a page: there it is a page, and in the menu", async () => {
    const { files } = await build();
    const [, file = "", text = ""] = /```mdx (\S+)\n(---[\s\S]*?)```/.exec(Object.values(files).join("\n")) ?? [];
    const { site, project } = await build({ [file]: text });
    expect(site.findings).toEqual([]);
    expect(
      pagesInOrder(site, { language: project.defaultLanguage, version: project.defaultVersion }).map(({ path }) => path),
    ).toContain("/docs/guides/backups");
  });

  async function build(more: Record<string, string> = {}) {
    const files = {
      ...toFiles({
        name: "Kiln & Co.",
        colors: { light: "#9c3d10", dark: "#ffb38a" },
        api: undefined,
        url: undefined,
        basePath: "",
        upstream: undefined,
        ...parts,
      }),
      ...more,
    };
    const [, source = ""] = /export default ([\s\S]*) satisfies/.exec(files["docent.config.ts"] ?? "") ?? [];
    const config = checkConfig(new Function(`return ${source}`)(), "the starter");
    const [project] = config.projects;
    if (!project) throw new Error("The starter has no project.");
    const pages = Object.entries(files).filter(([file]) => file.startsWith("content/"));
    const content = createFiles(Object.fromEntries(pages.map(([file, text]) => [file.slice("content/".length), text])));
    const site = await buildSite(project, content);
    return { files, project, site };
  }
});

test("init writes down which commit of the engine the copy was made from, also where the owner has commits of their own", async () => {
  const engine = path.join(makeFolder(), "engine");
  git("clone", "--quiet", "--bare", folder, engine);
  const head = git("rev-parse", "HEAD");
  writeFileSync(path.join(folder, "notes.txt"), "ours\n");
  git("add", "--all");
  git("commit", "--quiet", "--message", "ours");
  expect(await init("--name", "Kiln", "--upstream", engine)).toMatchObject({ code: 0 });
  expect(readJson("package.json")).toMatchObject({ docent: { upstream: engine, engine: head } });
});

test("packages of the engine's own leave package.json, its lock file and node_modules, without a network", async () => {
  write("e2e/v4-client/package.json", JSON.stringify({ name: "v4-client", version: "1.0.0" }));
  const parts = { devDependencies: {}, workspaces: ["e2e/v4-client"], allowScripts: { node: true } };
  write("package.json", JSON.stringify({ name: "docent", scripts: { dev: "next dev" }, ...parts }));
  write(".gitignore", "node_modules\n");
  execFileSync("npm", ["install", "--offline"], { cwd: folder });
  expect(Object.keys(readJson("package-lock.json").packages)).toContain("e2e/v4-client");
  git("add", "--all");
  git("commit", "--quiet", "--message", "packages");
  const { code, output } = await init("--name", "Kiln");
  expect([code, output]).toEqual([0, expect.not.stringContaining("npm could not")]);
  expect(Object.keys(readJson("package.json")).filter((key) => key in parts)).toEqual([]);
  expect(readJson("package-lock.json").packages).toEqual({ "": { name: "kiln" } });
  expect(existsSync(path.join(folder, "node_modules/v4-client"))).toBe(false);
});

test("init says what to install before what comes next, where the shell's Node is too old for the site", async () => {
  const old = path.join(makeFolder(), "node");
  const fake = "data:text/javascript,Object.defineProperty(process.versions,'node',{value:'20.20.2'})";
  writeFileSync(old, `#!/bin/sh\nexec "${process.execPath}" --import "${fake}" "$@"\n`, { mode: 0o755 });
  env.npm_node_execpath = old;
  const { output } = await init("--name", "Kiln");
  delete env.npm_node_execpath;
  expect(output).toMatch(/First: Docent needs Node 22\.18 or newer, and this is [\s\S]+Next:/);
});

test("without a terminal, init says what to give instead of asking, and changes nothing", async () => {
  const script = path.join(import.meta.dirname, "init.ts");
  const failure = await promisify(execFile)(process.execPath, [script], { cwd: folder, env }).catch((cause) => cause);
  expect([failure.code, failure.stderr]).toEqual([1, expect.stringMatching(/^There is no terminal to ask in: give --yes/)]);
  expect(git("status", "--porcelain")).toBe("");
});

test("an archive becomes a repository with a first commit, and says which commit of the engine it was made from", async () => {
  for (const file of ["internal/engine-commit.txt", "internal/.gitattributes"]) write(file, readFileSync(file, "utf8"));
  git("add", "--all");
  git("commit", "--quiet", "--message", "what an archive fills in");
  const head = git("rev-parse", "HEAD");
  const archive = execFileSync("git", ["archive", "HEAD"], { cwd: folder });
  folder = makeFolder();
  execFileSync("tar", ["-x"], { cwd: folder, input: archive });
  expect(await init("--name", "Kiln")).toMatchObject({ code: 0 });
  expect(readJson("package.json")).toMatchObject({ docent: { engine: head } });
  expect(git("log", "--format=%s")).toBe("chore: begin with the engine");
  expect(git("show", "HEAD:lib/engine.ts")).toBe("Docent");
});

test("a name becomes an id, whatever is in it", () => {
  expect(["Acme Docs!", "Über Öl", "Straße", "Cài đặt", "---", "文档 x"].map(toId)).toEqual([
    "acme-docs",
    "uber-ol",
    "strasse",
    "cai-dat",
    "docs",
    "x",
  ]);
  expect(faultIn("name", "文档")).toContain("with a letter from a to z or a digit");
});
