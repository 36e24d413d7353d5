import { expect, test } from "vitest";
import { askFixture, collect } from "../../../internal/testing/assistant.ts";
import { siteOf } from "../../../internal/testing/assistant-site.ts";
import { buildFiles } from "../../../internal/testing/content.ts";
import { siteFixture } from "../../../internal/testing/search-site.ts";
import { answer } from "../../assistant/answer.ts";
import { chooseModel } from "../../assistant/model/model.ts";
import { searchPassages } from "../search.ts";

const pages = {
  install: [
    "Set up",
    "## Installing the kiln server\n\nInstalling the kiln server: use the kiln server installer. The kiln server starts.\n\n## Using the kiln server\n\nOpen it.",
  ],
  usage: ["Kiln server usage", "Using the kiln server is simple: a kiln server is used by those who use servers of kilns."],
  glaze: ["Glaze", "## Start here\n\nDip the bowl.\n\n## Next steps\n\nDry it."],
  fire: ["Fire", "## Next steps\n\nOpen it cold."],
  sell: ["Sell", "## Next steps\n\nPack it."],
  ship: ["Ship", "## Next steps\n\nSend it."],
} as const;

test("a heading that is typed whole opens its own section, whatever stands between its words and however often others have them", async () => {
  const site = await siteOf(pages);
  for (const query of ["Using the Kiln Server", "using the kiln-server?"]) {
    const [first] = await searchPassages(site, { query, limit: 5 });
    expect([first?.passage.path, first?.section.anchor, first?.score]).toEqual(["/docs/install", "using-the-kiln-server", 1]);
  }
  const [started] = await searchPassages(site, { query: "start here", limit: 5 });
  expect(started?.section.anchor).toBe("start-here");
});

test("a heading that is a joined name is typed whole in lower case, joined or not", async () => {
  const names = ["Next.js", "ClickHouse", "getServerSideProps", "Server-Sent Events"];
  const sections = names.map((name) => `## ${name}\n\nAdd it first.`).join("\n\n");
  const said = names.map((name) => `${name} with the kiln server: ${name}, ${name.toLowerCase()}.`).join(" ");
  const site = await siteOf({ ...pages, names: ["Frameworks", sections], said: ["More", said] });
  for (const [query, anchor] of [
    ["nextjs", "nextjs"],
    ["next js", "nextjs"],
    ["clickhouse", "clickhouse"],
    ["getserversideprops", "getserversideprops"],
    ["serversentevents", "server-sent-events"],
  ] as const) {
    const [first] = await searchPassages(site, { query, limit: 5 });
    expect([first?.section.anchor, first?.score]).toEqual([anchor, 1]);
  }
});

test("a name in code that is typed alone finds what has it, before what has more of its parts, and the assistant quotes it", async () => {
  const row = (name: string) => `| \`${name}\` | Says ${name.toLowerCase().replaceAll("_", " ")}. |`;
  const rows = ["KILN_HOST", "KILN_GIT_REPO", "KILN_GIT_COMMIT_SHA", "KILN_PORT"].map(row).join("\n");
  const parts = "The git commit of the kiln has a SHA: a commit of git, by its SHA, in the kiln. ".repeat(3);
  const site = await siteOf({
    ...pages,
    commits: ["Git commits of the kiln", `## SHA of a git commit\n\n${parts}`],
    deploy: ["Deploy", `The kiln deploys each commit.\n\n## System variables\n\n| Name | Value |\n| - | - |\n${rows}`],
  });
  for (const query of ["KILN_GIT_COMMIT_SHA", "kiln_git_commit_sha"]) {
    const [first] = await searchPassages(site, { query, limit: 5 });
    expect([first?.passage.path, first?.section.anchor, first?.score]).toEqual(["/docs/deploy", "system-variables", 1]);
  }
  const { events } = await answer({
    ...{ site, threadId: "th_test", signal: new AbortController().signal, ask: askFixture("what is KILN_GIT_COMMIT_SHA?") },
    choose: chooseModel,
  });
  const text = (await collect(events)).flatMap((event) => (event.type === "text" ? [event.delta] : [])).join("");
  expect(text).toContain("Says kiln git commit sha.");
});

test("code that is typed alone, whatever its marks, finds what has it", async () => {
  const filler = "Run the server, then track a click and open the path of the tunnel. ".repeat(3);
  const site = await siteOf({
    ...Object.fromEntries(
      Array.from({ length: 8 }, (_, i) => [`p${i}`, ["Tunnel server track click", `${i} ${filler}`] as const]),
    ),
    flags: [
      "Flags",
      "Pass `--tunnel` to `kiln.server()`, which needs `@kiln/server` and `.env.local`, at `/track/click` or `?via=server`.",
    ],
  });
  for (const query of [
    "--tunnel",
    "kiln.server()",
    "@kiln/server",
    ".env.local",
    "/track/click",
    "?via=server",
    '"--tunnel"',
    "`--TUNNEL`",
  ]) {
    const [first] = await searchPassages(site, { query, limit: 5 });
    expect([query, first?.passage.path, first?.score]).toEqual([query, "/docs/flags", 1]);
  }
  // A mark behind a word of a sentence is none of code.
  const [plain] = await searchPassages(site, { query: "tunnel?", limit: 5 });
  expect(plain?.passage.path).not.toBe("/docs/flags");
});

test("a title of one word opens its page, and not one of two pages", async () => {
  const said = "React with React: a React component of React renders React.";
  const site = await siteOf({
    ...pages,
    react: ["React", "Add the package."],
    email: ["React Email", `## React\n\n${said}`],
    hooks: ["Hooks of React", said],
    usage1: ["Usage", "Here."],
    usage2: ["Usage", "There."],
  });
  const first = async (query: string) => (await searchPassages(site, { query, limit: 5 }))[0];
  expect([(await first("react"))?.passage.path, (await first("react"))?.score]).toEqual(["/docs/react", 1]);
  expect((await first("usage"))?.score).toBeLessThan(1);
});

test("code whose rarest word more than 500 passages have is searched by its words", async () => {
  const siteWith = (others: number) =>
    siteFixture([
      { path: "/docs/flags", title: "Flags", text: "Pass --tunnel." },
      ...Array.from({ length: others }, (_, i) => ({ path: `/docs/${i}`, title: `Page ${i}`, text: "A tunnel." })),
    ]);
  const first = async (others: number) => (await searchPassages(siteWith(others), { query: "--tunnel", limit: 5 }))[0];
  expect([(await first(499))?.passage.path, (await first(499))?.score]).toEqual(["/docs/flags", 1]);
  expect((await first(500))?.score).toBeLessThan(1);
});

test("a heading is typed whole without the keys for its letters", async () => {
  const site = await siteOf({
    ...pages,
    latin: ["Wörter", "## Große Straße\n\nSie ist breit.\n\n## Cài đặt máy chủ\n\nKırmızı."],
  });
  for (const [query, anchor] of [
    ["grosse strasse", "große-straße"],
    ["cai dat may chu", "cài-đặt-máy-chủ"],
  ] as const) {
    const [first] = await searchPassages(site, { query, limit: 5 });
    expect([first?.section.anchor, first?.score]).toEqual([anchor, 1]);
  }
});

test("a name with a symbol opens its own section, not that of the name without it", async () => {
  const text = ["C", "C++", "C#", "F#"].map((name) => `## ${name}\n\nInstall the library.`).join("\n\n");
  const site = await siteOf({ languages: ["Clients", text] });
  for (const query of ["C", "C++", "C#", "F#", "c++", "install for C#"]) {
    const [first] = await searchPassages(site, { query, limit: 5 });
    expect(first?.section.heading.toLowerCase(), query).toBe(query.toLowerCase().split(" ").at(-1));
  }
});

test("a title that is typed whole opens its page, however many others begin with its words", async () => {
  const more = ["comment", "label", "lock", "reaction", "event"].map(
    (name) =>
      [`issues-${name}`, [`Create an issue ${name}`, `Create an issue ${name}: an issue, create it. Create an issue.`]] as const,
  );
  const site = await siteOf({ ...Object.fromEntries(more), issues: ["Create an issue", "Any user can open one."] });
  const [first] = await searchPassages(site, { query: "create an issue", limit: 5 });
  expect([first?.passage.path, first?.score]).toEqual(["/docs/issues", 1]);
});

test("a heading of many pages, one of a word, and the title of a page tell no section", async () => {
  const site = await siteOf({ ...pages, kiln: ["Start here", "Start with clay. Start here with a wheel. Start here again."] });
  const next = await searchPassages(site, { query: "next steps", limit: 5 });
  expect(next.filter(({ score }) => score === 1)).toEqual([]);
  const [first] = await searchPassages(site, { query: "start here", limit: 5 });
  expect(first?.passage.path).toBe("/docs/kiln");
});

test("a heading in a script without spaces tells its section from four letters on", async () => {
  const site = await siteOf({
    travel: ["时间旅行", "## 添加时间旅行\n\n保存每一步。\n\n## 导航\n\n打开它。"],
    history: ["历史", "添加时间旅行 实现时间旅行，添加时间旅行。导航 导航 导航。"],
  });
  const [first] = await searchPassages(site, { query: "添加时间旅行", limit: 5 });
  expect([first?.section.anchor, first?.score]).toEqual(["添加时间旅行", 1]);
  const short = await searchPassages(site, { query: "导航", limit: 5 });
  expect(short.filter(({ score, section }) => score === 1 && section.anchor === "导航")).toEqual([]);
});

test("pages outside of all versions are no nearer than those of the default version", async () => {
  const text = "Rotate the signing key with one command.";
  const of = (path: string, version: string | null, title: string) => ({ path, version, title, text });
  const site = siteFixture([
    of("/docs/rotate-a-key", "v2", "Rotate a signing key"),
    of("/docs/community", null, "Community"),
    of("/docs/v1/old", "v1", "Rotate a key"),
  ]);
  const paths = async (version?: string) =>
    (await searchPassages(site, { query: "rotate a signing key", limit: 5, filter: { version } })).map(
      ({ passage }) => passage.path,
    );
  expect(await paths()).toEqual(["/docs/rotate-a-key", "/docs/community", "/docs/v1/old"]);
  expect((await paths("v1"))[0]).toBe("/docs/v1/old");
});

test("an operation is found first by its method and path, its path, or its id", async () => {
  const names = ["get", "delete", "put", "patch"];
  const of = (method: string) => ({ operationId: `${method}PetsPet`, summary: `The ${method} of pets`, responses: {} });
  const item = Object.fromEntries(names.map((method) => [method, of(method)]));
  const tell = { post: { operationId: "searchPets", summary: "Find some", responses: {} } };
  const paths = { "/api/v1/pets/{pet}": item, "/api/v1/pets": tell };
  const openapi = { openapi: "3.1.0", info: { title: "A", version: "1" }, paths };
  const text = "GET pets pet, putPetsPet, search pets, POST pets: GET /api/v1/pets/{pet} for all pets.";
  const site = await buildFiles({
    "docs.json": JSON.stringify({ navigation: { pages: ["pets", { group: "API", openapi: "a.json" }] } }),
    "pets.mdx": `---\ntitle: Pets\n---\n${text}`,
    "a.json": JSON.stringify(openapi),
  });
  const firstFor = async (query: string) => (await searchPassages(site, { query, limit: 5 }))[0]?.passage.title;
  expect(await firstFor("PUT /api/v1/pets/{pet}")).toBe("The put of pets");
  expect(await firstFor("delete /pets/{pet}")).toBe("The delete of pets");
  expect(await firstFor("/api/v1/pets")).toBe("Find some");
  expect(await firstFor("patchPetsPet")).toBe("The patch of pets");
});

test("a heading or a title that is typed in another form of its words is found as it is written", async () => {
  const responses = "## Responses\n\nThe rate limit is over: wait until the rate limit allows it. A backup is no kiln.";
  const operations = Object.fromEntries(
    Array.from({ length: 12 }, (_, i) => [`operation-${i}`, [`Rate the limit ${i}`, responses]] as const),
  );
  const site = await siteOf({
    ...pages,
    ...operations,
    limits: ["Rate limits", "Sixty fires an hour."],
    keep: ["Keep it", "## Back up the kilns\n\nCopy the folder."],
  });
  for (const [query, place] of [
    ["rate limit", "/docs/limits#"],
    ["backup the kiln", "/docs/keep#back-up-the-kilns"],
  ]) {
    const [first] = await searchPassages(site, { query: query as string, limit: 5 });
    expect(`${first?.passage.path}#${first?.section.anchor}`).toBe(place);
  }
});

test("a result opens the part that hides its words", async () => {
  const hidden = (name: string, words: string) => `<${name} title="Part ${name}">\n\n${words} of the glaze.\n\n</${name}>`;
  const parts = ["Accordion", "Expandable", "View"].map((name) => hidden(name, `Sodium${name.toLowerCase()} is a word`));
  const tabs = `<Tabs>\n<Tab title="One">\n\nSodiumone.\n\n</Tab>\n<Tab title="Two">\n\n### Deep in two\n\nSodiumtwo.\n\n</Tab>\n</Tabs>`;
  const details = "<details>\n<summary>More of it</summary>\n\nSodiumdetail.\n\n</details>";
  const text = ["## Chemistry", ...parts, tabs, details, "## Outside\n\nSodiumoutside."].join("\n\n");
  const site = await siteOf({ ...pages, glazing: ["Glazing", text] });
  const anchorFor = async (query: string) => (await searchPassages(site, { query, limit: 5 }))[0]?.section.anchor;
  for (const [query, anchor] of [
    ["sodiumaccordion", "part-accordion"],
    ["sodiumexpandable", "part-expandable"],
    ["sodiumview", "part-view"],
    ["sodiumone", "one"],
    ["sodiumtwo", "deep-in-two"],
    ["sodiumdetail", "more-of-it"],
    ["sodiumoutside", "outside"],
    ["deep in two", "deep-in-two"],
    ["Part Accordion", "part-accordion"],
  ] as const)
    expect([query, await anchorFor(query)]).toEqual([query, anchor]);
});
