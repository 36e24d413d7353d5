import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { createFiles, createProject } from "../../../internal/testing/content.ts";
import { makeFolder } from "../../../internal/testing/folder.ts";
import { buildSite } from "../../content/content.ts";
import type { Page } from "../../content/model/page.ts";
import { hasPublicFile } from "./app-routes.ts";
import { readOwnComponentNames } from "./own-components.ts";
import { findingsOfPage } from "./page-findings.ts";
import { type Reported, reportFindings } from "./report-findings.ts";

// As written, from this repository: a test stands in another folder.
vi.mock("../../import-as-written.ts", () => ({
  importAsWritten: (file: string) => import(`${import.meta.dirname}/../../../${file}`),
}));

const project = createProject({ content: "content" });
const PAGE = "---\ntitle: Home\n---\n\n";

/** Shows one state of a folder after another; gives what was written about the last. */
function follow(...states: Record<string, string>[]): Promise<string> {
  return followWith(new Set(), ...states);
}

async function followWith(ownComponents: ReadonlySet<string>, ...states: Record<string, string>[]): Promise<string> {
  const written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  try {
    let reported: Reported | undefined;
    for (const texts of states) {
      written.mockClear();
      const content = createFiles(texts);
      const site = await buildSite(project, content);
      reported = await reportFindings(project, site, { earlier: reported, ownComponents, files: content.files });
    }
    return written.mock.calls.map(([text]) => String(text)).join("");
  } finally {
    written.mockRestore();
  }
}

const home = (text: string) => ({ "index.mdx": PAGE + text });

test.each([
  ["a tag that is not closed", "<Note>\nText", /^content\/index\.mdx:5:1 error: Expected a closing tag for `<Note>`/],
  ["a component that nobody knows", "<Quux />", /^content\/index\.mdx:5:1 warning: .*Quux/],
  ["an import of a missing file", 'import X from "/nowhere.mdx";\n\n<X />', /^content\/index\.mdx:5:1 warning: .*nowhere\.mdx/],
  ["a broken link", "[there](/docs/nowhere)", /^content\/index\.mdx:5:1 error: The link \/docs\/nowhere leads to no page/],
  ["an image that is missing", "![A map](/map.png)", /^content\/index\.mdx:5:1 error: The image \/map\.png is not in the public/],
])("%s is named in the terminal once it is saved, with file and line", async (_, text, expected) => {
  expect(await follow(home("Fine."), home(text))).toMatch(expected);
});

test("a component that the fork defined after the start is known", async () => {
  const folder = makeFolder();
  const save = (text: string, seconds: number) => {
    writeFileSync(path.join(folder, "site/index.ts"), text);
    utimesSync(path.join(folder, "site/index.ts"), seconds, seconds);
  };
  mkdirSync(path.join(folder, "site"));
  expect(await readOwnComponentNames(folder)).toEqual(new Set());
  save("export default { components: {} } satisfies object;\n", 1);
  expect(await readOwnComponentNames(folder)).toEqual(new Set());
  save("export default { components: { Plan: { props: {} } } } satisfies object;\n", 2);
  const names = await readOwnComponentNames(folder);
  expect(await followWith(names, home("Fine."), home("<Plan />\n\n<Plam />"))).toMatch(
    /^content\/index\.mdx:7:1 warning: <Plam>[^\n]*\n$/,
  );
  // The page itself says the same.
  const site = await buildSite(project, createFiles(home("<Plan />\n\n<Plam />")));
  vi.spyOn(process, "cwd").mockReturnValue(folder);
  const found = await findingsOfPage(site, site.pages[0] as Page).finally(() => vi.restoreAllMocks());
  expect(found.map(({ message }) => message)).toEqual([expect.stringMatching(/^<Plam>/)]);
});

test("an entry of a meta.json that stands for nothing is named", async () => {
  const named = await follow(home("Fine."), { ...home("Fine."), "meta.json": '{ "pages": ["indx"] }' });
  expect(named).toBe('content/meta.json error: "indx" is not a page or folder here. Did you mean "index"?\n');
});

test("a slip in the front matter is named once it is saved", async () => {
  const slip = { "index.mdx": "---\ntitle: Home\ndescripton: Words\n---\n\nFine." };
  expect(await follow(home("Fine."), slip)).toBe(
    'content/index.mdx:3:1 warning: There is no front matter field "descripton". Did you mean description?\n',
  );
});

test("a known fault is not reported again, but a fixed file is", async () => {
  const broken = { ...home("<Note>"), "a.mdx": "# A" };
  expect(await follow(home("Fine."), broken, { ...broken, "a.mdx": "# Better A" })).toBe("");
  expect(await follow(home("Fine."), home("<Note>"), home("Fine."))).toBe("content/index.mdx: no mistakes any more\n");
});

test("a page that is renamed names the links of other pages that led to it", async () => {
  const linking = home("[A](/docs/a)");
  const found = await follow({ ...linking, "a.mdx": "# A" }, { ...linking, "b.mdx": "# A" });
  expect(found).toContain("content/index.mdx:5:1 error: The link /docs/a leads to no page.");
  expect(found).not.toContain("a.mdx:");
});

test("a broken link is remembered while other pages change, and is reported when it is fixed", async () => {
  const dead = home("[A](/docs/a)");
  const other = { ...dead, "b.mdx": "# B" };
  expect(await follow(home("Fine."), dead, other, { ...other, ...home("Fine.") })).toBe(
    "content/index.mdx: no mistakes any more\n",
  );
});

test("of the first site at most twenty lines are reported", async () => {
  const pages = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`p${index}.mdx`, "# P\n\n<Note>"]));
  const lines = (await follow(pages)).trim().split("\n");
  expect(lines).toHaveLength(21);
  expect(lines.at(-1)).toBe("… and 10 more: npm run check");
});

test("only files of the public folder count as there", () => {
  const root = makeFolder();
  mkdirSync(path.join(root, "public", "images"), { recursive: true });
  for (const file of ["public/map.png", "secret.txt"]) writeFileSync(path.join(root, file), "");
  const cwd = vi.spyOn(process, "cwd").mockReturnValue(root);
  expect(["/map.png", "/../secret.txt", "/images", "/none.png"].filter(hasPublicFile)).toEqual(["/map.png"]);
  cwd.mockRestore();
});
