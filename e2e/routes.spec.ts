import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "./fixtures.ts";
import { findFreePort, startServer, stopServer } from "./server.ts";

// What the content does not decide, the router answers: own routes, public files, and one page for every other address.

test.use({ expectedConsoleErrors: [/404 \(Not Found\)/] });
// In development, what opens for the first time is compiled first.
test.describe.configure({ timeout: 240_000 });

for (const [address, language, near] of [
  ["/xyz", "en"],
  ["/xyz.txt", "en"],
  ["/xyz/docs/a", "en"],
  ["/docs/xyz", "en"],
  ["/docs/quickstrat", "en", "/docs/quickstart"],
  ["/es/docs/quickstrat", "es", "/es/docs/quickstart"],
  ["/es/xyz", "es"],
  ["/es/~/docs", "es"],
  ["/errors/xyz", "en"],
] as const)
  test(`${address} is answered each time with the whole page for missing addresses, in ${language}`, async ({
    request,
    page,
  }) => {
    for (let times = 0; times < 2; times += 1) {
      const response = await request.get(address);
      const html = await response.text();
      expect(response.status()).toBe(404);
      expect(response.headers()["cache-control"]).toContain("no-store");
      expect(response.headers()["content-security-policy"]).toContain("default-src 'self'");
      expect(html).toMatch(new RegExp(`<html[^>]* lang="${language}"`));
      expect(html).toContain(`href="${near ?? (language === "es" ? "/es/docs" : "/docs")}"`);
    }
    await page.goto(address);
    await expect(page.getByRole("banner")).toBeVisible();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  });

test("own routes answer their methods, and public files and pages are only read", async ({ request }) => {
  expect(await (await request.post("/contact", { data: "hello" })).json()).toEqual({ taken: "hello" });
  expect((await request.get("/contact")).status()).toBe(405);
  expect((await request.get("/pricing")).status()).toBe(200);
  expect((await request.get("/logo.svg")).headers()["content-type"]).toContain("image/svg+xml");
  for (const address of ["/logo.svg", "/docs/quickstart", "/", "/es", "/docs/quickstart.md"])
    expect([address, (await request.post(address, { data: "x" })).status()]).toEqual([address, 405]);
});

test("a reader goes from a missing address to a page of the docs, and to an own page, without a fault", async ({ page }) => {
  // In development, the page of a missing address loads anew when another test changes the content.
  const goes = (step: () => Promise<void>) => expect(step).toPass({ timeout: 110_000 });
  await goes(async () => {
    await page.goto("/es/docs/quickstrat");
    await page.getByRole("navigation", { name: "Quizá buscabas" }).getByRole("link").first().click();
    await expect(page).toHaveURL(/\/es\/docs\/quickstart$/, { timeout: 20_000 });
  });
  await goes(async () => {
    await page.goto("/xyz");
    await page.getByRole("link", { name: "Pricing" }).first().click();
    await expect(page.getByRole("heading", { name: "What a berth costs" })).toBeVisible({ timeout: 20_000 });
  });
});

test.describe("a runtime content folder", () => {
  test.skip(({ baseURL }) => baseURL?.endsWith(process.env.E2E_DEV_PORT ?? "") ?? false, "it is given to servers of the build");

  const page = (title: string) => `---\ntitle: ${title}\n---\n\n${title}.\n`;
  const languages = ["en", "de"].map((language) => ({ language, pages: [`${language}/index`, `${language}/guides/start`] }));
  for (const [kind, files, expected] of [
    [
      "with docs.json and languages that no build knew",
      {
        "docs.json": JSON.stringify({ name: "Quay", navigation: { languages } }),
        ...Object.fromEntries(
          ["en", "de"].flatMap((id) => ["index", "guides/start"].map((name) => [`${id}/${name}.mdx`, page(`${name} ${id}`)])),
        ),
      },
      {
        "/de": [200, "de"],
        "/docs/de/guides/start": [200, "de"],
        "/docs/de/none": [404, "de"],
        "/xyz": [404, "en"],
        "/pricing": [200, "en"],
      },
    ],
    [
      "whose pages are at the root",
      {
        "docs.json": JSON.stringify({ name: "Quay", navigation: { pages: ["index", "guides/start"] } }),
        "index.mdx": page("Home"),
        "guides/start.mdx": page("Start"),
      },
      {
        "/": [200, "en"],
        "/docs/guides/start": [200, "en"],
        "/guides/start": [200, "en"],
        "/guides/none": [404, "en"],
        "/docs/xyz": [404, "en"],
        "/logo.svg": [200, null],
      },
    ],
  ] as const)
    test(kind, async ({ page: tab }) => {
      const folder = await mkdtemp(path.join(tmpdir(), "docent-routes-"));
      for (const [name, text] of Object.entries(files)) {
        await mkdir(path.dirname(path.join(folder, "content", name)), { recursive: true });
        await writeFile(path.join(folder, "content", name), text);
      }
      const content = path.join(folder, "content");
      const project = {
        id: "quay",
        domain: "quay",
        name: "Quay",
        content,
        pagesAt: "guides/start.mdx" in files ? "root" : "docs",
      };
      const config = path.join(folder, "config.json");
      await writeFile(config, JSON.stringify({ organisation: { id: "quay", name: "Quay" }, projects: [project] }));
      const env = { ...process.env, DOCENT_CONFIG: config, DOCENT_DATA_DIR: path.join(folder, "data") };
      const server = await startServer(await findFreePort(), env);
      try {
        for (const [address, [status, language]] of Object.entries(expected)) {
          const response = await tab.goto(server.url + address);
          expect([address, response?.status()]).toEqual([address, status]);
          if (language !== null) await expect(tab.locator("html")).toHaveAttribute("lang", language);
        }
      } finally {
        await stopServer(server);
        await rm(folder, { recursive: true, force: true });
      }
    });
});
