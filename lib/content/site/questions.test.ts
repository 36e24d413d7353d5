import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../../internal/testing/folder.ts";
import { readQuestionFiles } from "../../../scripts/check-questions.ts";
import { placeOf, toLine } from "../../finding.ts";
import { listOwnQuestions, parseQuestions } from "./questions.ts";

test("an entry is a question or a search, with what answers it", () => {
  const text = `
- question: How do I create a key?
  answeredBy: /docs/keys#create-a-key
  shows: npm run keys
- question: And how do I revoke it?
  after: How do I create a key?
  answeredBy: [/docs/keys, /docs/security]
- search: cómo pago
  language: es
  answeredBy: /es/docs/pay
- question: How do I write a SQL join?
  answeredBy: none
  version: v1
- question: How do I pay by invoice?
  todo: true
`;
  const { questions, findings } = parseQuestions("q.yaml", text);
  expect(findings).toEqual([]);
  const question = { kind: "question", after: [], shows: [], todo: false };
  expect(questions).toEqual([
    {
      ...question,
      source: "q.yaml:2",
      text: "How do I create a key?",
      answeredBy: ["/docs/keys#create-a-key"],
      shows: ["npm run keys"],
    },
    {
      ...question,
      source: "q.yaml:5",
      text: "And how do I revoke it?",
      after: ["How do I create a key?"],
      answeredBy: ["/docs/keys", "/docs/security"],
    },
    { ...question, source: "q.yaml:8", kind: "search", text: "cómo pago", language: "es", answeredBy: ["/es/docs/pay"] },
    { ...question, source: "q.yaml:11", text: "How do I write a SQL join?", answeredBy: [], version: "v1" },
    { ...question, source: "q.yaml:14", text: "How do I pay by invoice?", answeredBy: undefined, todo: true },
  ]);
});

test.each([
  ["- question: a\n  anwser: /docs\n", "q.yaml:2: anwser is not a field; an entry has question, search, answeredBy, answer,"],
  ["- question: a\n- answeredBy: /docs\n", "q.yaml:2: question is what an entry has, or search, and not both"],
  ["- question: a\n  search: b\n  answeredBy: /docs\n", "q.yaml:1: question is what an entry has, or search, and not both"],
  ["- question: a\n  answeredBy: keys\n", "q.yaml:2: answeredBy must be a path such as /docs/keys#create-a-key, a list of paths"],
  ["- question: a\n  answeredBy: [/docs, 3]\n", "q.yaml:2: answeredBy must be a path such as"],
  ["- question: a\n  answeredBy: none\n  shows: b\n", "q.yaml:3: shows has nothing to show where answeredBy is none"],
  ["- question: a\n  shows: [1]\n", "q.yaml:2: shows must be words, or a list of them"],
  ["- question: ''\n", "q.yaml:1: question is empty; write what a reader asks"],
  ["- question: a\n  todo: later\n", "q.yaml:2: todo must be true or false"],
  ["- question: a\n  version: 2\n", 'q.yaml:2: version must be text; put it in quotes: "2"'],
  ["- question: a\n  answer: b\n", "q.yaml:2: answer needs a question, and the page that says more: name it in answeredBy"],
  ["- search: a\n", "q.yaml:1: search needs the page that it should find; name it in answeredBy"],
  ["- search: a\n  answeredBy: /docs\n  shows: b\n", "q.yaml:1: search has no shows and no after"],
  ["- just words\n", 'q.yaml:1: This is not an entry; begin each with "- question: "'],
  ["question: a\n", 'q.yaml:1: The file is not a list; begin each entry with "- question: "'],
  ["- question: a\n  - b\n", "q.yaml:2: The file is not YAML:"],
])("a mistake is reported with its line, field and remedy: %j", (text, line) => {
  const { findings } = parseQuestions("q.yaml", text);
  expect(findings.map((finding) => `${placeOf(finding)}: ${finding.message}`)).toEqual([expect.stringContaining(line)]);
});

test("files are questions.yaml of the content folder and those of its folder questions; one wrong entry costs no other", () => {
  const content = makeFolder();
  mkdirSync(path.join(content, "questions"));
  writeFileSync(path.join(content, "questions.yaml"), "- question: a\n- question: b\n  what: c\n");
  writeFileSync(path.join(content, "questions/keys.yml"), "- question: d\n");
  writeFileSync(path.join(content, "questions/README.md"), "# Not one\n");
  const { questions, findings } = readQuestionFiles(content);
  expect(questions.map(({ text }) => text).sort()).toEqual(["a", "d"]);
  expect(findings.map(toLine)).toEqual([
    expect.stringContaining(`${path.join(content, "questions.yaml")}:3 error: what is not a field`),
  ]);
});

test("answers and questions of the owner's own are read of all files of questions, and of no other", () => {
  const entry = (question: string) =>
    `- question: ${question}\n  answer: Yes.\n  answeredBy: [/docs/a#b, /docs/c]\n  language: es\n`;
  const file = (path: string) => ({ path, text: entry(path.replace(/\W/g, "")), hash: "" });
  const files = ["questions.yaml", "questions/more.yml", "guides/questions.yaml"].map(file);
  const answer = { answer: "Yes.", place: "/docs/a#b", language: "es", version: undefined };
  expect(listOwnQuestions(files).answers).toEqual([
    { question: "questionsyaml", ...answer },
    { question: "questionsmoreyml", ...answer },
  ]);
  expect(listOwnQuestions(files).questions).toEqual([
    { question: "questionsyaml", place: "/docs/a#b" },
    { question: "questionsmoreyml", place: "/docs/a#b" },
  ]);
});

test("what no page answers, follows another question, is to come, or is searched, is no question to suggest", () => {
  const text = `- {question: A, answeredBy: none}
- {question: B}
- {question: C, after: A, answeredBy: /docs/a}
- {question: D, answeredBy: /docs/a, todo: true}
- {search: E, answeredBy: /docs/a}
- {question: F, answeredBy: /docs/a}
`;
  expect(listOwnQuestions([{ path: "questions.yaml", text, hash: "" }]).questions).toEqual([{ question: "F", place: "/docs/a" }]);
});
