import { expect, test } from "vitest";
import { quoteMessages } from "../../lib/assistant/quotes/messages.ts";
import { countOpen, isDoubtful, nameOfQuote, splitQuotes } from "./quote-parts.ts";

const first = "**[Limits › Hour](https://a.example/docs/limits#hour)** [1](https://a.example/docs/limits#hour)";
const second = "**[Keys](https://a.example/docs/keys)** [2](https://a.example/docs/keys)";
const more = "More pages:\n\n- [Errors](https://a.example/docs/errors)\n- [Keys](https://a.example/docs/keys)";

test("quotes are parts under the lines that name their sections, and links to more pages are apart", () => {
  expect(splitQuotes(`From the docs:\n\n${first}\n\nSixty.\n\n- a\n\n${second}\n\nMake one.\n\n${more}`)).toEqual([
    { heading: undefined, body: "From the docs:" },
    { heading: first, body: "Sixty.\n\n- a" },
    { heading: second, body: "Make one." },
    { heading: undefined, body: more },
  ]);
});

test.each(["Plain text with [1](https://a.example).", `Lead\n\n${first}\n\nOne quote alone.`, ""])(
  "any other answer is one part: %s",
  (text) => {
    expect(splitQuotes(text)).toEqual([{ heading: undefined, body: text }]);
  },
);

test("a section is named by its title alone", () => {
  expect(nameOfQuote(first)).toBe("Limits › Hour");
  expect(nameOfQuote("**[A \\[b\\]](https://a.example)** [1](https://a.example)")).toBe("A [b]");
});

test("the first quote is open, and the next ones as long as they fit below it", () => {
  const quotes = (...lengths: number[]) => lengths.map((length) => ({ heading: first, body: "x".repeat(length) }));
  expect([
    countOpen(quotes(900, 350, 350)),
    countOpen(quotes(300, 300, 300)),
    countOpen(quotes(3_000, 10)),
    countOpen([]),
  ]).toEqual([2, 3, 1, 0]);
});

test("of quotes that may not answer the first one alone is open", () => {
  const lead = { heading: undefined, body: quoteMessages("en").doubt };
  expect(countOpen([lead, { heading: first, body: "One." }, { heading: first, body: "Two." }])).toBe(1);
});

test.each(["en", "es", "fr", "de", "it", "pt-BR", "zh-CN", "zh-TW", "ja", "ko", "ru", "pl", "tr", "ar"])(
  "in %s the notice that the docs may not answer is recognised among the others",
  (language) => {
    const { lead, doubt, notMentioned } = quoteMessages(language);
    const found = [lead, doubt, `${notMentioned("*Foo*")} ${doubt}`].map((body) => isDoubtful({ heading: undefined, body }));
    expect(found).toEqual([false, true, true]);
  },
);

test("one quote that may not answer is a part too, so that it can be folded", () => {
  expect(splitQuotes(`These docs may not answer that. The closest sections are:\n\n${first}\n\nSixty.`)).toHaveLength(2);
});
