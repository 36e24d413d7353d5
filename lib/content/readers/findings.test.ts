import { expect, test } from "vitest";
import { createFiles, createProject } from "../../../internal/testing/content.ts";
import { buildSite } from "../content.ts";
import type { Access } from "./rules.ts";

const OPEN: Access = { readers: "everyone", groups: ["beta", "staff"] };
const SIGNED_IN: Access = { ...OPEN, readers: "signed-in" };

async function findingsOf(
  texts: Readonly<Record<string, string>>,
  access: Access = OPEN,
  description?: string,
): Promise<string[]> {
  const { findings } = await buildSite(createProject(), createFiles(texts, description), { access });
  return findings.map(({ severity, file, line, message }) => `${severity} ${file}:${line ?? ""} ${message}`);
}

const page = (head: string, text = "Words.") => `---\n${head}\n---\n\n${text}\n`;

test.each([
  ["a page", { "a.mdx": page("title: A\ngroups: [beta, betta]") }, "error a.mdx:3 "],
  ["a folder", { "g/a.mdx": page("title: A"), "g/meta.json": '{\n  "groups": ["betta"]\n}' }, "error g/meta.json:2 "],
  [
    "an entry of docs.json",
    { "a.mdx": page("title: A"), "docs.json": '{"navigation":{"groups":[{"group":"G",\n"groups":["betta"],"pages":["a"]}]}}' },
    "error docs.json:2 ",
  ],
])("a group that no setting has is an error, of %s", async (_, texts, place) => {
  const [found, ...others] = await findingsOf(texts);
  expect([found?.startsWith(place), others]).toEqual([true, []]);
  expect(found).toContain('access.groups of docent.config.ts has no "betta" (it has beta, staff), so nobody');
});

test("groups of the configuration, a list that names none of a docs.json and text that looks like one are no findings", async () => {
  const docs = '{"navigation":{"groups":[{"group":"G","groups":[{"group":"H","pages":["a"]}]}]}}';
  expect(await findingsOf({ "a.mdx": page("title: A\ngroups: [beta]", "groups: betta"), "docs.json": docs })).toEqual([]);
});

test("public opens no page below a folder of a group, and does nothing where everyone reads", async () => {
  const texts = {
    "g/a.mdx": page("title: A\npublic: true"),
    "g/meta.json": '{"groups":["beta"]}',
    "b.mdx": page("title: B\npublic: true"),
  };
  expect(await findingsOf(texts, SIGNED_IN)).toEqual([
    expect.stringContaining("error g/a.mdx:3 public: the page is below groups"),
  ]);
  expect(await findingsOf(texts)).toEqual([
    expect.stringContaining("error g/a.mdx:3 public: the page is below groups"),
    expect.stringContaining("warning b.mdx:3 public has no effect"),
  ]);
});

test("a link of an open page to a closed one is a warning, and one between pages of the same readers is none", async () => {
  const texts = {
    "a.mdx": page("title: A", "[Beta](/docs/b) and [staff](/docs/c)."),
    "b.mdx": page("title: B\ngroups: [beta]", "[Beta too](/docs/d), [all](/docs/a)."),
    "c.mdx": page("title: C\ngroups: [staff]"),
    "d.mdx": page("title: D\ngroups: [beta, staff]"),
  };
  const found = await findingsOf(texts);
  expect(found.map((line) => line.slice(0, 60))).toEqual([
    expect.stringContaining("warning a.mdx: The link to /docs/b leads"),
    expect.stringContaining("warning a.mdx: The link to /docs/c leads"),
  ]);
});
