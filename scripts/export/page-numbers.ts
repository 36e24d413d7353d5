/** An object of a PDF as it is written, by its number. */
type Objects = ReadonlyMap<string, string>;

/**
 * Returns the sheet, from 1, that each named destination of a PDF is on, and how many sheets there are. Reads what Chromium writes, whose
 * objects are not compressed.
 */
export function readPageNumbers(pdf: Uint8Array): { readonly numbers: ReadonlyMap<string, number>; readonly sheets: number } {
  const text = Buffer.from(pdf).toString("latin1");
  const objects: Objects = new Map(
    [...text.matchAll(/(?<=^|\n)(\d+) 0 obj\s*(<<[\s\S]*?>>|\[[\s\S]*?\])\s*(?:endobj|stream)/g)].map(
      ([, id = "", body = ""]) => [id, body],
    ),
  );
  const catalog = [...objects.values()].find((body) => /\/Type\s*\/Catalog/.test(body)) ?? "";
  const order = listSheets(objects, refOf(catalog, "Pages"));
  const sheetOf = new Map(order.map((id, index) => [id, index + 1]));
  const named = objects.get(refOf(catalog, "Dests")) ?? "";
  const numbers = new Map<string, number>();
  for (const [, name = "", id = ""] of named.matchAll(/\/([^\s[/<>]+)\s*\[(\d+) 0 R/g)) {
    const sheet = sheetOf.get(id);
    if (sheet !== undefined) numbers.set(name, sheet);
  }
  return { numbers, sheets: order.length };
}

function listSheets(objects: Objects, id: string): string[] {
  const body = objects.get(id) ?? "";
  const [, kids] = /\/Kids\s*\[([^\]]*)\]/.exec(body) ?? [];
  if (kids === undefined) return /\/Type\s*\/Page\b/.test(body) ? [id] : [];
  return [...kids.matchAll(/(\d+) 0 R/g)].flatMap(([, kid = ""]) => listSheets(objects, kid));
}

function refOf(body: string, name: string): string {
  return new RegExp(`/${name}\\s+(\\d+) 0 R`).exec(body)?.[1] ?? "";
}
