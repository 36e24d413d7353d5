import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { buildPage } from "../../internal/testing/content.ts";
import { checkSite } from "../../lib/content/check/check.ts";
import type { Page } from "../../lib/content/model/page.ts";
import { compilePage, type PageComponents, toMarkdown } from "../../lib/content/output/compile.ts";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { componentsFor } from "./mdx.tsx";

/**
 * Every attribute that the components of four systems have, by their own lists (September 2026: Mintlify's documentation,
 * fumadocs-ui 16.17, Starlight 0.42, Docusaurus 3.10). A line is a component with what it needs to be drawn, and after the colon
 * its attributes: a name alone is text, which the Markdown has too. `rss` of an update is in its feed alone.
 */
const LISTS = `
Mintlify
Accordion: title description icon="rocket" iconType="solid" defaultOpen id="there"
Badge: color="red" size="lg" shape="pill" stroke disabled icon="rocket" iconType="solid" className="own"
Callout: icon="key" iconType="solid" color="#ffc107"
Card: title href="/page" icon="rocket" iconType="solid" horizontal img="/x.png" cta arrow type="x"
Card icon="key": color="#0a0"
CodeGroup: dropdown
Color: variant="compact"
Color.Row: title
Color.Item value="#abc": name value="#def" value={{light:"#111",dark:"#222"}}
Columns: cols={3}
Expandable: title defaultOpen
Frame: caption hint
GitHub.Repo repo="a/b": repo="owner/name" variant="card" className="own"
Heading: level={3} id="there" noAnchor
Icon: icon="rocket" iconType="solid" src="/x.png" className="own"
Icon icon="key": size={40} color="#0a0"
Mermaid chart="graph LR; A-->B": actions={false} placement="top-left"
ParamField: path query header body type required deprecated default placeholder
Prompt: description icon="rocket" actions={["copy"]}
RequestExample: dropdown
ResponseExample: dropdown
ResponseField: name type default required deprecated pre={["before"]} post={["behind"]} id="there"
Steps: titleSize="h3"
Step title="One": title icon="rocket" iconType="solid" stepNumber={4} titleSize="h3" id="there" noAnchor
Tabs: defaultTabIndex={1} sync={false} borderBottom
Tab title="One": title="the title" icon="rocket" iconType="solid" id="there"
Tile: href="/page" title description
Tooltip: tip headline cta
Tooltip cta="Read": href="/page"
Tree.Folder name="a": name defaultOpen openable={false} highlight
Tree.File name="a": name highlight
Update label="One": label tags={["New"]} description
View title="One": title icon="rocket" iconType="solid"
Visibility: for="agents"
Fumadocs
Accordions: type="multiple" defaultValue="x" className="own"
Accordion: title id="there" value="x"
Banner: variant="rainbow" changeLayout={false} height="2rem" id="there"
Callout: title type="warn" icon="key"
Card: title description href="/page" external icon="rocket"
CodeBlock title="One": title icon="rocket" allowCopy={false} keepBackground viewportProps={{}} data-line-numbers
DynamicCodeBlock code="x = 1": lang="python" options={{}}
File name="a": name icon="rocket"
Folder name="a": name defaultOpen disabled
GithubInfo: owner="a" repo="b" token="c"
Heading: as="h3" id="there" className="own"
ImageZoom src="/x.png" alt="A": src="/y.png" alt caption zoomInProps={{}} rmiz={{}}
InlineTOC: items={[]}
Tabs: groupId="x" persist defaultIndex={1} label updateAnchor
Tab title="One": value="x"
TypeTable: type={{a:{type:"b"}}}
Starlight
Aside: type="tip" title icon="key"
Badge: text variant="tip" size="small"
Card: title icon="rocket"
CardGrid: stagger
Code code="x = 1": lang="python" title frame="none" mark={[1]} ins={[1]} del={[1]} collapse="1" wrap showLineNumbers startLineNumber={3} meta="{1}" theme="x" locale="en" preserveIndent={false} class="own"
FileTree: class="own"
Icon name="rocket": name="key" label color="#0a0" size="2em" class="own"
LinkButton: href="/page" icon="rocket" iconPlacement="start" variant="minimal"
LinkCard title="One": title="the title" description href="/page"
TabItem label="One": label="the label" icon="rocket"
Tabs: syncKey="x"
Docusaurus
Admonition: type="tip" title icon="key" className="own" id="there"
CodeBlock: language="python" metastring="{1}" title showLineNumbers className="language-python"
DocCardList: items={[]} className="own"
Details: summary open
Heading: as="h3" id="there"
Mermaid: value="graph LR; A-->B"
Tabs: groupId="x" defaultValue="x" values={[{value:"x",label:"X"}]} queryString lazy block className="own"
TabItem value="One": value="the value" label default attributes={{}} className="own"
TOCInline: toc={[]} minHeadingLevel={2} maxHeadingLevel={4}
ThemedImage: sources={{light:"/x.png",dark:"/y.png"}} alt
`;

const ATTRIBUTE = /[\w-]+(?:=(?:"[^"]*"|\{(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*\}))?/g;
const FLAGS = /^(?:defaultOpen|required|deprecated|horizontal|highlight|open|wrap|showLineNumbers|data-line-numbers)$/;
/** In what an element has to be to be drawn. */
const AROUND: Readonly<Record<string, string>> = {
  Step: "Steps",
  Tab: "Tabs",
  TabItem: "Tabs",
  "Tree.File": "Tree",
  "Tree.Folder": "Tree",
  File: "Files",
  Folder: "Files",
  "Color.Row": "Color",
  "Color.Item": "Color",
};
const EMPTY = /^(?:Icon|Mermaid|GitHub.Repo|ImageZoom|LinkCard|DynamicCodeBlock|Code|ThemedImage|Tree.File|File)\b/;

const rows = LISTS.trim()
  .split(/\n(?=\w+\n)/)
  .flatMap((list) => {
    const [system = "", ...lines] = list.split("\n");
    return lines.flatMap((line) => {
      const [element = "", attributes = ""] = line.split(/: (?=.)/);
      return (attributes.match(ATTRIBUTE) ?? []).map((attribute) => ({ system, element, attribute }));
    });
  });

function write(element: string, attribute = ""): string {
  const [name = ""] = element.split(" ");
  const [own = ""] = attribute.split("=");
  const base = element.slice(name.length).replace(new RegExp(`\\s${own || "-"}=("[^"]*"|\\{[^}]*\\})`), "");
  const inside = `${name === "Tabs" ? '<Tab title="Second">two</Tab>\n\n<Tab value="x">one</Tab>' : "inside"}`;
  const tag = EMPTY.test(name) ? `<${name}${base} ${attribute} />` : `<${name}${base} ${attribute}>\n\n${inside}\n\n</${name}>`;
  const around = AROUND[name];
  const first = around === "Tabs" ? '<Tab title="First">first</Tab>\n\n' : "";
  return around ? `<${around}${first && ' defaultValue="x"'}>\n\n${first}${tag}\n\n</${around}>` : tag;
}

async function show(text: string) {
  const site = await buildPage(`Before.\n\n${text}\n\nAfter.`, "page.mdx");
  const page = site.pages[0] as Page;
  const components = componentsFor(docsMessages("en"), { site, pageKey: { language: "en", version: null, slug: "page" }, page });
  const { body } = await compilePage(page);
  const findings = await checkSite(site, { hasPublicFile: () => true });
  return {
    html: renderToStaticMarkup(createElement(body, { components: components as PageComponents })),
    markdown: await toMarkdown(page),
    messages: findings.map(({ message }) => message),
  };
}

test.each(rows)(
  "$system: $attribute of <$element> is shown, in the Markdown, or named by check",
  async ({ element, attribute }) => {
    const [name = ""] = attribute.split("=");
    const isText = name === attribute && !FLAGS.test(name);
    const [before, after] = [
      await show(write(element)),
      await show(write(element, isText ? `${name}="the ${name}"` : attribute)),
    ];
    const isNamed = after.messages.some(
      (message) => message.includes(`no attribute ${name}`) || /is not a component/.test(message),
    );
    const isShown = after.html !== before.html;
    if (isText && !isNamed) expect(after.markdown).toContain(`the ${name}`);
    expect(isShown || after.markdown !== before.markdown || isNamed).toBe(true);
  },
);
