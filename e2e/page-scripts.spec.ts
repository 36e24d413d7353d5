import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright/test";
import { MARKDOWN_SCRIPTS, PAGE_SCRIPTS } from "../internal/testing/content-page-scripts.ts";
import { parseText } from "../lib/content/parse/syntax.ts";
import { isError } from "../lib/finding.ts";
import { expect, test } from "./fixtures.ts";
import { createKey, serverForTests, startServer, stopServer, update } from "./server.ts";

test.describe.configure({ mode: "serial", timeout: 420_000 });
// Pictures and SVG uses that are not there or that the browser stops, and elements in places where HTML has none, which React then renders again.
test.use({
  expectedConsoleErrors: [/Failed to load resource|Content Security Policy|React error #418|Unsafe attempt to load URL/],
});

/** One page for each kind of place that a script may be in. */
const KINDS = Object.entries(PAGE_SCRIPTS).map(([kind, texts], index) => ({
  kind,
  slug: `kind-${index}`,
  whole: texts.filter(isWhole),
}));
const LISTED = [...KINDS.map(({ slug }) => slug), "markdown", "code"];

let account: string;

/** A project without languages and versions, whose pages the build has never seen. */
const server = serverForTests(async ({ folder, url: siteUrl }) => {
  const project = { id: "harbor", domain: "harbor", name: "Harbor", siteUrl, content: path.join(folder, "content") };
  await writePages({ "index.mdx": `# Start\n\n${LISTED.map((slug) => `[${slug}](./${slug})`).join("\n\n")}\n` });
  return { config: { organisation: { id: "harbor", name: "Harbor" }, projects: [project] } };
});

test.beforeAll(async () => {
  account = await createKey(["--kind", "account"], server.variables);
});

test("no script of a page runs, whether it comes with an update or a start", async ({ page }) => {
  const pages = KINDS.map(({ slug, whole }) => [`${slug}.mdx`, toPage(whole)] as const);
  await writePages({ ...Object.fromEntries(pages), "markdown.md": toPage(MARKDOWN_SCRIPTS) });
  const { status, logs } = await update(server, account);
  expect(status).toBe("success");
  const named = new Set(logs.flatMap((line) => /^Warning: (kind-\d+)\.mdx:\d+:\d+: /.exec(line)?.[1] ?? []));
  expect(named.size).toBeGreaterThan(KINDS.length / 2);
  await visitAll(page, [...KINDS.map(({ slug }) => slug), "markdown"]);
});

test("code of a page reaches nothing of the server that starts with it", async ({ page }) => {
  await stopServer(server);
  const code = '{process.getBuiltinModule("node:fs").writeFileSync(process.env.DOCENT_DATA_DIR + "/ran", "")}';
  await writePages({ "code.mdx": toPage([code]) });
  const data = path.join(server.folder, "data-2");
  Object.assign(server, await startServer(Number(new URL(server.url).port), { ...server.variables, DOCENT_DATA_DIR: data }));
  await page.goto(`${server.url}/docs/code`);
  await expect(page.getByText("{process.getBuiltinModule")).toBeVisible();
  await expect(readFile(path.join(data, "ran"))).rejects.toThrow("ENOENT");
});

/** Comes to each page by a link, loads it again, and clicks all that can be clicked. */
async function visitAll(page: Page, slugs: readonly string[]): Promise<void> {
  const ran: string[] = [];
  await page.exposeFunction("reportRun", (where: string) => ran.push(where));
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, "ran", { set: () => Reflect.get(globalThis, "reportRun")(location.href) });
  });
  await page.route(
    (url) => url.origin !== server.url && url.protocol.startsWith("http"),
    (route) => route.abort(),
  );
  for (const slug of slugs) {
    // A form that the policy stops from being sent leaves the browser waiting; another load ends that.
    await page.goto(`${server.url}/docs`);
    // From a page whose document stays.
    await page.getByRole("complementary").locator(`a[href="/docs/${slug}"]`).click();
    await page.waitForURL(`**/docs/${slug}`);
    await expectUnharmed(page, slug);
    await page.reload();
    await expectUnharmed(page, slug);
    await clickAll(page, slug);
  }
  expect(ran).toEqual([]);
}

async function expectUnharmed(page: Page, slug: string): Promise<void> {
  await expect(page.getByText("The first words.", { exact: true }), slug).toBeVisible();
  await expect(page.getByText("The last words.", { exact: true }), slug).toBeVisible();
}

/** Clicks everything but plain links: where one of http or https leads, a reader sees before clicking it. */
async function clickAll(page: Page, slug: string): Promise<void> {
  await page.locator(".prose").evaluate(async (prose) => {
    for (const target of prose.querySelectorAll("*")) {
      const link = target.closest<HTMLAnchorElement>("a[href]");
      if (link && /^https?:$/.test(link.protocol)) continue;
      target.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
    }
    // An address that is a script runs in a separate task, before this one.
    await new Promise((resolve) => setTimeout(resolve));
  });
  expect(new URL(page.url()).pathname).toBe(`/docs/${slug}`);
}

function isWhole(text: string): boolean {
  try {
    return parseText("a.mdx", text).findings.filter(isError).length === 0;
  } catch {
    return false;
  }
}

function toPage(texts: readonly string[]): string {
  return `The first words.\n\n${texts.join("\n\n")}\n\nThe last words.\n`;
}

async function writePages(files: Readonly<Record<string, string>>): Promise<void> {
  const content = path.join(server.folder, "content");
  await mkdir(content, { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(content, name), text);
}
