import { open, readFile } from "node:fs/promises";
import { deflateSync } from "node:zlib";
import { ELSEWHERE, type PdfFile, readPdf, refOf, refsOf, toText } from "./pdf-file.ts";

/*
 * Joins the PDFs that Chromium printed of one document: links between them, bookmarks and tags are those of the whole.
 * No package does the last (pdf-lib drops the tree of tags with each sheet that it copies), and each has all objects in memory:
 * of 1,000 pages, a million. Here one part at a time is.
 */

/** A bookmark. */
export interface Bookmark {
  readonly title: string;
  /** Depth, from 0. */
  readonly level: number;
  /** Id of the element that it leads to. */
  readonly id: string;
}

interface Joined {
  /** The PDFs of the parts, in order. */
  readonly files: readonly string[];
  readonly bookmarks: readonly Bookmark[];
  readonly title: string;
  readonly language: string;
  readonly out: string;
}

/** Writes the parts as one PDF, and returns the number of its sheets. Links to an id that no part has lead to its page. */
export async function joinPdfs({ files, bookmarks, title, language, out }: Joined): Promise<number> {
  const parts: Part[] = [];
  for (const file of files) parts.push(readPart(readPdf(await readFile(file)), parts));
  const places = new Map(parts.flatMap((part) => [...part.places]));
  const find = (name: string) => places.get(name) ?? places.get(name.replace(/--.*$/, ""));
  let next = parts.reduce((sum, { size }) => sum + size, 1);
  const allocate = () => next++;
  const [catalog, info, pages, tags, document, parents, names] = Array.from({ length: 7 }, allocate) as Seven;
  const writer = await createWriter(out, allocate);
  try {
    for (const [index, part] of parts.entries())
      await writePart(readPdf(await readFile(files[index] as string)), part, { writer, find, pages, document });
    const sheets = parts.reduce((sum, { count }) => sum + count, 0);
    await writer.add(pages, `<</Type/Pages/Count ${sheets}/Kids${toList(parts.map((part) => part.pages))}>>`);
    const documents = toList(parts.map((part) => part.document));
    await writer.add(document, `<</Type/StructElem/S/Document/Lang${toTextString(language)}/P ${tags} 0 R/K${documents}>>`);
    const parentLists: number[] = [];
    for (const { parentNumbers, firstKey, nextKey } of parts) {
      if (parentNumbers === "") continue;
      const id = allocate();
      parentLists.push(id);
      await writer.add(id, `<</Limits[${firstKey} ${nextKey - 1}]/Nums[${parentNumbers}]>>`);
    }
    await writer.add(parents, `<</Kids${toList(parentLists)}>>`);
    await writer.add(names, `<</Kids${toList(parts.flatMap((part) => part.names))}>>`);
    const trees = `/ParentTree ${parents} 0 R/ParentTreeNextKey ${parts.at(-1)?.nextKey ?? 0}/IDTree ${names} 0 R`;
    await writer.add(tags, `<</Type/StructTreeRoot/K ${document} 0 R${trees}>>`);
    const outline = next;
    const outlines = toOutline(bookmarks, outline, find);
    next += outlines.length;
    for (const [index, text] of outlines.entries()) await writer.add(outline + index, text);
    const shown = `/MarkInfo<</Marked true>>/ViewerPreferences<</DisplayDocTitle true>>/Lang${toTextString(language)}/PageMode/UseOutlines`;
    const roots = `/Pages ${pages} 0 R/StructTreeRoot ${tags} 0 R/Outlines ${outline} 0 R`;
    await writer.add(catalog, `<</Type/Catalog${roots}${shown}>>`);
    await writer.add(info, `<</Title${toTextString(title)}/Producer(Chromium)/CreationDate(${toDate(new Date())})>>`);
    await writer.end({ catalog, info });
    return sheets;
  } finally {
    await writer.close();
  }
}

type Seven = [number, number, number, number, number, number, number];

const toList = (ids: readonly number[]) => `[${ids.map((id) => `${id} 0 R`).join(" ")}]`;

/** What the whole has to know of a part. Numbers of objects are those of the whole. */
interface Part {
  /** Added to the number of each of its objects. */
  readonly offset: number;
  readonly size: number;
  readonly count: number;
  readonly pages: number;
  readonly document: number;
  /** Leaves of its tree of ids of elements. */
  readonly names: readonly number[];
  /** Entries of its tree from keys to elements. */
  readonly parentNumbers: string;
  readonly firstKey: number;
  readonly nextKey: number;
  readonly places: ReadonlyMap<string, string>;
  /** Unlike the letters of any other part, of equal length. */
  readonly prefix: string;
  /** Objects that the whole has its own of. */
  readonly dropped: ReadonlySet<number>;
}

function readPart(pdf: PdfFile, before: readonly Part[]): Part {
  const offset = before.reduce((sum, { size }) => sum + size, 0);
  const firstKey = before.at(-1)?.nextKey ?? 0;
  const catalog = pdf.dictionary(pdf.catalog);
  const tagsId = refOf(catalog, "StructTreeRoot") ?? -1;
  const tags = pdf.dictionary(tagsId);
  const parentTree = refOf(tags, "ParentTree") ?? -1;
  const idTree = refOf(tags, "IDTree") ?? -1;
  const [pages, document] = [refOf(catalog, "Pages"), refOf(tags, "K")];
  if (pages === undefined || document === undefined) throw new Error("The browser wrote a PDF without tags.");
  const numbers = /\/Nums\s*\[([^\]]*)\]/.exec(pdf.dictionary(parentTree))?.[1] ?? "";
  return {
    offset,
    size: pdf.size,
    count: pdf.sheets.length,
    pages: pages + offset,
    document: document + offset,
    names: refsOf(idTree === -1 ? "" : pdf.dictionary(idTree), "Kids").map((id) => id + offset),
    parentNumbers: [...numbers.matchAll(/(\d+) (\d+) 0 R/g)]
      .map(([, key, id]) => `${Number(key) + firstKey} ${Number(id) + offset} 0 R`)
      .join(" "),
    firstKey,
    nextKey: firstKey + Number(/\/ParentTreeNextKey (\d+)/.exec(tags)?.[1] ?? 0),
    places: new Map([...pdf.destinations].map(([name, place]) => [name, shiftPlace(place, offset)])),
    prefix: `c${String(before.length).padStart(5, "0")}`,
    dropped: new Set([pdf.catalog, tagsId, parentTree, idTree, refOf(catalog, "Dests") ?? -1]),
  };
}

const shiftPlace = (place: string, offset: number) => place.replace(/^\s*(\d+)/, (_, id) => String(Number(id) + offset));

interface Whole {
  readonly writer: Writer;
  /** Returns the place of a named destination. */
  readonly find: (name: string) => string | undefined;
  /** Numbers of its list of sheets, and of the element that has all others. */
  readonly pages: number;
  readonly document: number;
}

async function writePart(pdf: PdfFile, part: Part, { writer, find, pages, document }: Whole): Promise<void> {
  for (const id of pdf.ids) {
    if (part.dropped.has(id)) continue;
    const number = id + part.offset;
    let body = renumber(pdf.dictionary(id), part);
    if (/^<<\/Type \/Annot\b/.test(body)) body = linkInside(body, find);
    if (number === part.pages) body = body.replace(/^<</, `<</Parent ${pages} 0 R\n`);
    if (number === part.document)
      body = body.replace(/\/S \/Document\b/, "/S /Part").replace(/\/P \d+ 0 R/, `/P ${document} 0 R`);
    const stream = pdf.stream(id);
    await (stream ? writer.addStream(number, body, stream) : writer.add(number, body));
  }
}

/** Shifts the numbers of objects and keys in an object, and makes ids of elements unlike those of other parts; texts stay. */
function renumber(body: string, { offset, firstKey, prefix }: Part): string {
  const isNames = /^<<\/(?:Limits|Names) ?\[\(node/.test(body);
  return body.replace(
    /(\((?:[^()\\]|\\[\s\S])*\))|\b(\d+) 0 R\b|(\/StructParents? )(\d+)|(\/Headers \[[^\]]*\]|\/ID \(node\d+\))/g,
    (whole, text, id, name, key, nodes) => {
      if (text) return isNames ? text.replace("(node", `(${prefix}`) : text;
      if (id) return `${Number(id) + offset} 0 R`;
      return nodes ? nodes.replaceAll("(node", `(${prefix}`) : name ? `${name}${Number(key) + firstKey}` : whole;
    },
  );
}

/** Leads a link to the place of its destination: that of its own part by name, that of another by an address. */
function linkInside(body: string, find: (name: string) => string | undefined): string {
  const to = (name: string) => {
    const place = find(name);
    return place === undefined ? "" : `/Dest [${place}]`;
  };
  return body
    .replace(/\/Dest \/([^\s[\]/<>()]+)/, (_, name) => to(toText(name)))
    .replace(/\/A <<[^>]*\/URI \(((?:[^()\\]|\\[\s\S])*)\)>>/, (whole, address: string) => {
      const url = address.replace(/\\([()\\])/g, "$1");
      return url.startsWith(`${ELSEWHERE}#`) ? to(url.slice(ELSEWHERE.length + 1)) : whole;
    });
}

/** Returns the objects of the bookmarks, numbered from `first`: the root of their tree, and one for each. Below the first level they are closed. */
function toOutline(bookmarks: readonly Bookmark[], first: number, find: (name: string) => string | undefined): string[] {
  const root: OutlineNode = { id: first, children: [] };
  const path: { readonly node: OutlineNode; readonly level: number }[] = [{ node: root, level: -1 }];
  const nodes: (OutlineNode & { readonly title: string; readonly place: string; readonly parent: OutlineNode })[] = [];
  for (const { title, level, id } of bookmarks) {
    const place = find(toName(id));
    if (place === undefined) continue;
    while ((path.at(-1)?.level ?? -1) >= level) path.pop();
    const parent = path.at(-1)?.node ?? root;
    const node = { id: first + 1 + nodes.length, children: [], title, place, parent };
    parent.children.push(node);
    nodes.push(node);
    path.push({ node, level });
  }
  const below = ({ children }: OutlineNode, count: number) =>
    children.length > 0 ? `/First ${children[0]?.id} 0 R/Last ${children.at(-1)?.id} 0 R/Count ${count}` : "";
  const beside = ({ id, parent }: { readonly id: number; readonly parent: OutlineNode }) => {
    const at = parent.children.findIndex((child) => child.id === id);
    const [previous, next] = [parent.children[at - 1], parent.children[at + 1]];
    return `${previous ? `/Prev ${previous.id} 0 R` : ""}${next ? `/Next ${next.id} 0 R` : ""}`;
  };
  return [
    `<</Type/Outlines${below(root, root.children.length)}>>`,
    ...nodes.map(
      (node) =>
        `<</Title${toTextString(node.title)}/Dest[${node.place}]/Parent ${node.parent.id} 0 R${beside(node)}${below(node, -node.children.length)}>>`,
    ),
  ];
}

interface OutlineNode {
  readonly id: number;
  readonly children: OutlineNode[];
}

/** Returns an id as Chromium names its place. */
export function toName(id: string): string {
  return new URL(`${ELSEWHERE}#${id}`).hash.slice(1);
}

function toTextString(text: string): string {
  return `<${Buffer.from(`\uFEFF${text}`, "utf16le").swap16().toString("hex")}>`;
}

const toDate = (date: Date) => `D:${date.toISOString().replace(/\D/g, "").slice(0, 14)}Z`;

interface Writer {
  readonly add: (id: number, body: string) => Promise<void>;
  readonly addStream: (id: number, dictionary: string, stream: Uint8Array) => Promise<void>;
  /** Writes the table of all objects. */
  readonly end: (roots: { readonly catalog: number; readonly info: number }) => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Objects in one compressed stream. A reader decompresses all of them to read one. */
const MAX_TOGETHER = 200;

/** Writes the objects of a PDF 1.5 to a file, those without a stream compressed. `allocate` gives a number that no object has. */
async function createWriter(out: string, allocate: () => number): Promise<Writer> {
  const file = await open(out, "w");
  let at = 0;
  /** By number: the place in the file, or the number of the stream that it is in and its place there. */
  const table = new Map<number, readonly [kind: 1 | 2, where: number, index: number]>();
  let waiting: (readonly [id: number, body: string])[] = [];
  const write = async (bytes: Uint8Array | string) => {
    const buffer = typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes;
    await file.write(buffer);
    at += buffer.length;
  };
  const addStream = async (id: number, dictionary: string, stream: Uint8Array) => {
    table.set(id, [1, at, 0]);
    await write(`${id} 0 obj\n${dictionary} `);
    await write(stream);
    await write("endobj\n");
  };
  const deflate = async (id: number, entries: string, data: Uint8Array) => {
    const bytes = deflateSync(data);
    const dictionary = `<<${entries}/Filter/FlateDecode/Length ${bytes.length}>>`;
    await addStream(id, dictionary, Buffer.concat([Buffer.from("stream\n"), bytes, Buffer.from("\nendstream\n")]));
  };
  const flush = async () => {
    if (waiting.length === 0) return;
    const number = allocate();
    let place = 0;
    const head = waiting.map(([id, body], index) => {
      table.set(id, [2, number, index]);
      const entry = `${id} ${place}`;
      place += body.length + 1;
      return entry;
    });
    const first = `${head.join(" ")}\n`;
    const text = first + waiting.map(([, body]) => `${body}\n`).join("");
    waiting = [];
    await deflate(number, `/Type/ObjStm/N ${head.length}/First ${first.length}`, Buffer.from(text, "latin1"));
  };
  await write("%PDF-1.5\n%\u00D3\u00EB\u00E9\u00E1\n");
  return {
    add: async (id, body) => {
      waiting.push([id, body]);
      if (waiting.length >= MAX_TOGETHER) await flush();
    },
    addStream,
    end: async ({ catalog, info }) => {
      await flush();
      const self = allocate();
      const start = at;
      table.set(self, [1, start, 0]);
      const rows = Buffer.alloc((self + 1) * ROW);
      for (const [id, [kind, where, index]] of table) {
        rows.writeUInt8(kind, id * ROW);
        rows.writeUInt32BE(where, id * ROW + 1);
        rows.writeUInt16BE(index, id * ROW + 5);
      }
      rows.writeUInt16BE(65_535, 5);
      await deflate(self, `/Type/XRef/Size ${self + 1}/W[1 4 2]/Root ${catalog} 0 R/Info ${info} 0 R`, rows);
      await write(`startxref\n${start}\n%%EOF\n`);
    },
    close: () => file.close(),
  };
}

/** Bytes of a row of the table. */
const ROW = 7;
