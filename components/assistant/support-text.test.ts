import { expect, test } from "vitest";
import type { PanelMessage } from "./panel-message.ts";
import { mayNeedSupport, toMailAddress, toMailText, toSentText } from "./support-text.ts";

const url = "https://docs.example.com/docs/keys#create";
const answer = (text: string, sources: readonly string[]): PanelMessage => ({
  id: "a",
  role: "assistant",
  metadata: { threadId: "th_1" } as never,
  parts: [
    { type: "text", text },
    ...sources.map((source, index) => ({ type: "source-url" as const, sourceId: String(index + 1), url: source })),
  ],
});
const page = "https://docs.example.com/docs/keys";

test("the text that the site sends has the question whole and the reader's address, and a mail the first 1,000 characters of it", () => {
  const asked = { question: `${"x".repeat(3_000)}!`, answer: answer("No.", [url]), page };
  expect(toSentText(asked, " ada@example.com ")).toBe(`${asked.question}\n\nada@example.com\n${page}\n- ${url}\nth_1`);
  expect(toMailText(asked)).toBe(`${"x".repeat(999)}…\n\n${page}\n- ${url}\nth_1`);
});

test("support gets question, page, sources and the id of the conversation, and no word of the answer", () => {
  const text = toMailText({ question: "How do I make a key? ", answer: answer("Secret words.", [url]), page });
  expect(text).toBe(`How do I make a key?\n\n${page}\n- ${url}\nth_1`);
});

test("a link to a mail carries at most 1,800 characters, as they are, and no second address or header", () => {
  const text = toMailText({
    question: "ä&cc=eve@evil.test\r\n".repeat(500),
    answer: answer("No.", Array(50).fill(url)),
    page,
  });
  expect(text.length).toBeLessThanOrEqual(1_800);
  const link = new URL(toMailAddress("help@acme.test", `${"x".repeat(5_000)}\nBcc: eve@evil.test`));
  expect([link.pathname, [...link.searchParams.keys()]]).toEqual(["help@acme.test", ["subject", "body"]]);
  expect(link.searchParams.get("body")).toHaveLength(1_800);
  const hostile = new URL(toMailAddress("help@acme.test", "a&cc=eve@evil.test\r\nBcc: eve@evil.test"));
  expect([...hostile.searchParams.keys()]).toEqual(["subject", "body"]);
  expect(hostile.searchParams.get("body")).toBe("a&cc=eve@evil.test\r\nBcc: eve@evil.test");
  expect(hostile.searchParams.get("subject")).not.toContain("\n");
});

test("half of a pair of characters ends no text", () => {
  expect(() => toMailAddress("help@acme.test", `${"x".repeat(98)}😀😀`)).not.toThrow();
});

test("offered for an answer without a source, for one in doubt, and for one that names support itself", () => {
  expect(mayNeedSupport(answer("No.", []), "help@acme.test")).toBe(true);
  expect(mayNeedSupport(answer("You can ask for help at <help@acme.test>.", [url]), "help@acme.test")).toBe(true);
  expect(mayNeedSupport(answer("Press New.", [url]), "help@acme.test")).toBe(false);
  expect(mayNeedSupport(answer("Press New.", [url]))).toBe(false);
  expect(mayNeedSupport({ ...answer("It may not answer.", [url]), metadata: { doubted: true } })).toBe(true);
});
