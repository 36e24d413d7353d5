import { prerender } from "react-dom/static";
import { expect, test } from "vitest";
import { createFiles, createProject } from "../../internal/testing/content.ts";
import { buildSite } from "../../lib/content/content.ts";
import { docsMessages } from "../../lib/i18n/messages.ts";
import { readBody } from "./page-body.tsx";

const DESCRIPTION = JSON.stringify({
  openapi: "3.1.0",
  info: { title: "Plants", version: "1" },
  servers: [{ url: "https://api.example" }],
  paths: {
    "/plants": {
      get: {
        summary: "List plants",
        responses: { 200: { description: "Plants.", content: { "application/json": { example: { generated: true } } } } },
      },
    },
  },
});

const REQUEST = "<RequestExample>\n```bash cURL\nask-once\n```\n\n```js Node.js\nask-twice\n```\n</RequestExample>";
const RESPONSE = "<ResponseExample>\n```json Found\nwritten\n```\n</ResponseExample>";

const toText = (html: string) => html.replace(/<[^>]+>/g, "");

/** The texts of the main column and the side column of the page of an operation. */
async function columnsOf(text: string) {
  const files = createFiles({
    "docs.json": JSON.stringify({ navigation: { pages: ["list"] } }),
    "api.json": DESCRIPTION,
    "list.mdx": `---\nopenapi: "GET /plants"\n---\n${text}`,
  });
  const site = await buildSite(createProject(), files);
  const page = site.pages.find(({ file }) => file === "list.mdx");
  if (!page?.operation) throw new Error("The page shows no operation.");
  const around = { site, pageKey: { language: "en", version: null, slug: "list" }, messages: docsMessages("en") };
  const { body, hasSide } = await readBody(page, around);
  const html = await new Response((await prerender(body)).prelude).text();
  const [before = "", rest = ""] = html.split("<aside");
  const [side = "", after = ""] = rest.split("</aside>");
  const main = before + after;
  const tabs = [...side.matchAll(/(?:role="tab"[^>]*>|data-choice=")([^<"]*)/g)].map(([, title]) => title);
  return { main: toText(main), side: toText(side), tabs, hasSide, html };
}

test("examples that an operation's page has take the place of the generated ones", async () => {
  const { main, side, tabs, hasSide } = await columnsOf(`Before.\n\n${REQUEST}\n\n${RESPONSE}\n\nAfter.`);
  expect(tabs).toEqual(["cURL", "Node.js"]);
  expect(side).toMatch(/ask-once.*ask-twice.*Found.*written/s);
  expect(side).not.toMatch(/Python|generated/);
  expect(main).toMatch(/\/plants.*Before\..*After\./s);
  expect(main).not.toContain("ask-once");
  expect(hasSide).toBe(false);
});

test("a page without a text of its own has no empty row above its operation", async () => {
  const { html } = await columnsOf(RESPONSE);
  expect(html).not.toMatch(/<div class="prose"><\/div>/);
  expect((await columnsOf("Before.")).html).toContain('<div class="prose"><p>Before.');
});

test("a page that describes its operation itself shows method and address above its text", async () => {
  const front = '---\ntitle: Old\napi: "POST https://api.example/old"\n---\n';
  const files = createFiles({ "docs.json": JSON.stringify({ navigation: { pages: ["old"] } }), "old.mdx": `${front}Text.` });
  const site = await buildSite(createProject(), files);
  const [page] = site.pages;
  if (!page) throw new Error("There is no page.");
  const around = { site, pageKey: { language: "en", version: null, slug: "old" }, messages: docsMessages("en") };
  const { body } = await readBody(page, around);
  const html = await new Response((await prerender(body)).prelude).text();
  expect(toText(html)).toMatch(/POST\s*https:\/\/api\.example\/old\s*Text\./);
});

test("a page whose operation is described at an address leads there", async () => {
  const described = "https://specs.example/pets.json";
  const files = createFiles({
    "docs.json": JSON.stringify({ api: { openapi: described }, navigation: { pages: ["list"] } }),
    "list.mdx": "---\nopenapi: GET /pets\n---\nText.",
  });
  const site = await buildSite(createProject(), files);
  const [page] = site.pages;
  if (!page) throw new Error("There is no page.");
  const around = { site, pageKey: { language: "en", version: null, slug: "list" }, messages: docsMessages("en") };
  const html = await new Response((await prerender((await readBody(page, around)).body)).prelude).text();
  expect(toText(html)).toMatch(/GET\s*\/pets\s*Parameters and responses are described here: https:\/\/specs.*Text\./);
  expect(html).toContain(`href="${described}"`);
});

test("text of a description for an operation without a page is above it, and runs no code", async () => {
  const described = JSON.parse(DESCRIPTION);
  described.paths["/plants"].get["x-mint"] = { content: "<Note>Water **daily**. {process.pid}</Note>" };
  const files = createFiles({ "docs.json": '{"navigation": {"pages": ["GET /plants"]}}', "api.json": JSON.stringify(described) });
  const site = await buildSite(createProject(), files);
  const [page] = site.pages;
  if (!page) throw new Error("There is no page.");
  const around = { site, pageKey: { language: "en", version: null, slug: page.slug }, messages: docsMessages("en") };
  const { body } = await readBody(page, around);
  const html = await new Response((await prerender(body)).prelude).text();
  expect(html).toMatch(/\/plants.*Water <strong>daily<\/strong>/s);
  expect(html).toContain("process.pid");
});

test("examples that the page lacks are generated, requests above responses", async () => {
  expect((await columnsOf(REQUEST)).side).toMatch(/ask-once.*generated/s);
  expect((await columnsOf(RESPONSE)).side).toMatch(/Python.*written/s);
  const { side, tabs } = await columnsOf("Text alone.");
  expect(tabs).toEqual(["curl", "JavaScript", "Python", "Go", "PHP", "Ruby", "Java", "C#"]);
  expect(side).toMatch(/curl http.*200.*generated/s);
});

test("a panel is above the generated examples, and an example in it takes their place", async () => {
  expect((await columnsOf("<Panel>\nNote well.\n</Panel>")).side).toMatch(/Note well.*Python.*generated/s);
  const { side } = await columnsOf(`<Panel>\nNote well.\n\n${REQUEST}\n</Panel>`);
  expect(side).toMatch(/Note well.*ask-once.*generated/s);
  expect(side).not.toContain("Python");
});

test("a page of an object shows its description and its fields below its own text, without HTML of the description", async () => {
  const properties = { name: { type: "string", description: "What it hears to. <b onclick=x>Loud</b>" } };
  const schemas = { Pet: { description: "Lives *here*.", required: ["name"], properties } };
  const description = { openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {}, components: { schemas } };
  const files = createFiles({
    "docs.json": JSON.stringify({ navigation: { pages: ["pet"] } }),
    "api.json": JSON.stringify(description),
    "pet.mdx": "---\ntitle: Pet\nopenapi-schema: Pet\n---\nFirst.",
  });
  const site = await buildSite(createProject(), files);
  const page = site.pages.find(({ file }) => file === "pet.mdx");
  if (!page) throw new Error("There is no page.");
  const around = { site, pageKey: { language: "en", version: null, slug: "pet" }, messages: docsMessages("en") };
  const { body } = await readBody(page, around);
  const html = await new Response((await prerender(body)).prelude).text();
  expect(toText(html)).toMatch(/First\..*Lives here\..*name.*string.*required.*What it hears to\. Loud/s);
  expect(html).not.toContain("onclick");
});
