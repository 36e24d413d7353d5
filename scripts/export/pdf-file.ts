/** Host of the links that lead to another part of the document: no host has it. */
export const ELSEWHERE = "https://export.invalid/";

/** A PDF of Chromium: its objects are not compressed, and a table names the place of each. */
export interface PdfFile {
  /** Numbers of its objects, in the order of the file. */
  readonly ids: readonly number[];
  /** The highest number and one. */
  readonly size: number;
  /** Numbers of its sheets, in order. */
  readonly sheets: readonly number[];
  /** Place of each named destination, such as `2 0 R /XYZ 6 720 0`. */
  readonly destinations: ReadonlyMap<string, string>;
  /** Number of the object that has everything else. */
  readonly catalog: number;
  /** Returns an object without its number, in Latin-1; of one with a stream, its dictionary. */
  readonly dictionary: (id: number) => string;
  /** Returns an object's stream with its keywords; undefined where it has none. */
  readonly stream: (id: number) => Buffer | undefined;
}

/** Reads a PDF as Chromium writes it. @throws Error for any other. */
export function readPdf(bytes: Uint8Array): PdfFile {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = buffer.subarray(-1024).toString("latin1");
  const table = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(end)?.[1] ?? Number.NaN);
  const rows = Number.isNaN(table) ? "" : buffer.subarray(table).toString("latin1");
  const [, count] = /^xref\s+0 (\d+)\s/.exec(rows) ?? [];
  const catalog = refOf(/trailer\s([\s\S]*)startxref/.exec(rows)?.[1] ?? "", "Root");
  if (count === undefined || catalog === undefined) throw new Error("The browser wrote a PDF without a table of its objects.");
  const starts = [...rows.matchAll(/^(\d{10}) \d{5} ([nf])/gm)].flatMap(([, at, kind], id) =>
    kind === "n" ? [{ id, start: Number(at) }] : [],
  );
  starts.sort((left, right) => left.start - right.start);
  const ranges = new Map(starts.map(({ id, start }, index) => [id, [start, starts[index + 1]?.start ?? table] as const]));
  const read = (id: number) => splitObject(buffer.subarray(...(ranges.get(id) ?? [0, 0])));
  const dictionary = (id: number) => read(id).dictionary;
  const root = dictionary(catalog);
  return {
    ids: starts.map(({ id }) => id),
    size: Number(count),
    sheets: listSheets(dictionary, refOf(root, "Pages")),
    destinations: readDestinations(dictionary, refOf(root, "Dests")),
    catalog,
    dictionary,
    stream: (id) => read(id).stream,
  };
}

/** Returns the number of the object that an entry of a dictionary leads to. */
export function refOf(dictionary: string, name: string): number | undefined {
  const id = new RegExp(`/${name}\\s+(\\d+) 0 R`).exec(dictionary)?.[1];
  return id === undefined ? undefined : Number(id);
}

/** Returns the numbers of the objects in a list of a dictionary. */
export function refsOf(dictionary: string, name: string): number[] {
  const [, list = ""] = new RegExp(`/${name}\\s*\\[([^\\]]*)\\]`).exec(dictionary) ?? [];
  return [...list.matchAll(/(\d+) 0 R/g)].map(([, id]) => Number(id));
}

const STREAM = Buffer.from(">> stream");

function splitObject(bytes: Buffer): { readonly dictionary: string; readonly stream?: Buffer } {
  const start = bytes.indexOf(" obj") + 4;
  const end = bytes.lastIndexOf("endobj");
  // Only an object with a stream ends so: in a text, a line break is written in two letters.
  if (!bytes.subarray(Math.max(0, end - 12), end).includes("\nendstream"))
    return { dictionary: bytes.subarray(start, end).toString("latin1").trim() };
  const at = bytes.indexOf(STREAM) + 2;
  return { dictionary: bytes.subarray(start, at).toString("latin1").trim(), stream: bytes.subarray(at, end) };
}

function listSheets(dictionary: PdfFile["dictionary"], id: number | undefined): number[] {
  if (id === undefined) return [];
  const body = dictionary(id);
  return /\/Type\s*\/Pages\b/.test(body) ? refsOf(body, "Kids").flatMap((kid) => listSheets(dictionary, kid)) : [id];
}

function readDestinations(dictionary: PdfFile["dictionary"], id: number | undefined): Map<string, string> {
  const named = id === undefined ? "" : dictionary(id);
  return new Map(
    [...named.matchAll(/\/([^\s[\]/<>()]+)\s*\[([^\]]*)\]/g)].map(([, name = "", place = ""]) => [toText(name), place]),
  );
}

/** Returns a name of a PDF without its escapes. */
export function toText(name: string): string {
  return name.replace(/#([0-9A-Fa-f]{2})/g, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
