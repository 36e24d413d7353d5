import { expect, test } from "vitest";
import { createFiles, createProject } from "../fixtures/project.ts";
import { toMarkdown } from "../markdown.ts";
import { buildSite } from "../site.ts";

/** The Markdown of `page.mdx`, and what of the site is not shown as it is meant. */
async function read(texts: Readonly<Record<string, string>>) {
  const site = await buildSite(createProject(), createFiles(texts), { isTrusted: () => false });
  const page = site.pages.find(({ file }) => file === "page.mdx");
  if (!page) throw new Error("There is no page.");
  return {
    markdown: toMarkdown(page).replace("# Page\n\n", "").trim(),
    warnings: site.warnings.map(({ reason }) => reason),
    hash: page.hash,
  };
}

const COMPONENTS = `import defaults from 'fumadocs-ui/mdx';
import type { MDXComponents } from 'mdx/types';
import { Callout } from 'fumadocs-ui/components/callout';
import { Figure } from '@/components/figure';
import { Wrench } from 'lucide-react';
import { Chart } from 'charts';

export function getMDXComponents(components?: MDXComponents): MDXComponents {
  return {
    ...defaults,
    img: (props) => <Zoom {...(props as any)} />,
    Figure,
    Wrench,
    Hint: Callout,
    Chart,
    Card: Figure,
    Shout: ({ children }) => <strong>{children}!</strong>,
    ...components,
  };
}`;
const FIGURE = `export function Figure({ src, alt, caption }: { src: string; alt: string; caption?: string }) {
  return <figure><img src={src} alt={alt} />{caption && <figcaption>{caption}</figcaption>}</figure>;
}`;
const SITE = { "mdx-components.tsx": COMPONENTS, "components/figure.tsx": FIGURE };

test("components that the folder gives to every page are shown without an import", async () => {
  const page =
    '<Figure src="/a.png" alt="A" caption="Words." />\n\n<Shout>Loud</Shout> <Wrench />\n\n<Hint type="warn">Hot.</Hint>';
  const { markdown, warnings } = await read({ ...SITE, "page.mdx": page });
  expect(warnings).toEqual([]);
  expect(markdown).toContain("![A](/a.png)");
  expect(markdown).toContain("Words.");
  expect(markdown).toContain("**Loud!**");
  expect(markdown).toContain("> Hot.");
});

test("components of Docent stay Docent's, and one that nothing gives is named", async () => {
  const { markdown, warnings } = await read({
    ...SITE,
    "page.mdx": '<Card title="T" href="/docs">In.</Card>\n\n<Chart>Numbers.</Chart>\n\n<Other />',
  });
  expect(markdown).toContain("[T](/docs)");
  expect(markdown).toContain("Numbers.");
  expect(warnings).toEqual([
    expect.stringContaining("<Chart> is no component"),
    expect.stringContaining("<Other> is no component"),
  ]);
});

test("a page that shows none of them does not depend on them", async () => {
  const words = "Words alone.";
  const [one, two] = [await read({ ...SITE, "page.mdx": words }), await read({ "page.mdx": words })];
  expect(one.hash).toBe(two.hash);
});

test("a file that cannot be read, or gives itself for ever, costs no more than its components", async () => {
  for (const text of [
    "export const a = {",
    "const Box = () => <Box />;\nexport default { Box };",
    "export default { Box: Box };",
  ]) {
    const { markdown, warnings } = await read({
      "mdx-components.tsx": text,
      "page.mdx": "Before.\n\n<Box>Inside.</Box>\n\nAfter.",
    });
    expect(markdown.replace("Inside.\n\n", "")).toBe("Before.\n\nAfter.");
    expect(warnings).toHaveLength(1);
  }
});

test("tabs whose component cannot be worked out are tabs, each by the name of its part", async () => {
  const code = `import { Tabs } from "nextra/components";
Code.Next = NextCode;
Code.Svelte = SvelteCode;
export function Code({ children }) { const all = Children.toArray(children); if (all.length === 0) return null; return <Tabs>{all}</Tabs>; }
function NextCode({ children }) { return <Tabs.Tab>{children}</Tabs.Tab>; }
function SvelteCode({ children }) { return <Tabs.Tab>{children}</Tabs.Tab>; }
export default async function Page() {}`;
  const page =
    'import { Code } from "/code.jsx";\n\n<Code>\n<Code.Next>\n\nOne.\n\n</Code.Next>\n<Code.Svelte>\n\nTwo.\n\n</Code.Svelte>\n</Code>';
  const { markdown, warnings } = await read({ "code.jsx": code, "page.mdx": page });
  expect(markdown).toBe("## Next\n\nOne.\n\n## Svelte\n\nTwo.");
  expect(warnings).toEqual(['<Code> shows its children only: "Children" is defined nowhere.']);
});

test("pictures in a component that makes them larger are shown as they are", async () => {
  const figure = `import Zoom from "react-medium-image-zoom";\nexport const Figure = ({ src }) => <figure><Zoom><img src={src} alt="A" /></Zoom></figure>;`;
  const { markdown, warnings } = await read({
    "mdx-components.jsx": `${figure}\nexport default { Figure };`,
    "page.mdx": '<Figure src="/a.png" />',
  });
  expect({ markdown, warnings }).toEqual({ markdown: "![A](/a.png)", warnings: [] });
});
