import { createHash } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { unzipSync } from "fflate";
import { afterEach, expect, test } from "vitest";
import { replaceSettings } from "../../internal/testing/config.ts";
import { makeFolder } from "../../internal/testing/folder.ts";
import { getMainProject } from "../config/config.ts";
import { buildSite } from "../content/content.ts";
import { readContentFiles } from "../content/files/files.ts";
import { routePath } from "../routing/routing.ts";
import { findSkillDocument, readSkills, type SkillFolder } from "./skills.ts";

const restore: (() => void)[] = [];
afterEach(() => {
  for (const undo of restore.splice(0)) undo();
});

const skill = (name: string, description = "Use it to deploy.") =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\n# Do it\n`;

async function siteOf(files: Readonly<Record<string, string>>, config: object = {}) {
  const content = makeFolder();
  for (const [name, text] of Object.entries({ "index.mdx": "# Home", ...files })) {
    mkdirSync(path.dirname(path.join(content, name)), { recursive: true });
    writeFileSync(path.join(content, name), text);
  }
  const project = { id: "docs", domain: "docs", name: "Docs", content, siteUrl: "https://docs.acme.com" };
  restore.push(replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects: [project], ...config }, {}));
  return buildSite(getMainProject(), await readContentFiles(getMainProject()));
}

const FILES = {
  "skills/deploy/SKILL.md": skill("deploy"),
  "skills/deploy/scripts/run.sh": "echo deploy\n",
  "skills/deploy/reference.mdx": "<Broken",
  "skills/check/SKILL.md": skill("check", "Use it to check."),
  "skills/other/page.mdx": "# A page in a folder of that name",
};

test("a folder of skills/ with a SKILL.md is a skill and no page; another folder stays one of pages", async () => {
  const site = await siteOf(FILES);
  expect(site.pages.map(({ title }) => title).sort()).toEqual(["A page in a folder of that name", "Home"]);
  expect(site.findings).toEqual([]);
  expect((await readSkills(site)).map(({ name, files }) => [name, files.map((file) => file.path)])).toEqual([
    ["docs-docs", ["SKILL.md"]],
    ["check", ["SKILL.md"]],
    ["deploy", ["SKILL.md", "reference.mdx", "scripts/run.sh"]],
  ]);
});

test("both indexes lead to every file, under the digest that they say", async () => {
  const site = await siteOf(FILES, { basePath: "/base" });
  const read = async (folder: SkillFolder, below: string) => (await findSkillDocument(site, folder, below))?.body ?? "";
  const index = JSON.parse(String(await read("agent-skills", "index.json"))) as {
    skills: { name: string; type: string; url: string; digest: string }[];
  };
  expect(index.skills.map(({ name, type }) => [name, type])).toEqual([
    ["docs-docs", "skill-md"],
    ["check", "skill-md"],
    ["deploy", "archive"],
  ]);
  for (const { url, digest } of index.skills) {
    const prefix = "https://docs.acme.com/base/.well-known/agent-skills/";
    expect(url.startsWith(prefix)).toBe(true);
    const body = await read("agent-skills", url.slice(prefix.length));
    expect(`sha256:${createHash("sha256").update(body).digest("hex")}`).toBe(digest);
  }
  const archive = unzipSync((await read("agent-skills", "deploy.zip")) as Uint8Array);
  expect(Object.keys(archive)).toEqual(["SKILL.md", "reference.mdx", "scripts/run.sh"]);
  const files = JSON.parse(String(await read("skills", "index.json"))) as { skills: { name: string; files: string[] }[] };
  for (const { name, files: paths } of files.skills)
    for (const each of paths) expect([each, await read("skills", `${name}/${each}`)]).not.toEqual([each, ""]);
});

test.each(["deploy/../../../index.mdx", "deploy/none", "none/SKILL.md", "deploy", "none.zip", "../index.mdx", ""])(
  "there is no document at %j",
  async (below) => expect(await findSkillDocument(await siteOf(FILES), "skills", below)).toBeUndefined(),
);

test.each([
  ["names another", skill("others")],
  ["has no description", "---\nname: deploy\n---\n"],
  ["has no front matter", "# Deploy"],
  ["is too large", `${skill("deploy")}${"x".repeat(5 * 1024 * 1024)}`],
])("a SKILL.md that %s is not offered", async (_, text) => {
  const skills = await readSkills(await siteOf({ "skills/deploy/SKILL.md": text }));
  expect(skills.map(({ name }) => name)).toEqual(["docs-docs"]);
});

test("the owner's skill of that name replaces the generated one, and MCP is named only where it is on", async () => {
  const own = await readSkills(await siteOf({ "skills/docs-docs/SKILL.md": skill("docs-docs", "My own.") }));
  expect(own.map(({ description }) => description)).toEqual(["My own."]);
  const textOf = async (config: object) =>
    new TextDecoder().decode((await readSkills(await siteOf({}, config)))[0]?.files[0]?.bytes);
  expect(await textOf({})).toContain("https://docs.acme.com/mcp");
  expect(await textOf({ mcp: { enabled: false } })).not.toContain("/mcp");
});

test("/skill.md is the generated skill, unless a page has that address", async () => {
  const routeOf = async (files: Readonly<Record<string, string>>) => {
    const site = await siteOf(files, {});
    return [
      routePath(site, "/skill.md", { redirects: [] }),
      routePath(site, "/.well-known/skills/deploy/SKILL.md", { redirects: [] }),
    ];
  };
  expect(await routeOf({})).toEqual([
    { kind: "text", to: "/api/skills/generated" },
    { kind: "text", to: "/api/skills/skills/deploy/SKILL.md" },
  ]);
});
