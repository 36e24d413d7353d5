/** A diagram as an image. */
export interface Picture {
  /** A data URL of an SVG. */
  readonly address: string;
  /** In pixels; undefined when the drawing names none. */
  readonly width: number | undefined;
}

/** Settings that the text of a diagram may not change: what decides on HTML, links and style sheets. */
const ITS_OWN = [
  ...["secure", "securityLevel", "startOnLoad", "maxTextSize", "maxEdges", "suppressErrorRendering", "dompurifyConfig"],
  ...["htmlLabels", "themeCSS", "fontFamily", "altFontFamily"],
] as const;
/** The layout of every kind of diagram: Mermaid's own choice is not sent to readers (lib/content/output/mermaid.ts). */
const LAYOUT = { layout: "dagre", state: { layout: "dagre" } };

/** Removes requests for the ELK layout from the source. */
function withLayout(source: string): string {
  return source.replace(/^(\s*flowchart)-elk\b/m, "$1").replace(/(\blayout["']?\s*:\s*["']?)elk\b[\w.]*/g, "$1dagre");
}

let drawn = 0;

interface DrawOptions {
  readonly library: string;
  readonly isDark: boolean;
}

/** Draws a picture; returns "broken" for a source with a mistake, undefined without Mermaid, so that the source is shown. */
export async function draw(source: string, { library, isDark }: DrawOptions): Promise<Picture | "broken" | undefined> {
  const mermaid = await load(library);
  return mermaid && render(mermaid, source, isDark).catch(() => "broken" as const);
}

type Mermaid = typeof import("mermaid")["default"];

async function load(library: string): Promise<Mermaid | undefined> {
  try {
    return (await import(/* turbopackIgnore: true */ library)).default;
  } catch {
    return undefined;
  }
}

async function render(mermaid: Mermaid, source: string, isDark: boolean): Promise<Picture> {
  const { fontFamily } = getComputedStyle(document.documentElement);
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    htmlLabels: false,
    secure: [...ITS_OWN],
    ...LAYOUT,
    theme: "base",
    themeVariables: { darkMode: isDark, ...themeColours() },
    fontFamily,
    suppressErrorRendering: true,
  });
  drawn += 1;
  const { svg } = await mermaid.render(`diagram-${drawn}`, withLayout(source));
  const width = Number(/viewBox="[\d.-]+ [\d.-]+ ([\d.]+)/.exec(svg)?.[1]);
  return {
    address: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(toXml(svg, await readFonts(fontFamily)))}`,
    width: Number.isFinite(width) ? Math.ceil(width) : undefined,
  };
}

/** Returns the colours of the site in the form that Mermaid computes with. */
function themeColours(): Readonly<Record<string, string>> {
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string) => toHex(style.getPropertyValue(name).trim());
  const [paper, card, sunk, ink, muted, line, accent] = [
    "--paper",
    "--card",
    "--sunk",
    "--ink",
    "--muted",
    "--line-strong",
    "--accent",
  ].map(colour) as [string, string, string, string, string, string, string];
  const texts = {
    textColor: ink,
    primaryTextColor: ink,
    secondaryTextColor: ink,
    tertiaryTextColor: ink,
    noteTextColor: ink,
    titleColor: ink,
  };
  const lines = {
    lineColor: muted,
    primaryBorderColor: accent,
    secondaryBorderColor: line,
    tertiaryBorderColor: line,
    noteBorderColor: line,
  };
  return {
    background: paper,
    primaryColor: card,
    secondaryColor: sunk,
    tertiaryColor: sunk,
    noteBkgColor: sunk,
    ...texts,
    ...lines,
  };
}

/** Converts any CSS colour to #rrggbb, by drawing one pixel of it. */
function toHex(colour: string): string {
  const context = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  if (!context) return colour;
  context.fillStyle = colour;
  context.fillRect(0, 0, 1, 1);
  return `#${[...context.getImageData(0, 0, 1, 1).data.slice(0, 3)].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/** Returns the faces of these fonts that the page has loaded, with their files inside, since an image loads nothing. */
async function readFonts(families: string): Promise<string> {
  const loaded = [...document.fonts].filter(({ family, status }) => status === "loaded" && families.includes(bare(family)));
  const isLoaded = ({ style }: CSSFontFaceRule) =>
    loaded.some(
      ({ family, unicodeRange }) =>
        bare(family) === bare(style.getPropertyValue("font-family")) && unicodeRange === style.getPropertyValue("unicode-range"),
    );
  const faces = [...document.styleSheets].flatMap(facesOf).filter(isLoaded);
  const rules = faces.map((face) => withFile(face).catch(() => ""));
  return (await Promise.all(rules)).join("");
}

const bare = (family: string) => family.replace(/["']/g, "");

function facesOf(sheet: CSSStyleSheet): CSSFontFaceRule[] {
  try {
    return [...sheet.cssRules].filter((rule) => rule instanceof CSSFontFaceRule);
  } catch {
    // A style sheet of another host, which cannot be read.
    return [];
  }
}

async function withFile({ cssText, parentStyleSheet }: CSSFontFaceRule): Promise<string> {
  const [written = "", url = ""] = /url\("([^"]+)"\)/.exec(cssText) ?? [];
  const file = await (await fetch(new URL(url, parentStyleSheet?.href ?? location.href))).blob();
  const reader = new FileReader();
  const read = new Promise((done) => reader.addEventListener("load", done));
  reader.readAsDataURL(file);
  await read;
  return cssText.replace(written, `url("${reader.result}")`);
}

/** Converts the drawing to XML, where every element is closed, since an image is XML. */
function toXml(svg: string, styles: string): string {
  const root = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
  if (!root) return svg;
  root.append(Object.assign(document.createElementNS(root.namespaceURI, "style"), { textContent: styles }));
  return new XMLSerializer().serializeToString(root);
}
