// Tested in bounds.test.ts.
import { payText } from "./jsx.ts";
import { readModule } from "./modules.ts";
import type { State } from "./place.ts";

/** Where a region of a file begins and ends: offsets of its text. */
type Region = readonly [start: number, end: number];
export type Regions = ReadonlyMap<string, Region>;

/**
 * The text of a file, or of a region of it: what is between the first `#region name` and the next `#endregion`. A file is
 * looked through once, however many of its regions a page takes in. @throws Outside
 */
export function codeOfFile(file: string, name: string | undefined, state: State): string {
  const text = readModule(state.modules, file) ?? "";
  const region = name === undefined ? undefined : regionsOf(file, text, state).get(name.trim());
  const code = region ? text.slice(...region) : text;
  payText(code, state.run.budget);
  return region ? withoutIndent(code.split("\n")).trimEnd() : code.trimEnd();
}

function regionsOf(file: string, text: string, { regions }: State): Regions {
  const known = regions.get(file) ?? findRegions(text);
  regions.set(file, known);
  return known;
}

function findRegions(text: string): Regions {
  const found = new Map<string, Region>();
  const open = new Map<string, number>();
  const close = (end: number) => {
    for (const [name, start] of open) found.set(name, [Math.min(start, end), end]);
    open.clear();
  };
  let start = 0;
  for (const line of text.split("\n")) {
    const next = start + line.length + 1;
    if (line.includes("#endregion")) close(start);
    const mark = line.indexOf(MARK);
    const name = line.slice(mark + MARK.length).trim();
    if (mark >= 0 && !found.has(name) && !open.has(name)) open.set(name, next);
    start = next;
  }
  close(text.length);
  return found;
}

const MARK = "#region ";

function withoutIndent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim()).map((line) => line.length - line.trimStart().length);
  const indent = indents.reduce((least, each) => Math.min(least, each), indents[0] ?? 0);
  return lines.map((line) => line.slice(indent)).join("\n");
}
