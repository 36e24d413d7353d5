import { expect, test } from "vitest";
import { createFiles, createProject } from "../../../internal/testing/content.ts";
import { buildSite } from "../content.ts";
import type { Page } from "../model/page.ts";
import { toMarkdown } from "../output/compile.ts";

const pets = {
  openapi: "3.1.0",
  info: { title: "Pets", version: "1" },
  paths: {},
  components: {
    schemas: {
      Pet: {
        title: "A pet",
        description: "Whoever lives **here**.",
        deprecated: true,
        required: ["name"],
        properties: { name: { type: "string", description: "What it hears to." }, owner: { $ref: "#/components/schemas/Owner" } },
      },
      Owner: { type: "object", properties: { street: { type: "string", enum: ["Low", "High"] } } },
    },
  },
};

const build = (frontMatter: string) =>
  buildSite(
    createProject(),
    createFiles({
      "docs.json": JSON.stringify({ navigation: { pages: ["pet"] } }),
      "specs/pets.json": JSON.stringify(pets),
      "pet.mdx": `---\n${frontMatter}\n---\nPets are listed first.`,
    }),
  );

test.each(["Pet", "pets.json Pet", "/specs/pets.json Pet", "specs/pets Pet"])(
  "a page that names the object %s shows its fields in every form",
  async (name) => {
    const { pages, passages, findings } = await build(`openapi-schema: ${JSON.stringify(name)}`);
    const page = pages[0] as Page;
    expect(findings).toEqual([]);
    expect(page).toMatchObject({ title: "A pet", deprecated: true, object: { name: "Pet", description: "specs/pets.json" } });
    const markdown = await toMarkdown(page);
    expect(markdown).toMatch(
      /Pets are listed first\.[\s\S]*Whoever lives \*\*here\*\*\.[\s\S]*`name` \(string, required\): What it hears to\./,
    );
    expect(markdown).toContain("`owner.street` (string)");
    expect(passages.map(({ text }) => text).join("\n")).toContain("What it hears to.");
  },
);

test("the page's own title wins", async () => {
  const { pages } = await build("title: Animal\nopenapi-schema: Pet");
  expect(pages[0]?.title).toBe("Animal");
});

test.each(["Cat", "other.json Pet", "constructor", "__proto__"])(
  "an object %s that no description has is named",
  async (name) => {
    const { pages, findings } = await build(`title: Pet\nopenapi-schema: ${name}`);
    expect(pages[0]?.object).toBeUndefined();
    expect(findings).toEqual([
      expect.objectContaining({ file: "pet.mdx", line: 3, message: expect.stringContaining(`has the object ${name};`) }),
    ]);
  },
);
