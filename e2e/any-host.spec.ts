import path from "node:path";
import { chromium } from "playwright/test";
import { ask, log, openPanel, status } from "./assistant/panel-page.ts";
import { expect, test } from "./fixtures.ts";
import { BUILD_NETWORK, readNetwork, watchNetwork } from "./network-log.ts";
import { serverForTests, stopServer } from "./server.ts";

const HOST = "docs.example.test";

test.describe.configure({ mode: "serial" });

let network: string;
const server = serverForTests(async ({ folder }) => {
  network = path.join(folder, "network.log");
  return { variables: { SITE_URL: "", NODE_OPTIONS: watchNetwork(network) } };
});

test("a server without a configured address serves its readers: search, a question and the next one", async ({
  launchOptions,
}) => {
  const origin = `http://${HOST}:${new URL(server.url).port}`;
  const args = [...(launchOptions.args ?? []), `--host-resolver-rules=MAP ${HOST} 127.0.0.1`];
  const browser = await chromium.launch({ ...launchOptions, args });
  try {
    const page = await browser.newPage({ baseURL: origin });
    const hosts = new Set<string>();
    page.on("request", (request) => hosts.add(new URL(request.url()).origin));
    await page.goto("/docs/quickstart");
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox", { name: "Search the documentation" }).fill("create a key");
    await expect(page.getByRole("listbox", { name: "Search results" }).getByRole("option").first()).toContainText(/key/i);
    await page.keyboard.press("Escape");
    await openPanel(page);
    await ask(page, "How do I create a key?");
    await expect(status(page)).toHaveText(/Answer ready/);
    await expect(log(page)).toContainText("npm run keys");
    await ask(page, "And how do I revoke it?");
    await expect(log(page).getByText("And how do I revoke it?")).toBeVisible();
    await expect(status(page)).toHaveText(/Answer ready/);
    await expect(log(page).getByRole("alert")).toHaveCount(0);
    expect([...hosts]).toEqual([origin]);
  } finally {
    await browser.close();
  }
  // The variable is named once, and no value that a request has chosen.
  expect(server.log().match(/set SITE_URL to theirs/g)).toHaveLength(1);
  expect(server.log()).not.toContain(HOST);
  const { status: health, problems } = await (await fetch(`${server.url}/v1/health`)).json();
  expect([health, problems]).toEqual(["ok", [expect.stringMatching(/^SITE_URL: /)]]);
});

test("without SITE_URL the head of a page names no address, problems have the server's port, and the log names the variable once", async () => {
  const [head = ""] = (await (await fetch(`${server.url}/docs/quickstart`)).text()).split("</head>");
  expect(head).toContain("og:title");
  expect(head).not.toMatch(/rel="canonical"|hreflang|og:url|og:image|twitter:image/i);
  expect(await (await fetch(`${server.url}/robots.txt`)).text()).not.toMatch(/sitemap:/i);
  const { type } = await (await fetch(`${server.url}/v1/nowhere`)).json();
  expect(type).toBe(`http://localhost:${new URL(server.url).port}/errors/not_found`);
  const lines = server.log().split("\n");
  expect(lines.filter((line) => line.includes("SITE_URL is not set"))).toHaveLength(1);
});

test("neither the build nor a server that draws pages, cards and answers asks anything of the network", async () => {
  for (const address of ["/", "/docs/quickstart", "/api/card/docs/quickstart", "/llms-full.txt", "/sitemap.xml"])
    expect((await fetch(server.url + address)).status, address).toBe(200);
  await stopServer(server);
  const served = readNetwork(network);
  expect(served.asked).toEqual([]);
  // Watched were the server, and the thread that draws cards.
  expect(served.watched).toEqual(
    expect.arrayContaining([expect.stringMatching(/next.* start/), expect.stringMatching(/render-worker/)]),
  );
  const built = readNetwork(BUILD_NETWORK);
  expect(built.asked).toEqual([]);
  expect(built.watched).toEqual(
    expect.arrayContaining([expect.stringMatching(/next.* build/), expect.stringMatching(/snapshot\.ts$/)]),
  );
});
