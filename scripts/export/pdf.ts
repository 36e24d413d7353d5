import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { type Browser, chromium, type Page } from "playwright";
import type { CopyOptions, Entry } from "./contents.ts";
import { asReader, drawDiagrams } from "./diagrams.ts";
import { type Bookmark, joinPdfs, toName } from "./join.ts";
import { type Added, type Chapter, startPart } from "./part.ts";
import { ELSEWHERE, readPdf } from "./pdf-file.ts";

interface PdfOptions extends CopyOptions {
  /** Path of a Chromium. */
  readonly browser: string;
  readonly format: "A4" | "Letter";
  /** The word above the contents. */
  readonly contents: string;
}

interface Pdf {
  /** Pages of the site that are in it, and its sheets. */
  readonly chapters: number;
  readonly sheets: number;
  /** What is missing or does not fit, a line each. */
  readonly remarks: readonly string[];
}

/** A browser prints so much at a time, by which its memory grows: UTF-16 units of HTML, pixels of pictures, and chapters. */
const MAX_LENGTH = 1_000_000;
const MAX_PIXELS = 20_000_000;
const MAX_CHAPTERS = 40;

/** In pixels of 1/96 inch, with the margins of the style below. */
const MARGIN = { side: 16, top: 18, bottom: 20 };
const SHEETS = { A4: { width: 210, height: 297 }, Letter: { width: 215.9, height: 279.4 } };
const toPixels = (millimetres: number) => Math.floor((millimetres / 25.4) * 96);

const styleFrom = (firstSheet: number, format: string) => `
  @page { size: ${format}; margin: ${MARGIN.top}mm ${MARGIN.side}mm ${MARGIN.bottom}mm; @bottom-center { content: counter(page); font: 8pt sans-serif; color: #555; } }
  @page turned { size: ${format} landscape; }
  @page cover { @bottom-center { content: none; } }
  html { counter-reset: page ${firstSheet - 1}; }
  html, body { background: #fff !important; color: #000; }
  main { max-width: none; }
  .prose > *, .prose { max-width: none !important; }
  .export-cover { page: cover; display: grid; align-content: center; gap: 1rem; height: 220mm; break-after: page; }
  .export-cover img { max-height: 24mm; width: auto; justify-self: start; }
  .export-title { font-size: 34pt; font-weight: 700; line-height: 1.1; }
  .export-contents h1 { font-size: 18pt; font-weight: 700; margin-block-end: 1rem; }
  .export-contents a { display: flex; justify-content: space-between; gap: 1rem; padding-block: 2pt; color: inherit; text-decoration: none; break-inside: avoid; }
  .export-contents .export-sheet { font-variant-numeric: tabular-nums; }
  .export-chapter { break-before: page; overflow-x: clip; }
  .export-chapter:first-child { break-before: auto; }
  .export-chapter:has(> :is(h1, h2, h3, h4, h5, h6):only-child) + .export-chapter { break-before: avoid; }
  .export-chapter:has(> :is(h1, h2, h3, h4, h5, h6):only-child) { break-after: avoid; }
  .export-tab { font-weight: 650; margin-block: 0.75rem 0.25rem; break-after: avoid; }
  .export-chapter aside .bg-line { display: block; background: none; }
  .code .export-tab { margin-inline: 0.875rem; }
  .export-turned { page: turned; break-before: page; break-after: page; }
  .export-squeezed :is(td, th) { overflow-wrap: anywhere; }
  h1, h2, h3, h4, h5, h6 { break-after: avoid; break-inside: avoid; }
  p, li { orphans: 2; widows: 2; }
  .export-chapter :is(table:has(tbody > tr:nth-of-type(12)), .code:has(.line:nth-of-type(30))) { break-inside: auto; }
  tr, img, figure:not(.code) { break-inside: avoid; }
  thead { display: table-header-group; }
  img, svg { max-width: 100% !important; max-height: 230mm; }
  img { object-fit: contain; }
  .table-scroll { overflow: visible !important; }
  td, th { overflow-wrap: break-word; }
  .code:not([data-titled], .code-group) { --bar: 0rem !important; --side: 0rem !important; }
  a[href^="#"]::after, a[href^="${ELSEWHERE}"]::after { content: none !important; }
`;

/**
 * Prints pages of a site as one PDF, some at a time, each time in a new browser, whose memory never holds more. The contents come last,
 * when the sheets of all pages are known; before that they are printed once to know how many sheets they take.
 */
export async function writePdf(entries: readonly Entry[], options: PdfOptions): Promise<Pdf> {
  const chapters = entries.map((entry, index): Chapter => ({ ...entry, id: `p${index + 1}` }));
  const folder = await mkdtemp(path.join(tmpdir(), "docent-export-"));
  try {
    const front = path.join(folder, "front.pdf");
    const frontSheets = await printFront(front, { chapters, options, numbers: {} });
    const remarks: string[] = [];
    const numbers: Record<string, number> = {};
    const files: string[] = [];
    const added: (Added & { readonly chapter: Chapter })[] = [];
    let sheets = frontSheets;
    while (added.length < chapters.length) {
      const file = path.join(folder, `${files.length}.pdf`);
      const part = await printPart(file, { chapters, from: added.length, firstSheet: sheets + 1, options });
      for (const [id, sheet] of part.places) numbers[id] = sheets + sheet;
      sheets += part.sheets;
      files.push(file);
      added.push(...part.added);
      remarks.push(...part.remarks);
    }
    const again = await printFront(front, { chapters, options, numbers });
    if (again !== frontSheets) throw new Error(`The contents take ${again} sheets with numbers, and ${frontSheets} without.`);
    const bookmarks = added.flatMap(({ headings }): Bookmark[] => [...headings]);
    await joinPdfs({ ...options, files: [front, ...files], bookmarks });
    const missing = added.flatMap(({ chapter, fault }) => (fault ? [`${chapter.path}: ${fault}.`] : []));
    const pages = added.filter(({ chapter, fault }) => chapter.path !== undefined && !fault).length;
    return { chapters: pages, sheets, remarks: [...missing, ...remarks, ...listDeadLinks(added)] };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function listDeadLinks(added: readonly (Added & { readonly chapter: Chapter })[]): string[] {
  const ids = new Set(added.flatMap((each) => each.ids));
  return added.flatMap(({ chapter, links }) =>
    links
      .filter(({ to }) => !ids.has(to))
      .map(
        ({ to, text }) =>
          `${chapter.path}: the link "${text.trim()}" leads to #${to.replace(/^p\d+--/, "")}, which is not on that page: it leads to its beginning.`,
      ),
  );
}

interface Printing {
  readonly chapters: readonly Chapter[];
  readonly options: PdfOptions;
}

/** Prints cover and contents, with the sheets that are known, and returns how many sheets they take. */
function printFront(
  file: string,
  { chapters, options, numbers }: Printing & { readonly numbers: Readonly<Record<string, number>> },
): Promise<number> {
  return withPage({ chapters, options }, async (page) => {
    const { language, title, version, contents } = options;
    const today = new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(new Date());
    const subtitle = [version, today].filter((words): words is string => Boolean(words));
    await page.evaluate((front) => window.docentExport?.addFront(front), { title, subtitle, contents, numbers });
    const { sheets } = await print(page, { file, firstSheet: 1, options });
    return sheets.length;
  });
}

interface PrintedPart {
  readonly added: (Added & { readonly chapter: Chapter })[];
  readonly sheets: number;
  /** Sheet of each chapter in this part, from 1, by its id. */
  readonly places: readonly (readonly [id: string, sheet: number])[];
  readonly remarks: readonly string[];
}

/** Prints as many chapters as one browser may hold. */
function printPart(
  file: string,
  { chapters, from, firstSheet, options }: Printing & { readonly from: number; readonly firstSheet: number },
): Promise<PrintedPart> {
  return withPage({ chapters, options }, async (page, browser) => {
    const added: (Added & { readonly chapter: Chapter })[] = [];
    let [length, pixels] = [0, 0];
    for (const chapter of chapters.slice(from)) {
      // A title is on the sheet of what follows.
      if (length > MAX_LENGTH || pixels > MAX_PIXELS || added.length >= MAX_CHAPTERS) {
        while (added.at(-1)?.chapter.path === undefined && added.length > 1) {
          added.pop();
          await page.evaluate(() => window.docentExport?.removeLast());
        }
        break;
      }
      const result = await page.evaluate((each) => window.docentExport?.add(each), chapter);
      if (!result) throw new Error(`The browser lost the document at ${chapter.path ?? chapter.title}.`);
      if (result.diagrams > 0) {
        const drawn = await drawDiagrams(browser, options, chapter.path ?? "");
        await page.evaluate((pictures) => window.docentExport?.draw(pictures), drawn);
      }
      added.push({ ...result, chapter });
      length += result.length;
      pixels += result.pixels;
      options.onPage(from + added.length, chapters.length);
    }
    const { sheets, destinations, remarks } = await print(page, { file, firstSheet, options });
    const places = added.flatMap(({ chapter: { id } }) => {
      const sheet = sheets.indexOf(Number.parseInt(destinations.get(toName(id)) ?? "", 10));
      return sheet === -1 ? [] : [[id, sheet + 1] as const];
    });
    return { added, sheets: sheets.length, places, remarks };
  });
}

/** Calls `use` with a page of the site in a new browser, where a part of the document begins. */
async function withPage<Result>(
  { chapters, options }: Printing,
  use: (page: Page, browser: Browser) => Promise<Result>,
): Promise<Result> {
  const { browser: executablePath, base, publicBase } = options;
  const args = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"];
  const browser = await chromium.launch({ executablePath, args });
  try {
    const { width, height } = toSheet(options);
    const page = await browser.newPage({ colorScheme: "light", viewport: { width, height } });
    await asReader(page, options);
    // The document needs the styles of the site, and none of its code.
    await page.route(/\.js(?:\?|$)/, (route) => route.abort());
    await page.emulateMedia({ media: "print" });
    await page.goto(base + (chapters.find((each) => each.path)?.path ?? "/"), { waitUntil: "load" });
    await page.evaluate(startPart, { chapters, base, publicBase, elsewhere: ELSEWHERE });
    return await use(page, browser);
  } finally {
    await browser.close();
  }
}

function toSheet({ format }: PdfOptions): { readonly width: number; readonly height: number } {
  const { width, height } = SHEETS[format];
  return { width: toPixels(width - 2 * MARGIN.side), height: toPixels(height - MARGIN.top - MARGIN.bottom) };
}

interface Print {
  readonly file: string;
  /** The number of its first sheet. */
  readonly firstSheet: number;
  readonly options: PdfOptions;
}

async function print(page: Page, { file, firstSheet, options }: Print) {
  await page.addStyleTag({ content: styleFrom(firstSheet, options.format) });
  const remarks = (await page.evaluate((sheet) => window.docentExport?.finish(sheet), toSheet(options))) ?? [];
  const bytes = await page.pdf({ preferCSSPageSize: true, tagged: true, printBackground: true });
  await writeFile(file, bytes);
  const { sheets, destinations } = readPdf(bytes);
  return { sheets, destinations, remarks };
}
