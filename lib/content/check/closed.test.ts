import { afterEach, describe, expect, test } from "vitest";
import { createFiles, createProject } from "../../../internal/testing/content.ts";
import { getConfig, getEnvironment } from "../../config/config.ts";
import type { Finding } from "../../finding.ts";
import { replaceProcessState } from "../../process-state.ts";
import { type BuildOptions, buildSite, openSite } from "../content.ts";

let restore = () => {};
afterEach(() => restore());
const configure = (access: false | undefined) => {
  const config = { ...getConfig(), ...(access === false && { access }) };
  restore = replaceProcessState("settings", { config, environment: getEnvironment() });
};

async function read(texts: Record<string, string>, options?: BuildOptions) {
  const { findings } = await buildSite(createProject(), createFiles(texts), options);
  const list = (severity: Finding["severity"]) =>
    findings
      .filter((finding) => finding.severity === severity)
      .map(({ file, line, message }) => `${file}:${line ?? ""} ${message}`);
  return { errors: list("error"), warnings: list("warning") };
}

const closedTo = (what: string, whom: string) =>
  `groups: ${what} is for readers of ${whom}, and everyone reads every page of this site. Say in access of docent.config.ts who is in them, take groups out, give the page draft: true, or write access: false there to publish all.`;
const docsJson = (navigation: unknown) => JSON.stringify({ $schema: "x", name: "Pets", navigation });

describe("while everyone reads every page, it is an error that", () => {
  test.each([
    ["a list", '---\ntitle: A\ngroups: ["admin", beta]\n---\n', 3, '"admin", "beta"'],
    ["a text", "---\ngroups: admin\n---\n", 2, '"admin"'],
    ["a quoted name of the field", '---\n"groups":\n  - admin\n---\n', 2, '"admin"'],
    ["braces", "---\n{ groups: [admin] }\n---\n", 2, '"admin"'],
    ["front matter that is not closed", "---\ngroups: [admin]\n\n", 2, "groups that cannot be read"],
    ["front matter that cannot be read", "---\ntitle: a: b\ngroups: [admin]\n---\n", 3, "groups that cannot be read"],
    ["many groups", `---\ngroups: [a, b, c, d, e, f, g]\n---\n`, 2, '"a", "b", "c", "d", "e", 2 more'],
  ])("a page names groups: %s", async (_, text, line, whom) => {
    const { errors } = await read({ "index.mdx": "# A", "secret.mdx": `${text}# Secret` });
    expect(errors).toContain(`secret.mdx:${line} ${closedTo("this page", whom)}`);
  });

  test("a folder names groups", async () => {
    const { errors } = await read({ "index.mdx": "# A", "in/meta.json": '{\n  "groups": ["staff"]\n}', "in/a.mdx": "# B" });
    expect(errors).toEqual([`in/meta.json:2 ${closedTo("this folder", '"staff"')}`]);
  });

  test("a node of docs.json names groups, at any depth and behind a reference", async () => {
    const { errors, warnings } = await read({
      "docs.json": docsJson({
        tabs: [
          { tab: "Guides", groups: [{ group: "Start", pages: ["index"] }] },
          { tab: "Staff", groups: ["staff"], pages: ["secret"] },
          { tab: "Both", groups: ["beta", { group: "In", pages: ["secret"] }] },
          { $ref: "./more.json" },
        ],
      }),
      "more.json": '{ "tab": "More",\n "groups": ["admin"], "pages": ["secret"] }',
      "index.mdx": "# A",
      "secret.mdx": "# Secret",
    });
    expect(errors).toEqual([
      `docs.json:1 ${closedTo("this entry", '"staff"')}`,
      `docs.json:1 ${closedTo("this entry", '"beta"')}`,
      `more.json:2 ${closedTo("this entry", '"admin"')}`,
    ]);
    // The names of readers are no entries of the navigation.
    expect(warnings).toEqual([]);
  });

  test("a server would show such a page: it refuses the content", async () => {
    const files = createFiles({ "index.mdx": "# A", "secret.mdx": "---\ngroups: [admin]\n---\n# Secret" });
    await expect(openSite(createProject(), files, { refusesClosed: true })).rejects.toThrow(
      /^secret\.mdx:2: groups: .* \(1 in all\)$/,
    );
    await expect(openSite(createProject(), createFiles({ "index.mdx": "# A" }), { refusesClosed: true })).resolves.toBeTruthy();
  });
});

test("child groups, a draft, an empty list and the word in a page's text close nothing", async () => {
  const { errors, warnings } = await read({
    "index.mdx": "# A\n\n```yaml\ngroups: [admin]\npublic: true\n```\n",
    "draft.mdx": "---\ndraft: true\ngroups: [admin]\n---\n# B",
    "empty.mdx": "---\ngroups: []\n---\n# C",
    "none.mdx": "---\ngroups:\n---\n# D",
  });
  expect([errors, warnings]).toEqual([[], []]);
  const docs = await read({
    "docs.json": docsJson({ groups: [{ group: "Start", pages: ["index", { group: "In", pages: ["index"] }] }] }),
    "index.mdx": "# A",
  });
  expect(docs.errors).toEqual([]);
});

test("a fault of front matter that names no groups closes nothing, whatever the page's text says", async () => {
  const text = "```yaml\ngroups: [admin]\npublic: true\n```\n";
  for (const head of ["---\ntitle: a: b\n---\n\n", "+++\ntitle = 'A'\n+++\n\n", "---\ntitle: A\n\n"]) {
    const { errors } = await read({ "index.mdx": "# A", "a.mdx": `${head}${text}` });
    expect(errors.filter((error) => error.includes("groups:"))).toEqual([]);
  }
});

test("public has no effect, which is one warning for a site", async () => {
  const page = "---\npublic: true\n---\n# A";
  const { errors, warnings } = await read({ "index.mdx": "# A", "a.mdx": page, "b.mdx": page, "c.mdx": page });
  expect(errors).toEqual([]);
  expect(warnings).toEqual([
    "a.mdx:2 public has no effect: everyone reads every page of this site. 2 more places say it. Write access: false into docent.config.ts to say that this is meant.",
  ]);
  const { warnings: ofNodes } = await read({
    "docs.json": docsJson({ groups: [{ group: "Start", public: true, pages: ["index"] }] }),
    "index.mdx": "# A",
  });
  expect(ofNodes).toEqual([expect.stringContaining("docs.json:1 public has no effect")]);
});

test("access: false publishes all", async () => {
  configure(false);
  const texts = {
    "index.mdx": "---\ngroups: [admin]\npublic: true\n---\n# A",
    "in/meta.json": '{ "groups": ["staff"] }',
    "in/a.mdx": "# B",
  };
  expect(await read(texts, { refusesClosed: true })).toEqual({ errors: [], warnings: [] });
});
