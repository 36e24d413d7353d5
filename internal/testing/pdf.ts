import { inflateSync } from "node:zlib";

/** A PDF that the export has written. */
export interface WrittenPdf {
  /** Each object without its number, by it; of one with a stream, its dictionary. */
  readonly objects: ReadonlyMap<number, string>;
  /** Numbers of its sheets, in order. */
  readonly sheets: readonly number[];
  readonly bookmarks: readonly { readonly title: string; readonly level: number; readonly sheet: number }[];
  /** The sheet that each link inside the document leads to, from 1; undefined for one that leads nowhere. */
  readonly links: readonly (number | undefined)[];
}

/** Reads a PDF whose objects are in compressed streams, by the table at its end. */
export function readWrittenPdf(bytes: Buffer): WrittenPdf {
  const start = Number(/startxref\s+(\d+)/.exec(bytes.subarray(-64).toString("latin1"))?.[1]);
  const table = readStream(bytes, start);
  const catalog = refIn(table.dictionary, "Root");
  const objects = new Map<number, string>();
  for (let id = 1; id * 7 < table.data.length; id += 1) {
    const [kind, where, index] = [table.data[id * 7], table.data.readUInt32BE(id * 7 + 1), table.data.readUInt16BE(id * 7 + 5)];
    if (kind === 1) objects.set(id, readHead(bytes, where));
    if (kind !== 2) continue;
    const { dictionary, data } = readStream(bytes, table.data.readUInt32BE(where * 7 + 1));
    const first = Number(/\/First (\d+)/.exec(dictionary)?.[1]);
    const numbers = data.subarray(0, first).toString("latin1").trim().split(/\s+/).map(Number);
    const at = first + (numbers[index * 2 + 1] ?? 0);
    if (numbers[index * 2] !== id) throw new Error(`Object ${id} is not where the table says.`);
    objects.set(
      id,
      data
        .subarray(at, first + (numbers[index * 2 + 3] ?? data.length - first))
        .toString("latin1")
        .trim(),
    );
  }
  const get = (id: number | undefined) => objects.get(id ?? -1) ?? "";
  const listSheets = (id: number): number[] =>
    /\/Type ?\/Pages\b/.test(get(id)) ? refsIn(get(id), "Kids").flatMap(listSheets) : [id];
  const sheets = listSheets(refIn(get(catalog), "Pages") ?? -1);
  const sheetOf = (text: string) => sheets.indexOf(Number(/\/Dest ?\[ ?(\d+) 0 R/.exec(text)?.[1])) + 1 || undefined;
  const bookmarks: { title: string; level: number; sheet: number }[] = [];
  const walk = (id: number | undefined, level: number) => {
    for (let each = id; each !== undefined; each = refIn(get(each), "Next")) {
      const title = Buffer.from(/\/Title<FEFF([^>]*)>/i.exec(get(each))?.[1] ?? "", "hex")
        .swap16()
        .toString("utf16le");
      bookmarks.push({ title, level, sheet: sheetOf(get(each)) ?? 0 });
      walk(refIn(get(each), "First"), level + 1);
    }
  };
  walk(refIn(get(refIn(get(catalog), "Outlines")), "First"), 0);
  const annotations = [...objects.values()].filter((text) => /^<<\/Type \/Annot\b/.test(text) && !text.includes("/URI"));
  return { objects, sheets, bookmarks, links: annotations.map(sheetOf) };
}

export function refIn(text: string, name: string): number | undefined {
  const id = new RegExp(`/${name} ?(\\d+) 0 R`).exec(text)?.[1];
  return id === undefined ? undefined : Number(id);
}

export function refsIn(text: string, name: string): number[] {
  const [, list = ""] = new RegExp(`/${name} ?\\[([^\\]]*)\\]`).exec(text) ?? [];
  return [...list.matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id));
}

function readHead(bytes: Buffer, at: number): string {
  const end = bytes.indexOf(" stream\n", at);
  return bytes.subarray(bytes.indexOf("obj\n", at) + 4, end).toString("latin1");
}

function readStream(bytes: Buffer, at: number): { readonly dictionary: string; readonly data: Buffer } {
  const dictionary = readHead(bytes, at);
  const start = bytes.indexOf(" stream\n", at) + 8;
  return { dictionary, data: inflateSync(bytes.subarray(start, start + Number(/\/Length (\d+)/.exec(dictionary)?.[1]))) };
}
