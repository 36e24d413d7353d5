import { readdir } from "node:fs/promises";
import { expect, test } from "./fixtures.ts";

const figure = "figure.diagram";

test("a diagram is drawn as a picture in the colours of the theme, and keeps its source", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/docs/components#diagrams");
  const diagram = page.locator(figure).first();
  const picture = diagram.getByRole("img", { name: "Diagram" });
  await expect(picture).toBeVisible();
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(50);
  const light = await picture.getAttribute("src");
  await page.getByRole("button", { name: /^Theme: / }).click();
  await expect(page.locator("html")).toHaveClass(/dark/);
  await expect(picture).not.toHaveAttribute("src", String(light));
  await page.emulateMedia({ media: "print" });
  await expect(picture, "light on paper").toHaveCSS("filter", /invert/);
  await page.emulateMedia({ media: "screen" });
  await diagram.getByText("Show the source").click();
  await expect(diagram.locator("pre")).toContainText("Question --> Search");
});

test("a diagram is as whole for readers who want no motion", async ({ page }) => {
  const shapes = [];
  for (const reducedMotion of ["no-preference", "reduce"] as const) {
    await page.emulateMedia({ reducedMotion });
    await page.goto("about:blank");
    await page.goto("/docs/components#diagrams");
    const picture = page.locator(figure).first().getByRole("img", { name: "Diagram" });
    await expect(picture).toBeVisible();
    shapes.push(/viewBox="([^"]+)"/.exec(decodeURIComponent((await picture.getAttribute("src")) ?? ""))?.[1]);
  }
  expect(shapes[0]).toMatch(/^[\d.-]+ /);
  expect(shapes[1]).toBe(shapes[0]);
});

test("every kind of diagram is drawn without the layout that is not sent", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  await page.goto("/docs/diagrams");
  const diagrams = page.locator(figure);
  expect(await diagrams.count()).toBeGreaterThan(10);
  for (const diagram of await diagrams.all()) {
    await diagram.scrollIntoViewIfNeeded();
    await expect(diagram.getByRole("img", { name: "Diagram" })).toBeVisible();
    await expect(diagram.getByRole("status")).toHaveCount(0);
  }
  expect(asked.filter((url) => url.includes("/elk-"))).toEqual([]);
});

test("a diagram whose drawing cannot be loaded shows its source, without an error", async ({ page, expectedConsoleErrors }) => {
  expectedConsoleErrors.push(/ERR_FAILED/);
  await page.route("**/api/mermaid/**", (route) => route.abort());
  const failed = page.waitForEvent("requestfailed", (request) => request.url().includes("/api/mermaid/"));
  await page.goto("/docs/components#diagrams");
  const address = (await failed).url();
  // The page's own import fails no later than this one; what it changes is shown a frame later.
  await page.evaluate(async (module) => {
    await import(module).catch(() => undefined);
    await new Promise((shown) => requestAnimationFrame(() => requestAnimationFrame(shown)));
  }, address);
  const diagram = page.locator(figure).first();
  await expect(diagram.locator("pre")).toBeVisible();
  await expect(diagram.getByRole("status")).toHaveCount(0);
});

test("nothing of a diagram is loaded on a page without one", async ({ page }) => {
  const loaded: string[] = [];
  page.on("response", async (response) => {
    if (response.url().endsWith(".js")) loaded.push(await response.text().catch(() => ""));
  });
  await page.goto("/docs/quickstart", { waitUntil: "networkidle" });
  expect(loaded.filter((text) => text.includes("flowchart-elk"))).toEqual([]);
});

test("a browser gets the files of the Mermaid package that the drawing imports, and nothing else", async ({ page, request }) => {
  await page.goto("/docs/components");
  const [entry] = /\/api\/mermaid\/[\d.]+\/mermaid\.esm\.min\.mjs/.exec(await page.content()) ?? [];
  const answer = await request.get(String(entry));
  expect(answer.headers()).toMatchObject({
    "content-type": "text/javascript; charset=utf-8",
    "cache-control": "public, max-age=31536000, immutable",
  });
  const others = [
    "mermaid.min.js",
    "mermaid.esm.min.mjs.map",
    "..%2fpackage.json",
    "chunks/x.mjs",
    `chunks/mermaid.esm.min/${(await readdir("node_modules/mermaid/dist/chunks/mermaid.esm.min")).find((name) => /^elk-.*mjs$/.test(name))}`,
    "../0.0.0/mermaid.esm.min.mjs",
  ];
  for (const name of others) {
    const missing = await request.get(new URL(name, answer.url()).href);
    expect(missing.status(), name).toBe(404);
    // It may be there after the next deployment.
    expect(missing.headers()["cache-control"], name).not.toContain("immutable");
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });
  test("the source of a diagram shows", async ({ page }) => {
    await page.goto("/docs/components");
    await expect(page.locator(figure).first().locator("pre")).toBeVisible();
  });
});
