import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "./fixtures.ts";

/** An edit shows and is found within two seconds on an idle machine; a test on a busy one allows more. */
const FOUND_MS = 30_000;
/** Long, since a page is compiled when it first opens. */
const COMPILED_MS = 120_000;
const folder = path.join(process.env.E2E_FOLDER ?? "", "dev-content", "en", "v2");
const file = path.join(folder, "scratch.mdx");
const write = (body: string) => writeFileSync(file, `---\ntitle: Scratch page\n---\n\n${body}\n`);

test.describe.configure({ mode: "serial", timeout: 240_000 });
test.use({ expectedConsoleErrors: [/Failed to load resource.*(404|500)/] });
// The first requests compile pages and endpoints, which takes minutes on a busy machine and is not measured here.
test.beforeAll(async ({ browser }) => {
  test.setTimeout(900_000);
  const { baseURL } = test.info().project.use;
  const page = await browser.newPage({ baseURL: baseURL ?? "" });
  await page.goto("/docs", { timeout: 0 });
  await searchTitles(page.request, baseURL, "warm up");
  await page.request.get("/docs/nowhere", { timeout: 0 });
  await page.close();
});
test.afterAll(() => rmSync(file, { force: true }));

test("parts that are loaded on demand open: the search, the assistant, a call of the API", async ({ page }) => {
  await page.goto("/docs/quickstart");
  await page.getByRole("button", { name: "Search the documentation" }).click();
  await page.getByRole("combobox", { name: "Search the documentation" }).fill("keys");
  await expect(page.getByRole("dialog").getByRole("option").filter({ hasText: "keys" }).first()).toBeVisible({
    timeout: COMPILED_MS,
  });
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Ask the assistant" }).first().click();
  await page.getByRole("textbox", { name: "Your question" }).fill("How do I create a key?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("log").getByText("From the docs:")).toBeVisible({ timeout: COMPILED_MS });
  await page.setViewportSize({ width: 390, height: 844 });
  await expect(page.getByRole("dialog", { name: "Assistant" })).toBeVisible();
  await page.goto("/docs/api/service/read-health");
  await page.getByRole("button", { name: "Try it" }).click();
  await expect(page.getByRole("form", { name: "Try it" })).toBeVisible({ timeout: COMPILED_MS });
});

test("a new page shows and is found by search without a restart", async ({ page, request, baseURL }) => {
  write("The word quokkaberry is on this page alone.");
  await expect
    .poll(() => searchTitles(request, baseURL, "quokkaberry"), { timeout: FOUND_MS, intervals: [100] })
    .toContain("Scratch page");
  await page.goto("/docs/scratch");
  await expect(page.getByRole("heading", { level: 1, name: "Scratch page" })).toBeVisible();
});

test("an edit reaches the open page without a reload", async ({ page }) => {
  await page.goto("/docs/scratch");
  await expect(page.getByText("quokkaberry")).toBeVisible();
  // A first edit, since Next may still be compiling what the page needs and load it again for that.
  write("Now it speaks of the wombatfruit.");
  await expect(page.getByText("wombatfruit")).toBeVisible({ timeout: FOUND_MS });
  await page.evaluate(() => Object.assign(window, { stayed: true }));
  write("And now of the possumplum.");
  await expect(page.getByText("possumplum")).toBeVisible({ timeout: FOUND_MS });
  expect(await page.evaluate(() => "stayed" in window)).toBe(true);
});

test("an editor that saves by renaming is followed too", async ({ page }) => {
  await page.goto("/docs/scratch");
  const draft = path.join(folder, ".scratch.tmp");
  writeFileSync(draft, "---\ntitle: Scratch page\n---\n\nSaved by rename: numbatnut.\n");
  renameSync(draft, file);
  await expect(page.getByText("numbatnut")).toBeVisible({ timeout: FOUND_MS });
});

test("a page whose connection was answered with an error follows edits again", async ({ page }) => {
  await page.route("**/api/internal/changes", (route) => route.fulfill({ status: 500 }), { times: 1 });
  const refused = page.waitForResponse((response) => response.url().endsWith("/api/internal/changes"));
  await page.goto("/docs/scratch");
  expect((await refused).status()).toBe(500);
  write("Followed again: potoroopod.");
  await expect(page.getByText("potoroopod")).toBeVisible({ timeout: FOUND_MS });
});

test("a broken page shows its file, line and reason while others work, and recovers", async ({ page }) => {
  await page.goto("/docs/scratch");
  write("Fine so far.\n\n<Note>never closed");
  const card = page.getByRole("alert").filter({ hasText: "scratch.mdx" });
  await expect(card).toBeVisible({ timeout: FOUND_MS });
  await expect(card).toContainText(/scratch\.mdx:\d+/);
  const other = await page.request.get("/docs");
  expect(other.status()).toBe(200);
  write("Whole again: bilbyleaf.");
  await expect(page.getByText("bilbyleaf")).toBeVisible({ timeout: FOUND_MS });
});

test("a page in a new folder shows and enters the sidebar", async ({ page }) => {
  const nested = path.join(folder, "burrow");
  mkdirSync(nested);
  writeFileSync(path.join(nested, "deep.mdx"), "---\ntitle: Deep page\n---\n\nDown here.\n");
  try {
    await expect.poll(async () => (await page.request.get("/docs/burrow/deep")).status(), { timeout: FOUND_MS }).toBe(200);
    await page.goto("/docs/burrow/deep");
    await expect(page.getByRole("heading", { level: 1, name: "Deep page" })).toBeVisible();
    await expect(page.getByRole("complementary").getByRole("link", { name: "Deep page" })).toBeVisible();
  } finally {
    rmSync(nested, { recursive: true });
  }
});

test("a page in no folder of a version is named where readers miss it", async ({ page }) => {
  const lost = path.join(folder, "..", "lost.mdx");
  await page.goto("/docs/lost");
  const card = page.getByRole("alert").filter({ hasText: "en/lost.mdx" });
  try {
    writeFileSync(lost, "# Lost\n");
    await expect(card).toContainText("The page is in no version folder.", { timeout: FOUND_MS });
  } finally {
    rmSync(lost);
  }
  await expect(card).toBeHidden({ timeout: FOUND_MS });
});

test("a deleted page is gone from the site and from search", async ({ page, request, baseURL }) => {
  rmSync(file, { force: true });
  await expect
    .poll(() => searchTitles(request, baseURL, "bilbyleaf"), { timeout: FOUND_MS, intervals: [100] })
    .not.toContain("Scratch page");
  const response = await page.goto("/docs/scratch");
  expect(response?.status()).toBe(404);
});

test("a broken meta.json is named and the sidebar keeps its order until it is whole", async ({ page }) => {
  const meta = path.join(folder, "meta.json");
  const whole = readFileSync(meta, "utf8");
  const entries = () => page.getByRole("complementary").getByRole("navigation").getByRole("link").allTextContents();
  await page.goto("/docs/quickstart");
  const before = await entries();
  const card = page.getByRole("alert").filter({ hasText: "meta.json" });
  try {
    writeFileSync(meta, '{ "pages": [');
    await expect(card).toBeVisible({ timeout: FOUND_MS });
    expect(await entries()).toEqual(before);
  } finally {
    writeFileSync(meta, whole);
  }
  await expect(card).toBeHidden({ timeout: FOUND_MS });
});

async function searchTitles(request: import("playwright/test").APIRequestContext, baseURL: string | undefined, query: string) {
  const origin = baseURL ?? "";
  const token = await request.post("/api/site-token", {
    headers: { origin, "sec-fetch-site": "same-origin" },
    data: { domain: "harbor", fp: "e2e-dev" },
    timeout: 0,
  });
  const { token: bearer } = (await token.json()) as { token: string };
  const headers = { authorization: `Bearer ${bearer}` };
  const response = await request.post("/v1/search/harbor", { headers, data: { query }, timeout: 0 });
  const hits = (await response.json()) as { metadata: { title: string } }[];
  return hits.map(({ metadata }) => metadata.title);
}
