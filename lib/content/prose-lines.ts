const FENCE = /^[ \t>]*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})/;
const MAX_LINE_CHARS = 5_000;

/**
 * A text whose lines outside of fences are changed; code within a line comes as it is. Lines stay as many as they are, and one
 * of more than 5,000 characters is left alone.
 */
export function mapProse(text: string, change: (prose: string) => string): string {
  let fence = "";
  const lines = text.split("\n").map((line) => {
    const mark = FENCE.exec(line)?.[1];
    if (fence) {
      if (mark?.startsWith(fence) && line.trim() === mark) fence = "";
      return line;
    }
    if (mark && !line.slice(line.indexOf(mark) + mark.length).includes("`")) fence = mark;
    return fence || line.length > MAX_LINE_CHARS ? line : changeOutsideCode(line, change);
  });
  return lines.join("\n");
}

function changeOutsideCode(line: string, change: (prose: string) => string): string {
  if (!line.includes("`")) return change(line);
  const kept: string[] = [];
  const marked = line.replace(/(?<!`)(`+)(?!`)(?:.*?[^`])?\1(?!`)/g, (code) => `\u0000${kept.push(code) - 1}\u0000`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no text of a page holds it, since Markdown replaces it
  return change(marked).replace(/\u0000(\d+)\u0000/g, (whole, index) => kept[Number(index)] ?? whole);
}
