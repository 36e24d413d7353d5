import { type APIRequestContext, expect, type Page, test } from "playwright/test";
import { getConfig, getMainProject } from "../lib/config/config.ts";
import { landingPath } from "../lib/content/model/urls.ts";
import { listAppRoutes } from "../lib/site/findings/app-routes.ts";

/**
 * What every site does with its own content: `npm test` runs it on the last build. It reads the settings, so that a site without an
 * assistant, with one language or with a landing page of its own passes too. Stories that need a browser are tagged; the others run
 * on a machine without one.
 */
const BROWSER = { tag: "@browser" };
const AT_ONCE = 8;
const { basePath, logo, favicon, scripts } = getConfig();
const project = getMainProject();

test("every page of the sitemap, of the languages and of your own answers with a heading", async ({ request }) => {
  test.setTimeout(600_000);
  const pages = [...new Set([...listLandings(), ...(await listOwnPages()), ...(await listSitemap(request))])];
  expect(await findFaults(pages, (page) => judgePage(request, page))).toEqual([]);
});

test("files that the configuration names answer, and an address without a page does not", async ({ request }) => {
  const files = [logo?.light, logo?.dark, favicon, ...scripts.map(({ src }) => src)].filter((file) => file?.startsWith("/"));
  expect(await findFaults(files as string[], (file) => judgeStatus(request, basePath + file, 200))).toEqual([]);
  expect(await judgeStatus(request, `${basePath}/no-page-of-this-name`, 404)).toEqual([]);
});

test("search answers a page of the site", async ({ request, baseURL }) => {
  const token = await takeToken(request, String(baseURL));
  const headers = { authorization: `Bearer ${token}` };
  const response = await request.post(`${basePath}/v1/search/${project.domain}`, { headers, data: { query: project.name } });
  expect([response.status(), Array.isArray(await response.json())]).toEqual([200, true]);
});

test("search finds a page by its title, and Enter opens it", BROWSER, async ({ page, request }) => {
  const { address, title } = await findGuide(request);
  await page.goto(address);
  const opener = page.locator("[data-search-trigger]").filter({ visible: true }).first();
  test.skip((await opener.count()) === 0, "This site shows no search.");
  await opener.click();
  await page.getByRole("combobox").fill(title);
  await expect(page.getByRole("option").filter({ hasText: title }).first()).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("combobox")).toBeHidden();
  await expect(page.locator("h1")).toBeVisible();
});

test("the assistant answers a question", BROWSER, async ({ page, request }) => {
  test.skip(!getConfig().assistant.enabled, "The assistant of this site is off.");
  const { address, title } = await findGuide(request);
  await page.goto(address);
  const opener = page.locator("[data-assistant-trigger]").filter({ visible: true }).first();
  test.skip((await opener.count()) === 0, "This site shows no assistant.");
  await opener.click();
  const answer = page.waitForResponse((response) => /\/assistant\/[^/]+\/message$/.test(new URL(response.url()).pathname));
  await page.getByRole("dialog").or(page.getByRole("complementary")).getByRole("textbox").last().fill(title);
  await page.keyboard.press("Enter");
  const response = await answer;
  expect([response.status(), await response.finished()]).toEqual([200, null]);
  await expect(page.locator("[data-question]")).toContainText(title);
  await expect(page.getByRole("log")).not.toHaveText(title);
});

test("each language has its pages, and the theme its colours", BROWSER, async ({ page }) => {
  for (const { id } of project.languages) {
    const faults = listFaults(page);
    await page.goto(basePath + landingPath(project, id));
    await expect(page.locator("html")).toHaveAttribute("lang", new RegExp(`^${id}`, "i"));
    expect(faults).toEqual([]);
  }
  const button = page.locator("[data-theme-switch]").filter({ visible: true });
  test.skip((await button.count()) === 0, "This site shows no choice of colours here.");
  const isDark = () => page.locator("html").evaluate((html) => getComputedStyle(html).colorScheme.includes("dark"));
  const before = await isDark();
  // The first press shows the other colours, or those of the system where the site begins with one of its own.
  await expect(async () => {
    await button.click();
    expect(await isDark()).toBe(!before);
  }).toPass();
});

function listLandings(): string[] {
  return project.languages.map(({ id }) => basePath + landingPath(project, id));
}

/** Lists pages that the owner has added in `app/`, without those whose address has a part that varies. */
async function listOwnPages(): Promise<string[]> {
  const own = (await listAppRoutes()).filter(({ isOwn, handler, pattern }) => isOwn && !handler && !pattern.includes("["));
  return own.map(({ pattern }) => basePath + pattern);
}

async function listSitemap(request: APIRequestContext): Promise<string[]> {
  const text = await (await request.get(`${basePath}/sitemap.xml`)).text();
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(String(url).replaceAll("&amp;", "&")).pathname);
}

async function findFaults(addresses: readonly string[], judge: (address: string) => Promise<string[]>): Promise<string[]> {
  const faults: string[] = [];
  for (let start = 0; start < addresses.length; start += AT_ONCE)
    faults.push(...(await Promise.all(addresses.slice(start, start + AT_ONCE).map(judge))).flat());
  return faults.slice(0, 20);
}

async function judgePage(request: APIRequestContext, address: string): Promise<string[]> {
  const response = await request.get(address);
  if (response.status() !== 200) return [`${address} answers ${response.status()}.`];
  return /<h1[\s>]/.test(await response.text()) ? [] : [`${address} has no heading of the first level.`];
}

async function judgeStatus(request: APIRequestContext, address: string, status: number): Promise<string[]> {
  const found = (await request.get(address, { failOnStatusCode: false })).status();
  return found === status ? [] : [`${address} answers ${found} where ${status} was expected.`];
}

/** Takes a token as the pages of the site do. */
async function takeToken(request: APIRequestContext, origin: string): Promise<string> {
  const headers = { origin, "sec-fetch-site": "same-origin" };
  const response = await request.post(`${basePath}/api/site-token`, { headers, data: { domain: project.domain, fp: "stories" } });
  expect(response.status()).toBe(200);
  return (await response.json()).token;
}

/** Finds the first page of the sitemap that is part of the documentation, and its title. */
async function findGuide(request: APIRequestContext): Promise<{ address: string; title: string }> {
  const pages = await listSitemap(request);
  for (const address of [...pages.filter((page) => page.includes("/docs")), ...pages]) {
    const html = await (await request.get(address)).text();
    const [, heading = ""] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
    const title = heading.replace(/<[^>]*>/g, "").trim();
    if (title && !/[&<>]/.test(title) && html.includes("data-search-trigger")) return { address, title };
  }
  throw new Error("No page of the sitemap has a heading.");
}

/** Lists what goes wrong in a page from now on. */
function listFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  return faults;
}
