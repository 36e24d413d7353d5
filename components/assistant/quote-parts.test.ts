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

test("the third quote and those behind it are cards with title, place and beginning", () => {
  const third = "**[Limits › Day › Reset](https://a.example/docs/limits#reset)** [3](https://a.example/docs/limits#reset)";
  const fourth = "**[Errors](https://a.example/docs/errors)** [4](https://a.example/docs/errors)";
  const cards = splitQuotes(
    `${answer.replace(more, "")}${third}\n\n…\n\nAt midnight.\n\n${fourth}\n\n${"Long. ".repeat(100)}\n\n${more}`,
  )
    .filter(({ isQuote }) => isQuote)
    .map(({ card }) => card);
  expect(cards).toEqual([
    undefined,
    undefined,
    { title: "Reset", place: "Limits › Day", beginning: "At midnight." },
    { title: "Errors", place: "", beginning: "Long. ".repeat(100).slice(0, 400).trimEnd() },
  ]);
});

test.each(["Plain text with [1](https://a.example).", ""])("any other answer is one part: %s", (text) => {
  expect(splitQuotes(text)).toEqual([{ markdown: text, isQuote: false }]);
  expect(listQuoted(text)).toEqual([]);
});

test("lists the addresses of what is quoted", () => {
  expect(listQuoted(answer)).toEqual(["https://a.example/docs/limits#hour", "https://a.example/docs/keys"]);
});
