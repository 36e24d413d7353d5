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
/** By class, so that a browser that shows the picture on a dark page (`color-scheme`) gives it colours of the dark. */
const STYLE =
  "<style>.paper{fill:#fff}.ink{fill:#111}.value{fill:#444}.bar0{fill:#0f766e}.bar1{fill:#d97706}" +
  "@media(prefers-color-scheme:dark){.paper{fill:#1a1d1a}.ink{fill:#e9e7e1}.value{fill:#a8aba3}.bar0{fill:#4fb8a3}.bar1{fill:#e6a84f}}</style>";

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
    STYLE,
    `<rect class="paper" width="${WIDTH}" height="${height}" rx="8"/>`,
    `<text x="16" y="24" font-size="15" font-weight="600" class="ink">${escapeText(title)}</text>`,
    ...series.map(plotLegend),
    ...parts,
    "</svg>\n",
  ].join("\n");
}

function plotLegend(name: string, i: number): string {
  const x = 16 + i * 220;
  return `<rect x="${x}" y="36" width="12" height="12" rx="2" class="bar${i}"/><text x="${x + 18}" y="47" class="value">${escapeText(name)}</text>`;
}

function plotGroup(label: string, values: readonly number[], y: number): string {
  const middle = y + (values.length * BAR) / 2 + 4;
  const bars = values.map((value, i) => {
    const width = Math.round(value * (WIDTH - LABELS - 70));
    const top = y + i * BAR;
    return `<rect x="${LABELS}" y="${top}" width="${width}" height="${BAR - 2}" rx="2" class="bar${i}"/><text x="${LABELS + width + 6}" y="${top + 10}" font-size="11" class="value">${value.toFixed(3)}</text>`;
  });
  return [`<text x="${LABELS - 10}" y="${middle}" text-anchor="end" class="ink">${escapeText(label)}</text>`, ...bars].join("\n");
}

function escapeText(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
}
