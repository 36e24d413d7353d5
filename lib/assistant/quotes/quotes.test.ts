import { describe, expect, test } from "vitest";
import { quoteMessages } from "../../i18n/quote-messages.ts";
import { contentWords, detectLanguage, isVarying, lacksPrice, replyToSmallTalk, toQuery } from "./question.ts";

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
    [
      "that names what its own words point to takes none",
      "My nightly script is slow, can I cache it?",
      ["How do I create an API key?"],
      "nightly script slow cache",
    ],
    [
      "of a follow-up whose last word points back takes words of the question before",
      "what should I do when the server does not install there?",
      ["How do I use a network volume?"],
      "server not install use network volume",
    ],
    [
      "of a follow-up that counts what was named takes words of the question before",
      "can I use more than one per endpoint?",
      ["How do I attach a volume?"],
      "use more per endpoint attach volume",
    ],
    [
      "of a question that goes on takes words of the one before, whatever it names",
      "in which header does the backend find it then?",
      ["How do I strip a prefix?"],
      "header backend find strip prefix",
    ],
    [
      "of a question about what comes after takes words of the one before",
      "can I get their data back after that?",
      ["How do I delete a user?"],
      "data back after delete user",
    ],
    [
      "that orders what it names itself takes none",
      "Why does the server stop and then start again?",
      ["How do I create an API key?"],
      "server stop start again",
    ],
    [
      "that counts what it names itself takes none",
      "Can a user register more than one TOTP device?",
      ["How do I create an API key?"],
      "user register more TOTP device",
    ],
    [
      "that names another thing leaves out the name before it",
      "what about my own server?",
      ["How do I deploy to Vercel?"],
      "own server deploy",
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

  test("that is complete by itself takes none of them", () => {
    expect(selected("How do I revoke a key?")).toBe("revoke key");
  });

  test("of a follow-up has to be answered with one of its words", () => {
    expect(query("what does it cost?", "How do I create an API key?").focus).toEqual(["cost"]);
    expect(query("How do I translate the pages into French?", "How do I create an API key?").focus).toEqual([]);
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

test("keeps a word that only names something where it is written large, and one that is what the question is about", () => {
  expect(contentWords("Is there a client for Go?", "en")).toEqual(["client", "Go"]);
  expect(contentWords("Can I use my own model?", "en")).toEqual(["use", "own", "model"]);
});

test("leaves out Spanish frame words in Spanish docs", () => {
  expect(contentWords("¿Cómo creo una clave de API?", "es")).toEqual(["creo", "clave", "API"]);
});

describe("small talk", () => {
  const messages = quoteMessages("en");
  test.each([
    ["hi", messages.greeting],
    ["Hello there!", messages.greeting],
    ["👋", messages.greeting],
    ["Thanks a lot!", messages.welcome],
    ["bye", messages.farewell],
    ["Who are you?", messages.about],
  ])("%s gets its own reply", (message, reply) => {
    expect(replyToSmallTalk(message, messages)).toBe(reply);
  });

  test.each(["Hi, how do I deploy?", "help me with keys", "What can you do with tabs?"])("%s is a question", (message) => {
    expect(replyToSmallTalk(message, messages)).toBeUndefined();
  });
});

describe("a question for a price", () => {
  test.each([
    ["How much does the Business plan cost?", "Each plan has a price of its own.", true],
    ["What does it cost?", "Each seat costs $5.", false],
    ["What does it cost?", "Five seats at 12,50 € each.", false],
    ["What is the price of a seat?", "The first seat is free.", false],
    ["Was kostet der Tarif?", "Der Tarif gilt je Monat.", true],
    ["Combien coûte une place ?", "Une place est gratuite.", false],
    ["¿Cuánto cuesta?", "El plan tiene 3 usuarios.", true],
    ["How do I limit what a task costs?", "Set a budget.", false],
    ["How much did one run cost?", "The run has it as a field.", false],
  ])("%s is answered by %s: not %s", (question, text, lacks) => {
    expect(lacksPrice(question, ["Elsewhere.", text])).toBe(lacks);
  });
});

test("an amount with its unit and a random id vary with each error; a version, a code and a word name something", () => {
  expect(["2.1GB", "350ms", "40%", "9f86d081884c7d65", "550e8400-e29b-41d4"].filter((word) => !isVarying(word))).toEqual([]);
  expect(["4.9", "524", "E1234", "S3", "3D", "deadbeef", "v2", "Facade"].filter(isVarying)).toEqual([]);
});
