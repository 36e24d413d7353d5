import { describe, expect, test } from "vitest";
import { siteOf } from "../../../internal/testing/assistant-site.ts";
import type { Passage } from "../../content/model/passage.ts";
import { createAnalyzer } from "../../search/analyze/analyze.ts";
import type { ScoredPassage } from "../../search/search.ts";
import { corpusStats } from "./corpus-stats.ts";
import { createPageCutter } from "./cut-page.ts";
import { piecesOf, toQuote } from "./quote.ts";
import { createWindows, ratePage } from "./window.ts";

const analyzer = createAnalyzer("en");
const words = (text: string) => [...new Set(analyzer.terms(text))];
const toUrl = (link: string) => (link.startsWith("/") ? link : undefined);

function quotesOf(passages: readonly Passage[], asked: string, rooms: readonly number[]) {
  const terms = words(asked);
  const termMatches = terms.map((term) => {
    const alternatives = [{ terms: [term], weight: 1 }];
    return { term, share: 1 / terms.length, strength: 1, expandedStrength: 1, alternatives };
  });
  const hit = { passage: passages[0] as Passage, relativeRank: 1, termMatches } as unknown as ScoredPassage;
  const cut = createPageCutter()(passages, { terms: new Set(terms), stats: corpusStats({ passages }, "en") });
  const page = { hits: [hit], ...cut } as const;
  const next = createWindows([ratePage(page, analyzer)]);
  return rooms.map((room) => {
    const window = next(room);
    return { anchor: window?.pieces[0]?.anchor, ...(window && toQuote(window, toUrl)) };
  });
}

/** The quotes of a page with that text for a question of those words, for each room one. */
async function quotes(text: string, asked: string, ...rooms: number[]) {
  const { passages } = await siteOf({ page: ["Page", text] });
  return quotesOf(passages, asked, rooms);
}

async function quote(text: string, asked = "", room = 900) {
  return (await quotes(text, asked, room))[0];
}

const filler = (topic: string) => Array.from({ length: 12 }, (_, i) => `${topic} has more to say, part ${i}.`).join(" ");

test("a text that two pages share links from each as that page does", async () => {
  const { passages } = await siteOf({ page: ["Page", "See [this](/a) and [that](#b)."] });
  const pieces = piecesOf(passages, () => false);
  const linked = (toUrl: (link: string) => string | undefined) => toQuote({ pieces, isCut: false }, toUrl);
  const onOne = { markdown: "See [this](one:/a) and [that](one:#b).", links: ["one:/a", "one:#b"] };
  expect(linked((link) => `one:${link}`)).toEqual(onOne);
  expect(linked((link) => (link === "/a" ? "two" : undefined))).toEqual({
    markdown: "See [this](two) and that.",
    links: ["two"],
  });
  expect(linked((link) => `one:${link}`)).toEqual(onOne);
  expect(linked((link) => `one:${link}`)).toEqual(onOne);
});

describe("a quote", () => {
  test("of an introduction continues with the sections that follow, under their headings, while they fit", async () => {
    const text = "Intro.\n\n## First\n\nOne.\n\n## Second\n\nTwo.";
    expect((await quote(text))?.markdown).toBe("Intro.\n\n**First**\n\nOne.\n\n**Second**\n\nTwo.");
    expect(await quote(text, "second two", 5)).toMatchObject({ anchor: "second", markdown: "Two." });
  });

  test("has no words of a picture by itself, which its reader does not see", async () => {
    const text =
      'Open the menu.\n\n![The menu, opened](/a.png)\n\n1. Press it.\n\n   ![Pressed](/b.png)\n\n<img src="/c.png" alt="Done" />\n\nSee ![plus](/d.png) there.';
    expect((await quote(text))?.markdown).toBe("Open the menu.\n\n1. Press it.\n\nSee plus there.");
  });

  test("ends with its section and the sections below that", async () => {
    const text = "Intro.\n\n## Apples\n\nRed.\n\n### Peel\n\nOff.\n\n## Apples and pears\n\nGreen.";
    expect((await quote(text, "apples red"))?.markdown).toBe("Red.\n\n**Peel**\n\nOff.");
    expect((await quote(text, "peel off"))?.markdown).toBe("Off.");
  });

  test("has all rows of a table whose words fit, however much longer one of its cells is", async () => {
    const rows = ["thread", "rating", "counter", "key", "search", "tab"].map((name) => `| ${name} | ${name} store | a day |`);
    const longest = `| ${"word ".repeat(40).trim()} | store | a year |`;
    const table = ["| Data | Where | How long |", "| - | - | - |", longest, ...rows].join("\n");
    expect((await quote(`## Stored\n\n${table}`, "tab how long", 600))?.markdown).toBe(table);
  });

  test("is the part of the page that fits, wherever its section was cut into passages", async () => {
    const parts = ["apples", "pears", "plums", "cherries", "quinces"].map(filler);
    const text = `## Fruit\n\nFruit is sweet.\n\n${parts.join("\n\n")}\n\n## Bread\n\nBread is not.`;
    expect(await quote(text, "quinces", 500)).toMatchObject({
      anchor: "fruit",
      markdown: expect.stringMatching(/^…\n\nquinces/),
    });
  });

  test("is the beginning of a page whose title the question names", async () => {
    const text = "A small one.\n\n## Others\n\nA small page.";
    expect(await quote(text, "small page", 15)).toMatchObject({ anchor: "", markdown: "A small one." });
  });

  test("begins at its section where that fits as well", async () => {
    const text = `## Bread\n\nFlour.\n\nWater for bread.\n\n## Fruit\n\n${filler("Fruit")}`;
    expect((await quote(text, "water bread", 100))?.markdown).toBe("Flour.\n\nWater for bread.");
  });

  test("is of another section than the one before, and repeats nothing", async () => {
    const text = `## Fruit\n\n${["apples", "pears"].map(filler).join("\n\n")}\n\n## Bread\n\nBread with apples.`;
    expect((await quotes(text, "apples", 450, 450)).map(({ anchor }) => anchor)).toEqual(["fruit", "bread"]);
  });

  test("keeps code, lists and tables what they are", async () => {
    const text =
      "Do this:\n\n1. Run `npm ci`.\n2. Read [the list](/docs/list).\n\n```sh\nnpm start\n```\n\n| a | b |\n| - | - |\n| 1 | 2 |";
    const { markdown, links } = (await quote(text)) ?? {};
    expect(markdown).toContain("1. Run `npm ci`.\n2. Read [the list](/docs/list).");
    expect(markdown).toContain("```sh\nnpm start\n```");
    expect(markdown).toMatch(/\| a +\| b +\|/);
    expect(links).toEqual(["/docs/list"]);
  });

  test("has forty parts and the rest of a list at most, however short they are", async () => {
    const text = "- k\n".repeat(3_000);
    expect((await quote(text, "key"))?.markdown?.match(/- k/g)).toHaveLength(206);
  });

  const options = ["alpha", "beta", "gamma", "delta", "omega"];

  test("has the items of a long list that fit, with their numbers", async () => {
    const list = options.map((name, i) => `${i + 1}. ${filler(name)}`).join("\n");
    expect((await quote(`Options:\n\n${list}`, "delta", 500))?.markdown).toMatch(/^…\n\n4\. delta has/);
  });

  test("has the rows of a long table that fit, under its head", async () => {
    const rows = options.map((name) => `| ${name} | ${filler(name)} |`).join("\n");
    const { markdown } = (await quote(`| Name | Says |\n| - | - |\n${rows}`, "delta", 500)) ?? {};
    expect(markdown).toMatch(/^…\n\n\| Name +\| Says +\|\n/);
    expect(markdown).toContain("| delta");
    expect(markdown).not.toContain("alpha");
  });

  test("begins within long code, in a fence of the same language, where that says what is asked", async () => {
    const code = options.map((name) => `// ${filler(name)}`).join("\n");
    const { markdown } = (await quote(`Start.\n\n\`\`\`ts\n${code}\n\`\`\``, "delta", 500)) ?? {};
    expect(markdown).toMatch(/^…\n\n```ts\n…\n\/\/ delta .*\n```$/s);
  });

  test("closes code that is cut off", async () => {
    const code = options.map((name) => `// ${filler(name)}`).join("\n");
    const { markdown } = (await quote(`Start.\n\n\`\`\`ts\n${code}\n\`\`\``, "alpha", 600)) ?? {};
    expect(markdown).toMatch(/^Start\.\n\n```ts\n\/\/ alpha .*\n…\n```$/s);
  });

  test("of code in several variants shows the one that the question names, or the first", async () => {
    const text = ["npm", "yarn", "pnpm"].map((tool) => `\`\`\`sh title="${tool}"\n${tool} add docent\n\`\`\``).join("\n\n");
    expect((await quote(text))?.markdown).toBe("**npm**\n\n```sh\nnpm add docent\n```");
    expect((await quote(text, "yarn"))?.markdown).toBe("**yarn**\n\n```sh\nyarn add docent\n```");
  });

  test("is there for a page of nothing but variants, however many", async () => {
    const { passages } = await siteOf({ page: ["Page", '```sh title="npm"\nnpm ci\n```'] });
    const [passage] = passages as [Passage];
    const blocks = Array.from({ length: 20_000 }, () => passage.blocks).flat();
    expect(quotesOf([{ ...passage, blocks }], "", [900])[0]?.markdown).toContain("npm ci");
  });

  test("shows all files of an example", async () => {
    const text = ["a.ts", "b.ts"].map((file) => `\`\`\`ts title="${file}"\nimport "${file}"\n\`\`\``).join("\n\n");
    expect((await quote(text))?.markdown).toContain('import "b.ts"');
  });

  test("never ends in what announces something", async () => {
    const long = `${filler("Long")} ${filler("Longer")}`;
    expect((await quote(`Short.\n\nUse this:\n\n${long}`, "short", 30))?.markdown).toMatch(
      /^Short\.\n\nUse this:\n\nLong has [^\n]+ part \d+\. …$/,
    );
    const item = `- ${"word ".repeat(120)}\n- More.`;
    expect((await quote(`Short.\n\nUse this:\n\n${item}`, "short", 30))?.markdown).toBe("Short.");
    expect((await quote(`Short.\n\nUse it. It does the following.\n\n${item}`, "short", 60))?.markdown).toBe(
      "Short.\n\nUse it. …",
    );
    expect((await quote(`Use this:\n\n${item}`, "use", 30))?.markdown).toMatch(/^Use this:\n\n- word [^\n]+\n\n…$/);
    const list = `${filler("Lead")}\n\nSteps:\n\n${filler("Code")}`;
    expect((await quote(list, "lead", 420))?.markdown).toMatch(/Steps:\n\nCode/);
  });

  test.each([
    ["en", "Start it with the following options."],
    ["en", "See the table below."],
    ["en", "Here is an example."],
    ["de", "Verwenden Sie folgende Optionen."],
    ["fr", "Utilisez les options suivantes."],
    ["es", "Usa las siguientes opciones."],
  ])("has what is announced in words, in %s: %s", async (language, text) => {
    const { passages } = await siteOf({ page: ["Page", `${text}\n\n- alpha is one\n- beta is two\n\n## Other\n\nMore.`] });
    const [found] = quotesOf(
      passages.map((passage) => ({ ...passage, language })),
      "options",
      [text.length],
    );
    expect(found?.markdown).toBe(`${text}\n\n- alpha is one\n- beta is two`);
  });

  test("exceeds its budget if all that fits announces what follows", async () => {
    const code = (lines: number) => `\`\`\`sh\n${"run --it\n".repeat(lines)}\`\`\``;
    expect((await quote(`Run this to start:\n\n${code(3)}\n\n${filler("Then")}`, "start", 30))?.markdown).toMatch(
      /:\n\n```sh\nrun --it\n[\s\S]+```$/,
    );
    expect((await quote(`Start it with this command.\n\n${code(3)}`, "start", 30))?.markdown).toContain("run --it");
    expect((await quote(`Read this to start:\n\n${filler("Start")} ${filler("End")}`, "start", 30))?.markdown).toMatch(
      /^Read this to start:\n\nStart has [^\n]+\. …$/,
    );
  });

  test("goes on to the end of its section where little is left of that", async () => {
    const text = (count: number) =>
      `Certificates are renewed.\n\n${"It starts 30 days before. ".repeat(count)}\n\n## Other\n\nMore.`;
    expect((await quote(text(10), "certificates renewed", 30))?.markdown?.match(/before/g)).toHaveLength(10);
    expect((await quote(text(14), "certificates renewed", 30))?.markdown).toBe("Certificates are renewed.");
  });

  test("has the sentences of the next paragraph that fit, up to no dot that ends none", async () => {
    const next = "By default that is 30 days, e.g. `b. C` in v1.2. See [the docs. All](/a). Set it so. ";
    const text = `Certificates are renewed.\n\n${next}${filler("Days")}`;
    const upTo = async (room: number) => (await quote(text, "certificates renewed", room))?.markdown;
    expect(await upTo(60)).toBe("Certificates are renewed.");
    expect(await upTo(80)).toBe("Certificates are renewed.\n\nBy default that is 30 days, e.g. `b. C` in v1.2. …");
    expect(await upTo(98)).toBe(
      "Certificates are renewed.\n\nBy default that is 30 days, e.g. `b. C` in v1.2. See [the docs. All](/a). …",
    );
  });

  test("continues to the end of a list, a table or steps that the budget would cut", async () => {
    const items = (count: number) => Array.from({ length: count }, (_, i) => `${i + 1}. Press the button ${i}.`).join("\n");
    expect((await quote(`Start it.\n\n${items(8)}`, "start", 60))?.markdown).toMatch(/^Start it\.[\s\S]+button 7\.$/);
    expect((await quote(`Start it.\n\n${items(60)}`, "start", 60))?.markdown).toMatch(/^Start it\.[\s\S]+button 22\.\n\n…$/);
    const steps = [1, 2, 3, 4].map((i) => `<Step title="Step ${i}">Press the button ${i}.</Step>`).join("\n");
    expect((await quote(`Start it.\n\n<Steps>\n${steps}\n</Steps>`, "start", 60))?.markdown).toContain("Press the button 4.");
  });

  test("is whole where the part that fits is longer than the room", async () => {
    const text = `Start.\n\n${filler("Filler")}\n\n${filler("Quinces")}`;
    expect((await quote(text, "quinces", 60))?.markdown).toMatch(/^…\n\nQuinces has more/);
  });

  test.each([
    ["a paragraph", "alpha words ".repeat(2_000)],
    ["a line of code", `\`\`\`js\n${"alpha ".repeat(4_000)}\n\`\`\``],
    ["a row of a table", `| a | b |\n|-|-|\n| ${"alpha ".repeat(4_000)} | b |`],
    ["the head of a table", `|${" a |".repeat(2_000)}\n|${"-|".repeat(2_000)}\n| alpha | b |`],
  ])("is a part of %s that is longer than anyone writes", async (_, text) => {
    const { markdown = "" } = (await quote(text, "alpha")) ?? {};
    expect(markdown).toContain("alpha");
    expect(markdown.length).toBeLessThan(6_000);
  });

  test("leaves out imports that a page shows as text", async () => {
    const { passages } = await siteOf({ page: ["Page", "Some text."] });
    const paragraph = (text: string) => ({ kind: "paragraph" as const, text, markdown: text });
    const blocks = ['import Warning from "../Warning.mdx";\nimport Tip from "../Tip.mdx";', "import what you need."].map(
      paragraph,
    );
    expect(quotesOf([{ ...(passages[0] as Passage), blocks }], "", [900])[0]?.markdown).toBe("import what you need.");
  });

  test("leaves out diagrams, and is none where there is nothing else", async () => {
    expect((await quote("Before.\n\n```mermaid\ngraph TD\n```\n\nAfter."))?.markdown).toBe("Before.\n\nAfter.");
    expect((await quote("## Chart\n\n```mermaid\ngraph TD\n```"))?.markdown).toBeUndefined();
  });

  test("has the words of a link on one line", async () => {
    const text = "Attach it: [learn\nmore about **this\none**](/b)\nand [go\non](./nowhere).";
    expect((await quote(text))?.markdown).toBe("Attach it: [learn more about **this one**](/b)\nand [go on](/docs/nowhere).");
  });

  test("keeps the words of a broken link, and drops its address", async () => {
    expect((await quote("See [the console](https://evil.test/x)."))?.markdown).toBe("See the console.");
  });
});

test("formulas of a page are formulas in its quotes", async () => {
  const text = "The energy is $E = mc^2$ and costs $5.\n\n$$\n\\frac{a}{b}\n$$";
  expect((await quote(text))?.markdown).toContain("The energy is $E = mc^2$ and costs $5.\n\n$$\n\\frac{a}{b}\n$$");
});
