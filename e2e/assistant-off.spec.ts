import path from "node:path";
import { gzipSync } from "node:zlib";
import type { Page, Response } from "playwright/test";
import type { Opener } from "../components/early-input.ts";
import { expect, OPENERS, SEARCH_OPENER, test, waitForOpeners } from "./fixtures.ts";
import { serverForTests } from "./server.ts";

const PAGE = "/docs/keys";

test.describe.configure({ mode: "serial", timeout: 120_000 });

const server = serverForTests(async () => {
  const { default: config } = await import("./site/docent.config.ts");
  return { config: { ...config, assistant: { enabled: false } } };
});

test("a site without the assistant shows nothing of it", async ({ page }) => {
  await page.goto(server.url + PAGE, { waitUntil: "networkidle" });
  await expect(page.getByRole("button", { name: "Ask the assistant" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Ask about this code" })).toHaveCount(0);
  await page.keyboard.press("Control+i");
  await page.keyboard.press("/");
  await page.getByRole("combobox", { name: "Search the documentation" }).fill("keys");
  await expect(page.getByRole("listbox").getByRole("option").first()).toBeVisible();
  // Pages may have that title, and are links.
  const row = page.getByRole("option", { name: /Ask the assistant/ }).and(page.locator(":not([href])"));
  await expect(row).toHaveCount(0);
  await expect(page.getByRole("complementary", { name: "Assistant" })).toHaveCount(0);
});

test("with the panel closed the assistant costs a page at most 4 kB, which a site without it does not load", async ({ page }) => {
  const without = await scriptsOf(page, server.url + PAGE, [SEARCH_OPENER]);
  const withIt = await scriptsOf(page, PAGE, OPENERS);
  const added = [...withIt.keys()].filter((name) => !without.has(name));
  expect(added.length).toBeGreaterThan(0);
  expect([...without.keys()].filter((name) => !withIt.has(name))).toEqual([]);
  expect(added.reduce((sum, name) => sum + (withIt.get(name) ?? 0), 0)).toBeLessThanOrEqual(4_000);
});

/** Sizes after gzip of all scripts that a page loads before anyone touches it and until these buttons answer, by file name. */
async function scriptsOf(page: Page, address: string, openers: readonly Opener[]): Promise<Map<string, number>> {
  const sizes = new Map<string, number>();
  const reading: Promise<void>[] = [];
  const onResponse = (response: Response) => {
    if (response.request().resourceType() !== "script") return;
    const name = path.basename(new URL(response.url()).pathname);
    reading.push(response.body().then((body) => void sizes.set(name, gzipSync(body).length)));
  };
  page.on("response", onResponse);
  await page.goto(address);
  await waitForOpeners(page, openers);
  await page.waitForLoadState("networkidle");
  await Promise.all(reading);
  page.off("response", onResponse);
  return sizes;
}
