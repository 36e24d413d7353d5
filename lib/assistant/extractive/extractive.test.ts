import { describe, expect, test } from "vitest";
import type { Block } from "../../content/passage.ts";
import { groupByWords } from "../unanswered.ts";
import { toMarkdown } from "./markdown.ts";
import { phrasesIn } from "./phrases.ts";
import { toQuery } from "./query.ts";
import { contentWords, detectLanguage, questionKind } from "./question.ts";
import { replyToSmallTalk } from "./small-talk.ts";

const query = (question: string, ...before: string[]) =>
  toQuery({
    question,
    history: before.map((text) => ({ role: "user", text })),
    context: [],
    currentTitle: "Deploy",
    language: "en",
  });

describe("a query", () => {
  test.each([
    ["leaves out the words that only pose the question", "How do I create an API key?", [], "create API key"],
    [
      "keeps the words that change what is asked",
      "How do I turn off the assistant without a key?",
      [],
      "turn off assistant without key",
    ],
    ["is the question itself when there is nothing else", "What is it?", [], "What is it"],
    [
      "of a follow-up takes words of the question before",
      "how do I revoke it?",
      ["How do I create an API key?"],
      "revoke create API key",
    ],
    [
      "of a second follow-up goes back to the topic",
      "and then?",
      ["How do I create an API key?", "why?"],
      "and then why create API key",
    ],
    [
      "of a new question takes none",
      "How do I translate the pages into French?",
      ["How do I create an API key?"],
      "translate pages French",
    ],
    ["about this page takes its title", "What does this page say about limits?", [], "page limits Deploy"],
  ])("%s", (_, question, before, text) => {
    expect(query(question, ...before).text.toLowerCase()).toBe(text.toLowerCase());
  });

  const context = [{ type: "code" as const, value: "export const revalidate = 60" }];
  const selected = (question: string) =>
    toQuery({ question, history: [], context, currentTitle: undefined, language: "en" }).text;

  test.each(["What does this mean?", "Explain", "How do I change that number?", "explain this code"])(
    "%s takes words of what the reader selected",
    (question) => expect(selected(question)).toContain("revalidate"),
  );

  test("that stands by itself takes none of them", () => {
    expect(selected("How do I revoke a key?")).toBe("revoke key");
  });

  test("knows a turn to something new from a question about the same", () => {
    expect(query("and tabs?", "How do I add accordions?").turns).toBe(true);
    expect(query("how do I test it?", "How do I write a rule?").turns).toBe(false);
  });
});

test.each([
  ["How do I create a key?", "en"],
  ["¿Cómo creo una clave?", "es"],
  ["Comment créer une clé dans le projet ?", "fr"],
  ["Wie lege ich einen Schlüssel an?", "de"],
  ["キーを作る方法は？", "ja"],
  ["如何创建密钥", "zh"],
  ["Как создать ключ?", "ru"],
  ["useEffect", undefined],
])("takes %s for %s", (question, language) => {
  expect(detectLanguage(question)).toBe(language);
});

test("leaves out Spanish frame words in Spanish docs", () => {
  expect(contentWords("¿Cómo creo una clave de API?", "es")).toEqual(["creo", "clave", "API"]);
});

test.each([
  ["How many requests may I send?", "value"],
  ["How do I deploy?", "how"],
  ["What is a thread?", "what"],
  ["Deploy fails", "other"],
] as const)("%s asks for %s", (question, kind) => {
  expect(questionKind(question)).toBe(kind);
});

describe("small talk", () => {
  const phrases = phrasesIn("en");
  test.each([
    ["hi", phrases.greeting],
    ["Hello there!", phrases.greeting],
    ["👋", phrases.greeting],
    ["Thanks a lot!", phrases.welcome],
    ["bye", phrases.farewell],
    ["Who are you?", phrases.about],
  ])("%s gets a reply of its own", (message, reply) => {
    expect(replyToSmallTalk(message, phrases)).toBe(reply);
  });

  test.each(["Hi, how do I deploy?", "help me with keys", "What can you do with tabs?"])("%s is a question", (message) => {
    expect(replyToSmallTalk(message, phrases)).toBeUndefined();
  });
});

describe("a quoted block", () => {
  const write = (...blocks: Block[]) => toMarkdown(blocks, "[1]").join("\n\n");

  test.each<[string, Block, string]>([
    [
      "a paragraph with marks in it",
      { kind: "paragraph", text: "Use *.mdx, <Tabs> and my_file_name" },
      "Use \\*.mdx, \\<Tabs> and my_file_name [1]",
    ],
    ["a paragraph that begins like a heading", { kind: "paragraph", text: "# of requests" }, "\\# of requests [1]"],
    ["code with a fence in it", { kind: "code", text: "```js\n1\n```", language: "md" }, "````md\n```js\n1\n```\n````\n\n[1]"],
    ["a list with its numbers", { kind: "list", text: "1. Run it\n2. See a|b" }, "1. Run it\n2. See a|b\n\n[1]"],
    ["a table", { kind: "table", text: "Name | Value\na | b" }, "| Name | Value |\n| --- | --- |\n| a | b |\n\n[1]"],
    [
      "a table with an empty corner",
      { kind: "table", text: " | On\nKeys | kept" },
      "|  | On |\n| --- | --- |\n| Keys | kept |\n\n[1]",
    ],
    ["rows of other lengths as text", { kind: "table", text: "a | b\nc" }, "a | b  \nc\n\n[1]"],
  ])("shows %s as it is", (_, block, markdown) => {
    expect(write(block)).toBe(markdown);
  });
});

test("groups unanswered questions by the words they share, larger groups first", () => {
  expect(
    groupByWords(["How do I deploy to Heroku?", "Is there a price?", "Heroku deploy fails", "What is the price of Heroku?"]),
  ).toEqual([
    {
      words: ["heroku", "deploy"],
      questions: ["How do I deploy to Heroku?", "Heroku deploy fails", "What is the price of Heroku?"],
    },
    { words: [], questions: ["Is there a price?"] },
  ]);
});
