import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";

const more = (page: Page) => page.getByRole("button", { name: "More", exact: true });

test("the page menu hands the page to assistants and connects tools, by keyboard and by touch", async ({
  page,
  expectAccessible,
}) => {
  await page.goto("/docs/quickstart");
  await more(page).focus();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: "View as Markdown" })).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("link", { name: "Open in ChatGPT" })).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(more(page)).toBeFocused();
  await more(page).click();
  const hrefOf = async (name: string) => new URL((await page.getByRole("link", { name }).getAttribute("href")) ?? "", page.url());
  for (const name of ["Open in ChatGPT", "Open in Claude", "Open in Perplexity"])
    expect((await hrefOf(name)).searchParams.get("q")).toContain("/docs/quickstart.md");
  const cursor = await hrefOf("Install in Cursor");
  const { url } = JSON.parse(Buffer.from(cursor.searchParams.get("config") ?? "", "base64").toString());
  expect([cursor.protocol, new URL(url).pathname]).toEqual(["cursor:", "/mcp"]);
  expect((await hrefOf("Install in VS Code")).protocol).toBe("vscode:");
  await expectAccessible();
});

test("the address of the MCP server can be copied", async ({ page, context }) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/docs/quickstart");
  await more(page).click();
  await page.getByRole("button", { name: "Copy MCP address" }).click();
  await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
  expect(new URL(await page.evaluate(() => navigator.clipboard.readText())).pathname).toBe("/mcp");
});

test("a page answers with Markdown where it is asked for, and caches keep both apart", async ({ request }) => {
  const html = await request.get("/docs/quickstart", { headers: { accept: "text/html" } });
  expect(html.headers()["content-type"]).toContain("text/html");
  expect(html.headers().link).toMatch(/<[^>]+\/docs\/quickstart\.md>; rel="alternate"; type="text\/markdown"/);
  expect(html.headers().vary?.toLowerCase()).toContain("accept");
  const markdown = await request.get("/docs/quickstart", { headers: { accept: "text/markdown, */*" } });
  expect(markdown.headers()["content-type"]).toBe("text/markdown; charset=utf-8");
  expect(markdown.headers().vary?.toLowerCase()).toContain("accept");
  expect(await markdown.text()).toMatch(/^# Quickstart\n/);
});

test("a link with ?ask= asks, and the conversation can be found, opened again and forgotten", async ({
  page,
  expectAccessible,
}) => {
  await page.goto("/docs/quickstart?ask=How%20do%20I%20add%20a%20page%3F");
  const log = page.getByRole("log", { name: "Conversation" });
  await expect(log).toContainText("How do I add a page?");
  await expect(page).not.toHaveURL(/ask=/);
  await expect(page.getByRole("button", { name: "Stop the answer" })).toBeHidden();
  await page.getByRole("button", { name: "New conversation" }).click();
  await expect(log).toContainText("Ask these docs");
  await page.getByRole("button", { name: "Recent conversations" }).click();
  await log.getByRole("button", { name: /^How do I add a page/ }).click();
  await expect(log).toContainText("How do I add a page?");
  await page.getByRole("button", { name: "Recent conversations" }).click();
  await expect(log.getByRole("button", { name: /^How do I add a page/ })).toBeVisible();
  await expectAccessible();
  await log.getByRole("button", { name: "Forget: How do I add a page?" }).click();
  await expect(log).toContainText("No conversations yet.");
});

test("a browser at /mcp learns how to connect each tool", async ({ page, expectAccessible }) => {
  await page.goto("/mcp");
  await expect(page).toHaveURL(/\/mcp\/connect$/);
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Connect an AI tool to");
  await expect(page.getByRole("link", { name: "Install in Cursor" })).toHaveAttribute("href", /^cursor:/);
  await expect(page.getByRole("region", { name: "Claude Code" })).toContainText("claude mcp add --transport http");
  await expectAccessible();
});

test("agents find the skills of the site, the owner's with its files", async ({ request }) => {
  const index = await (await request.get("/.well-known/agent-skills/index.json")).json();
  expect(index.skills.map(({ name, type }: { name: string; type: string }) => [name, type])).toEqual([
    ["harbor-docs", "skill-md"],
    ["moor", "archive"],
  ]);
  const archive = await request.get(new URL(index.skills[1].url).pathname);
  expect([archive.status(), archive.headers()["content-type"]]).toEqual([200, "application/zip"]);
  expect(await (await request.get("/.well-known/skills/moor/knots.md")).text()).toContain("The bowline.");
  const text = await request.get("/skill.md");
  expect([text.headers()["content-type"], await text.text()]).toEqual([
    "text/markdown; charset=utf-8",
    expect.stringMatching(/^---\nname: harbor-docs\n/),
  ]);
});

test("tools find the MCP server, and search with it", async ({ request }) => {
  for (const path of ["/.well-known/ai-catalog.json", "/mcp/server-card"]) {
    const response = await request.get(path);
    expect([path, response.status(), await response.text()]).toEqual([path, 200, expect.stringContaining("/mcp")]);
  }
  expect(await (await request.get("/llms.txt")).text()).toContain("/mcp`");
  const [, byGet = ""] = /`(http[^`]*\?query=)`/.exec(await (await request.get("/llms.txt")).text()) ?? [];
  const { pathname, search } = new URL(byGet);
  const found = (await (await request.get(`${pathname}${search}create%20an%20API%20key`)).json()) as { path: string }[];
  expect(found.map(({ path }) => path)).toContain("/docs/keys");
  const params = { name: "search", arguments: { query: "create an API key" } };
  const response = await request.post("/mcp", { data: { jsonrpc: "2.0", id: 1, method: "tools/call", params } });
  const { result } = (await response.json()) as { result: { structuredContent: { results: { path: string }[] } } };
  expect(result.structuredContent.results.map(({ path }) => path)).toContain("/docs/keys");
});
