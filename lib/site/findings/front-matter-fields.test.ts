import { expect, test, vi } from "vitest";
import { createFiles, createProject } from "../../../internal/testing/content.ts";
import { buildSite } from "../../content/content.ts";
import { FrontMatter } from "../../content/parse/front-matter.ts";
import { warningIn } from "../../finding.ts";
import { isMisspelling } from "../../search/query/vocabulary.ts";
import { describeUnreadFields, listDueReviews, listUnreadFields, listWrongValues } from "./front-matter-fields.ts";

vi.mock("../../search/query/vocabulary.ts", { spy: true });

async function read(texts: Readonly<Record<string, string>>) {
  const files = createFiles(texts);
  return listUnreadFields(await buildSite(createProject(), files), files.files);
}
const page = (fields: string, text = "Text.") => `---\ntitle: A\n${fields}\n---\n\n${text}`;

test.each([
  ["Title", "title"],
  ["titel", "title"],
  ["discroption", "description"],
  ["gsidebarTitle", "sidebarTitle"],
  ["sidebar-title", "sidebarTitle"],
  ["sidebarLabel", "sidebar_label"],
  ["keyword", "keywords"],
  ["Icon", "icon"],
])("a field that is spelled much like one that is read is named with it: %s", async (name, meant) => {
  const { typos, others } = await read({ "a.mdx": page(`icon: x\n"${name}": x`) });
  expect(others).toEqual([]);
  expect(typos).toEqual([
    { severity: "warning", file: "a.mdx", line: 4, column: 1, message: expect.stringContaining(`Did you mean ${meant}?`) },
  ]);
});

test("any other is counted, unless an expression of the page or the import reads it, or it is a tag of the head", async () => {
  const fields = 'slug: x\n"og:image": x\n_openapi: {}\nowner: me\ntags: [x]\nmodel: y\nstate: new';
  expect(await read({ "a.mdx": page(fields, "{frontmatter.state}"), "b.mdx": page("tags: [y]") })).toEqual({
    typos: [],
    others: [
      ["tags", 2],
      ["owner", 1],
      ["model", 1],
    ],
  });
});

test("a typo is named once, where it is first", async () => {
  const { typos } = await read({ "a.mdx": page("titel: x"), "b.mdx": page("titel: x") });
  expect(typos.map(({ file }) => file)).toEqual(["a.mdx"]);
});

test("many are few lines", () => {
  const typos = ["a", "b", "c"].map((name) => warningIn(`${name}.mdx`, "R", { line: 2 }));
  const others = [["x", 9] as const, ["y", 2] as const, ["z", 1] as const];
  expect(describeUnreadFields({ typos, others }, 2)).toEqual([
    "a.mdx:2  R",
    "b.mdx:2  R",
    "… and 1 more names like these; --all names them.",
    "Read by nothing here: x (9 pages), y (2 pages), and 1 more.",
  ]);
  expect(describeUnreadFields({ typos: [], others: [] }, 2)).toEqual([]);
});

test("thousands of names and names that are long or hold control characters cost little and reach no terminal", async () => {
  const names = Array.from({ length: 3_000 }, (_, at) => `descriptio${at}: 1`).join("\n");
  const { typos, others } = await read({ "a.mdx": page(`"\\e[2J": 1\n${"x".repeat(900)}: 1\n${names}`) });
  expect(typos.length + others.length).toBe(1_000);
  expect(vi.mocked(isMisspelling).mock.calls.length).toBeLessThanOrEqual(1_000 * Object.keys(FrontMatter.shape).length);
});

test.each([
  ["draft: maybe", 'draft: must be true or false, and is "maybe". It counts as absent.'],
  ["mode: foo", 'mode: must be one of wide, center, custom, frame, and is "foo". It counts as absent.'],
  ["toc: yes", 'toc: must be false, a number from 2 to 4, or { min, max }, and is "yes". It counts as absent.'],
  ["prev: { titel: A }", "prev: must be false, a text, or { title, url }, and is a group. It counts as absent."],
  ["description: [a]", "description: must be a text, and is a list. It counts as absent."],
  ["next: [a]", "next: must be false, a text, or { title, url }, and is a list. It counts as absent."],
  ["sidebar: 3", "sidebar: must be a group, such as { label: Start, order: 1 }, and is 3. It counts as absent."],
  ["sidebar: { label: A, order: x }", 'sidebar.order: must be a number, and is "x". It counts as absent.'],
  ["sidebar_position: first", 'sidebar_position: must be a number, and is "first". It counts as absent.'],
  ["searchable: maybe", 'searchable: must be true or false, and is "maybe". It counts as absent.'],
  ["keywords: { a: 1 }", "keywords: must be a list of words, and is a group. It counts as absent."],
  ["metatags: [a]", "metatags: must be a group of names and texts, and is a list. It counts as absent."],
  ["toc_max_heading_level: deep", 'toc_max_heading_level: must be a number from 2 to 4, and is "deep". It counts as absent.'],
  ["url: 3", 'url: must be an address, such as "https://example.com", and is 3. It counts as absent.'],
])("a value that its field cannot use is named with what it must be: %s", async (field, message) => {
  const files = createFiles({ "a.mdx": page(field) });
  const found = listWrongValues(await buildSite(createProject(), files), files.files);
  expect(found).toEqual([{ severity: "warning", file: "a.mdx", line: 3, column: 1, message }]);
});

test("a page with a value that its field cannot use is the page without it", async () => {
  const files = createFiles({ "a.mdx": page("draft: maybe\nsidebar: { label: Start, order: x }") });
  const clean = createFiles({ "a.mdx": page("note: x\nsidebar: { label: Start }") });
  const [withIt, without] = await Promise.all([files, clean].map((each) => buildSite(createProject(), each)));
  expect(withIt?.pages).toEqual(without?.pages);
});

test("values that a field reads in more than one form, and empty ones, are not faults", async () => {
  const fields = [
    ...['draft: "false"', "rss: true", "toc: { max: 4 }", "prev: false", "next: Start", "keywords: a, b", "description:"],
    ...["sidebar: { label: A, badge: { text: New } }", "metatags: { author: 1 }", "version: [1]"],
  ];
  const files = createFiles({ "a.mdx": page(fields.join("\n")) });
  expect(listWrongValues(await buildSite(createProject(), files), files.files)).toEqual([]);
});

test("a page whose day of review is over is named, and no other", async () => {
  const files = createFiles({
    "due.mdx": page("reviewBy: 2026-11-01"),
    "later.mdx": page("reviewBy: 2026-11-03"),
    "none.mdx": page("icon: x", "`reviewBy: 2020-01-01` in front matter"),
  });
  const site = await buildSite(createProject(), files);
  expect(listDueReviews(site, files.files, new Date("2026-11-02T12:00:00Z"))).toEqual([
    warningIn("due.mdx", "reviewBy: this page was to be read again by 2026-11-01. Read it, correct it, and name a later day.", {
      ...{ line: 3, column: 1 },
    }),
  ]);
});
