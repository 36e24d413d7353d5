import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { Highlighted } from "./highlight.tsx";

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
