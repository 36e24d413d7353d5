import { describe, expect, test } from "vitest";
import { sectionsOf } from "../../search/rank/section.ts";
import { siteOf } from "../testing-site.ts";
import { toPageSection } from "./page-section.ts";
import { toQuote } from "./quote.ts";

const words = (text: string) => new Set(text.toLowerCase().match(/\w+/g));

/** Quotes the section at the anchor of a page with that text, for a question of those words. */
async function quote(text: string, { anchor = "", asked = "", room = 900 } = {}) {
  const site = await siteOf({ page: ["Page", text] });
  const at = site.passages.flatMap((passage) => sectionsOf(passage).map((section) => ({ passage, section })));
  const { passage, section } = at.find(({ section }) => section.anchor === anchor) as (typeof at)[number];
  const share = (held: string) => [...words(asked)].filter((word) => words(held).has(word)).length;
  const hit = { passage, section };
  return toQuote(toPageSection(site.passages, hit), { room, share, toUrl: (link) => (link.startsWith("/") ? link : undefined) });
}

const filler = (topic: string) => Array.from({ length: 12 }, (_, i) => `${topic} has more to say, part ${i}.`).join(" ");

describe("a quote", () => {
  test("goes on with the sections that follow, under their headings, while there is room", async () => {
    const text = "Intro.\n\n## First\n\nOne.\n\n## Second\n\nTwo.";
    expect((await quote(text))?.markdown).toBe("Intro.\n\n**First**\n\nOne.\n\n**Second**\n\nTwo.");
    expect((await quote(text, { anchor: "second" }))?.markdown).toBe("Two.");
    expect((await quote(text, { anchor: "first", room: 5 }))?.markdown).toBe("One.");
  });

  test("begins at its section also where that was cut into passages, and jumps to the part that fits", async () => {
    const parts = ["apples", "pears", "plums", "cherries", "quinces"].map(filler);
    const text = `## Fruit\n\nFruit is sweet.\n\n${parts.join("\n\n")}\n\n## Bread\n\nBread is not.`;
    const quinces = await quote(text, { anchor: "fruit", asked: "quinces", room: 500 });
    expect(quinces?.markdown).toMatch(/^Fruit is sweet\.\n\n…\n\nquinces has more/);
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

  test("of code in several variants shows the one that the question names, or the first", async () => {
    const text = ["npm", "yarn", "pnpm"].map((tool) => `\`\`\`sh title="${tool}"\n${tool} add docent\n\`\`\``).join("\n\n");
    expect((await quote(text))?.markdown).toBe("**npm**\n\n```sh\nnpm add docent\n```");
    expect((await quote(text, { asked: "yarn" }))?.markdown).toBe("**yarn**\n\n```sh\nyarn add docent\n```");
  });

  test("is there for a section of nothing but variants, however many", async () => {
    const site = await siteOf({ page: ["Page", '```sh title="npm"\nnpm ci\n```'] });
    const own = Array.from({ length: 20_000 }, () => site.passages[0]?.blocks ?? []).flat();
    const quote = toQuote({ own, after: [] }, { room: 900, share: () => 0, toUrl: () => undefined });
    expect(quote?.markdown).toContain("npm ci");
  });

  test("shows all files of an example", async () => {
    const text = ["a.ts", "b.ts"].map((file) => `\`\`\`ts title="${file}"\nimport "${file}"\n\`\`\``).join("\n\n");
    expect((await quote(text))?.markdown).toContain('import "b.ts"');
  });

  test("never ends in what announces something that is cut off", async () => {
    expect((await quote(`Short.\n\nUse this:\n\n${filler("Long")}`, { room: 30 }))?.markdown).toBe("Short.");
    const list = `${filler("Lead")}\n\nSteps:\n\n${filler("Code")}`;
    expect((await quote(list, { room: 420 }))?.markdown).not.toMatch(/:$/);
  });

  test("shows the part that fits, also where that is longer than the room", async () => {
    const text = `Start.\n\n${filler("Filler")}\n\n${filler("Quinces")}`;
    expect((await quote(text, { asked: "quinces", room: 60 }))?.markdown).toMatch(/^Start\.\n\n…\n\nQuinces has more/);
  });

  test("leaves out diagrams, and is none where there is nothing else", async () => {
    expect((await quote("Before.\n\n```mermaid\ngraph TD\n```\n\nAfter."))?.markdown).toBe("Before.\n\nAfter.");
    expect(await quote("## Chart\n\n```mermaid\ngraph TD\n```", { anchor: "chart" })).toBeUndefined();
  });

  test("keeps the words of a link that leads nowhere, and drops its address", async () => {
    expect((await quote("See [the console](https://evil.test/x)."))?.markdown).toBe("See the console.");
  });
});
