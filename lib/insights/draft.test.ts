import { expect, test } from "vitest";
import { parsePage } from "../content/parsed-page.ts";
import { draftName, newFileUrl, toDraft } from "./draft.ts";

test("a draft is a page with its title, and the questions where readers do not see them", () => {
  expect(toDraft({ title: "How do I rotate keys?", questions: ["How do I rotate keys?", "new key"] })).toBe(
    '---\ntitle: "How do I rotate keys"\n---\n\n{/*\nReaders asked:\n- How do I rotate keys?\n- new key\n*/}\n',
  );
});

test.each([
  "*/} <script>alert(1)</script> {/*",
  '"\ntitle: other\n---\n',
  "{`$" + "{process.exit()}`}",
  "</Card><Card>",
  "\u2028import fs from 'fs'\u2029",
  "export const x = 1",
])("what readers wrote ends neither the title nor the comment: %j", async (text) => {
  const file = { path: "draft.mdx", text: toDraft({ title: text, questions: [text, text] }), hash: "x" };
  const { page, passages, problems } = await parsePage(
    { file, path: "/docs/draft", slug: "draft", language: "en", version: null, listed: true, searchable: true },
    { trusted: false, links: { resolve: () => undefined } },
  );
  expect(problems).toEqual([]);
  expect(page.problem).toBeUndefined();
  // Its title is all that a reader finds.
  expect(passages.map((passage) => passage.text)).toEqual([page.title]);
});

test.each([
  ["How do I rotate keys?", "how-do-i-rotate-keys.mdx"],
  ["../../etc/passwd", "etc-passwd.mdx"],
  ["???", "new-page.mdx"],
  [`a${"𠀀".repeat(70)}`, `a${"𠀀".repeat(59)}.mdx`],
])("a draft about %j is called %s", (title, name) => expect(draftName(title)).toBe(name));

test("GitHub's editor can begin the page, for an edit address of GitHub", () => {
  const draft = { title: "Keys", questions: ["Keys"] };
  expect(newFileUrl("https://github.com/acme/docs/edit/main/content/", draft)).toMatch(
    /^https:\/\/github\.com\/acme\/docs\/new\/main\/content\?filename=keys\.mdx&value=/,
  );
  expect(newFileUrl("https://git.example/docs/edit", draft)).toBeUndefined();
});
