import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "./fixtures.ts";
import { findFreePort, type Server, startServer, stopServer } from "./server.ts";

let folder: string;
let server: Server;

test.beforeAll(async () => {
  test.setTimeout(120_000);
  folder = await mkdtemp(path.join(tmpdir(), "docent-e2e-address-"));
  const content = path.join(folder, "content");
  for (const language of ["en", "fr"]) {
    await mkdir(path.join(content, language), { recursive: true });
    await writeFile(path.join(content, language, "start.mdx"), `---\ntitle: Start ${language}\n---\n\nText.\n`);
  }
  const languages = ["en", "fr"].map((language) => ({ language, pages: [`${language}/start`] }));
  await writeFile(path.join(content, "docs.json"), JSON.stringify({ name: "Acme", navigation: { languages } }));
  const variables = { ...process.env, DOCENT_CONTENT_DIR: content, DOCENT_DATA_DIR: path.join(folder, "data") };
  server = await startServer(await findFreePort(), variables, "127.0.0.1");
});

test.afterAll(async () => {
  await stopServer(server);
  await rm(folder, { recursive: true, force: true });
});

test("a server that listens on 127.0.0.1 alone has the pages of every language, and their links", async ({ page }) => {
  for (const language of ["en", "fr"]) {
    const response = await page.goto(`${server.url}/docs/${language}/start`);
    expect(response?.status(), language).toBe(200);
    await expect(page.getByRole("heading", { level: 1, name: `Start ${language}` })).toBeVisible();
  }
  expect((await page.request.get(`${server.url}/docs/fr/start.md`)).status()).toBe(200);
  expect((await page.request.get(`${server.url}/docs/fr/nowhere`)).status()).toBe(404);
});
