import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { unzipSync } from "fflate";
import { readWrittenPdf } from "../internal/testing/pdf.ts";
import { type Added, startPart } from "../scripts/export/part.ts";
import { expect, test } from "./fixtures.ts";

const exportDocs = (args: readonly string[], variables: Readonly<Record<string, string>> = {}) =>
  promisify(execFile)(process.execPath, ["scripts/export.ts", ...args], { env: { ...process.env, ...variables } });

const exportPdf = async (out: string, args: readonly string[]) => {
  const { stdout } = await exportDocs(["pdf", "--out", out, ...args]);
  return { stdout, ...readWrittenPdf(await readFile(out)) };
};

test("the docs are one PDF: pages in the order of the contents, bookmarks on their sheets, diagrams drawn, no link to nothing", async () => {
  test.setTimeout(180_000);
  const { stdout, sheets, bookmarks, links } = await exportPdf(test.info().outputPath("docs.pdf"), ["--without-api"]);
  const [, pages, of] = /docs\.pdf: (\d+) pages of the site on (\d+) sheets\.\n$/.exec(stdout) ?? [];
  expect(Number(of)).toBe(sheets.length);
  expect(bookmarks.length).toBeGreaterThan(Number(pages));
  const sheetsOfBookmarks = bookmarks.map(({ sheet }) => sheet);
  expect(sheetsOfBookmarks).toEqual(sheetsOfBookmarks.toSorted((left, right) => left - right));
  expect(links.length).toBeGreaterThan(Number(pages));
  expect(links).not.toContain(undefined);
  expect(stdout).not.toContain("diagram");
});

test("what a PDF prints of a page: allowed values, boxes of tasks and headings of their level, no words of a control", async ({
  page,
}) => {
  const chapter = { id: "p1", level: 3, title: "Page" };
  await page.route(/\.js(?:\?|$)/, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  await page.goto("/docs");
  const setup = {
    chapters: [],
    base: new URL(page.url()).origin,
    publicBase: undefined,
    elsewhere: "https://elsewhere.invalid/",
  };
  await page.evaluate(startPart, setup);
  const read = async (path: string) => {
    const { headings } = await page.evaluate((each) => window.docentExport?.add(each) as Promise<Added>, { ...chapter, path });
    await page.evaluate(() => window.docentExport?.finish({ width: 700, height: 1000 }));
    const shown = page.locator(".export-chapter").last();
    return { headings, shown };
  };
  const operation = await read("/docs/api/assistant/send-message");
  await expect(operation.shown.locator("code.value", { hasText: /^user$/ }).first()).toBeVisible();
  await expect(operation.shown.locator("button, .code-more, select")).toHaveCount(0);
  expect(operation.headings.map(({ level }) => level).slice(0, 2)).toEqual([3, 4]);
  await expect(operation.shown.locator("h2").first()).toHaveAttribute("aria-level", "5");
  await page.route("**/made", (route) => route.fulfill({ contentType: "text/html", body: MADE }));
  const { shown } = await read("/made");
  await expect(shown.locator("input:checked")).toHaveCount(1);
  await expect(shown).not.toContainText("Show all lines");
});

test("a section in another language is a PDF, too, and a wrong name says which there are", async () => {
  test.setTimeout(180_000);
  const { stdout, objects } = await exportPdf(test.info().outputPath("es.pdf"), [
    ...["--language", "es", "--format", "Letter", "--section", "/es/docs/keys"],
  ]);
  expect(stdout).toMatch(/es\.pdf: \d+ pages? of the site on \d+ sheets\.\n$/);
  expect([...objects.values()].filter((text) => /\/MediaBox \[0 0 612 792\]/.test(text)).length).toBeGreaterThan(1);
  await expect(exportPdf(test.info().outputPath("xx.pdf"), ["--language", "xx"])).rejects.toThrow(
    /--language must be one of: en, es/,
  );
});

const MADE = `<main><article><h1>Made</h1><ul><li><input type="checkbox" disabled checked> Done</li></ul>
<figure class="code"><label class="code-more"><input type="checkbox">Show all lines</label><pre>one</pre></figure></article></main>`;

/** Writes the offline copy of the site, unpacked, and returns its pages by their files, and its folder. */
async function exportZip(args: readonly string[], variables?: Readonly<Record<string, string>>) {
  const out = test.info().outputPath("docs.zip");
  const { stdout } = await exportDocs(["zip", "--out", out, ...args], variables);
  const files = Object.entries(unzipSync(await readFile(out)));
  for (const [name, data] of files) {
    const file = test.info().outputPath(name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, data);
  }
  const folder = test.info().outputPath("docs");
  const text = files.map(([, data]) => new TextDecoder().decode(data)).join("\n");
  return { stdout, folder, text, pages: files.flatMap(([name]) => (name.endsWith(".html") ? [name.slice("docs/".length)] : [])) };
}

const wordsOf = (text: string) =>
  text
    .normalize()
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

test("an offline copy opens from a disk: no request leaves, all pictures show, no link and no word is lost", async ({
  page,
  context,
}) => {
  test.setTimeout(180_000);
  const { stdout, folder, pages } = await exportZip(["--without-api"]);
  await context.setOffline(true);
  const left: string[] = [];
  page.on("request", (request) => /^(?:file|data|blob):/.test(request.url()) || left.push(request.url()));
  const index = await readFile(path.join(folder, "assets/index.js"), "utf8");
  const entries = await readFile(path.join(folder, "assets/site.js"), "utf8");
  const { passages } = JSON.parse(index.slice(index.indexOf("{"), -1));
  const site = JSON.parse(entries.slice(entries.indexOf("{"), -1));
  for (const file of pages) {
    await page.goto(pathToFileURL(path.join(folder, file)).href);
    const { text, broken, targets } = await page.evaluate(() => {
      for (const closed of document.querySelectorAll<HTMLElement>("[hidden]")) closed.hidden = false;
      for (const details of document.querySelectorAll("details")) details.open = true;
      return {
        text: [document.body.innerText, ...[...document.images].map(({ alt }) => alt)].join(" "),
        broken: [...document.images].filter(({ naturalWidth }) => naturalWidth === 0).map(({ src }) => src),
        targets: [...document.links].flatMap(({ href }) => (href.startsWith("file:") ? [href] : [])),
      };
    });
    expect(broken, file).toEqual([]);
    const own = passages.filter(([entry]: [number]) => site.entries[entry].file === file);
    const shown = new Set(wordsOf(text));
    // A browser draws the numbers of a list, which are no text of the page.
    const lost = own.flatMap(([, , body, sections]: [number, string, string, [string, string][]]) =>
      wordsOf(`${sections.map(([, heading]) => heading).join(" ")} ${body.replace(/^\s*\d+\. /gm, "")}`),
    );
    // A component of the site's own has Markdown of its own, with words that its drawing lacks.
    const isOwnDrawing = file === "docs/berths.html";
    expect([...new Set(lost).difference(shown)], file).toEqual(isOwnDrawing ? ["takes", "ships", "up"] : []);
    const isThere = (href: string) => pages.includes(path.relative(folder, fileURLToPath(href)));
    expect(
      targets.filter((href) => !isThere(href)),
      file,
    ).toEqual([]);
  }
  expect(left).toEqual([]);
  expect(stdout).toMatch(/docs\.zip: \d+ pages of the site in \d+ files\.\n$/);
});

test("an offline copy is searched, read by keyboard, in the dark, with its tabs and on a phone", async ({ page, context }) => {
  test.setTimeout(180_000);
  const { folder } = await exportZip(["--language", "es", "--without-api"]);
  await context.setOffline(true);
  await page.emulateMedia({ colorScheme: "dark" });
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto(pathToFileURL(path.join(folder, "index.html")).href);
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expect(page.locator("html")).toHaveClass(/\bdark\b/);
  await page.keyboard.press("/");
  await page.keyboard.type("clve");
  const results = page.locator("[data-offline-results] a");
  await expect(results.first()).toContainText("clave", { ignoreCase: true });
  await page.keyboard.press("ArrowDown");
  await expect(results.first()).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\.html(?:#.*)?$/);
  await expect(page).not.toHaveURL(/index\.html/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
  await page.locator("[data-pages-button]").click();
  await expect(page.locator("#pages [aria-current]")).toBeFocused();
});

test("a copy has what its readers may read: everyone, or signed-in readers of the groups that it names", async () => {
  test.setTimeout(180_000);
  const content = test.info().outputPath("content");
  const config = test.info().outputPath("config.json");
  await mkdir(path.join(content, "en"), { recursive: true });
  for (const [name, groups] of [["index"], ["beta", "beta"], ["staff", "staff"]])
    await writeFile(
      path.join(content, `en/${name}.mdx`),
      `---\ntitle: Title of ${name}\n${groups ? `groups: [${groups}]\n` : ""}---\n\nWords of ${name}.\n`,
    );
  const project = { id: "harbor", domain: "harbor", name: "Harbor", content, languages: [{ id: "en", label: "English" }] };
  const access = { groups: { beta: [], staff: [] }, signIn: { proxy: { from: ["10.0.0.1"] } } };
  await writeFile(config, JSON.stringify({ organisation: { id: "harbor", name: "Harbor" }, projects: [project], access }));
  const written = async (args: readonly string[]) => {
    const { text } = await exportZip(args, { DOCENT_CONFIG: config });
    return ["index", "beta", "staff"].filter((name) => text.includes(`Title of ${name}`) && text.includes(`Words of ${name}`));
  };
  expect(await written([])).toEqual(["index"]);
  expect(await written(["--groups", "beta"])).toEqual(["index", "beta"]);
  await expect(exportDocs(["zip", "--groups", "beta"])).rejects.toThrow("--groups needs `access` in docent.config.ts.");
});
