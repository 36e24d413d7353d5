import { chromium, type Page } from "playwright";
import { assemble, type Chapter } from "./assemble.ts";
import type { Entry } from "./contents.ts";
import { readPageNumbers } from "./page-numbers.ts";

interface PdfOptions {
  /** Path of a Chromium. */
  readonly browser: string;
  readonly format: "A4" | "Letter";
  readonly language: string;
  readonly version: string | null;
  /** Address of the site with its base path, without slash at its end. */
  readonly base: string;
  readonly title: string;
}

interface Pdf {
  readonly bytes: Uint8Array;
  /** Pages of the site that are in it, and its sheets. */
  readonly chapters: number;
  readonly sheets: number;
  /** What is missing, a line each. */
  readonly remarks: readonly string[];
}

const STYLE = `
  @page { margin: 18mm 16mm 20mm; }
  html, body { background: #fff !important; color: #000; }
  main { max-width: none; }
  .prose > *, .prose { max-width: none !important; }
  .export-cover { display: grid; align-content: center; gap: 1rem; height: 220mm; break-after: page; }
  .export-cover img { max-height: 24mm; width: auto; justify-self: start; }
  .export-title { font-size: 34pt; font-weight: 700; line-height: 1.1; }
  .export-contents { break-after: page; }
  .export-contents a { display: flex; justify-content: space-between; gap: 1rem; padding-block: 2pt; color: inherit; text-decoration: none; }
  .export-contents [data-sheet] { font-variant-numeric: tabular-nums; }
  .export-chapter { break-before: page; }
  .export-chapter:has(> :is(h1, h2, h3, h4, h5):only-child) + .export-chapter { break-before: avoid; }
  .export-tab { font-weight: 650; margin-block: 0.75rem 0.25rem; }
  h1, h2, h3, h4, h5, h6 { break-after: avoid; }
  pre, tr, img, figure { break-inside: avoid; }
  .table-scroll { overflow: visible !important; }
  td, th { overflow-wrap: anywhere; }
  a[href^="#"]::after { content: none !important; }
`;

/** Prints pages of a site as one PDF. The first print tells on which sheet each page begins, the second one has the numbers in its contents. */
export async function writePdf(entries: readonly Entry[], options: PdfOptions): Promise<Pdf> {
  const { browser: executablePath, base, title, version, language } = options;
  const chapters = entries.map((entry, index): Chapter => ({ ...entry, id: `p${index + 1}` }));
  const browser = await chromium.launch({
    executablePath,
    args: ["--no-sandbox", "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const page = await browser.newPage({ colorScheme: "light" });
    await page.emulateMedia({ media: "print" });
    await page.goto(base + (chapters.find(({ path }) => path)?.path ?? "/"), { waitUntil: "load" });
    const today = new Intl.DateTimeFormat(language, { dateStyle: "long" }).format(new Date());
    const subtitle = [version, today].filter(Boolean).join(" · ");
    const { chapters: count, remarks } = await page.evaluate(assemble, { chapters, base, title, subtitle });
    await page.addStyleTag({ content: STYLE });
    const { numbers } = readPageNumbers(await print(page, options));
    const missing = await page.evaluate(fillNumbers, Object.fromEntries(numbers));
    const bytes = await print(page, options);
    const { sheets } = readPageNumbers(bytes);
    return { bytes, chapters: count, sheets, remarks: [...remarks, ...missing.map((id) => `No sheet is known for ${id}.`)] };
  } finally {
    await browser.close();
  }
}

/** Writes the sheet of each page into the contents, and returns the ids that have none. It runs in the browser. */
function fillNumbers(numbers: Readonly<Record<string, number>>): string[] {
  return [...document.querySelectorAll<HTMLElement>("[data-sheet]")].flatMap((line) => {
    const sheet = numbers[line.dataset.sheet ?? ""];
    line.textContent = String(sheet ?? "");
    return sheet === undefined ? [line.dataset.sheet ?? ""] : [];
  });
}

function print(page: Page, { format }: PdfOptions): Promise<Buffer> {
  return page.pdf({
    format,
    outline: true,
    tagged: true,
    printBackground: true,
    displayHeaderFooter: true,
    headerTemplate: "<span></span>",
    footerTemplate: '<div style="width:100%;text-align:center;font-size:8pt;color:#666"><span class="pageNumber"></span></div>',
  });
}
