import { gzipSync } from "node:zlib";
import type { APIRequestContext } from "playwright/test";
import { expect, test } from "./fixtures.ts";

const places = [
  { name: "English, default version", path: "/docs/quickstart", lang: "en" },
  { name: "English, v1", path: "/docs/v1/quickstart", lang: "en" },
  { name: "Spanish, default version", path: "/es/docs/quickstart", lang: "es" },
  { name: "Spanish, v1", path: "/es/docs/v1/quickstart", lang: "es" },
];

for (const { name, path, lang } of places) {
  test(`a page reads in ${name}`, async ({ page }) => {
    const response = await page.goto(path);
    expect(response?.status()).toBe(200);
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(page.getByRole("main").locator("pre").first()).toBeVisible();
    await expect(page.locator(`aside a[aria-current="page"]`)).toBeVisible();
  });
}

test("switching language and version keeps the page", async ({ page }) => {
  await page.goto("/docs/errors");
  await page.getByRole("button", { name: /^Version: v2/ }).click();
  await page.getByRole("link", { name: /^v1/ }).click();
  await expect(page).toHaveURL(/\/docs\/v1\/errors$/);
  await expect(page.getByRole("note").filter({ hasText: "v1" })).toBeVisible();
  await page.getByRole("link", { name: "Read this page in the current version" }).click();
  await expect(page).toHaveURL(/\/docs\/errors$/);
  await page.getByRole("button", { name: "Language" }).click();
  await page.getByRole("link", { name: /^Español/ }).click();
  await expect(page).toHaveURL(/\/es\/docs\/errors$/);
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
});

test.describe("a reader whose browser asks for Spanish", () => {
  test.use({ locale: "es-MX" });

  test("is offered the page in Spanish in one line, and the choice is kept", async ({ page, context }) => {
    const offer = page.getByRole("link", { name: "Esta página en Español" });
    for (const path of ["/", "/docs/errors"]) {
      await page.goto(path);
      await expect(offer).toBeVisible();
    }
    await offer.click();
    await expect(page).toHaveURL(/\/es\/docs\/errors$/);
    await expect(page.locator("p[data-offer]:visible")).toHaveCount(0);
    // Back in English by the menu: a choice, after which the browser's language counts no more.
    await page.getByRole("button", { name: "Idioma" }).click();
    await page.getByRole("link", { name: "English" }).last().click();
    await expect(page).toHaveURL(/\/docs\/errors$/);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(offer).toBeHidden();
    expect(await context.cookies()).toEqual([]);
  });

  test("is offered nothing where the page is not translated, and no more once it was closed", async ({ page }) => {
    await page.goto("/docs/components");
    await expect(page.locator("p[data-offer]:visible")).toHaveCount(0);
    await page.goto("/docs/keys");
    await page.locator("p[data-offer]").getByRole("button", { name: "Cerrar" }).click();
    await expect(page.locator("p[data-offer]:visible")).toHaveCount(0);
    await page.goto("/docs/errors");
    await expect(page.locator("p[data-offer]:visible")).toHaveCount(0);
  });
});

test("a switch to a version without the page says that it leads elsewhere", async ({ page }) => {
  await page.goto("/docs/components");
  await page.getByRole("button", { name: /^Version: v2/ }).click();
  const choice = page.getByRole("link", { name: /^v1/ });
  await expect(choice).toContainText("this page is not part of it");
  await choice.click();
  await expect(page).toHaveURL(/\/docs\/v1$/);
});

test("a page without translation is shown in the default language and says so", async ({ page }) => {
  await page.goto("/es/docs/check-content");
  await expect(page.locator("html")).toHaveAttribute("lang", "es");
  await expect(page.getByText("aún no está traducida y se muestra en inglés.")).toBeVisible();
  await expect(page.locator("article")).toHaveAttribute("lang", "en");
});

test("an unknown address answers 404 with suggestions, as full HTML", async ({ page, request }) => {
  const plain = await request.get("/docs/quikstart");
  expect(plain.status()).toBe(404);
  expect(await plain.text()).toContain("/docs/quickstart");
  const spanish = await request.get("/es/docs/no-existe");
  expect(spanish.status()).toBe(404);
  expect(await spanish.text()).toMatch(/<html[^>]+lang="es"/);
  expect((await page.goto("/docs/errors"))?.status()).toBe(200);
});

test("the table of contents follows the scroll", async ({ page }) => {
  await page.goto("/docs/components");
  const toc = page.getByRole("navigation", { name: "On this page" }).last();
  const last = toc.getByRole("link").last();
  await last.click();
  await expect(last).toHaveAttribute("aria-current", /.+/);
  await expect(toc.getByRole("link").first()).not.toHaveAttribute("aria-current", /.+/);
});

test("a step back from the content leads a keyboard into the table of contents", async ({ page }) => {
  await page.goto("/docs/components");
  for (const key of ["Tab", "Enter", "Shift+Tab"]) await page.keyboard.press(key);
  await expect(page.getByRole("navigation", { name: "On this page" }).getByRole("link").last()).toBeFocused();
});

test("every page is also plain Markdown, and llms.txt lists them", async ({ request, baseURL }) => {
  for (const path of ["/docs/components.md", "/docs.md", "/es/docs/quickstart.md", "/docs/v1/errors.md"]) {
    const response = await request.get(path);
    expect(response.status(), path).toBe(200);
    expect(response.headers()["content-type"], path).toContain("text/markdown");
    expect(await response.text(), path).toMatch(/^# .*\n\n<http.*\/llms\.txt\)\n/);
  }
  expect(await (await request.get("/docs/v1/errors.md")).text()).toContain("> You are reading the documentation of");
  const untranslated = await request.get("/es/docs/components", { headers: { accept: "text/plain" } });
  expect(untranslated.headers()["content-type"]).toContain("text/markdown");
  expect((await untranslated.text()).split("\n\n")[2]).toMatch(/^> Esta página/);
  const index = await (await request.get("/llms.txt")).text();
  expect(index).toContain(`${baseURL}/docs/quickstart`);
  expect(index).not.toContain("/es/docs/");
  const full = await (await request.get("/llms-full.txt")).text();
  expect(outsideFences(full)).not.toMatch(/<\/?(Note|Steps|Step|Tabs|Tab|Card|Accordion)\b/);
});

test("the sitemap lists every page and translation for search engines", async ({ page, request, baseURL }) => {
  const sitemap = await (await request.get("/sitemap.xml")).text();
  for (const address of ["/es/docs/quickstart", "/pricing", "/status"])
    expect(sitemap).toContain(`<loc>${baseURL}${address}</loc>`);
  expect(sitemap).not.toContain("/contact");
  expect((await (await request.get("/robots.txt")).text()).toLowerCase()).toContain("sitemap:");
  await page.goto("/docs/quickstart");
  await expect(page.locator('link[rel="canonical"]')).toHaveAttribute("href", `${baseURL}/docs/quickstart`);
  await expect(page.locator('link[rel="alternate"][hreflang="es"]')).toHaveAttribute("href", `${baseURL}/es/docs/quickstart`);
  const card = await page.locator('meta[property="og:image"]').getAttribute("content");
  expect((await request.get(card ?? "")).headers()["content-type"]).toBe("image/png");
  const [data] = await page.locator('script[type="application/ld+json"]').allTextContents();
  expect(JSON.stringify(JSON.parse(data ?? ""))).toContain("TechArticle");
});

test("the first tab stop skips to the content", async ({ page }) => {
  await page.goto("/docs/quickstart");
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator("#content")).toBeFocused();
});

test("the page comes before the list of pages for keyboards and programs, with a way to each", async ({ page, request }) => {
  const html = await (await request.get("/docs/quickstart")).text();
  expect(html.indexOf("<main")).toBeLessThan(html.indexOf('id="pages"'));
  await page.goto("/docs/quickstart");
  const [main, pages] = [page.locator("#content"), page.locator("#pages")];
  expect((await pages.boundingBox())?.x).toBeLessThan((await main.boundingBox())?.x ?? 0);
  for (const key of ["Tab", "Tab"]) await page.keyboard.press(key);
  await expect(page.getByRole("link", { name: "Skip to the list of pages" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(pages).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Back to the content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(main).toBeFocused();
});

test("a code block copies its text", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/docs/quickstart");
  await page.getByRole("main").getByRole("button", { name: /^Copy/ }).nth(1).click();
  expect((await page.evaluate(() => navigator.clipboard.readText())).length).toBeGreaterThan(3);
});

test("the answers of an operation are chosen by their status, its calls by language, which the next page keeps", async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 740 });
  await page.goto("/docs/api/search/search");
  await page.getByRole("button", { name: "Request · Response" }).click();
  const answers = page.getByRole("region", { name: "Response", exact: true });
  await expect(answers.getByRole("button", { name: "200" })).toHaveAttribute("aria-pressed", "true");
  await answers.getByRole("button", { name: "401" }).click();
  await expect(answers.locator("[data-code-body]")).toContainText("/errors/unauthenticated");
  const calls = page.getByRole("region", { name: "Request", exact: true });
  await expect(calls.getByRole("group")).toContainText("curl http");
  await calls.getByRole("button", { name: "Programming language: curl" }).press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await expect(calls.getByRole("group")).toContainText("import requests");
  const menu = calls.getByRole("button", { name: "Programming language: Python" });
  await expect(menu).toBeFocused();
  await expect(menu, "nothing of it is cut off").toBeInViewport({ ratio: 1 });
  await page.goto("/docs/api/assistant/send-message");
  await page.getByRole("button", { name: "Request · Response" }).click();
  await expect(calls.getByRole("group")).toContainText('"messages": [');
  await expect(menu).toBeVisible();
});

test("with a finger the code of an operation unfolds, its status is chosen, and an allowed value is copied", async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  await page.goto("/docs/api/search/search");
  await page.getByRole("button", { name: "Request · Response" }).tap();
  const answers = page.getByRole("region", { name: "Response", exact: true });
  const status = answers.getByRole("button", { name: "401" });
  expect((await status.boundingBox())?.height).toBeGreaterThanOrEqual(40);
  await status.tap();
  await expect(answers.locator("[data-code-body]")).toContainText("/errors/unauthenticated");
  const value = page.locator("main button[data-copy]").first();
  await value.evaluate((element) => {
    for (let fold = element.closest("details"); fold; fold = fold.parentElement?.closest("details") ?? null) fold.open = true;
  });
  await value.tap();
  await expect(page.getByRole("status").filter({ hasText: "Copied" })).toHaveCount(1);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await value.textContent());
  await context.close();
});

test("a response with the fields of an earlier one leads to it", async ({ page }) => {
  await page.goto("/docs/api/search/search");
  await page.locator("summary", { hasText: "401" }).click();
  await page.locator("#response-401").getByRole("link", { name: "The same fields as 400" }).click();
  await expect(page.locator("#response-400 .field").filter({ visible: true }).first()).toBeInViewport();
});

/** Runs in the page: returns its width, with a word in each text that an author writes, but code and what is on buttons. */
function widthOf(word: string): number {
  const isWritten = (element: Element) =>
    /[a-z]/i.test(element.textContent ?? "") &&
    !element.closest("pre, svg, button, label, select, .rounded-full, .shrink-0, .whitespace-nowrap");
  for (const element of document.querySelectorAll("main *"))
    if (word && element.children.length === 0 && isWritten(element)) element.textContent = word;
  return document.documentElement.scrollWidth;
}

test.describe("at 360 pixels", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  for (const path of ["/", "/docs/quickstart", "/docs/components", "/docs/configuration", "/docs/api/search/search"]) {
    test(`${path} does not scroll sideways`, async ({ page }) => {
      await page.goto(path);
      await expect(page.locator("h1").first()).toBeVisible();
      expect(await page.evaluate(widthOf, "")).toBeLessThanOrEqual(360);
      expect(
        await page.evaluate(widthOf, "Donaudampfschifffahrtsgesellschaftsverwaltung"),
        "with long words",
      ).toBeLessThanOrEqual(360);
    });
  }

  test("the menu opens, leads to a page and closes", async ({ page }) => {
    await page.goto("/docs/quickstart");
    await page.getByRole("button", { name: "Menu", exact: true }).click();
    await page.getByRole("complementary").getByRole("link", { name: "Components" }).click();
    await expect(page).toHaveURL(/\/docs\/components$/);
    await expect(page.getByRole("heading", { level: 1, name: "Components" })).toBeVisible();
  });
});

test.describe("accessibility", () => {
  for (const path of [
    ...["/", "/es", "/docs/components", "/es/docs/quickstart", "/docs/v1/errors", "/docs/api/search/search"],
    ...["/api-changes", "/errors", "/errors/invalid_token"],
  ]) {
    test(`${path} has no violation in light or dark`, async ({ page, expectAccessible }) => {
      await page.goto(path);
      await expectAccessible();
    });
  }
});

test.describe("an address without a page", () => {
  test.use({ expectedConsoleErrors: [/404 \(Not Found\)/] });

  test("has no violation in light or dark", async ({ page, expectAccessible }) => {
    await page.goto("/docs/quickstrat");
    await expectAccessible();
  });
});

test("an API page loads at most 154 kB of JavaScript, compressed, while its playground is closed", async ({ request }) => {
  const sizes = await scriptSizes(request, await (await request.get("/docs/api/search/search")).text());
  expect(sizes.length).toBeGreaterThan(3);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(154_000);
});

/** Bytes of each script of a page after gzip; without the one for browsers that know no modules, which the site does not support. */
async function scriptSizes(request: APIRequestContext, html: string): Promise<number[]> {
  const elements = [...html.matchAll(/<script[^>]+>/g)].map(([element]) => element);
  const scripts = new Set(
    elements.filter((element) => !/nomodule/i.test(element)).flatMap((element) => /src="([^"]+)"/.exec(element)?.[1] ?? []),
  );
  return Promise.all([...scripts].map(async (source) => gzipSync(await (await request.get(source)).body()).length));
}

test("a guide page loads at most 154 kB of JavaScript and 16 kB of styles, compressed", async ({ request }) => {
  const html = await (await request.get("/docs/quickstart")).text();
  const sizes = await scriptSizes(request, html);
  expect(sizes.length).toBeGreaterThan(3);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(154_000);
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, address]) => String(address));
  expect(sheets.length).toBeGreaterThan(0);
  const files = await Promise.all(sheets.map(async (sheet) => (await request.get(sheet)).text()));
  const styles = [...files, ...[...html.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/g)].map(([, text]) => text)].join("");
  expect(gzipSync(styles).length).toBeLessThanOrEqual(16_000);
  // The sheet is a file that a browser keeps, so neither the document nor a page reached by a link has it again.
  expect(gzipSync(html).length).toBeLessThanOrEqual(32_000);
});

for (const path of ["/", "/docs/quickstart"]) {
  test(`${path} does not move when its fonts come late`, async ({ page }) => {
    const loaded = Promise.withResolvers<void>();
    await page.route("**/*.woff2", async (route) => {
      await loaded.promise;
      await route.continue();
    });
    await page.addInitScript(() => {
      Object.assign(window, { moved: 0 });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) window.moved += (entry as PerformanceEntry & { value: number }).value;
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(path, { waitUntil: "domcontentloaded" });
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    const fonts = page.waitForResponse(/\.woff2$/);
    loaded.resolve();
    await (await fonts).finished();
    await page.evaluate(async () => {
      await document.fonts.ready;
      for (let frame = 0; frame < 3; frame++) await new Promise(requestAnimationFrame);
    });
    expect(await page.evaluate(() => window.moved)).toBeLessThan(0.01);
  });
}

declare global {
  interface Window {
    /** Sum of the layout shifts so far. */
    moved: number;
  }
}

function outsideFences(markdown: string): string {
  return markdown.replace(/^(`{3,})[\s\S]*?^\1`*$/gm, "").replace(/`[^`\n]*`/g, "");
}

test("a browser finds the icon also where the address is not a page", async ({ request }) => {
  const icon = await request.get("/favicon.ico");
  expect([icon.status(), icon.headers()["content-type"]]).toEqual([200, "image/svg+xml"]);
});
