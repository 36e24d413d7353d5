import { expect, test } from "vitest";
import { createFiles, createProject } from "../../../internal/testing/content.ts";
import type { NavNode } from "../../navigation/model.ts";
import { navigationOf } from "../../navigation/navigation.ts";
import { readOverview, writeDescription } from "../../openapi/document/overview.ts";
import { buildSite } from "../content.ts";
import { toMarkdown } from "../output/compile.ts";

const operation = (tag: string, summary: string) => ({ tags: [tag], summary, responses: { 200: { description: "ok" } } });
const description = {
  openapi: "3.2.0",
  info: {
    title: "Trains",
    version: "1.2",
    summary: "Trips by train.",
    description: "Books trips.\n\n# Limits\n\nAsk *slowly*.",
    contact: { name: "Support", url: "https://example.com/help", email: "help@example.com" },
    license: { name: "Apache 2.0", identifier: "Apache-2.0" },
    termsOfService: "javascript:alert(1)",
  },
  servers: [
    {
      url: "https://{tenant}.example.com/{base}",
      name: "Live",
      description: "The real one.",
      variables: { tenant: { default: "acme", description: "Your name." }, base: { default: "v1", enum: ["v1", "v2"] } },
    },
  ],
  tags: [
    { name: "trips", description: "Where trains go.", externalDocs: { url: "https://example.com/trips", description: "Map" } },
    { name: "extras" },
    { name: "stations", summary: "All stations" },
    { name: "platforms", parent: "stations" },
  ],
  "x-tagGroups": [{ name: "Before a trip", tags: ["stations", "trips"] }],
  paths: {
    "/extras": { get: operation("extras", "List extras") },
    "/trips": { get: operation("trips", "List trips"), post: { ...operation("trips", "Hidden"), "x-internal": true } },
    "/stations": { get: operation("stations", "List stations") },
    "/platforms": { get: operation("platforms", "List platforms") },
    "/ping": { get: { summary: "Ping", responses: { 200: { description: "ok" } } } },
  },
  components: {
    securitySchemes: {
      login: {
        type: "oauth2",
        description: "Sign in.",
        flows: { implicit: { authorizationUrl: "https://example.com/in", scopes: { read: "Read all." } } },
      },
    },
  },
};

const siteOf = (value: unknown) => buildSite(createProject(), createFiles({ "index.mdx": "# Home" }, JSON.stringify(value)));

test("an API has a page with all that its description says besides operations, and each tag has one", async () => {
  const site = await siteOf(description);
  const [overview, ...others] = site.pages.filter((page) => page.overview);
  expect(others.map(({ path, title }) => [path, title])).toEqual([
    ["/docs/api/extras", "Extras"],
    ["/docs/api/platforms", "Platforms"],
    ["/docs/api/stations", "All stations"],
    ["/docs/api/trips", "Trips"],
  ]);
  if (!overview) throw new Error("no overview");
  const markdown = await toMarkdown(overview);
  for (const words of [
    ...["# Trains", "Trips by train.", "Books trips.", "## Limits", "Ask *slowly*.", "Version: `1.2`"],
    ...["[Support](https://example.com/help)", "[Apache 2.0](https://spdx.org/licenses/Apache-2.0.html)"],
    ...["`https://{tenant}.example.com/{base}` (Live): The real one.", "`{tenant}` (default acme): Your name."],
    ...["`{base}` (one of v1, v2; default v1)", "Authorization URL: `https://example.com/in`", "`read`: Read all."],
    ...["Where trains go.", "[Map](https://example.com/trips)", "[List trips](/docs/api/trips/get-trips) `GET /trips`"],
  ])
    expect(markdown).toContain(words);
  expect(markdown).not.toMatch(/javascript:|Hidden/);
  // By x-tagGroups, then by the tags, those with a parent below it; what has no tag is last.
  expect(overview.overview?.sections.map(({ tag }) => tag)).toEqual(["stations", "trips", "extras", "platforms", undefined]);
});

test("the introduction of an API is found, the names of its operations are found at their own pages alone", async () => {
  const { passages } = await siteOf(description);
  const textOf = (path: string) => passages.filter((one) => one.path.split("#")[0] === path).map(({ text }) => text);
  expect(textOf("/docs/api").join("\n")).toMatch(/Books trips[\s\S]*Ask slowly[\s\S]*The real one/);
  expect(textOf("/docs/api").join("\n")).not.toContain("List trips");
  expect(textOf("/docs/api/trips").join("\n")).toContain("Where trains go.");
});

test("the sidebar opens with the overview; groups of tags have labels, and a tag leads to its page", async () => {
  const site = await siteOf(description);
  const find = (nodes: readonly NavNode[], title: string): NavNode | undefined =>
    nodes.flatMap((node) => [node, ...("children" in node ? node.children : [])]).find((node) => node.title === title);
  const reference = find(navigationOf(site, "en", null), "API reference");
  if (reference?.type !== "group") throw new Error("no group");
  expect(reference.index?.path).toBe("/docs/api");
  expect(reference.children.map(({ title }) => title)).toEqual([
    ...["Before a trip", "All stations", "Trips"],
    ...["Extras", "Platforms", "Ping"],
  ]);
  expect(find(reference.children, "Trips")).toMatchObject({ index: { path: "/docs/api/trips" } });
});

test("tags that are not declared are in the sidebar as on the overview: in the order of their operations", async () => {
  const { tags: _, "x-tagGroups": __, ...undeclared } = description;
  const site = await siteOf(undeclared);
  const overview = navigationOf(site, "en", null).flatMap((node) => ("children" in node ? node.children : []));
  expect(overview.map(({ title }) => title)).toEqual(["Extras", "Trips", "Stations", "Platforms", "Ping"]);
});

test("a page that someone wrote takes the place of the overview", async () => {
  const files = createFiles({ "index.mdx": "# Home", "api/index.mdx": "# Our API" }, JSON.stringify(description));
  const site = await buildSite(createProject(), files);
  expect(site.pages.find(({ path }) => path === "/docs/api")).toMatchObject({ title: "Our API", kind: "guide" });
});

test("the file of a description has no operation that readers do not see", () => {
  const text = writeDescription(description);
  expect(JSON.parse(text)).toMatchObject({ info: description.info, tags: description.tags });
  expect(text).toContain("List trips");
  expect(text).not.toContain("Hidden");
});

test("an introduction of a hundred thousand letters is there as a whole, in parts that end at headings", () => {
  const chapter = (index: number) =>
    `# Part ${index}\n\n${`Word ${index} and more. `.repeat(130)}\n\n\`\`\`\n# no heading\n\`\`\`\n`;
  const text = Array.from({ length: 50 }, (_, index) => chapter(index)).join("\n");
  const { introduction } = readOverview({ openapi: "3.1.0", info: { description: text } });
  expect(text.length).toBeGreaterThan(100_000);
  expect(introduction.join("\n").split("# Part")).toHaveLength(51);
  expect(introduction.every((part) => part.length <= 10_000 && !part.endsWith("…"))).toBe(true);
  expect(introduction.every((part) => part.split("```").length % 2 === 1)).toBe(true);
});
