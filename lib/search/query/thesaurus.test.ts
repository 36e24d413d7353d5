import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { siteFixture } from "../../../internal/testing/search-site.ts";
import { createAnalyzer } from "../analyze/analyze.ts";
import { searchPassages } from "../search.ts";
import { parseThesaurus, synonymsIn, thesaurusOf } from "./vocabulary.ts";

const thesaurus = parseThesaurus("# a note\nget rid of: delete, remove\nrid: free\nlogs: log output\nlog: sign in\n", "en");
const lookUp = (text: string) => thesaurus.lookUp(text.split(" ")).map(({ alternatives }) => alternatives);

describe("a thesaurus", () => {
  test("reads the longest phrase, and no word of it again", () => {
    expect(lookUp("how to get rid of it")).toEqual([["delete", "remove"]]);
    expect(lookUp("rid of get")).toEqual([["free"]]);
  });

  test("gives a phrase as often as it occurs", () => {
    expect(lookUp("rid rid")).toEqual([["free"], ["free"]]);
  });

  test("joins the entries of words with one stem", () => {
    expect(lookUp("log")).toEqual([["log output", "sign in"]]);
  });

  test("knows nothing of names that JavaScript has", () => {
    expect(lookUp("constructor __proto__")).toEqual([]);
  });

  test("names the line that is not an entry", () => {
    expect(() => parseThesaurus("a: b\nnonsense", "en")).toThrow(
      'Line 2 of the thesaurus is not of the form "phrase: synonym, synonym"',
    );
  });
});

describe("the built-in thesaurus", () => {
  const lines = readFileSync("lib/search/data/thesaurus-en.txt", "utf8")
    .split("\n")
    .filter((line) => line && !line.startsWith("#"));

  test("has lower-case entries, each once and with other words than its own", () => {
    expect(lines.length).toBeGreaterThan(10_000);
    const phrases = lines.map((line) => line.split(": ")[0]);
    expect(new Set(phrases).size).toBe(phrases.length);
    for (const line of lines) {
      expect(line).toMatch(/^[a-z0-9' ./+#-]+: [^:]+$/);
      const [phrase, synonyms = ""] = line.split(": ");
      expect(synonyms.split(", ")).not.toContain(phrase);
    }
  });

  test("returns no more synonyms for a long text than a search can handle", () => {
    const text = lines.map((line) => line.split(": ")[0]).join(" ");
    expect(synonymsIn(text, createAnalyzer("en"))).toHaveLength(24);
  });

  test("is English", () => {
    expect(thesaurusOf("en-GB")).toBe(thesaurusOf("en"));
    expect(thesaurusOf("es")).toBeUndefined();
  });
});

describe("search by synonyms", () => {
  const pages = [
    { path: "/docs/billing", title: "Invoices", text: "Invoices come every month by mail." },
    { path: "/docs/delete", title: "Delete a project", text: "An owner deletes it under Danger." },
    ...["members", "colours", "fonts", "domains", "exports"].map((name) => ({
      path: `/docs/${name}`,
      title: name,
      text: `All about ${name}, and who may change them.`,
    })),
  ];
  const first = async (query: string, language = "en", question?: string) => {
    const site = siteFixture(pages.map((page) => ({ ...page, language })));
    const [hit] = await searchPassages(site, { query, limit: 3, ...(question !== undefined && { question }) });
    return hit?.passage.path;
  };

  test("finds a page that shares no word with the query", async () => {
    expect(await first("get rid of old work")).toBe("/docs/delete");
  });

  test("reads the phrases of the question that the query was made from", async () => {
    expect(await first("old stuff", "en", "how can I get rid of old stuff?")).toBe("/docs/delete");
  });

  test("prefers the word itself to its synonyms", async () => {
    const site = siteFixture([
      ...pages,
      { path: "/docs/remove", title: "Remove a member", text: "An owner removes somebody under Members." },
    ]);
    const [hit] = await searchPassages(site, { query: "remove", limit: 3 });
    expect(hit?.passage.path).toBe("/docs/remove");
  });

  test("is left out for other languages", async () => {
    expect(await first("get rid of old work", "es")).toBeUndefined();
  });
});
