import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { checkConfig } from "../../lib/config/config.ts";
import { DOCS_REPOSITORY } from "../testing/content-docs-json.ts";
import { makeFolder } from "../testing/folder.ts";
import { describeLinks, listLeftOut } from "./left-out.ts";
import { canStay, recognise, rootOf } from "./recognise.ts";
import { copyContent } from "./write.ts";

let folder: string;
beforeEach(() => {
  folder = makeFolder();
});

function put(texts: Readonly<Record<string, string>>, below = "."): string {
  const root = path.join(folder, below);
  for (const [name, text] of Object.entries(texts)) {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  }
  return root;
}

const needs = (name: string) => JSON.stringify({ dependencies: { [name]: "1" } });

test.each([
  ["docs.json", { "docs/docs.json": '{"navigation": {}}', "docs/a.mdx": "A" }, "docs"],
  ["fumadocs", { "package.json": needs("fumadocs-ui"), "content/docs/a.mdx": "A" }, "content/docs"],
  [
    "fumadocs",
    { "docs.json": '{"navigation": ["intro"]}', "package.json": needs("fumadocs-ui"), "content/docs/intro.mdx": "A" },
    "content/docs",
  ],
  ["docs.json", { "docs.json": '{"navigation": {"$ref": "n.json"}}', "package.json": needs("nextra"), "pages/a.mdx": "A" }, ""],
  ["starlight", { "package.json": needs("@astrojs/starlight"), "src/content/docs/a.md": "A" }, "src/content/docs"],
  ["nextra", { "site/package.json": needs("nextra"), "site/pages/a.mdx": "A" }, "site/pages"],
  [
    "nextra",
    { "site/next.config.ts": "", "site/src/content/docs/_meta.ts": "", "site/src/content/docs/a.mdx": "A" },
    "site/src/content",
  ],
  ["nextra", { "site/theme.config.tsx": "", "site/src/pages/_meta.ts": "", "site/src/pages/a.mdx": "A" }, "site/src/pages"],
  ["docusaurus", { "website/package.json": needs("@docusaurus/core"), "website/docs/a.md": "A" }, "website/docs"],
  ["docusaurus", { "package.json": needs("@docusaurus/core"), "website/docusaurus.config.ts": "", "docs/a.md": "A" }, "docs"],
  ["mkdocs", { "mkdocs.yml": "docs_dir: manual", "manual/a.md": "A" }, "manual"],
  ["vitepress", { "docs/.vitepress/config.mts": 'export default { srcDir: "src" }', "docs/src/a.md": "A" }, "docs/src"],
  ["markdown", { "docs/a.md": "A" }, "docs"],
])("tells a %s repository by what is in it", (kind, texts, content) => {
  put(texts);
  expect(recognise(folder)).toMatchObject({ kind, content: path.join(folder, content) });
});

test("the largest of several MkDocs sites side by side is imported, and the others are named", () => {
  put({
    "api/mkdocs.yml": "",
    "api/docs/a.md": "A",
    "book/mkdocs.yml": "",
    "book/docs/a.md": "A",
    "book/docs/more/b.md": "B",
    "book/docs/c.md": "C",
  });
  const repository = recognise(folder);
  expect(repository).toMatchObject({ kind: "mkdocs", content: path.join(folder, "book/docs") });
  expect(repository && listLeftOut(repository)).toEqual([{ folder: path.join(folder, "api/docs"), pages: 1 }]);
});

test("a Docusaurus site whose pages are beside it is read with them", () => {
  const site = path.join(put({ "website/docusaurus.config.js": "docs: { path: '../manual' }", "manual/a.md": "A" }), "website");
  put({ "website/package.json": needs("@docusaurus/core") });
  expect(rootOf(site)).toBe(folder);
  expect(recognise(rootOf(site), site)).toMatchObject({ kind: "docusaurus", content: path.join(folder, "manual") });
  expect(rootOf(path.join(folder, "manual"))).toBe(path.join(folder, "manual"));
});

test.each([
  ["docs", {}],
  ["src/content/docs", { "package.json": needs("@astrojs/starlight") }],
])("pages behind a link %s that leads out of the repository are not taken", (link, texts) => {
  const repository = put({ "src/content/a.ts": "", ...texts }, "repository");
  symlinkSync(put({ "diary.md": "Dear diary." }, "machine"), path.join(repository, link));
  expect(recognise(repository)).toBeUndefined();
});

test("files in place of the folders of a framework are not frameworks", () => {
  put({ "theme.config.tsx": "", pages: "", content: "", "docs/a.md": "A" });
  expect(recognise(folder)).toMatchObject({ kind: "markdown" });
});

test("a mint.json is a docs.json repository that a copy alone makes run", () => {
  const repository = recognise(put({ "docs/mint.json": '{"navigation": []}', "docs/a.mdx": "A" }));
  expect(repository).toMatchObject({ kind: "docs.json", reason: "docs/mint.json", isOld: true });
  expect(repository && canStay(repository)).toBe(false);
});

test("a folder without pages is nothing", () => {
  put({ "src/index.ts": "", "README.md": "Read me." });
  expect(recognise(folder)).toBeUndefined();
});

test("copies what makes a site, without hidden files, code and links", async () => {
  const from = put(
    { "docs.json": "{}", "a/b.mdx": "B", "pic.png": "x", "app.js": "x", ".git/HEAD": "x", ".mintignore": "x" },
    "from",
  );
  symlinkSync("/etc/hosts", path.join(from, "hosts.md"));
  symlinkSync("a/b.mdx", path.join(from, "c.mdx"));
  symlinkSync("a", path.join(from, "linked"));
  const to = path.join(folder, "to");
  await copyContent(from, to, () => {});
  for (const name of ["docs.json", "a/b.mdx", "pic.png", ".mintignore"]) expect(existsSync(path.join(to, name)), name).toBe(true);
  expect(lstatSync(path.join(to, "c.mdx")).isFile()).toBe(true);
  expect(describeLinks({ kind: "docs.json", content: from, reason: "" })).toEqual([
    "hosts.md, linked: symbolic links to folders, or out of this one, are not followed; put the files in their place",
  ]);
  for (const name of ["app.js", ".git", "hosts.md", "linked"]) expect(existsSync(path.join(to, name)), name).toBe(false);
  await expect(copyContent(from, to, () => {})).rejects.toThrow("is not empty");
});

test("--check reports what works and what does not, and writes nothing", () => {
  put(
    { ...DOCS_REPOSITORY, "quickstart.mdx": "---\ntitel: A\nowner: me\n---\n[Nowhere](/nowhere)\n\n<Unknown />" },
    "repository",
  );
  const run = spawnSync(process.execPath, ["internal/import/import.ts", path.join(folder, "repository"), "--check"], {
    encoding: "utf8",
  });
  expect(run.stderr).toBe("");
  expect(run.stdout).toContain("A docs.json repository");
  expect(run.stdout).toMatch(/Pages: 13, \d+ of them in the navigation, 3 with an API operation/);
  expect(run.stdout).toContain(
    "A link leads to no page: /nowhere\n              quickstart.mdx:5\n              → Correct the link",
  );
  expect(run.stdout).toMatch(
    /^As meant: \d+ of 13 pages \(.* %\) look as their owner meant them, \d+ of the \d+ in the navigation\./m,
  );
  expect(run.stdout).toMatch(/quickstart\.mdx:2 .*Did you mean title\?\n {2}Read by nothing here: owner \(1 page\)\./);
  expect(run.stdout).toContain("theme: there is one layout");
  expect(run.stdout).toContain("Copy it here:       npm run import -- ");
  expect(run.status).toBe(0);
});

test("a folder inside of what a docs.json describes is answered with the one to give", () => {
  const guides = path.join(put(DOCS_REPOSITORY, "repository"), "guides");
  const run = spawnSync(process.execPath, ["internal/import/import.ts", guides, "--check"], { encoding: "utf8" });
  expect(run.stderr).toContain(`Give ${path.join(folder, "repository")}, which contains it.`);
  expect(run.status).not.toBe(0);
});

describe("in a project", () => {
  let project: string;
  beforeEach(() => {
    project = put({ "docent.config.ts": "export default {};", "site/theme.css": ":root {}" }, "project");
  });
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [path.resolve("internal/import/import.ts"), ...args], { cwd: project, encoding: "utf8" });
  const inProject = (name: string) => readFileSync(path.join(project, name), "utf8");
  /** Returns the settings, without the type that only the project has. */
  const settings = async () => {
    const source = inProject("docent.config.ts")
      .replace(/^import.*$/m, "")
      .replace(" satisfies DocentConfig", "");
    return checkConfig((await import(`data:text/javascript,${encodeURIComponent(source)}`)).default, "test");
  };

  test("copies the content and writes settings for it, and keeps those of before, twice", { timeout: 120_000 }, async () => {
    const source = put(DOCS_REPOSITORY, "repository");
    const first = run(source, "--into", "content-pets");
    expect([first.stderr, first.status]).toEqual(["", 0]);
    // What to do next is to be read once: to start it.
    expect(first.stdout).not.toContain("Next:");
    expect(first.stdout).toContain("Wrote docent.config.ts; the previous one is docent.config.before-import.ts.");
    expect(inProject("docent.config.before-import.ts")).toBe("export default {};");
    expect((await settings()).projects[0]).toMatchObject({ id: "pets", domain: "pets", name: "Pets", content: "content-pets" });
    expect(inProject("content-pets/guides/first.mdx")).toBe(DOCS_REPOSITORY["guides/first.mdx"]);
    expect(run(source).stdout).toContain("Wrote docent.config.ts. Start with");
    expect(existsSync(path.join(project, "docent.config.before-import-2.ts"))).toBe(false);
    expect((await settings()).projects[0]).toMatchObject({ content: "imported" });
    expect(inProject("site/theme.css").match(/^@source .*$|^:root.*$/gm)).toEqual([
      ":root {}",
      '@source "../content-pets";',
      '@source "../imported";',
    ]);
  });

  test("content outside of the project has its settings beside it, and those of the project stay", () => {
    put({ "docent.config.ts": "export default {};" }, "project");
    const into = path.join(path.dirname(project), "elsewhere");
    const first = run(put(DOCS_REPOSITORY, "repository"), "--into", into);
    expect([first.stderr, first.status]).toEqual(["", 0]);
    expect(first.stdout).toContain(`Wrote ${path.join(into, "docent.config.ts")}; the one of this project stays.`);
    expect(inProject("docent.config.ts")).toBe("export default {};");
    expect(existsSync(path.join(project, "docent.config.before-import.ts"))).toBe(false);
    expect(readFileSync(path.join(into, "docent.config.ts"), "utf8")).toContain(`content: ${JSON.stringify(into)}`);
  });

  const OWN = `import type { DocentConfig } from "./lib/config/schema.ts";

export default {
  organisation: { id: "kiln", name: "Kiln" },
  projects: [
    {
      id: "kiln",
      domain: "kiln",
      name: "Kiln", // as on the sign
      siteUrl: "https://docs.kiln.example",
      content: "content",
      apiDescription: "content/openapi.yaml",
      languages: [{ id: "en", label: "English" }, { id: "de", label: "Deutsch" }],
      versions: [{ id: "v2", label: "v2" }, { id: "v1", label: "v1" }],
    },
  ],
  theme: { accent: { light: "#111111", dark: "#eeeeee" } },
} satisfies DocentConfig;
`;

  test("in an existing site the other settings stay, and a value is replaced on request", () => {
    put({ "docent.config.ts": OWN }, "project");
    const first = run(put(DOCS_REPOSITORY, "repository"), "--into", "content-pets");
    expect([first.stderr, first.status]).toEqual(["", 0]);
    expect(first.stdout).toContain('docent.config.ts: name stays "Kiln"; the import has "Pets". To change it: --replace');
    expect(inProject("docent.config.ts")).toBe(
      OWN.replace('content: "content"', 'content: "content-pets"').replace('id: "kiln",', `${description()}id: "kiln",`),
    );
    expect(run(put(DOCS_REPOSITORY, "repository"), "--into", "content-2", "--replace").status).toBe(0);
    expect(inProject("docent.config.ts")).toContain('name: "Pets", // as on the sign');
  });

  /** The description that the repository has, as it is put before the other settings. */
  const description = () => /^ *(description: .*,\n *)/m.exec(inProject("docent.config.ts"))?.[1] ?? "";

  test("takes the pages of another system into one version and language of a site, in their order", () => {
    put({ "docent.config.ts": OWN, "content/de/v1/meta.json": '{ "pages": ["start"] }' }, "project");
    const source = put(
      {
        "docusaurus.config.js": "module.exports = { title: 'Pots', url: 'https://pots.example' }",
        "sidebars.js": "module.exports = { docs: ['z', { type: 'category', label: 'More', items: ['more/b', 'more/a'] }] }",
        ...{ "docs/z.md": "# Z\n\n![A](./pot.png) ![B](/img/b.png)", "docs/more/a.md": "# A", "docs/more/b.md": "# B" },
        ...{ "docs/pot.png": "png", "static/img/b.png": "png" },
      },
      "repository",
    );
    const own = {
      cwd: project,
      encoding: "utf8",
      env: { ...process.env, DOCENT_CONFIG: path.join(project, "docent.config.ts") },
    } as const;
    const take = (...args: string[]) =>
      spawnSync(process.execPath, [path.resolve("internal/import/import.ts"), source, ...args], own);

    expect(take("--version", "v3").stderr).toContain(
      '--version: this site has no v3. It has v2, v1: add { id: "v3", label: "v3" } to versions in docent.config.ts.',
    );
    const refused = take("--language", "de", "--version", "v1");
    expect([refused.status, refused.stderr]).toEqual([
      1,
      expect.stringContaining("  content/de/v1/meta.json\nTo replace them: --replace"),
    ]);
    const done = take("--language", "de", "--version", "v1", "--replace");
    expect([done.stderr, done.status]).toEqual(["", 0]);
    expect(done.stdout).toContain("files to content/de/v1.");
    expect(inProject("docent.config.ts")).toBe(OWN);
    expect(JSON.parse(inProject("content/de/v1/meta.json")).pages).toEqual(["z", "more", "..."]);
    expect(JSON.parse(inProject("content/de/v1/more/meta.json")).pages).toEqual(["b", "a", "..."]);
    expect(
      ["content/de/v1/z.mdx", "content/de/v1/pot.png", "content/img/b.png"].map((file) => existsSync(path.join(project, file))),
    ).toEqual([true, true, true]);
    expect(existsSync(path.join(project, "content/de/v1/docs.json"))).toBe(false);
    expect(take("--version", "v2", "--into", "pots").stdout).toContain("files to content/en/v2/pots.");
  });

  test("names a site that does not say its name after the repository", async () => {
    const pages = { "package.json": needs("@astrojs/starlight"), "src/content/docs/index.md": "---\ntitle: Home\n---\nText." };
    const result = run(put(pages, "pets/docs"));
    expect([result.stderr, result.status]).toEqual(["", 0]);
    expect((await settings()).projects[0]).toMatchObject({ id: "pets", name: "pets" });
  });

  test("pages that the sidebar of a site leaves out are searched, as they are there", () => {
    const source = put(
      {
        "package.json": needs("@docusaurus/core"),
        "sidebars.js": "module.exports = { docs: ['a'] }",
        ...{ "docs/a.md": "# A", "docs/b.md": "# B" },
      },
      "repository",
    );
    expect(run(source).stdout).toContain(
      "Order: from sidebars.js; 1 page is in none of its entries: search and links lead there.",
    );
    expect(JSON.parse(inProject("imported/docs.json"))).toMatchObject({ seo: { indexing: "all" } });
  });

  test("a sidebar that cannot be read is named", () => {
    const source = put(
      { "package.json": needs("@docusaurus/core"), "sidebars.js": "module.exports = make()", "docs/a.md": "# A" },
      "repository",
    );
    expect(run(source, "--check").stdout).toContain("Order: from the folders, since the sidebar in sidebars.js is made by code");
  });

  test("leaves the content where it is with --link", async () => {
    const source = put(DOCS_REPOSITORY, "repository");
    expect(run(source, "--link").status).toBe(0);
    expect((await settings()).projects[0]).toMatchObject({ content: source });
    expect(existsSync(path.join(project, "imported"))).toBe(false);
  });

  test("takes no folder that holds something", () => {
    put({ "imported/a.md": "A" }, "project");
    const result = run(put(DOCS_REPOSITORY, "repository"));
    expect([result.status, result.stderr]).toEqual([1, expect.stringMatching(/^imported is not empty/)]);
    expect(inProject("docent.config.ts")).toBe("export default {};");
  });

  test("clones a git address, and says so when it cannot", () => {
    const source = put(DOCS_REPOSITORY, "repository");
    const git = (...args: string[]) =>
      spawnSync("git", ["-c", "user.name=A", "-c", "user.email=a@b.c", ...args], { cwd: source });
    for (const args of [
      ["init", "-q"],
      ["add", "-A"],
      ["commit", "-qm", "First"],
    ])
      git(...args);
    const result = run(`file://${source}`);
    expect(result.stdout).toMatch(/^Cloning file:.*\nA docs\.json repository/);
    expect(inProject("imported/quickstart.mdx")).toContain("Quickstart");
    expect(existsSync(path.join(project, "imported/.git"))).toBe(false);
    const missing = run(`file://${source}-missing`, "--check");
    expect([missing.status, missing.stderr]).toEqual([1, expect.stringContaining("git could not clone")]);
    expect(run("no-such-folder").stderr).toContain("There is no folder no-such-folder");
  });
});
