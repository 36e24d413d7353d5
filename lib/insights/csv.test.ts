import { expect, test } from "vitest";
import { toCsv } from "./dashboard.ts";

test("writes a line of names and a line for each row", () => {
  expect(
    toCsv(
      ["text", "count"],
      [
        { text: 'a "b", c', count: 3 },
        { text: "two\nlines", count: 1 },
      ],
    ),
  ).toBe('text,count\r\n"a ""b"", c",3\r\n"two\nlines",1\r\n');
});

test.each(["a;=1+1", "a; +1", "＝1", ";@SUM(A1)"])("a spreadsheet of any language takes %j for text", (text) => {
  const [, cell = ""] = toCsv(["text"], [{ text }]).split("\r\n");
  expect(cell).toBe(`"${text.replace(/(^|;)(?=\s*[=+@＝])/g, "$1'")}"`);
});

test.each(["=HYPERLINK(1)", "+1", "-1+1", "@SUM(A1)", "\t=1", "  =1", "|cmd", "%0"])(
  "a spreadsheet takes %j for text",
  (text) => {
    const [, cell = ""] = toCsv(["text"], [{ text }]).split("\r\n");
    expect(cell).toBe(`"'${text}"`);
  },
);
