import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { chromium, type Page } from "playwright";
import { findFreePort, startServer, stopServer } from "../../e2e/server.ts";
import { requireBrowser } from "../../scripts/find-browser.ts";

/** Takes the pictures of README.md and the manual from the last build: `node internal/manual/pictures.ts`. */
async function main(): Promise<void> {
  const data = await mkdtemp(path.join(tmpdir(), "docent-pictures-"));
  const port = await findFreePort();
  const site = `http://localhost:${port}`;
  const server = await startServer(port, { ...process.env, SITE_URL: site, DOCENT_DATA_DIR: data, DATABASE_URL: "" });
  const browser = await chromium.launch({ executablePath: requireBrowser(), args: ["--no-sandbox", "--disable-gpu"] });
  try {
    const look = {
      viewport: { width: 1360, height: 850 },
      colorScheme: "light",
      reducedMotion: "reduce",
      baseURL: site,
    } as const;
    const page = await browser.newPage(look);
    await takeAnswer(page);
    await takeOperation(page);
    await takeSearch(await browser.newPage({ ...look, deviceScaleFactor: 1.5 }));
  } finally {
    await browser.close();
    await stopServer(server);
    await rm(data, { recursive: true, force: true });
  }
}

async function takeAnswer(page: Page): Promise<void> {
  await page.goto("/docs/keys");
  await page.keyboard.press("Control+i");
  await page.getByRole("textbox", { name: "Your question" }).fill("How do I rotate a key?");
  await page.keyboard.press("Enter");
  await page.getByRole("list", { name: "Sources" }).waitFor();
  await page.screenshot({ path: "docs/screenshot.png" });
  await page.keyboard.press("Escape");
}

async function takeSearch(page: Page): Promise<void> {
  await page.goto("/docs/quickstart");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("reverse proxy");
  const results = page.getByRole("listbox", { name: "Search results" });
  await results.getByRole("option").nth(2).waitFor();
  await page.getByRole("dialog").filter({ has: results }).screenshot({ path: "public/images/search-box.png" });
}

async function takeOperation(page: Page): Promise<void> {
  await page.goto("/docs/api/search/search");
  await page.getByRole("button", { name: "Try it" }).click();
  await page.getByRole("form", { name: "Try it" }).waitFor();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: `public/images/api-page-${colorScheme}.png` });
  }
}

await main();
