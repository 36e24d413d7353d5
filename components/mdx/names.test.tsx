import fc from "fast-check";
import { createElement, type ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { buildPage, createFiles, createProject } from "../../internal/testing/content.ts";
import { checkSite } from "../../lib/content/check/check.ts";
import { buildSite } from "../../lib/content/content.ts";
import type { Page } from "../../lib/content/model/page.ts";
import { compilePage, type PageComponents } from "../../lib/content/output/compile.ts";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { navigationOf } from "../../lib/navigation/navigation.ts";
import { componentsFor } from "./mdx.tsx";

const EVERY_OBJECT_HAS = [
  "__proto__",
  "constructor",
  "toString",
  "valueOf",
  "hasOwnProperty",
  "__defineGetter__",
  "isPrototypeOf",
];
const PARTS = [...EVERY_OBJECT_HAS, "prototype", "then", "call", "bind", "length", "name", "Note", "Tree", "Folder", "x", "Xy"];
const dotted = fc.array(fc.constantFrom(...PARTS), { minLength: 1, maxLength: 4 }).map((parts) => parts.join("."));

/** Everything that a page could have written to by its names. */
function everyKey(components: object): unknown {
  const all = [Object.prototype, Function.prototype, Array.prototype, Function, Object, components, ...Object.values(components)];
  return all.map((holder) => [Reflect.ownKeys(holder), Object.getPrototypeOf(holder)]);
}

async function partsOf(text: string) {
  const site = await buildPage(text, "page.mdx");
  const page = site.pages[0] as Page;
  const pageKey = { language: "en", version: null, slug: "page" };
  return { site, page, components: componentsFor(docsMessages("en"), { site, pageKey, page }) };
}

test("whatever a page calls its components, its words show and no prototype is written", async () => {
  await fc.assert(
    fc.asyncProperty(dotted, fc.boolean(), async (names, inBraces) => {
      // A third name in braces is looked up on nothing, as anywhere in JavaScript: that expression fails, and is named.
      const name = inBraces ? names.split(".").slice(0, 2).join(".") : names;
      const element = `<${name}>words</${name}>`;
      const { page, components } = await partsOf(`Before.\n\n${inBraces ? `{${element}}` : element}\n\nAfter.`);
      const before = everyKey(components);
      const { body, error } = await compilePage(page);
      const html = () => renderToStaticMarkup(createElement(body, { components: components as PageComponents }));
      expect(html()).toMatch(/Before\.[\s\S]*words[\s\S]*After\./);
      expect(error).toBeUndefined();
      expect(everyKey(components)).toEqual(before);
    }),
    { numRuns: 150 },
  );
});

test.each([
  "__proto__.then",
  "constructor.prototype.x",
  "Note.constructor.constructor",
  "toString",
  "hasOwnProperty",
  "Tree.Leaf",
  "constructor",
  "Unknown",
])("<%s> is an unknown component, named with file and line", async (name) => {
  const { site, page, components } = await partsOf(`Text.\n\n<${name}>shown</${name}>`);
  const { body } = await compilePage(page);
  const html = renderToStaticMarkup(createElement(body, { components: components as PageComponents }));
  expect(html).toBe("<p>Text.</p>\nshown");
  expect(await checkSite(site, { hasPublicFile: () => false })).toEqual([
    {
      severity: "warning",
      kind: "component",
      file: "page.mdx",
      line: 3,
      column: 1,
      message: `<${name}> is not a component of Docent; only its children are shown.${name === "Tree.Leaf" ? " Did you mean <Tree>?" : ""}`,
    },
  ]);
});

test("a member that a component declares is used", async () => {
  const { page, components } = await partsOf("<Tree><Tree.File name='a.txt' /></Tree>");
  const { body } = await compilePage(page);
  expect(renderToStaticMarkup(createElement(body, { components: components as PageComponents }))).toContain("a.txt");
  expect(renderToStaticMarkup(createElement(body))).toBe("");
});

test("a component of the fork that Docent does not know is used", async () => {
  const Own = ({ children }: { children?: ReactNode }) => <aside>{children}</aside>;
  const { body } = await compilePage((await partsOf("<Own>text</Own> {<Own>more</Own>}")).page);
  expect(renderToStaticMarkup(createElement(body, { components: { Own } }))).toMatch(
    /^<aside>text<\/aside>\s+<aside>more<\/aside>$/,
  );
});

test.each(EVERY_OBJECT_HAS)("%s is just a name for a folder, a language of code, a tone, an icon and a heading", async (name) => {
  const text = `---\nicon: ${name}\n${name}: x\n---\n\n\`\`\`${name}\nx\n\`\`\`\n\n<Callout type="${name}" icon="${name}">Mind.</Callout>\n\n## ${name} [#${name}]\n`;
  const files = createFiles({ [`${name}/page.mdx`]: text, [`${name}/meta.json`]: '{"title":"Titled","pages":["page"]}' });
  const site = await buildSite(createProject(), files);
  const page = site.pages[0] as Page;
  const { body, error } = await compilePage(page);
  const pageKey = { language: "en", version: null, slug: page.slug };
  const components = componentsFor(docsMessages("en"), { site, pageKey, page }) as PageComponents;
  expect(renderToStaticMarkup(createElement(body, { components }))).toContain("Mind.");
  expect(error).toBeUndefined();
  const [folder] = navigationOf(JSON.parse(JSON.stringify(site)), "en", null);
  expect(folder).toMatchObject({ type: "group", title: "Titled" });
});
