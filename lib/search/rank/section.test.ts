import { expect, test } from "vitest";
import { passageFixture } from "../../../internal/testing/search-site.ts";
import { blocksText } from "../../content/model/passage.ts";
import { createPassageReader } from "./rerank.ts";
import { findSection, listSections, rangeIn } from "./section.ts";

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

test("the range of a section is its text in that of the passage; the whole passage, and a section without text, have none", () => {
  const blocks = [paragraph("intro"), label("Create"), label("Fast"), paragraph("run it"), paragraph("twice"), label("Revoke")];
  const rangeOf = (from: number, to: number) => rangeIn({ blocks }, { from, to });
  const textOf = (from: number, to: number) => blocksText(blocks).slice(...(rangeOf(from, to) ?? []));
  expect([textOf(0, 1), textOf(3, 5)]).toEqual(["intro", "run it\n\ntwice"]);
  expect([rangeOf(2, 2), rangeOf(0, 6)]).toEqual([undefined, undefined]);
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

test("a part that opens on demand is a section with its own anchor, and what comes after it is of the section around it", () => {
  const inside = (text: string, within: string) => ({ ...paragraph(text), within });
  const blocks = [
    paragraph("intro"),
    { ...label("Fold"), heading: "Keys > Fold", within: "fold" },
    inside("in the fold", "fold"),
    { ...label("Inner"), heading: "Keys > Inner", within: "inner" },
    inside("in the inner fold", "inner"),
    inside("in the fold again", "fold"),
    paragraph("after it"),
    inside("a part that begins before the passage", "earlier"),
    inside("one without an id", ""),
  ];
  const passage = passageFixture({ path: "/docs/keys", text: "", heading: "Keys", anchor: "keys", blocks });
  expect(listSections(passage)).toEqual([
    { heading: "Keys", anchor: "keys", from: 0, to: 1 },
    { heading: "Keys > Fold", anchor: "fold", from: 2, to: 3 },
    { heading: "Keys > Inner", anchor: "inner", from: 4, to: 5 },
    { heading: "Keys > Fold", anchor: "fold", from: 5, to: 6 },
    { heading: "Keys", anchor: "keys", from: 6, to: 7 },
    { heading: "Keys", anchor: "earlier", from: 7, to: 8 },
    { heading: "Keys", anchor: "keys", from: 8, to: 9 },
  ]);
  expect(listSections({ ...passage, blocks: blocks.slice(2, 3) })).toEqual([{ heading: "Keys", anchor: "fold", from: 0, to: 1 }]);
});
