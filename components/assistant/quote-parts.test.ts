import { expect, test } from "vitest";
import { listQuoted, splitQuotes } from "./quote-parts.ts";

const first = "**[Limits › Hour](https://a.example/docs/limits#hour)** [1](https://a.example/docs/limits#hour)";
const second = "**[Keys](https://a.example/docs/keys)** [2](https://a.example/docs/keys)";
const more = "More pages:\n\n- [Errors](https://a.example/docs/errors)\n- [Keys](https://a.example/docs/keys)";
const answer = `From the docs:\n\n${first}\n\nSixty.\n\n- a\n\n${second}\n\nMake one.\n\n${more}`;

test("quotes are parts with the lines that name their sections, and what is around them is apart", () => {
  expect(splitQuotes(answer)).toEqual([
    { markdown: "From the docs:", isQuote: false },
    { markdown: `${first}\n\nSixty.\n\n- a`, isQuote: true },
    { markdown: `${second}\n\nMake one.`, isQuote: true },
    { markdown: more, isQuote: false },
  ]);
  expect(splitQuotes(`${first}\n\nSixty.`)).toEqual([{ markdown: `${first}\n\nSixty.`, isQuote: true }]);
});

test.each(["Plain text with [1](https://a.example).", ""])("any other answer is one part: %s", (text) => {
  expect(splitQuotes(text)).toEqual([{ markdown: text, isQuote: false }]);
  expect(listQuoted(text)).toEqual([]);
});

test("lists the addresses of what is quoted", () => {
  expect(listQuoted(answer)).toEqual(["https://a.example/docs/limits#hour", "https://a.example/docs/keys"]);
});
