import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Page } from "playwright/test";
import { HOSTILE, HOSTILE_MARKDOWN } from "../lib/content/fixtures/hostile-pages.ts";
import { HOSTILE_SETTINGS, OWN_ADDRESSES } from "../lib/content/fixtures/hostile-settings.ts";
import { parseText } from "../lib/content/parse/syntax.ts";
import { expect, test } from "./fixtures.ts";
import { createKey, findFreePort, type Server, startServer, stopServer } from "./server.ts";

test.describe.configure({ mode: "serial", timeout: 180_000 });
// Pictures that are not there or that the policy stops, and elements in places where HTML has none, which React then renders again.
test.use({ expectedConsoleErrors: [/Failed to load resource|Content Security Policy|React error #418/] });

/** One page for each kind of trick: what parts of it are taken from is published; what is no MDX at all is read at the start. */
const KINDS = Object.entries(HOSTILE).map(([kind, texts], index) => ({ kind, slug: `kind-${index}`, ...divide(texts) }));
const LISTED = [...KINDS.map(({ slug }) => slug), "markdown", "code", "wide"];

let folder: string;
let variables: NodeJS.ProcessEnv;
let account: string;
let server: Server;

test.beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "docent-e2e-untrusted-"));
  const port = await findFreePort();
  variables = await writeConfig(`http://localhost:${port}`);
  await writePages({ "index.mdx": `# Start\n\n${LISTED.map((slug) => `[${slug}](./${slug})`).join("\n\n")}\n` });
  account = await createKey(["--kind", "account"], variables);
  server = await startServer(port, variables);
});

test.afterAll(async () => {
  await stopServer(server);
  await rm(folder, { recursive: true, force: true });
});

test("an update publishes what is on the list and names the rest; nothing runs or leaves the site", async ({ page }) => {
  const pages = KINDS.map(({ slug, whole }) => [`${slug}.mdx`, toPage(whole)] as const);
  await writePages({ ...Object.fromEntries(pages), "markdown.md": toPage(HOSTILE_MARKDOWN) });
  const { status, logs } = await update();
  expect(status).toBe("success");
  const named = new Set(logs.flatMap((line) => /^Warning: (kind-\d+)\.mdx:\d+:\d+: /.exec(line)?.[1] ?? []));
  expect(named.size).toBeGreaterThan(KINDS.length / 2);
  await visitAll(page, [...KINDS.map(({ slug }) => slug), "markdown"]);
});

test("a start with such a folder runs nothing of it, and shows the text of each page", async ({ page }) => {
  await stopServer(server);
  await writePages(Object.fromEntries(KINDS.map(({ slug, whole, broken }) => [`${slug}.mdx`, toPage([...whole, ...broken])])));
  const code = '{process.getBuiltinModule("node:fs").writeFileSync(process.env.DOCENT_DATA_DIR + "/ran", "")}';
  await writePages({ "code.mdx": toPage([code]) });
  server = await startServer(Number(new URL(server.url).port), { ...variables, DOCENT_DATA_DIR: path.join(folder, "data-2") });
  await visitAll(page, [...KINDS.map(({ slug }) => slug), "code"]);
  await expect(page.getByText("{process.getBuiltinModule")).toBeVisible();
  await expect(readFile(path.join(folder, "data-2/ran"))).rejects.toThrow("ENOENT");
});

test("what such a page holds stays in its place, even if it got a style; code and tables still scroll", async ({ page }) => {
  const code = `\`\`\`text title="long"\n${"a long line ".repeat(60)}\n\`\`\``;
  const row = (cell: string) => `|${` ${cell} |`.repeat(40)}`;
  // An update publishes a folder without faults alone; its key is in the first server's store.
  await stopServer(server);
  await writePages(
    Object.fromEntries([...KINDS.map(({ slug, whole }) => [`${slug}.mdx`, toPage(whole)]), ["code.mdx", toPage([])]]),
  );
  server = await startServer(Number(new URL(server.url).port), variables);
  await writePages({ "wide.mdx": toPage([code, [row("name"), row("-"), row("value")].join("\n"), "## A heading"]) });
  expect((await update()).status).toBe("success");
  await page.goto(`${server.url}/docs/wide`);
  for (const scroller of [page.locator(".code-scroll"), page.locator(".table-scroll")])
    expect(await scroller.evaluate(scrollToEnd)).toBeGreaterThan(100);
  // What no page can write, as if a rule had let it through.
  await page.locator(".prose").evaluate((prose) => {
    for (const position of ["fixed", "absolute"]) {
      const box = prose.appendChild(document.createElement("a"));
      Object.assign(box.style, { position, inset: "-200vh -200vw", zIndex: "2147483647", background: "red" });
      box.href = "https://outside.example/";
    }
  });
  await expectUncovered(page, "wide");
  await page.getByRole("banner").getByRole("link").first().click();
  expect(new URL(page.url()).origin).toBe(server.url);
});

test("a docs.json of such a folder runs nothing, and takes no address and no tag of the head that is not its own", async ({
  page,
  request,
}) => {
  await stopServer(server);
  await writePages({ "docs.json": JSON.stringify(HOSTILE_SETTINGS), "quickstart.mdx": toPage(["Words."]) });
  server = await startServer(Number(new URL(server.url).port), { ...variables, DOCENT_DATA_DIR: path.join(folder, "data-3") });
  await page.goto(`${server.url}/docs/quickstart`);
  await expectUnharmed(page, "quickstart");
  for (const word of ["Forum", "Blog", "Go", "Read", "this"])
    await expect(page.getByRole("link", { name: word, exact: true }), word).toHaveCount(0);
  await expect(page.locator('meta[name="referrer"]')).toHaveCount(0);
  for (const address of OWN_ADDRESSES)
    expect([address, (await request.get(server.url + address, { maxRedirects: 0 })).status()]).toEqual([address, 200]);
});

/** Runs in the page. */
function scrollToEnd(box: Element): number {
  box.scrollTo({ left: 100_000, behavior: "instant" });
  return box.scrollLeft;
}

/** Comes to each page by a link, loads it again, and clicks all that can be clicked. */
async function visitAll(page: Page, slugs: readonly string[]): Promise<void> {
  const outside: string[] = [];
  const ran: string[] = [];
  await page.exposeFunction("reportRun", (where: string) => ran.push(where));
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, "ran", { set: () => Reflect.get(globalThis, "reportRun")(location.href) });
  });
  await page.route(
    (url) => url.origin !== server.url && url.protocol.startsWith("http"),
    (route) => {
      outside.push(route.request().url());
      return route.abort();
    },
  );
  await page.goto(`${server.url}/docs`);
  for (const slug of slugs) {
    // From the page before it, whose document stays.
    await page.getByRole("complementary").locator(`a[href="/docs/${slug}"]`).click();
    await page.waitForURL(`**/docs/${slug}`);
    await expectUnharmed(page, slug);
    await page.reload();
    await expectUnharmed(page, slug);
    await clickAll(page, slug);
  }
  expect(ran).toEqual([]);
  expect(outside).toEqual([]);
}

async function expectUnharmed(page: Page, slug: string): Promise<void> {
  await expect(page.getByText("The first words."), slug).toBeVisible();
  await expect(page.getByText("The last words."), slug).toBeVisible();
  await expectUncovered(page, slug);
  expect(await page.locator("a[href]").evaluateAll(findStrays), slug).toEqual([]);
}

/** Runs in the page: links that look like ones of the site or run something, and ones to a window that may reach back. */
function findStrays(links: readonly Element[]): string[] {
  const isStray = (link: HTMLAnchorElement) => {
    // The last two are in the site's own menu of a page.
    const hasScheme = /^(?:https?|mailto|tel|cursor|vscode):/.test(link.getAttribute("href") ?? "");
    const isWayBack = link.relList.contains("opener") || (link.target === "_blank" && !/noopener|noreferrer/.test(link.rel));
    return (!hasScheme && link.origin !== location.origin) || isWayBack;
  };
  return (links as HTMLAnchorElement[]).filter(isStray).map((link) => link.outerHTML);
}

/** Asks for what a click on the site's own links and buttons would hit. */
async function expectUncovered(page: Page, slug: string): Promise<void> {
  const covered = await page.evaluate(() => {
    const own = [...document.querySelectorAll("header :is(a, button), aside a, footer a")].filter(
      (part) => !part.closest(".prose"),
    );
    const inWindow = own.filter((part) => {
      const { top, bottom, width } = part.getBoundingClientRect();
      return part.checkVisibility({ visibilityProperty: true }) && width > 0 && top >= 0 && bottom <= innerHeight;
    });
    const isCovered = (part: Element) => {
      const { x, y, width, height } = part.getBoundingClientRect();
      return Boolean(document.elementFromPoint(x + width / 2, y + height / 2)?.closest(".prose"));
    };
    return [inWindow.length, inWindow.filter(isCovered).map((part) => part.outerHTML)] as const;
  });
  expect(covered, slug).toEqual([expect.any(Number), []]);
  expect(covered[0], slug).toBeGreaterThan(3);
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

/** Which of the texts are MDX, whatever is left out of them, and which have a fault that an author has to mend. */
function divide(texts: readonly string[]): { whole: string[]; broken: string[] } {
  const whole = texts.filter(isWhole);
  return { whole, broken: texts.filter((text) => !whole.includes(text)) };
}

function isWhole(text: string): boolean {
  try {
    return parseText("a.mdx", text).problems.length === 0;
  } catch {
    return false;
  }
}

function toPage(texts: readonly string[]): string {
  return `The first words.\n\n${texts.join("\n\n")}\n\nThe last words.\n`;
}

async function writePages(files: Readonly<Record<string, string>>): Promise<void> {
  await mkdir(path.join(folder, "content"), { recursive: true });
  for (const [name, text] of Object.entries(files)) await writeFile(path.join(folder, "content", name), text);
}

/** A project without languages and versions, whose pages the build has never seen. */
async function writeConfig(siteUrl: string): Promise<NodeJS.ProcessEnv> {
  const project = { id: "harbor", domain: "harbor", name: "Harbor", siteUrl, content: path.join(folder, "content") };
  const file = path.join(folder, "config.json");
  await writeFile(file, JSON.stringify({ organisation: { id: "harbor", name: "Harbor" }, projects: [project] }));
  return { ...process.env, DOCENT_CONFIG: file, DOCENT_DATA_DIR: path.join(folder, "data"), SITE_URL: siteUrl };
}

interface State {
  readonly status: string;
  readonly error?: string;
  readonly logs: readonly string[];
  readonly endedAt: string | null;
}

/** Triggers an update and waits for its end. */
async function update(): Promise<State> {
  const headers = { authorization: `Bearer ${account}` };
  const response = await fetch(`${server.url}/v1/project/update/harbor`, { method: "POST", headers });
  expect(response.status).toBe(202);
  const { statusId } = await response.json();
  const read = async (): Promise<State> =>
    (await fetch(`${server.url}/v1/project/update-status/${statusId}`, { headers })).json();
  await expect.poll(async () => (await read()).endedAt, { timeout: 30_000, intervals: [100] }).toBeTruthy();
  return read();
}
