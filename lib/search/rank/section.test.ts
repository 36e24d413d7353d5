import { expect, test } from "vitest";
import { passageFixture } from "../../../internal/testing/search-site.ts";
import { createPassageReader } from "./rerank.ts";
import { findSection, listSections } from "./section.ts";

const label = (text: string) => ({ kind: "label" as const, text, markdown: `**${text}**`, anchor: text.toLowerCase() });
const paragraph = (text: string) => ({ kind: "paragraph" as const, text, markdown: text });
const words = (...terms: string[]) =>
  terms.map((term) => ({ term, share: 1 / terms.length, alternatives: [{ term, weight: 1 }] }));
const reader = createPassageReader({ terms: (text) => text.toLowerCase().split(/\W+/) }, undefined);

test("lists the sections that a passage joins; a heading right above another one is not one", () => {
  const blocks = [paragraph("intro"), label("Create"), label("Fast"), paragraph("run"), label("Revoke"), paragraph("list")];
  const passage = passageFixture({ path: "/docs/keys", text: "", heading: "Keys", blocks });
  expect(listSections(passage).map(({ heading, from, to }) => [heading, from, to])).toEqual([
    ["Keys", 0, 1],
    ["Create", 2, 2],
    ["Fast", 3, 4],
    ["Revoke", 5, 6],
  ]);
});

test("chooses the section whose heading says the query, and by its text where no heading does", () => {
  const blocks = [paragraph("intro"), label("Create"), paragraph("run it"), label("Revoke"), paragraph("in the list")];
  const passage = passageFixture({ path: "/docs/keys", text: "", heading: "Keys", blocks });
  const find = (...terms: string[]) => findSection(passage, { words: words(...terms) }, reader).heading;
  expect([find("revoke"), find("create", "list"), find("list")]).toEqual(["Revoke", "Create", "Revoke"]);
});

test("a passage of one section is not read for it, and of very long blocks no more than their beginning is", () => {
  const read: number[] = [];
  const terms = (text: string) => {
    read.push(text.length);
    return text.split(" ");
  };
  const long = passageFixture({ path: "/docs/keys", text: "key ".repeat(100_000), heading: "Rotate" });
  const find = (passage: typeof long) => findSection(passage, { words: [] }, createPassageReader({ terms }, undefined));
  expect(find(long)).toMatchObject({ heading: "Rotate", from: 0, to: 1 });
  expect(read).toEqual([]);
  expect(find({ ...long, blocks: [...long.blocks, label("Part"), ...long.blocks] })).toMatchObject({ from: 0 });
  expect(Math.max(...read)).toBe(10_000);
});
