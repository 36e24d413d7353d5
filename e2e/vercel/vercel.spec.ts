import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import mermaid from "mermaid/package.json" with { type: "json" };
import { expect, test } from "playwright/test";
import { createSchema } from "../../internal/testing/db-server.ts";
import { findForeign, listShipped } from "../artifact/shipped-files.ts";
import { cloneToken } from "../canaries.ts";
import { createKey, update } from "../server.ts";
import { buildForVercel, type VercelBuild } from "./build.ts";
import { type Platform, startPlatform } from "./platform.ts";

const run = promisify(execFile);
const databaseUrl = process.env.TEST_DATABASE_URL;
const SITE_SECRET = randomBytes(32).toString("hex");
const SITE_URL = "https://docs.example.com";
const question = "How do I create a key?";

test.describe.configure({ mode: "serial" });

let build: VercelBuild;
let root: string;
test.beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "docent-platform-"));
  await run("chmod", ["755", root]);
  build = await buildForVercel({ SITE_SECRET, SITE_URL });
  for (const { name, bytes } of new Set([...build.functions.values()].values()))
    test.info().annotations.push({ type: "size", description: `${name}: ${(bytes / 1e6).toFixed(1)} MB` });
});
test.afterAll(async () => {
  await build?.remove();
  await rm(root, { recursive: true, force: true });
});

test("every function has the files that run it and no other: no source, no test, nothing of the clone", async () => {
  expect(await readFile(".git/config", "utf8")).toContain(cloneToken);
  const foreign: string[] = [];
  for (const { name, folder } of new Map([...build.functions.values()].map((target) => [target.folder, target])).values())
    foreign.push(...findForeign(await listShipped(folder)).map((file) => `${name}: ${file}`));
  expect(foreign).toEqual([]);
});

test.describe("without a database", () => {
  let platform: Platform;
  test.beforeAll(async () => {
    platform = await startPlatform(build, { count: 2, root, variables: { SITE_SECRET, SITE_URL } });
  });
  test.afterEach(() => {
    const { status, expectedStatus } = test.info();
    if (status !== expectedStatus) console.log(platform.output.slice(-50).join("\n"));
  });
  test.afterAll(async () => {
    for (const [name, times] of platform.instances.coldStarts)
      console.log(`cold start ${name}: ${times.map((ms) => `${Math.round(ms)} ms`).join(", ")}`);
    await platform.stop();
  });

  test("answers every page of its sitemap", async () => {
    const sitemap = await (await fetch(`${platform.url}/sitemap.xml`)).text();
    const paths = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => new URL(url as string).pathname);
    expect(paths.length).toBeGreaterThan(30);
    const answers = await Promise.all(paths.map(async (page) => `${(await fetch(platform.url + page)).status} ${page}`));
    expect(answers.filter((answer) => !answer.startsWith("200"))).toEqual([]);
  });

  test("has the files that draw a diagram, without a function", async () => {
    for (const name of ["mermaid.esm.min.mjs", "../0.0.0/mermaid.esm.min.mjs"]) {
      const answer = await fetch(new URL(name, `${platform.url}/api/mermaid/${mermaid.version}/`));
      expect(answer.status).toBe(name.startsWith("mermaid") ? 200 : 404);
    }
    expect([...platform.instances.coldStarts.keys()].filter((name) => name.includes("mermaid"))).toEqual([]);
  });

  test("addresses that the content does not decide go to the router: own routes, and one page for every other address", async () => {
    const policies = new Set<string | null>();
    for (const [address, language] of [
      ...["/xyz", "/xyz.txt", "/docs/xyz", "/xyz/docs/a", "/docs/xyz"].map((missing) => [missing, "en"]),
      ["/es/docs/xyz", "es"],
    ] as const) {
      const answer = await fetch(platform.url + address);
      const html = await answer.text();
      expect([address, answer.status, answer.headers.get("cache-control")]).toEqual([
        address,
        404,
        expect.stringContaining("no-store"),
      ]);
      expect(html).toMatch(new RegExp(`<html[^>]* lang="${language}"`));
      expect(html).toContain("<h1");
      policies.add(answer.headers.get("content-security-policy"));
    }
    for (const address of ["/", "/es", "/docs/quickstart", "/es/docs/quickstart", "/pricing", "/status"]) {
      const answer = await fetch(platform.url + address);
      expect([address, answer.status]).toEqual([address, 200]);
      policies.add(answer.headers.get("content-security-policy"));
    }
    expect(policies).toEqual(new Set([expect.stringContaining("default-src 'self'")]));
    const post = (address: string) => fetch(platform.url + address, { method: "POST", body: "hello" });
    expect(await (await post("/contact")).json()).toEqual({ taken: "hello" });
    expect((await post("/docs/quickstart")).status).toBe(405);
  });

  test("answers unknown paths with the 404 page, public files, texts and cards", async () => {
    const status = async (page: string) => (await fetch(platform.url + page)).status;
    expect(await Promise.all(["/nowhere", "/docs/nowhere", "/images/nowhere.png"].map(status))).toEqual([404, 404, 404]);
    const found = [
      "/images/berth.png",
      "/llms.txt",
      "/docs/quickstart.md",
      "/robots.txt",
      "/v1/health",
      "/api/card/docs/quickstart",
    ];
    expect(await Promise.all(found.map(status))).toEqual(found.map(() => 200));
  });

  test("gives its pages a token, searches, and answers on both wires", async () => {
    const { token } = await (
      await fetch(`${platform.url}/api/site-token`, {
        method: "POST",
        headers: { origin: platform.url, "sec-fetch-site": "same-origin", "content-type": "application/json" },
        body: JSON.stringify({ domain: "harbor", fp: "f" }),
      })
    ).json();
    const post = (address: string, body: object) =>
      fetch(platform.url + address, {
        method: "POST",
        headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
    expect((await (await post("/v1/search/harbor", { query: question })).json())[0]).toMatchObject({
      url: expect.stringContaining(`${SITE_URL}/docs/`),
    });
    const parts = [{ type: "text", text: question }];
    const first = await post("/v1/assistant/harbor/message", {
      fp: "f",
      messages: [{ id: "1", role: "user", content: question, parts }],
    });
    expect(await first.text()).toMatch(/\nd:\{"type":"finish","finishReason":"stop".*\}\n$/);
    const second = await post("/v2/assistant/harbor/message", { fp: "f", messages: [{ id: "1", role: "user", parts }] });
    expect((await second.text()).trimEnd()).toMatch(/data: \[DONE\]$/);
  });

  test("answers in the panel of a page, in a browser", async ({ page }) => {
    await page.goto(`${platform.url}/docs/quickstart`);
    await page.getByRole("button", { name: "Ask the assistant" }).click();
    await page.getByRole("textbox", { name: "Your question" }).fill(question);
    await page.getByRole("textbox", { name: "Your question" }).press("Enter");
    await expect(page.locator("[data-panel-status]")).toHaveText(/Answer ready, [1-9]\d* sources?/, { timeout: 30_000 });
  });
});

test.describe("with Postgres (needs TEST_DATABASE_URL)", () => {
  test.skip(!databaseUrl);

  test("an update is there at the next request of each frozen instance, and after a cold start", async () => {
    const schema = await createSchema(databaseUrl as string);
    const variables = { SITE_SECRET, SITE_URL, DATABASE_URL: schema.url };
    const env = { ...process.env, ...variables };
    await run(process.execPath, ["scripts/migrate.ts"], { env });
    const account = await createKey(["--kind", "account"], env);
    const platform = await startPlatform(build, { count: 2, root, variables });
    try {
      const page = "/docs/fresh-page";
      const read = async () => (await fetch(platform.url + page)).status;
      expect([await read(), await read()]).toEqual([404, 404]);
      await addPage(build, "fresh-page.mdx");
      expect(await update(platform, account)).toMatchObject({ status: "success" });
      expect([await read(), await read(), await read()]).toEqual([200, 200, 200]);
      // An update renders everything again, including routes that are not pages of the content.
      const drawing = `/api/mermaid/${mermaid.version}/mermaid.esm.min.mjs`;
      for (let times = 0; times < 3; times++) expect((await fetch(platform.url + drawing)).status).toBe(200);
      await platform.instances.stop();
      expect([await read(), await read()]).toEqual([200, 200]);
    } finally {
      await platform.stop();
      await schema.remove();
    }
  });
});

/** Adds a page to the content that functions read for an update, as a new deployment of a content service would. */
async function addPage({ functions }: VercelBuild, name: string): Promise<void> {
  for (const { folder } of functions.values()) {
    const target = path.join(folder, "content/en/v2");
    const known = await readFile(path.join(target, "index.mdx"), "utf8").catch(() => undefined);
    if (known === undefined) continue;
    await run("chmod", ["u+w", target]);
    await writeFile(path.join(target, name), "---\ntitle: Fresh page\n---\n\nThe quokkaberry is named by this page alone.\n");
  }
}
