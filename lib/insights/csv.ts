import type { Row } from "./reports.ts";

/**
 * Rows as CSV (RFC 4180) with a line of names first. What a spreadsheet would take for a formula begins with an apostrophe:
 * texts of readers are in it. Some begin another cell after a semicolon, whatever is in quotes, and know wide signs too.
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
