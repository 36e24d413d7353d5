import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "./fixtures.ts";
import { serverForTests } from "./server.ts";

const server = serverForTests(async ({ folder }) => {
  const content = path.join(folder, "content");
  for (const language of ["en", "fr"]) {
    await mkdir(path.join(content, language), { recursive: true });
    await writeFile(path.join(content, language, "start.mdx"), `---\ntitle: Start ${language}\n---\n\nText.\n`);
  }
  const languages = ["en", "fr"].map((language) => ({ language, pages: [`${language}/start`] }));
  await writeFile(path.join(content, "docs.json"), JSON.stringify({ name: "Acme", navigation: { languages } }));
  return { variables: { DOCENT_CONTENT_DIR: content, SITE_URL: process.env.SITE_URL ?? "" } };
}, "127.0.0.1");

test("a server that listens on 127.0.0.1 alone has the pages of every language, and their links", async ({ page }) => {
  for (const language of ["en", "fr"]) {
    const response = await page.goto(`${server.url}/docs/${language}/start`);
    expect(response?.status(), language).toBe(200);
    await expect(page.getByRole("heading", { level: 1, name: `Start ${language}` })).toBeVisible();
  }
  expect((await page.request.get(`${server.url}/docs/fr/start.md`)).status()).toBe(200);
  expect((await page.request.get(`${server.url}/docs/fr/nowhere`)).status()).toBe(404);
});
