import { expect, test } from "vitest";
import { parsePage } from "../content/site/parse-page.ts";
import { parseQuestions } from "../content/site/questions.ts";
import { downloadUrl, draftFile, newFileUrl, questionsFile, toDraft } from "./draft.ts";

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
  const { page, passages, findings } = await parsePage(
    { file, path: "/docs/draft", slug: "draft", language: "en", version: null, listed: true, searchable: true },
    { links: { resolve: () => undefined } },
  );
  expect(findings).toEqual([]);
  expect(page.error).toBeUndefined();
  // Its title is all that a reader finds.
  expect(passages.map((passage) => passage.text)).toEqual([page.title]);
});

test.each([
  ["How do I rotate keys?", "how-do-i-rotate-keys.mdx"],
  ["../../etc/passwd", "etc-passwd.mdx"],
  ["???", "new-page.mdx"],
  [`a${"𠀀".repeat(70)}`, `a${"𠀀".repeat(59)}.mdx`],
])("a draft about %j is called %s", (title, name) => expect(draftFile({ title, questions: [] }).name).toBe(name));

test("questions of readers are a file that the check reads, each once and still to do", () => {
  const asked = [
    { text: "How do I rotate keys?", language: "en", version: "v2" },
    { text: "new key", language: "", version: "" },
    { text: "new key", language: "", version: "" },
  ];
  const { name, text } = questionsFile("question", "How do I rotate keys?", asked);
  expect(name).toBe("questions/how-do-i-rotate-keys.yaml");
  expect(parseQuestions(name, text)).toMatchObject({
    findings: [],
    questions: [
      { kind: "question", text: "How do I rotate keys?", language: "en", version: "v2", todo: true },
      { kind: "question", text: "new key", todo: true },
    ],
  });
  expect(parseQuestions("x", questionsFile("search", "new key", asked.slice(1)).text)).toMatchObject({
    findings: [],
    questions: [{ kind: "search", text: "new key", todo: true }],
  });
});

test.each([
  '"\n  todo: false\n- question: "other',
  "a: &a [*a, *a]",
  "\u2028- question: other\u0085",
  "#{not} a 'comment'",
  "\ud800 alone",
])("what readers wrote ends no entry of the questions: %j", (text) => {
  const file = questionsFile("question", text, [{ text, language: text, version: "" }]);
  const { questions, findings } = parseQuestions("x", file.text);
  expect(findings).toEqual([]);
  expect(questions).toHaveLength(1);
  expect(questions[0]).toMatchObject({ kind: "question", todo: true, answeredBy: undefined });
});

test("a draft's file is named in plain letters, in any language", () => {
  const names = ["Größe ändern", "Cài đặt", "文档 设置"].map((text) => questionsFile("question", text, []).name);
  expect(names).toEqual(["questions/grosse-andern.yaml", "questions/cai-dat.yaml", "questions/文档-设置.yaml"]);
});

test("GitHub's editor can begin the page, for an edit address of GitHub", () => {
  const draft = { title: "Keys", questions: ["Keys"] };
  expect(newFileUrl("https://github.com/acme/docs/edit/main/content/", draftFile(draft))).toMatch(
    /^https:\/\/github\.com\/acme\/docs\/new\/main\/content\?filename=keys\.mdx&value=/,
  );
  expect(newFileUrl("https://git.example/docs/edit", draftFile(draft))).toBeUndefined();
});

test("a link that downloads a draft holds all of it", async () => {
  const file = draftFile({ title: "Why & how?", questions: ["100 % #1 \ud83d"] });
  expect(await (await fetch(downloadUrl(file))).text()).toContain("- 100 % #1 \ufffd");
});
