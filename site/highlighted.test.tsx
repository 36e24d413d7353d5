import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { codeHtml } from "../components/mdx/code-html.ts";
import { Highlighted } from "./highlighted.tsx";

const markupOf = async (code: string, language: string) => renderToStaticMarkup(await Highlighted({ code, language }));

describe("code in colours", () => {
  test("is the same text as before, whatever is in it", async () => {
    const code = `<script>alert("&amp;")</script>\n\nconst a = '</code><img src=x onerror="1">';`;
    const html = await markupOf(code, "ts");
    const text = html.replace(/<\/?(?:code|span)(?: class="line"| style="color:var\(--[\w-]+\)")?>/g, "");
    expect(text).not.toContain("<");
    expect(text.replaceAll("&lt;", "<").replaceAll("&quot;", '"').replaceAll("&amp;", "&")).toBe(code);
  });

  test("has a line for each line, which the style sheet counts", async () => {
    expect((await markupOf("a\n\nb", "ts")).match(/class="line"/g)).toHaveLength(3);
  });

  test("is plain when the language is not known", async () => {
    expect(await markupOf("<b>", "no-language")).toBe("<code>&lt;b&gt;</code>");
  });
});

describe("code of a page as text", () => {
  const line = (
    <span className="line">
      <span style={{ color: "var(--code-token-keyword)", fontStyle: "italic" }}>{`if (a < "b" && c)`}</span>
      <span style={{ color: "var(--code-foreground)" }}>{" x"}</span>
    </span>
  );

  test("is what React writes, without the spans of the colour that is around them", () => {
    const html = codeHtml([line, "\n", null, line]);
    const written = renderToStaticMarkup([line, "\n", line]).replaceAll("&gt;", ">");
    expect(html).toBe(written.replaceAll('<span style="color:var(--code-foreground)"> x</span>', " x"));
    expect(html).toContain('style="color:var(--code-token-keyword);font-style:italic"');
  });

  test("is escaped in texts, classes and colours", () => {
    const hostile = `"><img src=x onerror=alert(1)>`;
    const html = codeHtml(<span className={hostile}>{hostile}</span>) ?? "";
    expect(html.match(/<[a-z]+/g)).toEqual(["<span"]);
    expect(html).not.toContain('"">');
  });

  test.each<[string, ReactNode]>([
    [
      "a link",
      <a key="x" href="/docs">
        {"x"}
      </a>,
    ],
    ["a component", <Highlighted key="x" code="x" language="ts" />],
    ["an attribute of another kind", <span key="x" title="x" />],
    // biome-ignore lint/security/noDangerouslySetInnerHtml: it is what must not come through
    ["custom markup", <span key="x" dangerouslySetInnerHTML={{ __html: "<img>" }} />],
    ["a declaration that holds more", <span key="x" style={{ color: "red;position:fixed" }} />],
    ["an address in a colour", <span key="x" style={{ background: "url(//example.com)" }} />],
  ])("is left to React with %s in it", (_, node) => {
    expect(codeHtml([line, node])).toBeUndefined();
    expect(codeHtml(<span>{node}</span>)).toBeUndefined();
  });
});
