import { expect, test } from "vitest";
import { createFiles, createLargeProject, createProject } from "../../../internal/testing/content.ts";
import { type BuildOptions, buildSite } from "../content.ts";
import { checkSite } from "./check.ts";
import { type CheckOptions, describeFinding } from "./check-pages.ts";

const options: CheckOptions = {
  hasPublicFile: (path) => path === "/images/map.png" || path === "/file.pdf",
  isRedirected: (path) => path === "/old" || path.startsWith("/blog/"),
  isOwnRoute: (path) => path === "/pricing",
  imageHosts: ["*.example.com"],
  embedHosts: ["*.example.com"],
  iconNames: new Set(["rocket", "rotate-cw", "bot", "house"]),
};

async function check(texts: Record<string, string>, project = createProject(), files = createFiles(texts)) {
  const textOf = (file: string) => files.files.find(({ path }) => path === file)?.text;
  const findings = await checkSite(await buildSite(project, files), { ...options, textOf });
  return findings.map(({ severity, file, line, message }) => `${file}:${line ?? ""} ${severity}: ${message}`);
}

test("links to pages, headings, files, redirects and endpoints that exist are fine", async () => {
  const findings = await check({
    "index.mdx": "---\ntitle: Home\n---\n# Home\n\n## Part\n\n<div id='own' />",
    "a.mdx": `
[1](/docs) [2](/docs/a) [3](./index.mdx#part) [4](#here) [5](/docs#own) [6](/docs/a.md) [7](/) [8](/old) [9](/file.pdf) [19](/blog/first)
[10](https://example.com/nowhere) [11](mailto:a@b.c) [12](/v1/openapi.json) [13](/llms.txt) [14](/docs?x=1#part) [15](/docs/) [20](/pricing)

<Card title="16" href="/docs/a#here" />

![17](/images/map.png) ![18](https://cdn.example.com/x.png)

## Here
`,
  });
  expect(findings).toEqual([]);
});

test("a link to a page, a file or an endpoint of the engine is fine, and one to nothing below them is dead", async () => {
  const there = [
    "/mcp",
    "/errors",
    "/errors/not_found",
    "/insights",
    "/v1/health",
    "/robots.txt",
    "/favicon.ico",
    "/.well-known/ai-catalog.json",
  ];
  const dead = ["/errors/nowhere", "/v1/nowhere", "/api/nowhere", "/.well-known/nowhere"];
  const findings = await check({ "a.mdx": `# A\n\n${[...there, ...dead].map((path) => `[x](${path})`).join("\n")}\n` });
  expect(findings).toEqual(
    dead.map((path, index) => `a.mdx:${there.length + index + 3} error: The link ${path} leads to no page.`),
  );
});

test("a link to the title's own anchor leads to the top, in the spelling of any system", async () => {
  const findings = await check({
    "index.md": "# My page & more\n\n[1](#my-page--more) [2](a.md#a-long-title) [4](#top)",
    "a.md": "---\ntitle: A long title\n---\n\n[3](index.md#my-page-more)",
  });
  expect(findings).toEqual([]);
});

test("a link into a page of the API leads to a section, a response, a field or a tag of it", async () => {
  const fields = { type: "object", properties: { name: { type: "string" } } };
  const content = { "application/json": { schema: fields } };
  const post = {
    operationId: "add",
    tags: ["Pets"],
    requestBody: { content },
    responses: { 200: { description: "ok", content } },
  };
  const info = { title: "Pets", version: "1", description: "# First steps" };
  const description = { openapi: "3.1.0", info, tags: [{ name: "Pets" }], paths: { "/pets": { post } } };
  const ids = ["request-body", "body-name", "responses", "response-200", "response-200-name", "body-nam"];
  const links = ids.map((id) => `[x](/docs/api/pets/add#${id})`);
  const overview = ["first-steps", "tag/Pets", "tag/Dogs"].map((id) => `[x](/docs/api#${id})`);
  const text = `# A\n\n${[...links, ...overview].join("\n")}\n`;
  const files = createFiles({ "a.md": text }, JSON.stringify(description));
  expect(await check({}, createProject(), files)).toEqual([
    "a.md:8 error: The link /docs/api/pets/add#body-nam leads to no heading of /docs/api/pets/add. Did you mean #body-name?",
    "a.md:11 error: The link /docs/api#tag/Dogs leads to no heading of /docs/api.",
  ]);
});

test("links to the addresses that front matter gives a page lead there", async () => {
  const findings = await check({
    "a.md": "# A\n\n[1](/old/b/) [2](/docs/zwei#part) [3](older) [4](/gone)",
    "b.md": "---\naliases:\n  - /old/b\n  - older\nslug: zwei\n---\n\nText.",
  });
  expect(findings).toEqual(["a.md:3 error: The link /gone leads to no page."]);
});

test("an anchor is told apart by capital letters, as browsers do, and the one that is meant is named", async () => {
  const findings = await check({ "a.md": "# A\n\n[1](#Set-Up) [2](#set-upp) [3](#else)\n\n## Set up" });
  expect(findings).toEqual([
    "a.md:3 error: The link #Set-Up leads to no heading of a.md. Did you mean #set-up?",
    "a.md:3 error: The link #set-upp leads to no heading of a.md. Did you mean #set-up?",
    "a.md:3 error: The link #else leads to no heading of a.md.",
  ]);
});

test("marks of Hugo and Jekyll are named with their system and what to write instead, each once", async () => {
  const text = `# A

[1]({{< ref "b.md" >}}) [2]({{< relref "b" >}}) \`{{< ref "code" >}}\`
and {{% notice tip %}}words{{% /notice %}} {{< ref "b.md#c" >}}

[3]({% link b.md %}) [4]({{ site.baseurl }}/b) <span title="{{ page.title }}">5</span> {% hint %}

[6]({{site.baseurl}}/b) ![7]({{site.baseurl}}/b.png)
`;
  const shown = (mark: string, system: string) => `${mark} is a mark of ${system} and is shown as it is written.`;
  const toFile = "Write the path of the page's file, such as [text](./page.md).";
  const leaveOut = `${shown("{{ site.baseurl }}", "Jekyll")} Leave it out: a path of the site begins with a slash.`;
  expect(await check({ "a.md": text })).toEqual([
    `a.md:3 warning: ${shown("{{< ref >}}", "Hugo")} ${toFile} This is the first of 2 places.`,
    `a.md:3 warning: ${shown("{{< relref >}}", "Hugo")} ${toFile}`,
    `a.md:4 warning: ${shown("{{% notice %}}", "Hugo")} Write what it stands for in its place.`,
    `a.md:6 warning: ${shown("{% link %}", "Jekyll")} ${toFile}`,
    `a.md:6 warning: ${leaveOut}`,
    `a.md:8 error: The link {{site.baseurl}}/b leads to no page: ${leaveOut}`,
    `a.md:8 error: The image {{site.baseurl}}/b.png is not found: ${leaveOut}`,
  ]);
});

test("a link to another site that lacks a slash is told so", async () =>
  expect(await check({ "a.md": "# A\n\n[1](https:/example.com/b)" })).toEqual([
    "a.md:3 warning: The link https:/example.com/b needs two slashes: https://. It is shown as text.",
  ]));

test("a picture in an address that is never shown is named without its thousands of letters", async () =>
  expect(await check({ "a.md": `# A\n\n![p](data:image/svg+xml;base64,${"A".repeat(9_000)})` })).toEqual([
    "a.md:3 error: Of pictures that an address holds (data:), PNG, JPEG, GIF, WebP and AVIF are shown. Put this one into a file.",
  ]));

test("dead links, anchors and images are named with file and line", async () => {
  const findings = await check({
    "index.mdx": "---\ntitle: Home\n---\n\nText.",
    "a.mdx": `---
title: A
---

[x](/docs/nowhere)
[x](./b)

[x](/docs#nothing) [x](#nothing)

<Card title="x" href="/docs/none" />

![x](/images/none.png) ![x](map.png) <img src="https://other.host/x.png" alt="" />

<iframe src="https://video.other.host/x" title="x" />

<iframe src="https://www.example.com/x" title="x" />

[ref][1]

[1]: /docs/gone
`,
  });
  expect(findings).toEqual([
    "a.mdx:5 error: The link /docs/nowhere leads to no page.",
    "a.mdx:6 error: The link ./b leads to no page.",
    "a.mdx:8 error: The link /docs#nothing leads to no heading of index.mdx.",
    "a.mdx:8 error: The link #nothing leads to no heading of a.mdx.",
    "a.mdx:10 error: The link /docs/none leads to no page.",
    "a.mdx:12 error: The image /images/none.png is not in the public folder.",
    "a.mdx:12 error: The image map.png does not exist, relative to a.mdx. Add the file, or write its path from the public folder, such as /images/map.png",
    "a.mdx:12 warning: The host other.host is not in images.allow of the configuration; a link is shown instead of the picture, film or sound. Add it if you trust it.",
    "a.mdx:14 warning: The host video.other.host is not in embeds.allow of the configuration; a link is shown instead of the embedded page. Add it if you trust it.",
    "a.mdx:20 error: The link /docs/gone leads to no page.",
  ]);
});

test("an invalid address of an image is reported, and the check continues", async () => {
  expect(await check({ "a.mdx": "---\ntitle: A\n---\n\n![x](https://[bad)\n\n[y](/gone)\n" })).toEqual([
    "a.mdx:5 error: The address of the image https://[bad is not valid.",
    "a.mdx:7 error: The link /gone leads to no page.",
  ]);
});

test("a line for the terminal holds nothing that a terminal obeys", () => {
  const finding = {
    severity: "error",
    line: 5,
    column: 1,
    message: "The link /a\u001b[2J\u009b31m\nb leads to no page.",
  } as const;
  const line = describeFinding(createProject(), { ...finding, file: "a\u001b]0;x\u0007.mdx" });
  expect(line).toMatch(/a \]0;x \.mdx:5:1 error: The link \/a \[2J 31m b leads to no page\.$/);
});

test("a host that is not allowed is named once, where it is first, with the number of its places", async () => {
  const picture = (host: string) => `![x](https://${host}/x.png)`;
  const findings = await check({
    "b.mdx": `${picture("many.example")}\n\n${picture("one.example")}`,
    "a.mdx": `# A\n\n${picture("many.example")}\n\n${picture("many.example")}`,
  });
  const message = (host: string) =>
    `The host ${host} is not in images.allow of the configuration; a link is shown instead of the picture, film or sound. Add it if you trust it.`;
  expect(findings).toEqual([
    `a.mdx:3 warning: ${message("many.example")} This is the first of 3 places.`,
    `b.mdx:3 warning: ${message("one.example")}`,
  ]);
});

test("pictures, files, folders and redirects of a docs.json repository are found where they are", async () => {
  const texts = {
    "docs.json": JSON.stringify({
      navigation: { pages: ["index", "guides/first"] },
      redirects: [
        { source: "/old/:slug*", destination: "/guides/:slug*" },
        { source: "/gone", destination: "/guides/first" },
        { source: "/blog/:slug/end", destination: "/guides/first" },
      ],
    }),
    "index.mdx": `# Home

![1](/images/cat.png) <img src="/images/cat.png" alt="2" /> ![3](images/cat.png) [4](/files/a.pdf) [5](/gone) [6](/old/first)
[7](/guides) <Card title="8" icon="/images/cat.png">x</Card>

![9](/images/dog.png) [10](/files/b.pdf) [11](/blog/one/end) [12](/blog/one)
`,
    "guides/first.mdx": "# First\n\n![1](../images/cat.png)\n\n![2](cat.png)",
  };
  const files = { ...createFiles(texts), assets: ["files/a.pdf", "images/cat.png"] };
  const findings = await checkSite(await buildSite(createProject(), files), { ...options, hasPublicFile: () => false });
  expect(findings.map(({ severity, file, line, message }) => `${file}:${line ?? ""} ${severity}: ${message}`)).toEqual([
    "guides/first.mdx:5 error: The image cat.png is not in the content folder.",
    "index.mdx:6 error: The image /images/dog.png is not in the content folder.",
    "index.mdx:6 error: The link /files/b.pdf leads to no page.",
    "index.mdx:6 error: The link /blog/one leads to no page.",
  ]);
});

test("a heading is reached by both spellings that repositories write, a field by the one that they have", async () => {
  const findings = await check({
    "a.mdx": `# A

[1](#3-vad--turn-v10) [2](#3-vad-&-turn-v1-0) [3](#x/circuit) [4](#xcircuit) [5](#make-app-yaml) [6](#settings-1) [7](#settings-2)
[8](#param-max-duration) [9](#param-on-error) [10](#settings-3) [11](#enablemic-enable-boolean)

## 3. VAD & Turn (v1.0)

## x/circuit

## Make \`app.yaml\`

## Settings

### Settings

## enableMic(enable: boolean)

<ParamField body="max_duration">x</ParamField> <ResponseField name="onError">x</ResponseField>
`,
  });
  expect(findings).toEqual(["a.mdx:4 error: The link #settings-3 leads to no heading of a.mdx. Did you mean #settings?"]);
});

test("a picture beside its page is found in any content folder", async () => {
  const files = { ...createFiles({ "guides/a.mdx": "# A\n\n![1](cat.png) ![2](./dog.png)" }), assets: ["guides/cat.png"] };
  const findings = await checkSite(await buildSite(createProject(), files), { ...options, hasPublicFile: () => false });
  expect(findings.map(({ message }) => message)).toEqual([
    "The image ./dog.png does not exist, relative to guides/a.mdx. Add the file, or write its path from the public folder, such as /images/dog.png",
  ]);
});

test("languages and versions follow the rules of the pages: own language first, then the default one, never another version", async () => {
  const findings = await check(
    {
      "en/v2/index.mdx": "# Home",
      "en/v2/a.mdx": "## English",
      "en/v1/index.mdx": "[fine](/docs/a) [dead](./a)",
      "es/v2/index.mdx": "[fine](/docs/a#english) [dead](/docs/a#ingles) [fine](/es/docs/v1)",
      "es/v1/index.mdx": "# Inicio",
      "es/v1/acerca.mdx": "# Acerca",
    },
    createLargeProject(),
  );
  expect(findings).toEqual([
    "en/v1/index.mdx:1 error: The link ./a leads to no page.",
    "es/v1/acerca.mdx: warning: There is no such page in en. If it is a translation, give its file the name that the original has.",
    "es/v2/index.mdx:1 error: The link /docs/a#ingles leads to no heading of en/v2/a.mdx.",
    "en/v2/a.mdx: warning: There is no translation into es; readers get this page instead.",
  ]);
});

test("an address and an entry of meta.json that are much like a page name it", async () => {
  const findings = await check({
    "connect.mdx": "[x](/docs/conect) [x](/docs/guide/connect) [x](/docs/zzz)",
    "kiln/first-firing.mdx": "Text.",
    "kiln/meta.json": '{"pages": ["first-fireing", "zzz"]}',
    "first-fire.mdx": "Text.",
  });
  expect(findings).toEqual([
    "connect.mdx:1 error: The link /docs/conect leads to no page. Did you mean /docs/connect?",
    "connect.mdx:1 error: The link /docs/guide/connect leads to no page. Did you mean /docs/connect?",
    "connect.mdx:1 error: The link /docs/zzz leads to no page.",
    'kiln/meta.json:1 error: "first-fireing" is not a page or folder here. Did you mean "first-firing"?',
    'kiln/meta.json:1 error: "zzz" is not a page or folder here.',
  ]);
});

test("groups of operations that the engine makes are there, beside a second description too", async () => {
  const get = { responses: { 200: { description: "Done." } } };
  const paths = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`/pets/${index}`, { get }]));
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "A", version: "1" }, paths });
  const second = { path: "b.json", text, hash: "b" };
  const files = { ...createFiles({ "index.mdx": "# A" }, text), named: { b: second } };
  expect(await check({}, createProject(), files)).toEqual([]);
});

test("an attribute that is spelled much like one of its component is named with it", async () => {
  const cards = [
    '<Card titel="A" hrf="/docs">Text.</Card>',
    '<Card title="A" titles="B" iconType="solid" data-x="1" className="mt-2">Text.</Card>',
    '<Note titel="A">Text.</Note>',
  ];
  expect(await check({ "index.mdx": "# Home", "a.mdx": `# A\n\n${cards.join("\n\n")}\n` })).toEqual([
    "a.mdx:3 warning: <Card> has no attribute titel. Did you mean title?",
    "a.mdx:3 warning: <Card> has no attribute hrf. Did you mean href?",
    "a.mdx:5 warning: <Card> has no attribute titles; it is left out.",
    "a.mdx:5 warning: <Card> has no attribute iconType; it is left out.",
    "a.mdx:5 warning: <Card> has no attribute className; it is left out.",
    "a.mdx:7 warning: <Note> has no attribute titel. Did you mean title?",
  ]);
});

test("a link to the id of what shows no id is dead, whether the component is known or not", async () => {
  const page =
    '# A\n\n<Foreign id="one">One.</Foreign>\n\n<Note id="two">Two.</Note>\n\n<Tabs>\n<Tab title="T" id="three">T.</Tab>\n</Tabs>';
  const links = ["one", "two", "three"].map((id) => `[x](/docs/a#${id})`);
  expect(await check({ "a.mdx": page, "index.mdx": links.join(" ") })).toEqual([
    "a.mdx:3 warning: <Foreign> is not a component of Docent; only its children are shown.",
    "a.mdx:5 warning: <Note> has no attribute id; it is left out.",
    expect.stringContaining("The link /docs/a#one leads to no heading of a.mdx."),
    expect.stringContaining("The link /docs/a#two leads to no heading of a.mdx."),
  ]);
});

test("an unknown previous or next page of the front matter is a broken link", async () => {
  const findings = await check({
    "a.mdx": "---\ntitle: A\nprev: { title: B, url: /docs/b }\nnext: { url: /docs/gone }\n---\n\nText.",
    "b.mdx": "---\ntitle: B\nprev: Start\nnext: false\n---\n\nText.",
  });
  expect(findings).toEqual(["a.mdx: error: The link /docs/gone leads to no page."]);
});

test("each fault of a meta.json is named at its line, with what a value must be", async () => {
  const findings = await check({
    "f/page.mdx": "# Page",
    "f/meta.json": '{\n  "titel": "F",\n  "defaultOpen": "yes",\n  "other": 1\n}',
    "g/page.mdx": "# Page",
    "g/meta.json": '{\n  "pages": [\n    "page",\n    "gone"\n  ]\n}',
  });
  expect(findings).toEqual([
    'f/meta.json:2 warning: there is no setting "titel". Did you mean "title"?',
    'f/meta.json:3 error: defaultOpen: must be true or false, and is "yes"',
    'g/meta.json:4 error: "gone" is not a page or folder here.',
  ]);
});

test("the folders that several descriptions make are not faults", async () => {
  const described = (title: string) => ({
    path: `${title}.json`,
    hash: title,
    text: JSON.stringify({
      openapi: "3.0.3",
      info: { title, version: "1" },
      paths: { "/a": { get: { tags: ["t"], responses: { 200: { description: "Fine." } } } } },
    }),
  });
  const project = createProject({ apiDescriptions: { one: "one.json", two: "two.json" } });
  const files = { ...createFiles({ "a.mdx": "# A" }), named: { one: described("one"), two: described("two") } };
  expect(await check({}, project, files)).toEqual([]);
});

test("problems, expressions that throw, unknown components and names in meta.json are found", async () => {
  const findings = await check({
    "a.mdx": "<Note>",
    "b.mdx": "Text.\n\n{nowhere}",
    "c.mdx": "Text.\n\n<Nte>x</Nte>",
    "f/meta.json": '{"pages": ["d", "gone", "...", "---x---", "[x](y)", "!d", "...g"]}',
    "f/d.mdx": "Text.",
    "f/g/e.mdx": "Text.",
  });
  expect(findings).toEqual([
    expect.stringMatching(/^a\.mdx:1 error: Expected a closing tag/),
    'b.mdx:3 warning: An expression is shown as it is written: "nowhere" is defined nowhere.',
    "c.mdx:3 warning: <Nte> is not a component of Docent; only its children are shown. Did you mean <Note>?",
    'f/meta.json:1 error: "gone" is not a page or folder here.',
  ]);
});

test("a fault in a file that pages take in is named once, where that file has it", async () => {
  const page = (own: string) =>
    `# Page\n\nimport { Tip } from "/snippets/tips.jsx";\nimport Part from "/snippets/part.mdx";\n\n<Part>[own](/${own})</Part>\n\n<Tip />`;
  const findings = await check({
    "a.mdx": page("nowhere-a"),
    "b.mdx": page("nowhere-b"),
    "snippets/part.mdx": "Words.\n\n[part](/gone) and <Icon icon='rokcet' />\n\n{children}",
    "snippets/tips.jsx": "// One line.\nexport const Tip = () => <a href='/lost'>tip</a>;",
  });
  expect(findings).toEqual([
    "a.mdx:6 error: The link /nowhere-a leads to no page.",
    "b.mdx:6 error: The link /nowhere-b leads to no page.",
    "snippets/part.mdx:3 error: The link /gone leads to no page.",
    'snippets/part.mdx:3 warning: There is no icon "rokcet"; nothing is shown. Similar names: rocket.',
    "snippets/tips.jsx:2 error: The link /lost leads to no page.",
  ]);
});

test("an icon that cannot be shown is named with the nearest names, wherever it is written", async () => {
  const findings = await check({
    "index.mdx":
      "---\nicon: rokcet\n---\n<Icon icon='rocket' /> <Icon icon='robot' /> <Badge icon='rotate-cv'>x</Badge> <div icon='x' />",
    "f/page.mdx": "---\nicon: house\n---\n\n<Callout icon='constructor'>x</Callout>",
    "f/meta.json": '{"icon": "hause", "pages": ["---[bot]Part---", "[zzz][a](https://x.example)", "page"]}',
  });
  expect(findings).toEqual([
    'f/meta.json: warning: There is no icon "hause"; nothing is shown. Similar names: house.',
    'f/meta.json: warning: There is no icon "zzz"; nothing is shown.',
    'f/page.mdx:5 warning: There is no icon "constructor"; nothing is shown.',
    'index.mdx: warning: There is no icon "rokcet"; nothing is shown. Similar names: rocket.',
    'index.mdx:4 warning: There is no icon "rotate-cv"; nothing is shown. Similar names: rotate-cw.',
  ]);
});

test("a fault in the API description is a warning with file, line and pointer", async () => {
  const description = `openapi: 3.1.0
info: { title: Pets, version: "1" }
paths:
  /pets:
    get:
      responses:
        200: { description: All pets., content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
`;
  const files = createFiles({ "index.mdx": "# Home" }, description);
  const findings = await checkSite(await buildSite(createProject(), files), options);
  expect(findings).toEqual([
    {
      severity: "warning",
      file: "openapi.json",
      line: 7,
      column: expect.any(Number),
      message:
        '#/paths/~1pets/get/responses/200/content/application~1json/schema/$ref: "#/components/schemas/Pet" does not exist. Add that part, or correct the reference.',
    },
  ]);
});

test.each([
  [{ languages: [{ id: "en", label: "English" }] }],
  [{ languages: ["en", "de"].map((id) => ({ id, label: id })), versions: [{ id: "v1", label: "v1" }] }],
])("snippets below the content folder are not pages: %j", async (structure) => {
  const project = createProject(structure);
  const folder = project.versions.length > 0 ? "en/v1/" : "";
  const texts = {
    [`${folder}a.mdx`]: 'import Limit from "/snippets/limit.mdx";\n\n<Limit n="5" />',
    "snippets/limit.mdx": "At most {n}.",
  };
  const site = await buildSite(project, createFiles({ ...texts, "_snippets/old.mdx": "Old." }));
  expect([...site.findings, ...site.findings]).toEqual([]);
  expect(site.pages.map(({ path }) => path)).toEqual(["/docs/a"]);
  expect(site.passages.map(({ text }) => text).join()).toContain("At most 5.");
});

test("pages that were read with the site are not read again", async () => {
  const files = createFiles({ "en/a.md": "[Gone](/docs/gone) [Here](#here)", "en/b.md": "[A](/docs/a#there)" });
  const reach: NonNullable<BuildOptions["reach"]> = new Map();
  const site = await buildSite(createProject(), files, { reach });
  const findings = await checkSite(site, options);
  expect(findings.length).toBeGreaterThan(2);
  expect(await checkSite(site, { ...options, reach })).toEqual(findings);
  const nothing = new Map(
    [...reach.keys()].map((path) => [
      path,
      { links: [], icons: [], anchors: [], installFences: [], diagrams: [], foreignMarks: [] },
    ]),
  );
  expect((await checkSite(site, { ...options, reach: nothing })).length).toBe(findings.length - 3);
});

test("diagrams are named where the package that draws them is not installed, once for all of them", async () => {
  const text = "---\ntitle: Home\n---\n\n```mermaid\ngraph TD\n  A --> B\n```\n";
  const files = { "index.mdx": text, "other.mdx": text };
  expect(await check(files)).toEqual([]);
  const site = await buildSite(createProject(), createFiles(files));
  expect(await checkSite(site, { ...options, hasMermaid: false })).toEqual([
    expect.objectContaining({
      severity: "warning",
      file: "index.mdx",
      line: 5,
      message: expect.stringContaining("npm install mermaid"),
    }),
  ]);
});

test("a fence of install commands that other systems show as tabs is named at its line, but for a docs.json repository", async () => {
  const fences =
    "```package-install\nkiln\n```\n\n```bash npm2yarn\nnpm i kiln\n```\n\n```npm\nnpm i kiln\n```\n\n```bash\nnpm i kiln\n```\n";
  const found = await check({ "index.mdx": `---\ntitle: Home\n---\n\n${fences}` });
  expect(found.map((line) => line.slice(0, 45))).toEqual(
    [5, 9, 13].map((line) => `index.mdx:${line} warning: This fence is shown as it is`.slice(0, 45)),
  );
  expect(await check({ "docs.json": JSON.stringify({ navigation: { pages: ["index"] } }), "index.mdx": fences })).toEqual([]);
});

test("a link to a folder without an index is fine, since readers get its first page, and one to a hidden folder is not", async () => {
  const findings = await check({
    "index.md": "# Home\n\n[1](/docs/guides) [2](/docs/guides/index) [3](/docs/hidden)",
    "guides/first.md": "# First",
    "hidden/part.md": "---\nhidden: true\n---\n\n# Hidden",
  });
  expect(findings).toEqual(["index.md:3 error: The link /docs/hidden leads to no page."]);
});

const settings = (redirects: readonly object[]) =>
  JSON.stringify({ name: "Acme", navigation: { pages: ["index", "v1/intro"] }, redirects });

test("redirects of docs.json that are part of a loop are errors, and so is a link to one", async () => {
  const redirects = [
    { source: "/o", destination: "/p" },
    { source: "/p", destination: "/o" },
    { source: "/q", destination: "/index" },
  ];
  const findings = await check({ "docs.json": settings(redirects), "index.mdx": "[1](/o) [2](/q)", "v1/intro.mdx": "One." });
  expect(findings).toEqual([
    "docs.json: error: The redirect from /o to /p is part of a loop.",
    "docs.json: error: The redirect from /p to /o is part of a loop.",
    "index.mdx:1 error: The link /o leads to no page.",
  ]);
});

test("a link to a page whose address is the service's own is dead, as it is for readers", async () => {
  const texts = { "docs.json": settings([]), "index.mdx": "[1](/v1/intro)", "v1/intro.mdx": "One." };
  expect(await check(texts)).toEqual([]);
  expect(await check(texts, createProject({ pagesAt: "root" }))).toEqual([
    "index.mdx:1 error: The link /v1/intro leads to no page.",
  ]);
});
