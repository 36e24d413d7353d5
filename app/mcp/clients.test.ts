import { createMCPClient } from "@ai-sdk/mcp";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as EarlierTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { describe, expect, test } from "vitest";
import { fetchFrom } from "@/internal/testing/http.ts";
import { getDatabase } from "@/lib/db/db.ts";
import { flushInsights } from "@/lib/insights/insights.ts";
import { lastDays } from "@/lib/insights/period.ts";
import { readAgentPages, readFamilies } from "@/lib/insights/sums.ts";
import { readComments } from "@/lib/insights/texts.ts";
import { serviceForTests } from "../../internal/testing/v1-service.ts";
import * as route from "./route.ts";

serviceForTests();
const url = "https://docs.test/mcp";

const fetch = fetchFrom(route, { path: "/mcp" });

describe("the SDK's client of today", () => {
  const connect = async (mode: "auto" | "legacy" = "auto") => {
    const client = new Client({ name: "test", version: "1" }, { versionNegotiation: { mode } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch }));
    return client;
  };

  test.each(["auto", "legacy"] as const)("lists the tools, searches and reads a page (%s)", async (mode) => {
    const client = await connect(mode);
    expect(client.getServerVersion()).toMatchObject({ name: "docs", title: "docs" });
    expect(client.getInstructions()).toContain("The documentation of docs.");
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["search", "read_page", "find_text", "report_problem"]);
    const found = await client.callTool({ name: "search", arguments: { query: "install" } });
    const [hit] = (found.structuredContent as { results: { url: string; path: string; excerpt: string }[] }).results;
    expect(hit).toMatchObject({ url: "https://docs.test/docs", path: "/docs", excerpt: "Install it with npm." });
    const read = await client.callTool({ name: "read_page", arguments: { path: hit?.url } });
    const text = "# Install\n\n<https://docs.test/docs> · [llms.txt](https://docs.test/llms.txt)\n\nInstall it with npm.\n";
    expect(read.content).toEqual([{ type: "text", text }]);
    const lines = await client.callTool({ name: "find_text", arguments: { pattern: "with\\s+npm" } });
    expect(lines.structuredContent).toMatchObject({ matches: [{ path: "/docs", line: 5, text: "Install it with npm." }] });
    const fault = await client.callTool({ name: "find_text", arguments: { pattern: "(?=a)" } });
    expect(fault).toMatchObject({ isError: true, content: [{ text: expect.stringContaining("pattern: is no pattern of RE2") }] });
    await client.close();
  });

  test("is counted by the name that it gives, with what it reads, searches in vain and guesses", async () => {
    await flushInsights();
    await (await getDatabase()).deleteFrom("insight_sums").execute();
    const client = new Client({ name: "cursor/1.7", version: "1" }, { versionNegotiation: { mode: "auto" } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch }));
    await client.callTool({ name: "search", arguments: { query: "qwertz zxcvb" } });
    await client.callTool({ name: "read_page", arguments: { path: "/docs" } });
    await client.callTool({ name: "read_page", arguments: { path: "/docs/guess" } });
    await client.close();
    await flushInsights();
    const period = lastDays(1, Date.now());
    expect(await readFamilies({ project: "docs" }, period)).toMatchObject([
      { family: "cursor", reads: 1, searches: 1, empty: 1, missing: 1 },
    ]);
    expect(await readAgentPages({ project: "docs" }, period)).toEqual([{ page: "/docs", family: "cursor", reads: 1 }]);
  });

  test("reports a problem, which the owner sees as from agents", async () => {
    const client = await connect();
    const report = (path: string, problem: string) =>
      client.callTool({ name: "report_problem", arguments: { path, quote: "npm", problem } });
    const thanks = { content: [{ text: expect.stringContaining("Thank you") }] };
    expect(await report("https://docs.test/docs", "<script>It</script> needs\npnpm.")).toMatchObject(thanks);
    expect(await report("/docs/nowhere", "x")).toMatchObject({ isError: true });
    await expect(report("/docs", "x".repeat(1_001))).resolves.toMatchObject({ isError: true });
    await flushInsights();
    const stored = await readComments({ project: "docs" }, lastDays(1, Date.now()), "agents");
    expect(stored).toMatchObject([{ page: "/docs", text: "“npm”: <script>It</script> needs pnpm." }]);
    await client.close();
  });

  test("lists pages and llms.txt as resources, and reads them", async () => {
    const client = await connect();
    const { resources } = await client.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual(["https://docs.test/llms.txt", "https://docs.test/docs.md"]);
    const texts = await Promise.all(resources.map(async ({ uri }) => (await client.readResource({ uri })).contents[0]));
    expect(texts).toMatchObject([
      { text: expect.stringContaining("# docs") },
      { text: expect.stringContaining("Install it with npm.") },
    ]);
    await expect(client.readResource({ uri: "file:///etc/passwd" })).rejects.toThrow("There is no such resource");
    await client.close();
  });
});

test("the SDK's client of the years before works too", async () => {
  const client = new EarlierClient({ name: "test", version: "1" });
  await client.connect(new EarlierTransport(new URL(url), { fetch }));
  const found = await client.callTool({ name: "search", arguments: { query: "npm", limit: 1 } });
  expect(found.content).toEqual([{ type: "text", text: "Title: Install\nLink: https://docs.test/docs\n\nInstall it with npm." }]);
  const missing = await client.callTool({ name: "read_page", arguments: { path: "/docs/nowhere" } });
  expect(missing).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining("There is no page at /docs/nowhere") }],
  });
  await client.close();
});

test("the AI SDK's client gives the tools to a model", async () => {
  const client = await createMCPClient({ transport: { type: "http", url, fetch } });
  const tools = await client.tools();
  expect(Object.keys(tools)).toEqual(["search", "read_page", "find_text", "report_problem"]);
  const found = await tools.search?.execute?.({ query: "install" }, { toolCallId: "1", messages: [] } as never);
  expect(found).toMatchObject({ structuredContent: { results: [{ title: "Install" }] } });
  await client.close();
});
