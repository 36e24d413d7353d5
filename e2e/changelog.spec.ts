import { expect, test } from "./fixtures.ts";

const updates = "section.update";

test("buttons filter the updates that have every chosen tag, and the address keeps the choice", async ({
  page,
  expectAccessible,
}) => {
  await page.goto("/docs/changelog?tags=New,API");
  const [both, one, none] = ["August 21, 2026", "August 1, 2026", "July 2026"].map((name) =>
    page.locator(updates, { has: page.getByRole("link", { name, exact: true }) }),
  ) as [ReturnType<typeof page.locator>, ReturnType<typeof page.locator>, ReturnType<typeof page.locator>];
  await expect(one).toBeHidden();
  await expect(both).toBeVisible();
  const filter = page.getByRole("group", { name: "Filter by tag" });
  await expect(filter.getByRole("button", { name: "API" })).toHaveAttribute("aria-pressed", "true");
  await filter.getByRole("button", { name: "API" }).click();
  await expect(one).toBeVisible();
  await expect(none).toBeHidden();
  await expect(page).toHaveURL(/\?tags=New$/);
  await filter.getByRole("button", { name: "New" }).click();
  await expect(none).toBeVisible();
  await expect(page).toHaveURL(/\/docs\/changelog$/);
  await expectAccessible("article");
});

test("the page leads to its feed, which lists the updates with their places", async ({ page }) => {
  await page.goto("/docs/changelog");
  const link = page.getByRole("link", { name: "RSS feed" });
  await expect(page.locator('link[type="application/rss+xml"]')).toHaveAttribute("href", /\/docs\/changelog\/rss\.xml$/);
  const response = await page.request.get((await link.getAttribute("href")) ?? "");
  expect(response.headers()["content-type"]).toBe("application/rss+xml; charset=utf-8");
  expect(await response.text()).toMatch(/<title>Search<\/title>\n<link>[^<]*\/docs\/changelog#search<\/link>/);
});

test("a page without updates has no feed", async ({ page }) => {
  expect((await page.request.get("/docs/quickstart/rss.xml")).status()).toBe(404);
});
