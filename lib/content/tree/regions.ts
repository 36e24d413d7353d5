/** Marks of a part of a file in a language or a system: its start and its end, each with the part's name, which the end may leave out. */
interface Marker {
  readonly start: RegExp;
  readonly end: RegExp;
}

const marker = (before: string, after: string, start = "#?region", end = "#?endregion"): Marker => ({
  start: new RegExp(`^\\s*${before}\\s*${start}\\b\\s*(.*?)\\s*${after}\\s*$`),
  end: new RegExp(`^\\s*${before}\\s*${end}\\b\\s*(.*?)\\s*${after}\\s*$`),
});

/** As VitePress reads them, and after those MkDocs', Antora's and mdBook's. */
const MARKERS: readonly Marker[] = [
  marker("//", ""),
  marker("<!--", "-->"),
  marker("/\\*", "\\*/"),
  { start: /^\s*#[rR]egion\b\s*(.*?)\s*$/, end: /^\s*#[eE]nd ?[rR]egion\b\s*(.*?)\s*$/ },
  marker("#", ""),
  marker("(?:--|::|;|%|@?(?:REM|rem))", ""),
  marker("#pragma", "", "region", "endregion"),
  marker("\\(\\*", "\\*\\)"),
  marker("\\{-", "-\\}"),
  { start: /^.*-{1,2}8<-{1,2}\s*\[start:\s*([\w-]+)\s*\].*$/, end: /^.*-{1,2}8<-{1,2}\s*\[end:\s*([\w-]+)\s*\].*$/ },
  { start: /^.*\btag::([\w.-]+)\[\].*$/, end: /^.*\bend::([\w.-]+)\[\].*$/ },
  { start: /^.*\bANCHOR:\s*([\w-]+).*$/, end: /^.*\bANCHOR_END:\s*([\w-]+).*$/ },
];

/**
 * Returns the lines of a text in the regions of a name, without their marks and indent: several of one name are joined. A region
 * without an end goes on to that of the text. Undefined when there is none of the name.
 */
export function findRegion(text: string, name: string): string | undefined {
  const lines = text.trimEnd().split("\n");
  for (const each of MARKERS) {
    const found = linesIn(lines, name, each);
    if (found) return withoutIndent(found);
  }
  return undefined;
}

/** Lists the names of the regions of a text. */
export function listRegions(text: string): string[] {
  const names = text.split("\n").flatMap((line) => MARKERS.flatMap(({ start }) => bare(start.exec(line)?.[1] ?? "") || []));
  return [...new Set(names)];
}

function linesIn(lines: readonly string[], name: string, { start, end }: Marker): string[] | undefined {
  const open: string[] = [];
  const found: string[] = [];
  let isFound = false;
  for (const line of lines) {
    const closed = end.exec(line)?.[1];
    const opened = closed === undefined ? start.exec(line)?.[1] : undefined;
    if (opened !== undefined) {
      open.push(bare(opened));
      isFound ||= bare(opened) === name;
    } else if (closed !== undefined) {
      const at = bare(closed) === "" ? open.length - 1 : open.lastIndexOf(bare(closed));
      if (at >= 0) open.splice(at, 1);
    } else if (open.includes(name)) found.push(line);
  }
  return isFound ? found : undefined;
}

function bare(name: string): string {
  return name.replace(/^["'](.*)["']$/, "$1").trim();
}

/** Joins lines without the indent that all of them have, and without empty ones at both ends. */
export function withoutIndent(lines: readonly string[]): string {
  const indents = lines.filter((line) => line.trim()).map((line) => line.length - line.trimStart().length);
  const indent = indents.length > 0 ? Math.min(...indents) : 0;
  return lines
    .map((line) => line.slice(indent))
    .join("\n")
    .replace(/^(?:[ \t]*\n)+|\s+$/g, "");
}
