import type { Row } from "./reports.ts";

/**
 * Returns rows as CSV (RFC 4180), with a line of names first. Texts are of readers, so one that a spreadsheet would read as a
 * formula gets an apostrophe in front. Some spreadsheets begin a cell after a semicolon in quotes, and read wide signs too.
 */
export function toCsv(columns: readonly string[], rows: readonly Row[]): string {
  const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ""))];
  return `${lines.map((cells) => cells.map(toCell).join(",")).join("\r\n")}\r\n`;
}

function toCell(value: string | number): string {
  if (typeof value === "number") return String(value);
  const safe = value.replace(/(^|;)(?=\s*[=+\-@|%\t\r＝＋－＠])/g, "$1'");
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
