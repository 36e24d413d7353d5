import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { serverForTests } from "./server.ts";

const NAME = "Übersichtliche Dokumentation der Firma Beispiel";
/** With "Documentation" they are eight. */
const LINKS = ["Guides", "Pricing", "Integrations", "Community", "Status", "Support", "Release notes"];
const NAMES = ["K", "Harbor", "The Example Company Handbook", NAME, "Donaudampfschifffahrtselektrizitätenhauptbetriebswerk"];
const LANGUAGES = ["en", "de", "ar", "ja"];
const WIDTHS = Array.from({ length: (1920 - 320) / 20 + 1 }, (_, index) => 320 + 20 * index);
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

test("zero to eight links and names of any length fit", async ({ page }) => {
  await open(page, "en");
  await page.setViewportSize({ width: 1920, height: 600 });
  for (let count = 8; count >= 0; count -= 1)
    for (const name of NAMES) {
      await page.evaluate(setParts, { name, count });
      await settled(page);
      expect(await page.evaluate(findFaults, WIDTHS), `${name}, ${count} links`).toEqual([]);
    }
});

test("links leave for the menu one by one, the last first", async ({ page }) => {
  await open(page, "en");
  const bar = page.getByRole("banner").getByRole("navigation", { name: "Site" });
  const counts: number[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 600 });
    counts.push(await bar.getByRole("link").count());
  }
  expect(counts).toEqual(counts.toSorted((a, b) => a - b));
  expect(new Set(counts).size).toBeGreaterThan(4);
  await page.setViewportSize({ width: 1100, height: 600 });
  await expect(bar.getByRole("link").first()).toHaveText("Documentation");
  await page.getByRole("button", { name: "More links" }).click();
  const menu = page.getByRole("navigation", { name: "More links" });
  await expect(menu.getByRole("link", { name: "Release notes" })).toBeVisible();
  await expect(menu.getByRole("link", { name: "Documentation" })).toBeHidden();
});

test("on a phone the menu has the languages and the colours that a long name leaves no room for", async ({ page }) => {
  await open(page, "en");
  await page.setViewportSize({ width: 360, height: 700 });
  await page.getByRole("button", { name: "More links" }).click();
  await page.getByRole("button", { name: /^Theme: / }).click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await page.getByRole("link", { name: "Deutsch" }).click();
  await expect(page).toHaveURL(/\/de\/docs$/);
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
  // Until the rules are no longer the estimate that the server sent.
  const sent = await (await page.request.get(addressOf(language))).text();
  await expect.poll(async () => sent.includes(await page.locator("header style").innerHTML())).toBe(false);
  await settled(page);
}

/** Waits until what is measured has been drawn. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    for (let frame = 0; frame < 4; frame += 1) await new Promise(requestAnimationFrame);
  });
}

async function faultsAt(page: Page, width: number): Promise<string[]> {
  await page.setViewportSize({ width, height: 600 });
  return page.evaluate(findFaults, [0]);
}

/** Runs in the page: gives the header a different name, and at most `count` links. */
function setParts({ name, count }: { name: string; count: number }): void {
  const label = document.querySelector("[data-fit-name]");
  if (label) label.textContent = name;
  for (const part of document.querySelectorAll<HTMLElement>("header :is([data-fit], [data-fit-menu])"))
    if (Number(part.dataset.fit ?? part.dataset.fitMenu) >= count) part.remove();
  if (count === 0) document.querySelector("header nav:empty")?.remove();
}

/** Runs in the page: what is wrong with the header at these widths, of which zero stands for its own. */
function findFaults(widths: readonly number[]): string[] {
  const found: string[] = [];
  const header = document.querySelector("header") as HTMLElement;
  const isShown = (part: Element) => part.checkVisibility() && part.getBoundingClientRect().width > 0;
  const linesOf = (part: Element) => {
    const range = document.createRange();
    range.selectNodeContents(part.firstChild ?? part);
    return new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top / 8))).size;
  };
  for (const width of widths) {
    if (width > 0) header.style.width = `${width}px`;
    const report = (fault: string) => found.push(width > 0 ? `${width}: ${fault}` : fault);
    const frame = header.getBoundingClientRect();
    const parts = [...header.querySelectorAll(":is(a, button):not([popover] *)")].filter(isShown);
    const label = (part: Element | undefined) => part?.textContent || part?.getAttribute("aria-label") || "";
    const rects = parts.map((part) => ({ part, box: part.getBoundingClientRect() })).sort((a, b) => a.box.left - b.box.left);
    for (const [index, { part, box }] of rects.entries()) {
      const next = rects[index + 1];
      if (next && box.right > next.box.left + 0.5) report(`${label(part)} overlaps ${label(next.part)}`);
      if (box.left < frame.left - 0.5 || box.right > frame.right + 0.5) report(`${label(part)} is outside`);
      if (box.top < frame.top || box.bottom > frame.bottom) report(`${label(part)} is higher than the header`);
      if (part.scrollWidth > part.clientWidth + 1) report(`${label(part)} is cut`);
    }
    const name = header.querySelector("[data-fit-name]") as HTMLElement;
    if (name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 1) report("the name is cut");
    // Only where everything else has given way may the name take more lines.
    const hasGivenWay = ![...header.querySelectorAll("[data-fit]")].some(isShown);
    if (linesOf(name) > 1 && !hasGivenWay) report("the name has two lines");
    for (const part of header.querySelectorAll("nav > [data-fit], [data-fit-label]"))
      if (isShown(part) && getComputedStyle(part).position !== "absolute" && linesOf(part) > 1)
        report(`${label(part)} has two lines`);
    for (const entry of header.querySelectorAll("[data-fit-menu]")) {
      const part = header.querySelector(`[data-fit="${entry.getAttribute("data-fit-menu")}"]`);
      const isInMenu = getComputedStyle(entry).display !== "none";
      if (part && isShown(part) === isInMenu) report(`${label(entry)} is in ${isInMenu ? "both places" : "neither place"}`);
    }
  }
  header.style.width = "";
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
