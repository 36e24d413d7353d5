import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { readWrittenPdf } from "../internal/testing/pdf.ts";
import { expect, test } from "./fixtures.ts";

const exportPdf = async (out: string, args: readonly string[]) => {
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/export.ts", "pdf", "--out", out, ...args]);
  return { stdout, ...readWrittenPdf(await readFile(out)) };
};

test("the docs are one PDF: pages in the order of the contents, bookmarks on their sheets, diagrams drawn, no link to nothing", async () => {
  test.setTimeout(180_000);
  const { stdout, sheets, bookmarks, links } = await exportPdf(test.info().outputPath("docs.pdf"), ["--without-api"]);
  const [, pages, of] = /docs\.pdf: (\d+) pages of the site on (\d+) sheets\.\n$/.exec(stdout) ?? [];
  expect(Number(of)).toBe(sheets.length);
  const starts = bookmarks.filter(({ level }) => level === 0);
  expect(starts.length).toBeGreaterThanOrEqual(Number(pages));
  const sheetsOfBookmarks = bookmarks.map(({ sheet }) => sheet);
  expect(sheetsOfBookmarks).toEqual(sheetsOfBookmarks.toSorted((left, right) => left - right));
  expect(links.length).toBeGreaterThan(starts.length);
  expect(links).not.toContain(undefined);
  expect(stdout).not.toContain("diagram");
});

test("a section in another language is a PDF, too, and a wrong name says which there are", async () => {
  test.setTimeout(180_000);
  const { stdout, objects } = await exportPdf(test.info().outputPath("es.pdf"), [
    ...["--language", "es", "--format", "Letter", "--without-api"],
  ]);
  expect(stdout).toMatch(/es\.pdf: \d+ pages? of the site on \d+ sheets\.\n$/);
  expect([...objects.values()].filter((text) => /\/MediaBox \[0 0 612 792\]/.test(text)).length).toBeGreaterThan(1);
  await expect(exportPdf(test.info().outputPath("xx.pdf"), ["--language", "xx"])).rejects.toThrow(
    /--language must be one of: en, es/,
  );
});
