import { expect, test } from "vitest";
import { expandText } from "../../../internal/testing/content-expanded.ts";
import { attributeText, type Element, isElement, listElements, walk } from "../tree/jsx.ts";

test.each([
  [
    "Docusaurus, tabs",
    '<Tabs groupId="os">\n<TabItem value="mac" label="macOS" default>\n\nOne.\n\n</TabItem>\n<TabItem value="win">\n\nTwo.\n\n</TabItem>\n</Tabs>',
    "## macOS\n\nOne.\n\n## win\n\nTwo.",
  ],
  [
    "Starlight, an icon of another set",
    '<Card title="A" href="/docs/a" icon="seti:css" /> <Icon name="seti:html" />',
    "- [A](/docs/a)",
  ],
  [
    "React, components that are wrapped",
    "export const Box = React.memo(forwardRef(({ on, children }, ref) => <div>{on && 'on'}: {children}</div>));\n\n<Box on>Words</Box>",
    "on: Words",
  ],
  [
    "Nextra, tabs by their order",
    '<Tabs items={["a", "b"]}>\n<Tabs.Tab>A.</Tabs.Tab>\n<Tabs.Tab>B.</Tabs.Tab>\n</Tabs>',
    "## a\n\nA.\n\n## b\n\nB.",
  ],
  [
    "Docusaurus, labels beside the tabs",
    "<Tabs values={[{ label: 'macOS', value: 'mac' }]}>\n<TabItem value=\"mac\">\n\nA.\n\n</TabItem>\n</Tabs>",
    "## macOS\n\nA.",
  ],
  ["Fumadocs, tabs by value", '<Tabs items={["a", "b"]}>\n<Tab value="b">B.</Tab>\n</Tabs>', "## b\n\nB."],
  ["Starlight, an aside", '<Aside type="caution" title="Mind">Hot.</Aside>', "> **Warning:**\n>\n> **Mind**\n>\n> Hot."],
  [
    "Starlight, cards",
    '<CardGrid>\n<LinkCard title="A" href="/docs/a" description="About A." />\n</CardGrid>',
    "- [A](/docs/a): About A.",
  ],
  [
    "Starlight, code",
    '<Code code={"let a = 1;"} lang="js" title="a.js" mark={[1, "3-4"]} />',
    "**a.js**\n\n```js\nlet a = 1;\n```",
  ],
  ["Docusaurus, code", '<CodeBlock language="sh">\n{`npm start\n`}\n</CodeBlock>', "```sh\nnpm start\n```"],
  [
    "Mintlify, colours by theme",
    '<Color>\n<Color.Item name="page" value={{ light: "#fff", dark: "#000" }} />\n</Color>',
    "- page: `#fff` / `#000`",
  ],
  ["Mintlify, a repository", '<GitHub.Repo repo="a/b-c" variant="flat" />', "- [a/b-c](https://github.com/a/b-c)"],
  [
    "Mintlify, an update with words for its feed",
    '<Update label="May" rss={{ title: "New", description: "All new." }}>\n\nMore.\n\n</Update>',
    "## May\n\nMore.",
  ],
  ["Nextra, a wide part", "<Bleed full>\n\nWide.\n\n</Bleed>", "Wide."],
  ["Nextra, cards", '<Cards>\n<Cards.Card title="A" href="/docs/a" />\n</Cards>', "- [A](/docs/a)"],
  [
    "Nextra, files",
    '<FileTree>\n<FileTree.Folder name="a" open>\n<FileTree.File name="b.md" />\n</FileTree.Folder>\n</FileTree>',
    "- `a`\n  - `b.md`",
  ],
  ["Docusaurus, details", '<Details summary="More">Inside.</Details>', "## More\n\nInside."],
  ["Mintlify, a link", '<Link href="/docs/a">words</Link> on', "[words](/docs/a) on"],
  ["Starlight, a badge", 'New <Badge text="Beta" /> part', "New Beta part"],
])("%s", async (_, text, expected) => {
  const found = await expandText(text);
  expect(found.text).toBe(expected);
  // Of attributes that say how it looks, each is named once.
  expect(found.findings.filter((finding) => !/^everywhere .* it is left out\.$/.test(finding))).toEqual([]);
});

async function show(text: string) {
  const { tree } = await expandText(text);
  const names: string[] = [];
  walk(tree, (node) => {
    if (isElement(node)) names.push(`<${node.name}${node.attributes.length > 0 ? " " : ">"}`);
    return undefined;
  });
  return { html: names.join("") };
}

test("views that follow each other are tabs, and one alone shows under its name", async () => {
  const { html } = await show(
    '<View title="JS" icon="js">\n\nOne.\n\n</View>\n\n<View title="Python">\n\nTwo.\n\n</View>\n\nText.\n\n<View title="JS">\n\nThree.\n\n</View>',
  );
  expect(html.match(/<Tabs>|<Tab |<View /g)).toEqual(["<Tabs>", "<Tab ", "<Tab ", "<View "]);
});

test("views of one title in a row of views are one tab with the content of all", async () => {
  const view = (title: string, text: string) => `<View title="${title}">\n\n${text}\n\n</View>`;
  const text = [view("JS", "One."), view("Go", "Two."), view("JS", "Three."), view("Go", "Four.")].join("\n\n");
  const { html } = await show(text);
  expect(html.match(/<Tabs>|<Tab |<View /g)).toEqual(["<Tabs>", "<Tab ", "<Tab "]);
  expect((await expandText(text)).text.match(/One|Two|Three|Four/g)).toEqual(["One", "Three", "Two", "Four"]);
});

test.each([
  ["its mark", '<Tabs>\n<TabItem value="a">A</TabItem>\n<TabItem value="b" default>B</TabItem>\n</Tabs>', 1],
  [
    "its value",
    '<Tabs defaultValue="b">\n<TabItem value="a" label="One">A</TabItem>\n<TabItem value="b" label="Two">B</TabItem>\n</Tabs>',
    1,
  ],
  ["its title", '<Tabs items={["a", "b"]} defaultValue="b">\n<Tab>A</Tab>\n<Tab>B</Tab>\n</Tabs>', 1],
  ["its place", '<Tabs defaultIndex={2}>\n<Tab title="a">A</Tab>\n</Tabs>', 2],
])("the tab that is open first is named by %s", async (_, source, index) => {
  const { tree } = await expandText(source);
  expect(attributeText(listElements(tree, "Tabs")[0] as Element, "defaultIndex")).toBe(String(index));
});
