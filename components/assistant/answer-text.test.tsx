import { renderToStaticMarkup } from "react-dom/server";
import { prerender } from "react-dom/static";
import { describe, expect, test } from "vitest";
import { assistantMessages } from "../../lib/i18n/browser-messages.ts";
import type { SiteScope } from "../site-scope.ts";
import { AnswerText } from "./answer-text.tsx";

const site: SiteScope = {
  domain: "docent",
  basePath: "",
  siteUrl: "https://docs.example.com",
  languages: [],
  versions: [],
  language: "en",
  defaultLanguage: "en",
  defaultVersion: null,
  assistant: true,
  startPages: [],
  changelogs: [],
};
const sources = [{ number: "1", url: "https://docs.example.com/docs/keys#create", title: "Keys > Create a key" }];

const render = (text: string, streaming = false) => renderToStaticMarkup(answer(text, streaming));

/** With what loads when it is needed. */
async function renderWhole(text: string, streaming = false): Promise<string> {
  const { prelude } = await prerender(answer(text, streaming));
  return new Response(prelude).text();
}

function answer(text: string, streaming: boolean) {
  return (
    <AnswerText
      text={text}
      streaming={streaming}
      site={site}
      sources={sources}
      messages={assistantMessages("en")}
      onLeave={() => {}}
    />
  );
}

describe("AnswerText", () => {
  test.each([
    ["an inline image", "![x](https://evil.test/a.png?q=secret)"],
    ["a reference image", "![x][1]\n\n[1]: https://evil.test/a.png"],
    ["an image inside a link", "[![x](https://evil.test/a.png)](https://evil.test)"],
    ["an image tag", '<img src="https://evil.test/a.png">'],
    ["an inline svg", '<svg onload="alert(1)"><image href="https://evil.test"/></svg>'],
  ])("loads nothing for %s", (_, text) => {
    expect(render(text)).not.toMatch(/<(img|image|svg)/);
  });

  test("folds the third quote into a card of plain words, with all of it behind", () => {
    const quote = (number: number, name: string, text: string) =>
      `**[${name}](https://docs.example.com/docs/p${number})** [${number}](https://docs.example.com/docs/p${number})\n\n${text}`;
    const third = quote(3, "Limits › Day \\<b> › *Reset* ![x](y)", "Ends [at midnight](/docs/z) `UTC` <img src=x>.");
    const html = render(`From the docs:\n\n${quote(1, "A", "One.")}\n\n${quote(2, "B", "Two.")}\n\n${third}`);
    expect(html.match(/<details/g)).toHaveLength(1);
    const [summary = ""] = /<summary>.*<\/summary>/s.exec(html) ?? [];
    expect(summary.replace(/<svg.*<\/svg>/s, "").match(/<(?!\/?(?:summary|span))\w+/g)).toBeNull();
    expect(summary).toContain("Reset");
    expect(summary).toContain("Limits › Day &lt;b&gt;");
    expect(summary).toContain("Ends at midnight UTC");
    expect(html.slice(html.indexOf("</summary>"))).toContain('href="/docs/p3"');
    expect(html.slice(0, html.indexOf("<details"))).toContain("Two.");
  });

  test("marks the cells of a table that hold prose, which need some width", () => {
    const html = render("| A | B |\n| - | - |\n| short | A sentence about `what` it does. |");
    expect(html.match(/<td data-prose="">/g)).toHaveLength(1);
  });

  test("does not break the options of a command after their dashes", () => {
    expect(render("Run `keys --kind assistant`.")).toContain(
      '<code>keys <span class="whitespace-nowrap">--kind</span> assistant</code>',
    );
  });

  test.each([
    "javascript:alert(1)",
    "JAVASCRIPT:alert(1)",
    "data:text/html;base64,PHN",
    "vbscript:x",
    "blob:https://docs.example.com/1",
    "ircs://x/y",
  ])("keeps only the words of a link to %s", (address) => {
    const html = render(`Go [there](${address}).`);
    expect(html).toContain("there");
    expect(html).not.toMatch(/href/);
  });

  test("shows HTML as text", () => {
    expect(render("a <script>alert(1)</script> <b onclick=x>b</b>")).toContain("&lt;script&gt;");
  });

  test("opens a page of the site in place, from its public address too", () => {
    const html = render("See [keys](https://docs.example.com/docs/keys#create).");
    expect(html).toContain('href="/docs/keys#create"');
    expect(html).not.toContain("target=");
  });

  test("opens another site in a new tab that learns nothing", () => {
    expect(render("See [this](https://nodejs.org/en).")).toMatch(
      /href="https:\/\/nodejs\.org\/en" target="_blank" rel="noopener noreferrer nofollow"/,
    );
  });

  test("draws a citation as a marker named after its source", () => {
    const html = render("Run it. [1](https://docs.example.com/docs/keys#create)");
    expect(html).toMatch(/<a [^>]*class="answer-marker"[^>]*>1<\/a>/);
    expect(html).toContain('aria-label="Source 1: Keys &gt; Create a key"');
  });

  test.each([
    ["a fence", "```js\nconst a = 1;", /<pre[^>]*><code class="language-js"><span[^>]*>const<\/span> a = /],
    ["a link", "Read [the guide](https://docs.exa", /Read the guide/],
    ["bold text", "This is **very", /<strong>very<\/strong>/],
  ])("closes %s that is half written", (_, text, expected) => {
    const html = render(text, true);
    expect(html).toMatch(expected);
    expect(html).not.toMatch(/blocked|\]\(|streamdown/);
  });

  test("keeps headings below those of the panel", () => {
    expect(render("# Big")).toBe('<div class="answer-text"><h4>Big</h4></div>');
  });

  test.each([
    ["$x^2$", 1],
    ["$a_1 \\< b$", 1],
    ["\\(x^2\\) and $$y_1$$", 2],
    ["Sum:\n\n\\[\nx^2\n\\]\n", 1],
    ["$$\nx^2\n$$", 1],
    ["From $5 to $10, `$x^2$`, **[One \\[a\\]](/docs)** and \\(not\\).", 0],
    ["```tex\n\\[\nx^2\n\\]\n$y^2$\n```", 0],
  ])("draws formulas, however a model marks them, and no prices and code: %s", async (text, count) => {
    const html = await renderWhole(text);
    expect(html.match(/<math/g) ?? []).toHaveLength(count);
    expect(html).not.toContain("language-math");
  });

  test("draws a diagram once it is whole, with its source", async () => {
    const fence = "```mermaid\ngraph TD; A-->B\n```";
    expect(await renderWhole(fence)).toMatch(/<summary>Show the source<\/summary>[\s\S]*graph TD; A/);
    expect(await renderWhole(fence, true)).not.toContain("<details");
  });
});
