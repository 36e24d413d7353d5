import { expect, test } from "vitest";
import { escapeHtml } from "../mdx/code-html.ts";
import { colourCode } from "./code-colours.ts";

test("code in colours is the same text as before, with nothing in it that is markup", () => {
  const code = `fetch("<img src=x onerror='1'>", {"a&amp;b": 'c"', n: 1}) // </code>\n$ curl --data "<" # end`;
  const html = colourCode(code);
  const text = html.replace(/<\/?span(?: style="color:var\(--code-token-[a-z]+\)")?>/g, "");
  expect(text).not.toContain("<");
  expect(text.replaceAll("&lt;", "<").replaceAll("&quot;", '"').replaceAll("&amp;", "&")).toBe(code);
});

test("members, texts and numbers of JSON have different colours", () => {
  const coloured = (kind: string, text: string) => `<span style="color:var(--code-token-${kind})">${text}</span>`;
  expect(colourCode('{"a": "b: 1", "c": 2}')).toBe(
    `{${coloured("keyword", "&quot;a&quot;")}: ${coloured("string", "&quot;b: 1&quot;")}, ${coloured("keyword", "&quot;c&quot;")}: ${coloured("constant", "2")}}`,
  );
});

test.each(['"', "'", "`"])("a text between %s begins at none that is escaped, however many there are", (quote) => {
  const code = `\\${quote}a${quote}${`\\${quote}`.repeat(19_000)}`;
  expect(colourCode(code)).toBe(escapeHtml(code));
  expect(colourCode(`f(${quote}a\\${quote}b${quote})`)).toContain(`>${escapeHtml(`${quote}a\\${quote}b${quote}`)}</span>)`);
});
