import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Locator, Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { serverForTests } from "./server.ts";

const NAME = "Übersichtliche Dokumentation der Firma Beispiel";
/** With "Documentation" they are eight. */
const LINKS = ["Guides", "Pricing", "Integrations", "Community", "Status", "Support", "Release notes"];
const LANGUAGES = ["en", "de", "ar", "ja"];
const WIDTHS = Array.from({ length: (1920 - 320) / 20 + 1 }, (_, index) => 320 + 20 * index);
/** From this width on the pages are a column. */
const COLUMN = 900;
/** From this width on the panel is beside the page. */
const BESIDE = 1024;

const site = serverForTests(writeSite);

for (const language of LANGUAGES) {
  test(`in ${language} nothing of the header overlaps or is cut at any width, with and without the panel`, async ({ page }) => {
    await open(page, language);
    for (const width of WIDTHS) expect(await faultsAt(page, width), `${width} pixels`).toEqual([]);
    await page.keyboard.press("Control+i");
    await expect(page.locator("html")).toHaveAttribute("data-assistant", "beside");
    for (const width of WIDTHS.filter((each) => each >= BESIDE))
      expect(await faultsAt(page, width), `${width} pixels beside the panel`).toEqual([]);
  });
}

test("links leave for the menu one by one, the last first, and no link is in both places or in neither", async ({ page }) => {
  await open(page, "en");
  const bar = page.getByRole("banner").getByRole("navigation", { name: "Site" });
  const counts: number[] = [];
  for (const width of WIDTHS.filter((each) => each >= COLUMN)) {
    await page.setViewportSize({ width, height: 600 });
    const shown = await bar.getByRole("link").allTextContents();
    const menu = page.getByRole("button", { name: "More links" });
    const hidden = await entriesOf(menu);
    expect([...shown, ...hidden].join(), `${width} pixels`).toBe(["Documentation", ...LINKS].join());
    counts.push(shown.length);
  }
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(new Set(counts).size).toBeGreaterThan(2);
});

test("on a phone the drawer has what the header has no room for", async ({ page }) => {
  await open(page, "en");
  await page.setViewportSize({ width: 360, height: 700 });
  await expect(page.getByRole("button", { name: "More links" })).toBeHidden();
  await page.getByRole("banner").getByRole("button", { name: "Menu" }).click();
  const drawer = page.getByRole("complementary", { name: "Pages" });
  await expect(drawer.getByRole("link", { name: "Release notes" })).toBeVisible();
  await expect(drawer.getByRole("link", { name: "Source code" })).toBeVisible();
  await drawer.getByRole("button", { name: /^Theme: / }).click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await drawer.getByRole("button", { name: "Language" }).click();
  await page.getByRole("link", { name: "Deutsch" }).click();
  await expect(page).toHaveURL(/\/de\/docs$/);
});

test("a page without a list of pages has its links in the menu of the header at any width", async ({ page }) => {
  await page.goto(`${site.url}/`);
  await page.setViewportSize({ width: 360, height: 700 });
  await expect(page.getByRole("banner").getByRole("button", { name: "Menu" })).toBeHidden();
  expect(await entriesOf(page.getByRole("button", { name: "More links" }))).toEqual(["Documentation", ...LINKS]);
});

test("before any script has run nothing of the header overlaps or is cut", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  for (const language of LANGUAGES) {
    await page.goto(addressOf(language));
    for (const width of WIDTHS) expect(await faultsAt(page, width), `${language}, ${width} pixels`).toEqual([]);
  }
  await context.close();
});

function addressOf(language: string): string {
  return `${site.url}${language === "en" ? "" : `/${language}`}/docs`;
}

async function open(page: Page, language: string): Promise<void> {
  await page.goto(addressOf(language));
  await expect(page.locator("[data-assistant-trigger]")).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
}

/** Lists the links of the header's menu; none where the menu is not shown. */
async function entriesOf(menu: Locator): Promise<string[]> {
  if (!(await menu.isVisible())) return [];
  await menu.click();
  const entries = await menu.page().getByRole("navigation", { name: "More links" }).getByRole("link").allTextContents();
  await menu.page().keyboard.press("Escape");
  return entries;
}

async function faultsAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 600 });
  return page.evaluate(findFaults);
}

/** Runs in the page: what is wrong with the header. */
function findFaults(): string[] {
  const found: string[] = [];
  const header = document.querySelector("header") as HTMLElement;
  const frame = header.getBoundingClientRect();
  const label = (part: Element | undefined) => part?.textContent || part?.getAttribute("aria-label") || "";
  const rects = [...header.querySelectorAll(":is(a, button):not([popover] *)")]
    .map((part) => ({ part, box: part.getBoundingClientRect() }))
    .filter(({ part, box }) => part.checkVisibility() && box.width > 0)
    .sort((a, b) => a.box.left - b.box.left);
  for (const [index, { part, box }] of rects.entries()) {
    const next = rects[index + 1];
    if (next && box.right > next.box.left + 0.5) found.push(`${label(part)} overlaps ${label(next.part)}`);
    if (box.left < frame.left - 0.5 || box.right > frame.right + 0.5) found.push(`${label(part)} is outside`);
    if (box.top < frame.top || box.bottom > frame.bottom) found.push(`${label(part)} is higher than the header`);
    if (part.scrollWidth > part.clientWidth + 1) found.push(`${label(part)} is cut`);
    if (box.width < 24 || box.height < 24) found.push(`${label(part)} is too small to press`);
  }
  const name = header.querySelector("a > span:last-child") as HTMLElement;
  if (name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 1) found.push("the name is cut");
  return found;
}

/** Writes a site with five links, in languages of four scripts. */
async function writeSite({ folder, url: siteUrl }: { readonly folder: string; readonly url: string }) {
  const content = path.join(folder, "content");
  for (const language of LANGUAGES) {
    await mkdir(path.join(content, language), { recursive: true });
    await writeFile(path.join(content, language, "index.mdx"), "# Hello\n\nA page.\n");
  }
  const languages = [
    { id: "en", label: "English" },
    { id: "de", label: "Deutsch" },
    { id: "ar", label: "العربية" },
    { id: "ja", label: "日本語" },
  ];
  const project = { id: "example", domain: "example", name: NAME, siteUrl, content, languages };
  const links = LINKS.map((text, index) => ({ text, url: `https://example.com/${index}` }));
  const navigation = { links, repository: "https://github.com/example/example" };
  const config = { organisation: { id: "example", name: "Example" }, projects: [project], navigation };
  return { config, variables: { DATABASE_URL: "" } };
}
