import { drawInFrame } from "./diagram-frame.ts";
import { type DiagramJob, type Mermaid, renderDiagram } from "./render-diagram.ts";

/** A diagram as an image. */
export interface Picture {
  /** A data URL of an SVG. */
  readonly address: string;
  /** In pixels; undefined when the drawing names none. */
  readonly width: number | undefined;
}

interface DrawOptions {
  readonly library: string;
  readonly isDark: boolean;
  /** The address of a document that draws what nobody vouches for, where nothing can be asked of the network. */
  readonly frame?: string | undefined;
  readonly signal: AbortSignal;
}

/** Draws a picture; returns "broken" for a source with a mistake, undefined without Mermaid, so that the source is shown. */
export async function draw(source: string, options: DrawOptions): Promise<Picture | "broken" | undefined> {
  const { library, isDark, frame, signal } = options;
  const { fontFamily } = getComputedStyle(document.documentElement);
  const job = { source, isDark, fontFamily, colours: themeColours(), fonts: await readFonts(fontFamily) };
  const svg = frame ? await drawInFrame(job, { frame, library, signal }) : await drawHere(job, library);
  return svg === undefined || svg === "broken" ? svg : toPicture(svg);
}

async function drawHere(job: DiagramJob, library: string): Promise<string | undefined> {
  const mermaid = await load(library);
  return mermaid && renderDiagram(mermaid, job).catch(() => "broken");
}

function toPicture(svg: string): Picture {
  const width = Number(/viewBox="[\d.-]+ [\d.-]+ ([\d.]+)/.exec(svg)?.[1]);
  return {
    address: `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`,
    width: Number.isFinite(width) ? Math.ceil(width) : undefined,
  };
}

async function load(library: string): Promise<Mermaid | undefined> {
  try {
    return (await import(/* turbopackIgnore: true */ library)).default;
  } catch {
    return undefined;
  }
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
    pieStrokeColor: line,
    pieOuterStrokeColor: line,
    edgeLabelBackground: paper,
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
