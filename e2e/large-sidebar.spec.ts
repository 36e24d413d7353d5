import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "./fixtures.ts";
import { serverForTests } from "./server.ts";

// As many operations as GitHub's description has.
const TAGS = 35;
const OPERATIONS = 35;
// With all groups it was 1.0 MB. The sidebar is a third of it, in the HTML and in the data of the page; most of the rest is samples in eight languages.
const MAX_PAGE_BYTES = 165_000;

const site = serverForTests(writeSite);

test("by keyboard alone a folder that the page was sent without is opened, filled, and leads to a page with it open", async ({
  page,
}) => {
  const response = await page.goto(`${site.url}/docs/api/tag-3/operation-3-4`);
  expect(Buffer.byteLength((await response?.text()) ?? "")).toBeLessThan(MAX_PAGE_BYTES);
  const pages = page.getByRole("navigation", { name: "Pages" });
  await expect(pages.getByRole("link", { name: "Operation 3-4", exact: false })).toHaveAttribute("aria-current", "page");

  await pages
    .locator("summary")
    .filter({ hasText: /^Tag 9$/ })
    .press("Enter");
  await expect(pages.getByRole("link", { name: /Operation 9-/ })).toHaveCount(OPERATIONS);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/\/tag-9\/operation-9-0$/);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Operation 9-0");
  await expect(pages.locator("[aria-current]")).toHaveText(/Operation 9-0/);
  await expect(pages.getByRole("link", { name: /Operation 9-/ })).toHaveCount(OPERATIONS);
});

test("without scripts a folder that the page was sent without links to a page that has it", async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${site.url}/docs/api/tag-3/operation-3-4`);
  const pages = page.getByRole("navigation", { name: "Pages" });
  await pages.locator("summary[aria-label='Tag 9'] .fold-mark").click();
  await pages
    .getByRole("link", { name: `Show ${OPERATIONS} pages` })
    .filter({ visible: true })
    .click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Operation 9-0");
  await expect(pages.getByRole("link", { name: /Operation 9-/ })).toHaveCount(OPERATIONS);
  await context.close();
});

/** Writes a site of one page and a large API. */
async function writeSite({ folder, url: siteUrl }: { readonly folder: string; readonly url: string }) {
  const content = path.join(folder, "content");
  await mkdir(content);
  await writeFile(path.join(content, "index.mdx"), "# Large\n\nA large API.\n");
  const description = path.join(folder, "openapi.json");
  await writeFile(description, JSON.stringify(describe()));
  const project = { id: "large", domain: "large", name: "Large", siteUrl, content, apiDescription: description };
  return { config: { organisation: { id: "large", name: "Large" }, projects: [project] }, variables: { DATABASE_URL: "" } };
}

function describe(): object {
  const range = (length: number) => Array.from({ length }, (_, index) => index);
  const operations = range(TAGS).flatMap((tag) =>
    range(OPERATIONS).map((number) => {
      const operation = {
        ...{ operationId: `operation-${tag}-${number}`, summary: `Operation ${tag}-${number}`, tags: [`Tag ${tag}`] },
        responses: { 200: { description: "Done." } },
      };
      return [`/tag-${tag}/${number}`, { get: operation }] as const;
    }),
  );
  return { openapi: "3.1.0", info: { title: "Large", version: "1" }, paths: Object.fromEntries(operations) };
}
