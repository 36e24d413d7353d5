const MARK = "#region ";

/** Returns a text, or its lines between the first `#region name` and the next `#endregion`, without their indent. */
export function regionOf(text: string, name: string | undefined): string {
  const lines = text.trimEnd().split("\n");
  const start =
    name === undefined
      ? -1
      : lines.findIndex((line) => line.slice(line.indexOf(MARK) + MARK.length).trim() === name.trim() && line.includes(MARK));
  if (start < 0) return lines.join("\n");
  const end = lines.findIndex((line, index) => index > start && line.includes("#endregion"));
  const found = lines.slice(start + 1, end < 0 ? undefined : end);
  const indents = found.filter((line) => line.trim()).map((line) => line.length - line.trimStart().length);
  const indent = indents.length > 0 ? Math.min(...indents) : 0;
  return found
    .map((line) => line.slice(indent))
    .join("\n")
    .trimEnd();
}
