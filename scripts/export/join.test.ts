import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { makeFolder } from "../../internal/testing/folder.ts";
import { readWrittenPdf, refIn, refsIn } from "../../internal/testing/pdf.ts";
import { joinPdfs } from "./join.ts";
import { readPdf } from "./pdf-file.ts";

/** Writes objects as Chromium does: number 1 first, a table of their places at the end. The last one is the catalog. */
function writeChromiumPdf(bodies: readonly string[]): Buffer {
  let text = "%PDF-1.4\n";
  const places = bodies.map((body, index) => {
    const at = text.length;
    text += `${index + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(at).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${places.join("")}`;
  const end = `trailer\n<</Size ${bodies.length + 1}\n/Root ${bodies.length} 0 R>>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + end, "latin1");
}

/** A part of one sheet with a heading cell, a stream, and a link by this address or name. */
const part = (name: string, link: string) =>
  writeChromiumPdf([
    `<</Type /Page\n/Contents 2 0 R\n/Annots [3 0 R]\n/StructParents 0\n/Parent 4 0 R>>`,
    `<</Length 9>> stream\n(5 0 R) Tj\nendstream`,
    `<</Type /Annot\n/Subtype /Link\n${link}\n/StructParent 1>>`,
    `<</Type /Pages\n/Count 1\n/Kids [1 0 R]>>`,
    `<</${name} [1 0 R /XYZ 6 700 0]\n/${name}--ue#25C3#2583 [1 0 R /XYZ 6 500 0]>>`,
    `<</Type /StructElem\n/S /Document\n/P 11 0 R\n/K [7 0 R]>>`,
    `<</Type /StructElem\n/S /TH\n/Alt (node00000001 \\) 7 0 R /StructParent 9)\n/P 6 0 R\n/ID (node00000001)>>`,
    `<</Type /ParentTree\n/Nums [0 7 0 R 1 7 0 R]>>`,
    `<</Limits [(node00000001) (node00000001)]\n/Names [(node00000001) 7 0 R]>>`,
    `<</Kids [9 0 R]>>`,
    `<</Type /StructTreeRoot\n/K 6 0 R\n/ParentTreeNextKey 2\n/ParentTree 8 0 R\n/IDTree 10 0 R>>`,
    `<</Type /Catalog\n/Pages 4 0 R\n/Dests 5 0 R\n/StructTreeRoot 11 0 R>>`,
  ]);

async function join(parts: readonly Buffer[], bookmarks: Parameters<typeof joinPdfs>[0]["bookmarks"] = []) {
  const folder = makeFolder();
  const files = parts.map((bytes, index) => {
    writeFileSync(path.join(folder, `${index}.pdf`), bytes);
    return path.join(folder, `${index}.pdf`);
  });
  const out = path.join(folder, "out.pdf");
  const count = await joinPdfs({ files, bookmarks, title: "Dócs", language: "ar", out });
  return { count, ...readWrittenPdf(readFileSync(out)) };
}

const toUri = (id: string) => `/A <</Type /Action\n/S /URI\n/URI (https://export.invalid/#${id})>>`;

test("the places of a PDF of Chromium are read, with escapes in their names", () => {
  const { sheets, destinations } = readPdf(part("p1", "/Dest /p1"));
  expect(sheets).toEqual([1]);
  expect([...destinations]).toEqual([
    ["p1", "1 0 R /XYZ 6 700 0"],
    ["p1--ue%C3%83", "1 0 R /XYZ 6 500 0"],
  ]);
});

test("a PDF of another program is refused", () => {
  expect(() => readPdf(Buffer.from("%PDF-1.7\nstartxref\n3\n%%EOF"))).toThrow("without a table of its objects");
});

test("links lead to their place in their part and in any other, and to the page where there is no such place", async () => {
  const { count, sheets, links, objects } = await join([
    part("p1", toUri("p2--ue%C3%83")),
    part("p2", "/Dest /p2--ue#25C3#2583"),
    part("p3", toUri("p1--gone")),
  ]);
  expect([count, sheets.length]).toEqual([3, 3]);
  expect(links).toEqual([2, 2, 1]);
  expect([...objects.values()].filter((text) => text.includes(".invalid"))).toEqual([]);
});

test("a link to a page that is not there leads nowhere, and one to a host stays", async () => {
  const { links, objects } = await join([part("p1", toUri("p9")), part("p2", "/A <</S /URI\n/URI (https://example.com/#p1)>>")]);
  expect(links).toEqual([undefined]);
  expect([...objects.values()].filter((text) => text.includes("https://example.com/#p1"))).toHaveLength(1);
});

test("the tags of all parts are one tree, with keys and ids that no two parts share, and texts as they were", async () => {
  const { objects, sheets } = await join([part("p1", ""), part("p2", "")]);
  const get = (id: number | undefined) => objects.get(id ?? -1) ?? "";
  const catalog = [...objects.values()].find((text) => text.startsWith("<</Type/Catalog")) ?? "";
  const tags = get(refIn(catalog, "StructTreeRoot"));
  const parts = refsIn(get(refIn(tags, "K")), "K").map(get);
  expect(parts.map((text) => /\/S ?\/(\w+)/.exec(text)?.[1])).toEqual(["Part", "Part"]);
  expect(parts.map((text) => refIn(text, "P"))).toEqual([refIn(tags, "K"), refIn(tags, "K")]);
  const heads = parts.flatMap((text) => refsIn(text, "K")).map(get);
  expect(heads.map((text) => /\/ID (\S+?)>>/.exec(text)?.[1])).toEqual(["(c0000000000001)", "(c0000100000001)"]);
  expect(heads.map((text) => /\/Alt (\(.*\)\n)/.exec(text)?.[1])).toEqual(
    ["", ""].map(() => "(node00000001 \\) 7 0 R /StructParent 9)\n"),
  );
  expect(sheets.map((id) => /\/StructParents (\d+)/.exec(get(id))?.[1])).toEqual(["0", "2"]);
  const numbers = refsIn(get(refIn(tags, "ParentTree")), "Kids").map(get);
  expect(numbers.map((text) => /Limits(\[.*?\])/.exec(text)?.[1])).toEqual(["[0 1]", "[2 3]"]);
  expect(tags).toContain("/ParentTreeNextKey 4");
});

test("bookmarks are nested by their levels, also over parts, and titles may be in any writing", async () => {
  const { bookmarks } = await join(
    [part("p1", ""), part("p2", "")],
    [
      { title: "دليل", level: 0, id: "p1" },
      { title: "Skips a level", level: 2, id: "p1--ue\u00C3" },
      { title: "Second", level: 1, id: "p2" },
      { title: "Gone", level: 1, id: "p7" },
      { title: "Last", level: 0, id: "p2" },
    ],
  );
  expect(bookmarks).toEqual([
    { title: "دليل", level: 0, sheet: 1 },
    { title: "Skips a level", level: 1, sheet: 1 },
    { title: "Second", level: 1, sheet: 2 },
    { title: "Last", level: 0, sheet: 2 },
  ]);
});
