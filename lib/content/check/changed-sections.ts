/** The source of the text before the first heading: the title, the description and the first lines. */
export const INTRODUCTION = "";

/**
 * Lists the headings whose section differs between two texts of a page, in the order of the later one, then those that are gone; the
 * introduction is an empty heading. Fields of front matter count when they are shown: the title and the description.
 */
export function listChangedSections(before: string, after: string): string[] {
  const [old, now] = [readSections(before), readSections(after)];
  const names = new Set([...now.keys(), ...old.keys()]);
  return [...names].filter((name) => old.get(name) !== now.get(name));
}

/** Returns the text of each section by its heading; sections of one heading are joined. */
function readSections(text: string): Map<string, string> {
  const [, frontMatter = "", body = text] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text) ?? [];
  const shown = frontMatter.split("\n").filter((line) => /^(?:title|description):/.test(line));
  const sections = new Map<string, string>([[INTRODUCTION, shown.join("\n")]]);
  let [heading, fence]: [string, string | undefined] = [INTRODUCTION, undefined];
  for (const line of body.split("\n")) {
    const mark = /^\s*(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence)) fence = undefined;
    const [, written] = (fence === undefined && /^#{1,6}\s+(.+?)\s*#*\s*$/.exec(line)) || [];
    if (written !== undefined) heading = written;
    // White space alone changes nothing that a reader sees.
    sections.set(heading, `${sections.get(heading) ?? ""}\n${line.trim()}`.trim());
  }
  return sections;
}
