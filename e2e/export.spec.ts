import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { readPageNumbers } from "../scripts/export/page-numbers.ts";
import { expect, test } from "./fixtures.ts";

const exportPdf = async (out: string, args: readonly string[]) => {
  const { stdout } = await promisify(execFile)(process.execPath, ["scripts/export.ts", "pdf", "--out", out, ...args]);
  return { stdout, ...readPageNumbers(await readFile(out)) };
};

test("the docs are one PDF: each page once, in the order of the contents, with its sheet, and no link leads nowhere", async () => {
  test.setTimeout(180_000);
  const { stdout, numbers, sheets } = await exportPdf(test.info().outputPath("docs.pdf"), ["--without-api"]);
  const [, pages, of] = /docs\.pdf: (\d+) pages of the site on (\d+) sheets\.\n$/.exec(stdout) ?? [];
  expect([stdout.trim().split("\n").length, Number(of)]).toEqual([1, sheets]);
  const starts = [...numbers]
    .filter(([name]) => /^p\d+$/.test(name))
    .sort(([left], [right]) => Number(left.slice(1)) - Number(right.slice(1)));
  expect(starts.length).toBeGreaterThanOrEqual(Number(pages));
  const sheetsInOrder = starts.map(([, sheet]) => sheet);
  expect(sheetsInOrder).toEqual(sheetsInOrder.toSorted((left, right) => left - right));
  expect(sheetsInOrder.at(-1)).toBeLessThanOrEqual(sheets);
});

test("a section in another language is a PDF, too, and a wrong name says which there are", async () => {
  test.setTimeout(180_000);
  const { stdout } = await exportPdf(test.info().outputPath("es.pdf"), [
    "--language",
    "es",
    "--format",
    "Letter",
    "--without-api",
  ]);
  expect(stdout).toMatch(/es\.pdf: \d+ pages? of the site on \d+ sheets\.\n$/);
  await expect(exportPdf(test.info().outputPath("xx.pdf"), ["--language", "xx"])).rejects.toThrow(
    /--language must be one of: en, es/,
  );
});
