import { expect, test } from "./fixtures.ts";

// What a fork adds: the test site has one of each.

test("every slot shows its part, those in a page with that page", async ({ page }) => {
  await page.goto("/docs/keys");
  const title = await page.getByRole("heading", { level: 1 }).textContent();
  for (const name of ["sidebar-head", "sidebar-foot", "page-head", "page-foot"])
    await expect(page.locator(`[data-slot="${name}"]`)).toHaveText(title ?? "");
  await expect(page.locator('[data-slot="banner"]')).toHaveText("The harbor is open.");
  await expect(page.getByRole("banner").locator('[data-slot="header"]')).toHaveText("en");
  await expect(page.locator('[data-slot="footer"]')).toBeVisible();
  await expect(page.locator('head meta[name="harbor"]')).toBeAttached();
});

test("header, sidebar and footer are the site's own, which have the engine's to put anywhere", async ({ page }) => {
  await page.goto("/docs/keys");
  const title = (await page.getByRole("heading", { level: 1 }).textContent()) ?? "";
  await expect(page.locator('[data-part="header"][data-of="en"]').getByRole("banner")).toBeVisible();
  await expect(page.locator('[data-part="footer"][data-of="Harbor"]').getByRole("contentinfo")).toBeVisible();
  const sidebar = page.locator(`aside [data-part="sidebar"][data-of="${title}"]`);
  await expect(sidebar.getByRole("navigation", { name: "Pages" })).toBeVisible();
  expect(Number(await sidebar.getAttribute("data-nodes"))).toBeGreaterThan(3);
});

test("a component of the site is drawn, is Markdown, and is found", async ({ page, request }) => {
  await page.goto("/docs/berths");
  await expect(page.locator('[data-berth="North quay"]')).toHaveText("North quay, 90 m: Deep water.");
  expect(await (await request.get("/docs/berths.md")).text()).toContain("**North quay** takes ships of up to 90 m. Deep water.");
});

test("a component that is drawn alone gets its attributes as JSX, and its Markdown is what they say", async ({
  page,
  request,
}) => {
  await page.goto("/docs/berths");
  await expect(page.locator('[data-tide="3"]')).toHaveText("Old harbour");
  expect(await (await request.get("/docs/berths.md")).text()).toMatch(/\n\nOld harbour\n/);
});

test("the logo, the icon, messages and the style sheet are the site's", async ({ page, request }) => {
  await page.goto("/docs");
  await expect(page.getByRole("banner").getByRole("link", { name: "Harbor" }).locator("img")).toHaveAttribute("src", "/logo.svg");
  await expect(page.locator('link[rel="icon"]').first()).toHaveAttribute("href", "/logo.svg");
  const radius = await page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--radius"));
  expect(Number.parseFloat(radius)).toBe(0.25);
  expect(await (await request.get("/docs/nowhere")).text()).toContain("Back to the quay");
});

test("a script of the configuration runs under the policy", async ({ page }) => {
  await page.goto("/docs");
  await expect(page.locator("html")).toHaveAttribute("data-stats", "harbor");
});

test("own pages show in the site's shell, and in their own layout", async ({ page }) => {
  await page.goto("/");
  await page.getByRole("link", { name: "Pricing" }).first().click();
  await expect(page.getByRole("heading", { name: "What a berth costs" })).toBeVisible();
  await expect(page.getByRole("banner")).toBeVisible();
  await page.goto("/status");
  await expect(page.getByRole("heading", { name: "All quays are open" })).toBeVisible();
  await expect(page.getByRole("banner")).toHaveCount(0);
});

test("files and pictures that a fork adds are served", async ({ request }) => {
  const html = await (await request.get("/pricing")).text();
  const [, card = ""] = /property="og:image" content="[^"]*?(\/pricing\/[^"]+)"/.exec(html) ?? [];
  const [, touch = ""] = /rel="apple-touch-icon" href="([^"]+)"/.exec(html) ?? [];
  const types = { [card]: "image/png", [touch]: "image/png", "/manifest.webmanifest": "application/manifest+json" };
  for (const [path, type] of Object.entries(types)) {
    const response = await request.get(path);
    expect([path, response.status(), response.headers()["content-type"]]).toEqual([path, 200, type]);
  }
  expect(await (await request.get("/.well-known/security.txt")).text()).toContain("watch@harbor.example");
  expect(await (await request.get("/.well-known/harbor")).text()).toBe("The harbor's own file.\n");
  const robots = await (await request.get("/robots.txt")).text();
  expect(robots).toMatch(/^User-agent: \*\nDisallow: \/engine-room\n\nSitemap: http.*\/sitemap\.xml\n$/);
});

test("the address of an error leads to a page that explains it", async ({ page, request }) => {
  const refusal = await (await request.post("/v1/search/harbor", { data: {} })).json();
  await page.goto(new URL(refusal.type).pathname);
  await expect(page.getByRole("heading", { level: 1, name: "No token" })).toBeVisible();
  await expect(page.getByText("HTTP status 401")).toBeVisible();
  await expect(page.getByRole("main").locator("> *").first()).toHaveCSS("max-width", "704px");
  await page.getByRole("link", { name: "Error codes" }).click();
  await expect(page.getByRole("listitem").filter({ hasText: "limit_exceeded" })).toBeVisible();
});
