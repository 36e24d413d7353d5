import type { Page } from "playwright/test";
import { expect, OPENERS, test, waitForOpeners } from "./fixtures.ts";

const sidebarLink = (page: Page, name: string) => page.getByRole("complementary").getByRole("link", { name, exact: true });

/** Opens a page and waits until its code is there; what is written into the window is gone after a load. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await waitForOpeners(page, OPENERS);
  await page.evaluate(() => Object.assign(window, { isSameLoad: true }));
}

const isSameLoad = (page: Page) => page.evaluate(() => "isSameLoad" in window);

test("links of the sidebar, the header and the text open without a load, and back leads back", async ({ page }) => {
  await open(page, "/docs/quickstart");
  await sidebarLink(page, "Components").click();
  await expect(page.getByRole("heading", { level: 1, name: "Components" })).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("heading", { level: 1, name: "Quickstart" })).toBeVisible();
  await page.locator("article .prose a[href^='/docs/']").first().click();
  await expect(page).not.toHaveURL(/\/docs\/quickstart$/);
  await page.getByRole("banner").getByRole("link").first().click();
  await expect(page).toHaveURL(/:\d+\/$/);
  expect(await isSameLoad(page)).toBe(true);
});

test("the keyboard follows a link as a click does", async ({ page }) => {
  await open(page, "/docs/quickstart");
  await sidebarLink(page, "Components").press("Enter");
  await expect(page.getByRole("heading", { level: 1, name: "Components" })).toBeVisible();
  expect(await isSameLoad(page)).toBe(true);
});

test("a click with a modifier key is left to the browser, which opens another tab, and the page stays", async ({ page }) => {
  await open(page, "/docs/quickstart");
  // The tab itself is not waited for: under load the browser's first words of it can be lost to the test.
  await page.evaluate(() =>
    window.addEventListener("click", (event) => {
      Object.assign(window, { isTaken: event.defaultPrevented });
      event.preventDefault();
    }),
  );
  const isTaken = () => page.evaluate(() => (window as { isTaken?: boolean }).isTaken);
  await sidebarLink(page, "Components").click({ modifiers: ["ControlOrMeta"] });
  expect(await isTaken()).toBe(false);
  await expect(page).toHaveURL(/\/docs\/quickstart$/);
  await sidebarLink(page, "Components").click();
  await expect(page).toHaveURL(/\/docs\/components$/);
  expect(await isTaken()).toBe(true);
});

test("a link that the pointer rests on has its page fetched before it is pressed", async ({ page }) => {
  await open(page, "/docs/quickstart");
  const fetched = page.waitForRequest((request) => request.url().includes("/docs/components") && "rsc" in request.headers());
  await sidebarLink(page, "Components").hover();
  await fetched;
  await expect(page).toHaveURL(/\/docs\/quickstart$/);
});
