import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { requestedPathHeader } from "@/components/docs/requested-path.ts";
import { replaceSettings } from "@/lib/config/testing.ts";
import { buildFiles } from "@/lib/content/fixtures/project.ts";
import { keptMissing } from "./kept-missing.ts";

beforeEach(() => vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => vi.useRealTimers());
const undo: (() => unknown)[] = [];
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step();
});

/** Is this process to itself, as a server that answers all paths alike; returns what it was asked. */
async function serve(status = 404): Promise<string[]> {
  const asked: string[] = [];
  const server = createServer(({ url, headers }, response) => {
    asked.push(`${url} for ${headers[requestedPathHeader]}`);
    response.writeHead(status, { "content-type": "text/html; charset=utf-8" }).end(`<h1>Page ${asked.length}</h1>`);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  const projects = [{ id: "docs", domain: "docs", name: "Docs" }];
  const variables = { NODE_ENV: "production", PORT: String(port), __NEXT_PRIVATE_ORIGIN: `http://127.0.0.1:${port}` };
  undo.push(() => server.close(), replaceSettings({ organisation: { id: "acme", name: "Acme" }, projects }, variables));
  return asked;
}

const build = () => buildFiles({ "index.mdx": "# Start", "quickstart.mdx": "# Quickstart" });
const textOf = async (response: Response | undefined) => [response?.status, await response?.text()];

test("a thousand addresses without a page cost one rendering, and one more for each set of suggestions", async () => {
  const asked = await serve();
  const site = await build();
  const paths = Array.from({ length: 1_000 }, (_, index) => `/docs/${index}`);
  const answers = await Promise.all(paths.map(async (path) => textOf(await keptMissing(site, path))));
  expect(new Set(answers.map(String))).toEqual(new Set(["404,<h1>Page 1</h1>"]));
  await keptMissing(site, "/docs/quickstartt");
  await keptMissing(site, "/docs/quickstarts");
  expect(asked).toEqual(["/api/missing/page for /docs/0", "/api/missing/page for /docs/quickstartt"]);
});

test("another state of the site has a page of its own", async () => {
  const asked = await serve();
  await keptMissing(await build(), "/docs/x");
  await keptMissing(await build(), "/docs/x");
  expect(asked).toHaveLength(2);
});

test("the page is made again after half a minute, as all pages are", async () => {
  const asked = await serve();
  const site = await build();
  for (let time = 0; time < 3; time += 1) {
    await keptMissing(site, "/docs/x");
    vi.advanceTimersByTime(30_000);
  }
  expect(asked).toHaveLength(3);
});

test("where its page cannot be made, the router answers, and the next request tries again", async () => {
  const asked = await serve(500);
  const site = await build();
  expect(await keptMissing(site, "/docs/x")).toBeUndefined();
  expect(await keptMissing(site, "/docs/x")).toBeUndefined();
  expect(asked).toHaveLength(2);
});
