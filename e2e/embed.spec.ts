import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright/test";
import { type EmbeddingHost, startEmbeddingHost } from "./embedding-host.ts";
import { expect, test } from "./fixtures.ts";
import { createKey, type Server, serverForTests, statusOf } from "./server.ts";

/** Events that the page around the panel received. */
type Received = readonly (readonly [event: string, detail: object])[];

declare global {
  interface Window {
    docent?: {
      open: (what?: object) => void;
      close: () => void;
      push: (call: (docent: object) => void) => void;
      remove: () => void;
      on: (event: string, watcher: (detail: object) => void) => () => void;
    };
    received?: Received;
  }
}

const QUESTION = "How do I create an API key?";
const EMBED_BYTES = 5_000;

test.describe.configure({ mode: "serial", timeout: 90_000 });

let hosts: readonly EmbeddingHost[];
let listed: string;
let unlisted: string;

const docs = serverForTests(async ({ url: siteUrl }) => {
  const port = Number(new URL(siteUrl).port);
  hosts = await Promise.all([startEmbeddingHost(port), startEmbeddingHost(port)]);
  [listed, unlisted] = hosts.map(({ url }) => url) as [string, string];
  const { default: config } = await import("./site/docent.config.ts");
  const projects = config.projects.map((project) => ({ ...project, siteUrl }));
  return { config: { ...config, projects, assistant: { ...config.assistant, embed: { origins: [listed] } } } };
});

test.afterAll(() => {
  for (const { server } of hosts) server.close();
});

test("by keyboard alone: a question on another page of the owner is answered, and Escape gives the focus back", async ({
  page,
}) => {
  await openHost(page, listed);
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const panel = page.frameLocator("docent-assistant iframe");
  await expect(panel.getByRole("textbox")).toBeFocused();
  await page.keyboard.type(QUESTION);
  await page.keyboard.press("Enter");
  await expect.poll(() => receivedBy(page)).toContainEqual(["answer", { sources: expect.any(Number) }]);
  await expect(panel.getByRole("log")).toContainText("keys");
  await panel.getByRole("button", { name: "Helpful", exact: true }).click();
  await expect.poll(() => receivedBy(page)).toContainEqual(["feedback", { rating: "up" }]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Ask" })).toBeFocused();
  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("button", { name: "Own" })).toBeFocused();
  expect((await receivedBy(page)).map(([event]) => event)).toEqual(["open", "answer", "feedback", "close"]);
});

test("a call before the script has loaded waits for it, a draft waits in the field, and the widget can be removed", async ({
  page,
}) => {
  await page.addInitScript((question) => {
    const calls: unknown[] = [(docent: NonNullable<Window["docent"]>) => docent.open({ question, send: false })];
    Object.assign(window, { docent: calls });
  }, QUESTION);
  await page.goto(`${listed}/`);
  await expect(page.frameLocator("docent-assistant iframe").getByRole("textbox")).toHaveValue(QUESTION);
  await page.evaluate(() => window.docent?.remove());
  await expect(page.locator("docent-assistant")).toHaveCount(0);
  expect(await page.evaluate(() => window.docent)).toBeUndefined();
});

test("a citation opens the docs in a new tab, with its words marked", async ({ page }) => {
  await openHost(page, listed);
  await page.evaluate((question) => window.docent?.open({ question }), QUESTION);
  const opening = page.context().waitForEvent("page");
  await page.frameLocator("docent-assistant iframe").locator("a.answer-marker").first().click();
  const tab = await opening;
  expect(new URL(tab.url()).origin).toBe(docs.url);
  await expect.poll(() => tab.evaluate(() => [...(CSS.highlights.get("docent-words") ?? [])].join())).toMatch(/\w/);
  expect(new URL(tab.url()).search).toBe("");
  expect(page.url()).toBe(`${listed}/`);
});

test("search in the panel, opened from the page", async ({ page }) => {
  await openHost(page, listed);
  await page.evaluate(() => window.docent?.open({ search: "keys" }));
  const panel = page.frameLocator("docent-assistant iframe");
  await expect(panel.getByRole("combobox")).toHaveValue("keys");
  await expect(panel.getByRole("listbox").getByRole("option").first()).toBeVisible();
  const opening = page.context().waitForEvent("page");
  await page.keyboard.press("Enter");
  expect(new URL((await opening).url()).origin).toBe(docs.url);
  await page.bringToFront();
});

test.describe(() => {
  test.use({ expectedConsoleErrors: [/^Docent: no assistant on /] });

  test("a page that is not listed gets no button, and the console names the setting", async ({ page }) => {
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    await page.goto(`${unlisted}/`);
    await expect.poll(() => said).toHaveLength(1);
    expect(said).toEqual([
      `Docent: no assistant on ${unlisted}. Add it to assistant.embed.origins in the docent.config.ts of ${docs.url}/embed.js.`,
    ]);
    await expect(page.locator("docent-assistant")).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Ask" })).toHaveCount(0);
  });
});

test("in a separate window, it leads to the docs when it is closed", async ({ page }) => {
  await page.goto(`${docs.url}/embed`);
  await page.getByRole("button", { name: "Close" }).click();
  await expect(page).toHaveURL(`${docs.url}/`);
});

test("whole on a phone, in dark and with an accent of the page's own, and accessible", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 800 });
  await openHost(page, `${listed}/?${encodeURIComponent('data-theme="dark" data-accent="#ffcc00" data-language="es"')}`);
  await page.getByRole("button").last().click();
  await expect(page.frameLocator("docent-assistant iframe").getByRole("textbox")).toBeVisible();
  expect(await page.getByRole("dialog").boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 800 });
  const [, frame] = page.frames();
  expect(
    await frame?.evaluate(() => [document.documentElement.lang, document.documentElement.classList.contains("dark")]),
  ).toEqual(["es", true]);
  expect(await frame?.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--accent"))).toBe("#ffcc00");
  expect((await new AxeBuilder({ page }).include("docent-assistant").analyze()).violations).toEqual([]);
});

test("if the browser stores nothing in frames, a conversation lasts as long as the page", async ({ page }) => {
  await page.addInitScript(() => {
    if (window.parent === window) return;
    for (const name of ["localStorage", "sessionStorage"])
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException("No storage", "SecurityError");
        },
      });
  });
  await openHost(page, listed);
  await page.evaluate((question) => window.docent?.open({ question }), QUESTION);
  await expect.poll(() => receivedBy(page)).toContainEqual(["answer", expect.anything()]);
  await page.evaluate(() => window.docent?.close());
  await page.evaluate(() => window.docent?.open());
  await expect(page.frameLocator("docent-assistant iframe").getByRole("log")).toContainText(QUESTION);
});

test("messages of others are left alone, and a thousand opens are one panel and one question", async ({ page }) => {
  const asked: string[] = [];
  page.on("request", (request) => request.url().endsWith("/message") && asked.push(request.url()));
  await openHost(page, listed);
  await page.evaluate(() => window.docent?.open());
  const panel = page.frameLocator("docent-assistant iframe");
  await expect(panel.getByRole("textbox")).toBeVisible();
  // From the page itself to itself, and from the frame of another origin to the panel.
  await page.evaluate(() => window.postMessage({ docent: "close" }, "*"));
  await page.evaluate(async (url) => {
    const other = document.createElement("iframe");
    other.src = url;
    document.body.append(other);
    await new Promise((resolve) => other.addEventListener("load", resolve));
  }, `${unlisted}/attack`);
  await expect
    .poll(() =>
      page
        .frames()
        .find((frame) => frame.url().endsWith("/attack"))
        ?.evaluate(() => document.title),
    )
    .toBe("sent");
  await page.evaluate((question) => {
    for (let times = 0; times < 1_000; times += 1) window.docent?.open({ question });
  }, QUESTION);
  await expect.poll(() => receivedBy(page)).toContainEqual(["answer", expect.anything()]);
  expect(asked).toHaveLength(1);
  await expect(panel.getByRole("log")).not.toContainText("planted");
  expect(await page.locator("docent-assistant iframe").count()).toBe(1);
  expect((await receivedBy(page)).map(([event]) => event)).toEqual(["open", "answer"]);
});

test("the script is small, is kept, and lives under a strict policy; nobody else may frame a page of the docs", async ({
  page,
}) => {
  const response = await fetch(`${docs.url}/embed.js`);
  expect((await response.text()).length).toBeLessThan(EMBED_BYTES);
  expect(response.headers.get("cache-control")).toContain("max-age=300");
  expect(response.headers.get("set-cookie")).toBeNull();
  for (const [address, ancestors] of [
    ["/embed", `'self' ${listed}`],
    ["/docs/keys", "'none'"],
  ] as const) {
    const policy = (await fetch(docs.url + address)).headers.get("content-security-policy");
    expect(policy, address).toContain(`frame-ancestors ${ancestors}`);
  }
  await openHost(page, `${listed}/strict`);
  await page.getByRole("button", { name: "Ask" }).click();
  await expect(page.frameLocator("docent-assistant iframe").getByRole("textbox")).toBeVisible();
  await expect(page.getByRole("dialog")).toHaveCSS("position", "fixed");
});

test("insights tell its questions apart, by page", async () => {
  const account = await createKey(["--kind", "account"], docs.variables);
  const read = async () => {
    const headers = { authorization: `Bearer ${account}` };
    return (await (await fetch(`${docs.url}/v1/insights/harbor/widget`, { headers })).json()).rows;
  };
  await expect.poll(read, { timeout: 20_000 }).toEqual([{ origin: listed, questions: expect.any(Number) }]);
});

test("without listed pages there is no widget", async ({ baseURL }) => {
  for (const address of ["/embed", "/embed.js"])
    expect(await statusOf({ url: baseURL ?? "" } as Server, address), address).toBe(404);
});

async function openHost(page: Page, url: string): Promise<void> {
  await page.goto(url.endsWith("/") || url.includes("/", 8) ? url : `${url}/`);
  await page.waitForFunction(() => window.docent !== undefined);
  await page.evaluate(() => {
    window.received = [];
    for (const event of ["open", "close", "answer", "feedback"])
      window.docent?.on(event, (detail) => (window.received = [...(window.received ?? []), [event, detail]]));
  });
}

function receivedBy(page: Page): Promise<Received> {
  return page.evaluate(() => window.received ?? []);
}
