import type { Locator } from "playwright/test";
import { expect, test } from "./fixtures.ts";

test("the first page that a browser opens is set in the site's own fonts", async ({ page }) => {
  await page.goto("/docs/configuration");
  const session = await page.context().newCDPSession(page);
  await session.send("DOM.enable");
  await session.send("CSS.enable");
  const { root } = await session.send("DOM.getDocument");
  const fontsOf = async (selector: string) => {
    const { nodeId } = await session.send("DOM.querySelector", { nodeId: root.nodeId, selector });
    const { fonts } = await session.send("CSS.getPlatformFontsForNode", { nodeId });
    return fonts.map(({ familyName }) => familyName).join();
  };
  await expect.poll(() => fontsOf("h1")).toMatch(/^Figtree/);
  await expect.poll(() => fontsOf("main td > code")).toMatch(/^Geist Mono/);
});

test("while the first results of a search are on their way, the box shows their shape", async ({ page }) => {
  const answer = Promise.withResolvers<void>();
  await page.route("**/v1/search/harbor", async (route) => {
    await answer.promise;
    await route.continue();
  });
  await page.goto("/docs/quickstart");
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: "Search the documentation" }).fill("key");
  await expect(page.locator("[data-waiting]")).toBeVisible();
  answer.resolve();
  await expect(page.getByRole("listbox", { name: "Search results" }).getByRole("option").first()).toBeVisible();
  await expect(page.locator("[data-waiting]")).toHaveCount(0);
});

test("in a right-to-left language the button of a code block is at the end of its lines", async ({ page }) => {
  await page.goto("/docs/quickstart");
  await page.evaluate(() => {
    document.documentElement.dir = "rtl";
  });
  const block = page.locator(".code", { has: page.getByText("npm") }).first();
  const [code, button] = [await block.boundingBox(), await block.locator(".code-copy").boundingBox()];
  expect(button?.x).toBeGreaterThan((code?.x ?? 0) + (code?.width ?? 0) / 2);
});

test("on paper a page of the API reference has one column, and nothing is folded", async ({ page }) => {
  await page.goto("/docs/api/search/search");
  await page.emulateMedia({ media: "print" });
  await expect(page.locator("#response-401")).toBeVisible();
  const [code, article] = [await page.locator(".code").first().boundingBox(), await page.getByRole("article").boundingBox()];
  expect(code?.width).toBeGreaterThan((article?.width ?? 0) * 0.9);
});

test("a folded response says what it means, an open one of which type it is", async ({ page }) => {
  await page.goto("/docs/api/search/search");
  const response = page.locator("details", { has: page.locator("#response-401") }).locator("> summary");
  await expect(response).toHaveText(/^401\s*The token is missing/, { useInnerText: true });
  await response.click();
  await expect(response).toHaveText(/^401\s*application\/problem\+json$/, { useInnerText: true });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });

  test("a finger has 40 pixels for the header, the line below the title, the page's actions and its lists", async ({ page }) => {
    await page.goto("/docs/errors");
    const header = page.getByRole("banner");
    const bar = page.locator("[data-page-bar]");
    const actions = page.getByRole("main").locator("header").getByRole("button");
    for (const buttons of [header.getByRole("button"), bar.getByRole("button"), actions]) {
      await expectHeights(buttons, 40);
    }
    await bar.getByRole("button", { name: "On this page" }).tap();
    await expectHeights(page.getByRole("navigation", { name: "On this page" }).getByRole("link"), 36);
    await page.keyboard.press("Escape");
    await header.getByRole("button", { name: "Menu" }).tap();
    await expectHeights(page.getByRole("navigation", { name: "Pages" }).getByRole("link"), 40);
  });

  test("the line below the title stays in sight and names the section that is being read", async ({ page }) => {
    await page.goto("/docs/errors");
    const button = page.locator("[data-page-bar]").getByRole("button", { name: "On this page" });
    await expect(button).toHaveText("On this page");
    await page.goto("/docs/errors#not_found");
    await expect(button).toBeInViewport({ ratio: 1 });
    await expect(button).toHaveText("On this page not_found");
  });

  test("the menu opens at the page that is read, with its button to close in view", async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 360 });
    await page.goto("/docs/self-hosting");
    await page.getByRole("banner").getByRole("button", { name: "Menu" }).tap();
    const drawer = page.getByRole("complementary", { name: "Pages" });
    await expect(drawer.getByRole("navigation", { name: "Pages" }).locator("[aria-current=page]")).toBeInViewport({ ratio: 1 });
    expect(await drawer.evaluate(({ scrollTop }) => scrollTop), "the list is longer than the window").toBeGreaterThan(0);
    await drawer.getByRole("button", { name: "Close" }).tap();
    await expect(drawer).toBeHidden();
  });

  test("the text of a guide begins high, and a long description opens when pressed", async ({ page }) => {
    await page.goto("/docs/errors");
    const bar = await page.getByRole("banner").boundingBox();
    const text = await page.locator("article .prose > p").first().boundingBox();
    // 28 of them are a slot of this site.
    expect((text?.y ?? 0) - (bar?.y ?? 0) - (bar?.height ?? 0)).toBeLessThanOrEqual(204 + 28);
    const description = page.locator(".page-description");
    await description.evaluate((element) => {
      element.append(" and more words of it".repeat(20));
      element.tabIndex = 0;
    });
    const height = () => description.evaluate((element) => element.clientHeight);
    const cut = await height();
    expect(cut).toBeLessThan(80);
    await description.tap();
    expect(await height()).toBeGreaterThan(cut);
  });

  test("the last column of a table is wide enough for its text", async ({ page }) => {
    await page.goto("/docs/configuration");
    const cells = page.locator("td:last-child");
    await expect(cells.first()).toBeVisible();
    const widths = await cells.evaluateAll((all) => all.map((cell) => cell.clientWidth));
    expect(Math.min(...widths)).toBeGreaterThan(125);
    const table = page.locator(".table-scroll").first();
    expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBeLessThan(1);
  });
});

/** Minimum height in pixels of each visible one. */
async function expectHeights(elements: Locator, least: number) {
  await expect(elements.first()).toBeVisible();
  for (const element of await elements.filter({ visible: true }).all()) {
    expect((await element.boundingBox())?.height, (await element.textContent()) ?? "").toBeGreaterThanOrEqual(least);
  }
}

test("a box whose class names no colour of its border has that of lines", async ({ page }) => {
  await page.goto("/docs/quickstart");
  const prose = page.locator(".prose").first();
  const [line, box, text] = await prose.evaluate((element) => {
    element.insertAdjacentHTML("beforeend", '<hr><div class="border">Box</div>');
    const [hr, div] = ["hr:last-of-type", ".border:last-child"].map((each) => element.querySelector(each) as Element);
    const colourOf = (each: Element | undefined) => each && getComputedStyle(each).borderTopColor;
    return [colourOf(hr), colourOf(div), div && getComputedStyle(div).color];
  });
  expect(box).toBe(line);
  expect(box).not.toBe(text);
});
