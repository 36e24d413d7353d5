/** One group of bars: a label and one value for each series, between 0 and 1. */
export interface BarGroup {
  readonly label: string;
  readonly values: readonly number[];
}

const WIDTH = 760;
const LABELS = 210;
const BAR = 14;
const GAP = 14;
const TOP = 64;
const COLOURS = ["#0f766e", "#d97706"];

/** Horizontal bars as an SVG file, legible on light and dark pages and for screen readers. */
export function plotBars({
  title,
  series,
  groups,
}: {
  title: string;
  series: readonly string[];
  groups: readonly BarGroup[];
}): string {
  const step = series.length * BAR + GAP;
  const height = TOP + groups.length * step + 8;
  const parts = groups.map(({ label, values }, i) => plotGroup(label, values, TOP + i * step));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escapeText(title)}" font-family="system-ui, sans-serif" font-size="13">`,
    `<rect width="${WIDTH}" height="${height}" rx="8" fill="#fff"/>`,
    `<text x="16" y="24" font-size="15" font-weight="600" fill="#111">${escapeText(title)}</text>`,
    ...series.map(plotLegend),
    ...parts,
    "</svg>\n",
  ].join("\n");
}

function plotLegend(name: string, i: number): string {
  const x = 16 + i * 220;
  return `<rect x="${x}" y="36" width="12" height="12" rx="2" fill="${COLOURS[i]}"/><text x="${x + 18}" y="47" fill="#333">${escapeText(name)}</text>`;
}

function plotGroup(label: string, values: readonly number[], y: number): string {
  const middle = y + (values.length * BAR) / 2 + 4;
  const bars = values.map((value, i) => {
    const width = Math.round(value * (WIDTH - LABELS - 70));
    const top = y + i * BAR;
    return `<rect x="${LABELS}" y="${top}" width="${width}" height="${BAR - 2}" rx="2" fill="${COLOURS[i]}"/><text x="${LABELS + width + 6}" y="${top + 10}" font-size="11" fill="#333">${value.toFixed(3)}</text>`;
  });
  return [`<text x="${LABELS - 10}" y="${middle}" text-anchor="end" fill="#111">${escapeText(label)}</text>`, ...bars].join("\n");
}

function escapeText(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
}
