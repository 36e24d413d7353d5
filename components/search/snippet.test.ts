import { describe, expect, test } from "vitest";
import { markWords, type SnippetPiece, toSnippet } from "./snippet.ts";

const hits = (pieces: readonly SnippetPiece[]) => pieces.filter(({ hit }) => hit).map(({ text }) => text);
const whole = (pieces: readonly SnippetPiece[]) => pieces.map(({ text }) => text).join("");

describe("markWords", () => {
  test("marks the whole of a word of which a part was typed", () => {
    expect(hits(markWords("Rate limits and limiting", "limit"))).toEqual(["limits", "limiting"]);
  });

  test("marks other endings of the same word", () => {
    expect(hits(markWords("Deploy your docs", "deploying"))).toEqual(["Deploy"]);
  });

  test("ignores accents and case", () => {
    expect(hits(markWords("Añadir una página", "ANADIR pagina"))).toEqual(["Añadir", "página"]);
  });

  test("leaves short words alone when there are longer ones", () => {
    expect(hits(markWords("How to add a page to it", "add to"))).toEqual(["add"]);
  });

  test("finds a term inside text without spaces", () => {
    expect(hits(markWords("文档助手的速率限制说明", "速率限制"))).toEqual(["速率限制"]);
  });

  test("keeps every character of the text", () => {
    const text = "<b>İstanbul</b> & ﬁne 👩‍💻 naïve";
    expect(whole(markWords(text, "b naive"))).toBe(text);
  });
});

describe("toSnippet", () => {
  const filler = "lorem ipsum dolor sit amet ".repeat(30);

  test("shows a short text whole", () => {
    expect(whole(toSnippet("One  short line.", "x"))).toBe("One short line.");
  });

  test("keeps prose, code and headings apart", () => {
    const content = "To a server\n\nRun this:\n\nnpm run build\nnpm start\n\nThen open it.\nIt answers.";
    expect(whole(toSnippet(content, "x"))).toBe("To a server · Run this: npm run build · npm start · Then open it. It answers.");
  });

  test("shows prose that holds a word, and code only where nothing else does", () => {
    const content = "curl https://a.example/v1/keys\nKeys are made by a command.\nnpm run keys -- create --kind account";
    expect(whole(toSnippet(content, "keys"))).toBe("Keys are made by a command.");
    expect(whole(toSnippet(content, "account"))).toContain("npm run keys -- create --kind account");
  });

  test("shows and marks code that was typed alone where the text has it, and its words elsewhere", () => {
    const content = "A token of the wrong kind is refused.\nnpm run keys -- create --kind account";
    expect(hits(toSnippet(content, "--kind"))).toEqual(["--kind"]);
    expect(whole(toSnippet(content, "--kind"))).toContain("create --kind account");
    expect(hits(toSnippet("Wait for useChat to end.", "useChat()"))).toEqual(["useChat"]);
  });

  test("a cut leaves no dot at the beginning", () => {
    const pieces = toSnippet(`${"lorem ".repeat(50)}ipsum\nrotate the key ${filler}`, "rotate", { length: 12 });
    expect(whole(pieces)).toMatch(/^… rotate/);
  });

  test("shows the rows of a table as words, and a pipe of a command as it is", () => {
    const content = "Option | Meaning | Default\n--name | Shown by list | none\n\ncat keys | wc -l";
    expect(whole(toSnippet(content, "x"))).toBe("Option: Meaning, Default · --name: Shown by list, none · cat keys | wc -l");
  });

  test("cuts where most of the words stand together", () => {
    const pieces = toSnippet(`token ${filler} rotate the token every month ${filler}`, "rotate token");
    expect(hits(pieces)).toEqual(["rotate", "token"]);
    expect(whole(pieces)).toMatch(/^… .*rotate the token every month.* …$/);
  });

  test("stays within its length, and starts at the beginning when nothing matches", () => {
    const pieces = toSnippet(filler, "nothing-here");
    expect(whole(pieces).length).toBeLessThanOrEqual(184);
    expect(whole(pieces)).toMatch(/^lorem/);
  });

  test("cuts text without spaces too", () => {
    expect(whole(toSnippet("速".repeat(500), "速")).length).toBeLessThanOrEqual(184);
  });
});

test("words that only ask are not marked beside words that tell", () => {
  expect(hits(markWords("How many requests a minute", "how are requests counted"))).toEqual(["requests"]);
  expect(hits(markWords("What it is", "what"))).toEqual(["What"]);
});
