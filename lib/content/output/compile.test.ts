import { createElement, type FunctionComponent, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test, vi } from "vitest";
import { buildPage } from "../../../internal/testing/content.ts";
import { isError } from "../../finding.ts";
import type { Page } from "../model/page.ts";
import { readableText } from "../parse/parse.ts";
import { compilePage } from "./compile.ts";

async function compileText(text: string, file?: string) {
  const page = (await buildPage(text, file)).pages[0];
  if (!page) throw new Error("no page");
  const result = await compilePage(page);
  return { ...result, html: renderToStaticMarkup(createElement(result.body)), again: await compilePage(page), result };
}

test("headings carry their ids and make the table of contents", async () => {
  const { html, toc } = await compileText(
    "# Page\n\n## Set `up`\n\n### Set up\n\n## Named [#own-id]\n\n<Accordion title='x'>\n\n## Inside\n\n</Accordion>",
  );
  expect(html).toContain('<h2 id="set-up">Set <code>up</code></h2>');
  expect(html).toContain('<h3 id="set-up-1" data-alias="set-up-2">Set up</h3>');
  expect(html).toContain('<h2 id="own-id">Named</h2>');
  expect(html).not.toContain("<h1");
  expect(toc).toEqual([
    { title: "Set up", url: "#set-up", depth: 2 },
    { title: "Set up", url: "#set-up-1", depth: 3 },
    { title: "Named", url: "#own-id", depth: 2 },
    { title: "Inside", url: "#inside", depth: 2 },
  ]);
});

test("a heading has the spellings that other systems link to, and places keep their names", async () => {
  const text = '## VAD & Turn\n\n## Step 2: call (v1.0)\n\n## \\_\\_next\\_f\n\n<a id="old">x</a>';
  const { html } = await compileText(text, "page.mdx");
  expect(html).toContain('<h2 id="vad--turn" data-alias="vad-&amp;-turn vad-turn">');
  expect(html).toContain('<h2 id="step-2-call-v10" data-alias="step-2-call-v1-0 step-2:-call-(v1.0)">');
  expect(html).toContain('<a id="old">x</a>');
});

test("a line break may be written as an open tag, closed, or with an end tag, and all are one break", async () => {
  const { html, error } = await compileText("One<br>two<br/>three<br></br>four<br></br><br></br>five");
  expect([html.match(/<br\/>/g)?.length, error]).toEqual([5, undefined]);
  expect(html).not.toContain("&lt;");
});

test("rows of a table that are in no part of it are in a body, as browsers read them", async () => {
  const rows = "<tr><th>A</th></tr>\n      {[1, 2].map((n) => <tr key={n}><td>{n}</td></tr>)}";
  const text = `export const Rows = () => (\n  <table>\n      ${rows}\n  </table>\n);\n\n<Rows />`;
  const complain = vi.spyOn(console, "error");
  const { html } = await compileText(text, undefined);
  // React complains of a key that is spread with the other properties.
  expect(complain).not.toHaveBeenCalled();
  expect(html).toContain("<table><tbody><tr><th>A</th></tr><tr><td>1</td></tr><tr><td>2</td></tr></tbody></table>");
  const whole = "<table><thead><tr><th>A</th></tr></thead><tbody><tr><td>1</td></tr></tbody></table>";
  expect((await compileText(whole, undefined)).html).toContain(whole);
  complain.mockRestore();
});

test("the id of a heading is made of what the page says, not of what its own components show there", async () => {
  const since = "export const Since = ({ version }) => <Badge>Since {version}</Badge>;";
  const { html } = await compileText(`${since}\n\n## Order routing <Since version="5.5" />\n\n## <Since version="5" />`);
  expect(html).toContain('<h2 id="order-routing">');
  expect(html).toContain('id="since-5"');
});

test("an unknown component shows its children", async () => {
  const { html, error } = await compileText(
    "<Unknown label='x'>one</Unknown> <A.B>two</A.B>\n\n<Card icon={<Rocket />}>three</Card>",
  );
  expect(html).toMatch(/^one\s+two\s+three$/);
  expect(error).toBeUndefined();
});

test("content for agents is not shown to readers", async () => {
  const { html } = await compileText(
    "Seen.\n\n<Visibility for='agents'>\n\nsecret\n\n</Visibility>\n\nA <Visibility for='humans'>shown</Visibility> <Visibility for='agents'>secret</Visibility>",
  );
  expect(html).toContain("shown");
  expect(html).not.toContain("secret");
});

test("given components are used", async () => {
  const { body } = await compileText("<Note>Mind this.</Note>");
  const Note = ({ children }: { children?: unknown }) => createElement("aside", null, children as string);
  expect(renderToStaticMarkup(createElement(body, { components: { Note } }))).toBe("<aside>Mind this.</aside>");
});

test("code is highlighted however slow the machine is", async () => {
  let now = Date.now();
  const clock = vi.spyOn(Date, "now").mockImplementation(() => (now += 10_000));
  const fence = "```ts\nconst slow = 1;\n```";
  const colour = "--code-token-keyword";
  expect((await compileText(fence, "data.mdx")).html).toContain(colour);
  expect((await compileText(`{1 + Math.round(1)}\n\n${fence}`, "code.mdx")).html).toContain(colour);
  clock.mockRestore();
});

test("code is highlighted by names of colours, with its title and marked lines", async () => {
  const { html } = await compileText('```ts title="server.ts" {2} lineNumbers\nconst a = 1;\nconst b = 2;\n```');
  expect(html).toContain('<span style="color:var(--code-token-keyword)">const</span>');
  expect(html).toContain('title="server.ts"');
  expect(html).toContain('data-line-numbers="true"');
  expect([...html.matchAll(/class="line( highlighted)?"/g)].map(([, marked]) => Boolean(marked))).toEqual([false, true]);
});

test.each([
  ["no language", "```\nx\n```", ""],
  ["an unknown language", "```klingon\nx\n```", ""],
  ["an upper-case language", "```JSON\nx\n```", ""],
  ["a plain title", "```bash npm\nx\n```", "npm"],
  ["a title in brackets", "```sh [npm]\nx\n```", "npm"],
  ["a title in brackets with an icon", "```ts {2} [app.config.ts ~vscode-icons:nuxt]\nx\n```", "app.config.ts"],
  ["a list in brackets", "```ts [a][b]\nx\n```", "[a][b]"],
  ["a path as its title", "```mdx content/en/v2/backups.mdx\nx\n```", "content/en/v2/backups.mdx"],
  ["a title with spaces and flags", "```ts My file.ts wrap expandable lines\nx\n```", "My file.ts"],
  ["icon and highlight", '```ts src/a.ts icon="js" highlight={1,2-3} focus={2}\nx\n```', "src/a.ts"],
  ["broken braces", "```ts {1,  title=\nx\n```", "{1, title="],
  ["lines where the language should be", "```{1,3}\nx\n```", ""],
  ["quotes", "```ts title='say \"hi\"'\nx\n```", "say &#x27;hi&#x27;"],
])("a fence with %s never fails", async (_, text, title) => {
  const { html, error } = await compileText(text);
  expect(error).toBeUndefined();
  expect(html).toContain("<pre");
  expect(/title="([^"]*)"/.exec(html)?.[1] ?? "").toBe(title);
});

test("a fence may wrap, fold, carry an icon and mark lines that are in focus, added or removed", async () => {
  const { html } = await compileText(
    '```ts a.ts icon="rocket" wrap expandable focus={1} {2}\nconst a = 1;\nconst b = 2; // [!code ++]\nconst c = 3; // [!code --]\n// [!code highlight:1]\nconst d = 4;\n```',
  );
  expect(html).toMatch(/<pre[^>]* data-wrap="" data-expandable="" data-focused="" data-icon="rocket"/);
  const lines = [...html.matchAll(/class="line([^"]*)"/g)].map(([, marks = ""]) => marks.trim().split(" ").sort().join(" "));
  expect(lines).toEqual(["focused", "added highlighted", "removed", "highlighted"]);
  expect(html).not.toContain("!code");
});

test("a page with a tag that is never closed comes without that tag, and with its error", async () => {
  const { html, error } = await compileText("Before.\n\n<Note>\n\nInside {/* secret */} of it.");
  expect(error).toMatchObject({ file: "page.mdx", line: 3 });
  expect(html).toBe("<p>Before.</p>\n<p>Inside  of it.</p>");
});

test.each(["{/* a", "{/* a */ b", "<script>a", "<PROMPT>a", '<script src="a" />', "<textarea />", "<style />", "{/* a */ } {/*"])(
  "a broken page keeps the words around %s",
  async (text) => {
    const { html } = await compileText(`<Note>\n\nBefore.\n\n${text}\n\nAfter.`);
    expect(html).toMatch(/Before\./);
    expect(readableText(`Before. ${text} After.`)).toMatch(/^Before\. .*After\.$/);
  },
);

test("hidden content of a broken page stays hidden", () => {
  expect(readableText("a{/* x */}b<script>x</script>c{/* y\n*/ }d<Visibility for='agents'>x</visibility>e")).toBe("abcde");
});

test("an expression that fails when it is run shows its source, and the page stays whole", async () => {
  const { html, error } = await compileText("Text {process.nowhere.to.be.found}.\n\n<Note>Kept.</Note>");
  expect(error).toBeUndefined();
  expect(html).toBe("<p>Text {process.nowhere.to.be.found}.</p>\nKept.");
});

test("code of a page reaches nothing of the server", async () => {
  const { html } = await compileText("Now {typeof process} {typeof fetch} {Function('return typeof process')()}.", "page.mdx");
  expect(html).toBe("<p>Now undefined undefined undefined.</p>");
});

test.each([
  [
    "braces mean nothing, scripts run nowhere",
    "A {brace} and<script>alert(1)</script> <b>tag</b>.",
    "<p>A {brace} and <b>tag</b>.</p>",
  ],
  [
    "tags on separate lines hold the Markdown between them",
    "<details>\n<summary>More</summary>\n\nText **bold**.\n\n</details>",
    '<details id="more"> <summary>More</summary><p>Text <strong>bold</strong>.</p></details>',
  ],
  ["a line has its tags", "H<sub>2</sub>O<br>and <a id=x></a>", '<p>H<sub>2</sub>O<br/>and <a id="x"></a></p>'],
  ["end tags may be left out", "<ol start=3><li>x<li>y</ol>", '<ol start="3"><li>x</li><li>y</li></ol>'],
  ["events and comments are left out", '<p onclick="x()" title=a>t<!-- c --></p>', '<p title="a">t</p>'],
  [
    "what is not an element is text",
    "Use <your key>, Map<T>, the <title> tag.",
    "<p>Use &lt;your key&gt;, Map&lt;T&gt;, the &lt;title&gt; tag.</p>",
  ],
  ["lines of preformatted text stay", "<pre>\n  a\n\n    b <b>c</b>\n</pre>", "<pre>  a\n\n    b <b>c</b>\n</pre>"],
  ["rows without a body get one", "<table><tr><td>1</table>", "<table><tbody><tr><td>1</td></tr></tbody></table>"],
])("a Markdown file has the HTML of CommonMark: %s", async (_, written, shown) => {
  const { html, error } = await compileText(written, "page.md");
  expect(error).toBeUndefined();
  expect(html).toBe(shown);
});

test("a Markdown file may hold components, by their names and attributes as they are written", async () => {
  const [page] = (await buildPage('<ParamField path="id" type="Map<K, V>" required>\n\nThe **id**.\n\n</ParamField>', "page.md"))
    .pages;
  const props: unknown[] = [];
  const ParamField = (given: object) => {
    props.push(given);
    return null;
  };
  renderToStaticMarkup(createElement((await compilePage(page as Page)).body, { components: { ParamField } }));
  expect(props).toMatchObject([{ path: "id", type: "Map<K, V>", required: true }]);
});

test("a compiled page is remembered", async () => {
  const { result, again } = await compileText("Remember me.");
  expect(again.body).toBe(result.body);
});

test("every anchor of a passage is an id in the page's HTML", async () => {
  const filler = `${"word ".repeat(150)}`;
  const headings = [
    "## Same",
    "#### Small",
    "## Same",
    "## same-1",
    "## `code` & <b>bold</b>",
    "## Ünïcode 安装 🎉",
    "## 🎉",
    "## With [a link](/docs)",
    "## Explicit [#same]",
    "## [#empty-title]",
    '### {"literal"} heading',
    "## constructor",
    "## __proto__",
    "## __init__",
    "## - dash",
    "## Explicit [#Own-Name]",
    "<section>\n\n## In a section\n\n</section>",
    "<Unknown>\n\n## In an unknown\n\n</Unknown>",
    "<Tabs>\n<Tab title='T'>\n\n## In a tab\n\n</Tab>\n</Tabs>",
    "<Accordion title='Fold'>\n\n## In a fold\n\n</Accordion>",
    "<Expandable title='More'>\n\n## In more\n\n</Expandable>",
    "<View title='For some'>\n\n## In a view\n\n</View>",
    "<details>\n<summary>Detail</summary>\n\n## In a detail\n\n</details>",
    "> ## In a quote",
    "- ## In a list",
    "<h2>Raw</h2>",
    "<h2 id='own'>Raw</h2>",
    "Setext\n------",
  ];
  const text = `# Title\n\n${headings.map((heading) => `${heading}\n\n${filler}`).join("\n\n")}`;
  const site = await buildPage(text, "page.mdx");
  const named = ({ id, children }: { id?: string; children?: ReactNode }) => createElement("div", { id }, children);
  const { body } = await compilePage(site.pages[0] as Page);
  const components = { Accordion: named, Expandable: named, Tab: named, View: named };
  const html = renderToStaticMarkup(createElement(body as FunctionComponent<{ components: object }>, { components }));
  const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
  const anchors = site.passages
    .flatMap(({ anchor, blocks }) => [anchor, ...blocks.flatMap((block) => [block.anchor ?? "", block.within ?? ""])])
    .filter(Boolean);
  expect(site.findings.filter(isError)).toEqual([]);
  expect(anchors.length).toBeGreaterThan(12);
  expect(anchors).toEqual(expect.arrayContaining(["t", "in-a-tab", "fold", "more", "for-some", "detail", "in-a-detail"]));
  expect(ids).toEqual(expect.arrayContaining(anchors));
  expect(new Set(ids).size).toBe(ids.length);
});

test("in a paragraph the options of a command are not broken after their dashes", async () => {
  const { html } = await compileText("`npm run keys --kind assistant`");
  expect(html).toContain('<code>npm run keys <span class="whitespace-nowrap">--kind</span> assistant</code>');
});

test("in a table a command breaks between its words, and only a very long name breaks at all", async () => {
  const row = "| `DATABASE_URL` `npm run --silent build` `assistant.retentionDaysOfAllThreads` |";
  const { html } = await compileText(`| Name |\n| --- |\n${row}\n\n\`departure_time_of_the_ship_in_port\``);
  expect(html).toContain("<code>DATABASE_URL</code> <code>npm <wbr/>run <wbr/>--silent <wbr/>build</code>");
  expect(html).toContain("<code>assistant.<wbr/>retention<wbr/>Days<wbr/>Of<wbr/>All<wbr/>Threads</code>");
  expect(html).toContain("<p><code>departure_time_of_the_ship_in_port</code></p>");
});

test("cells of a table that hold prose are marked, so that they get room", async () => {
  const { html } = await compileText("| `A` | Long |\n| --- | --- |\n| short | A sentence that says what the setting does. |");
  expect(html.match(/<td data-prose="">/g)).toHaveLength(1);
});

test.each([
  ["```js{1,3}\na\nb\nc\n```", "js", ["highlighted", "", "highlighted"]],
  ["```js:line-numbers {2}\na\nb\n```", "js", ["", "highlighted"]],
  ["```diff-js\n- const a = 1;\n+ const a = 2;\n  b();\n```", "js", ["removed", "added", ""]],
  ['```diff lang="ts"\n-a\n+b\n```', "ts", ["removed", "added"]],
  ["```diff\n--- a.ts\n+++ b.ts\n-a\n+b\n c\n```", "diff", ["", "", "removed", "added", ""]],
  [
    "```js\n// highlight-next-line\na\n// highlight-start\nb\nc\n// highlight-end\nd\n```",
    "js",
    ["highlighted", "highlighted", "highlighted", ""],
  ],
  ["```sh-session\n$ ls\n```", "shellsession", [""]],
  ["```{.python .numberLines}\na = 1\n```", "python", [""]],
])("a fence is coloured and marked as the system that writes it does: %s", async (text, language, marks) => {
  const { html } = await compileText(text);
  expect(html).toContain(`data-language="${language}"`);
  expect([...html.matchAll(/class="line ?([a-z]*)"/g)].map(([, mark]) => mark)).toEqual(marks);
});

test.each([
  ["ins={1} del={2-3} mark={4}", [/line added/, /line removed.*line removed/s, /line highlighted/]],
  ["/limit/", [/highlighted-word/]],
  ['{1} "limit"', [/line highlighted highlighted-word/]],
])("a fence marks what other systems write in its options: %s", async (meta, expected) => {
  const { html } = await compileText(`\`\`\`txt ${meta}\nlimit\nb\nc\nd\n\`\`\``);
  for (const part of expected) expect(html).toMatch(part);
  expect(html).not.toMatch(/<figure[^>]* title=/);
});

test.each(["showLineNumbers=40", "lineNumbers=40", "showLineNumbers startLineNumber=40", "showLineNumbers{40}"])(
  "lines are counted from where the fence says: %s",
  async (meta) => expect((await compileText(`\`\`\`js ${meta}\na\n\`\`\``)).html).toContain('data-start="40"'),
);

test("a word is marked wherever it is, and a fence of Markdown shows how marks are written", async () => {
  const { html } = await compileText("```ts\nconst word = 1; // [!code word:word]\nword();\n```");
  expect(html.match(/class="highlighted-word"/g)).toHaveLength(2);
  expect(html).not.toContain("!code");
  expect((await compileText("```md\nconst a = 1; // [!code ++]\n```")).html).toContain("[!code ++]");
});

test("a fence of math is a formula", async () => {
  const { html } = await compileText("```math\na^2\n```");
  expect(html).not.toContain("<pre");
});
