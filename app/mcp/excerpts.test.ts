import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { fetchFrom } from "@/internal/testing/http.ts";
import type { ToolHit } from "@/lib/mcp/server.ts";
import { listSections } from "@/lib/search/rank/section.ts";
import { publicSite } from "@/lib/site/served/reader-site.ts";
import site from "../../e2e/site/docent.config.ts";
import { serviceForTests } from "../../internal/testing/v1-service.ts";
import * as route from "./route.ts";

const content = fileURLToPath(new URL("../../e2e/site/content", import.meta.url));
const { languages, versions } = site.projects[0]!;
serviceForTests({
  content,
  project: { languages, versions },
  config: { limits: { mcpCallsPerAddressPerMinute: 10_000, requestsPerAddressPerDay: 100_000 } },
});

const client = new Client({ name: "test", version: "1" });
beforeAll(async () => {
  const fetch = fetchFrom(route, { path: "/mcp" });
  await client.connect(new StreamableHTTPClientTransport(new URL("https://docs.test/mcp"), { fetch }));
});
afterAll(() => client.close());

/** Every section of the site, by its address, with the first words of its text. */
async function readBeginnings(): Promise<Map<string, { heading: string; beginnings: string[] }>> {
  const site = await publicSite("docs");
  const sections = new Map<string, { heading: string; beginnings: string[] }>();
  for (const passage of site.passages)
    for (const { heading, anchor, from } of listSections(passage)) {
      const url = `https://docs.test${passage.path}${anchor && `#${anchor}`}`;
      const block = passage.blocks[from];
      const known = sections.get(url) ?? { heading, beginnings: [] };
      // Each part of a long section is a passage.
      if (block) sections.set(url, { heading, beginnings: [...known.beginnings, wordsOf(block.markdown)] });
    }
  return sections;
}

/** Letters and digits: addresses of links are written in full in an excerpt. */
const wordsOf = (markdown: string) =>
  markdown
    .replace(/\]\([^)]*\)/g, "")
    .replace(/[^\p{L}\p{N}]+/gu, "")
    .slice(0, 60);

describe("an excerpt", () => {
  test("begins at the section that the result names, whatever heading is searched", { timeout: 120_000 }, async () => {
    const sections = await readBeginnings();
    const wrong: string[] = [];
    let results = 0;
    for (const { heading } of sections.values()) {
      if (!heading) continue;
      const found = await client.callTool({ name: "search", arguments: { query: heading, limit: 3 } });
      for (const { url, excerpt } of (found.structuredContent as { results: ToolHit[] }).results) {
        results += 1;
        const start = wordsOf(excerpt.slice(0, 400));
        const begins = sections
          .get(url)
          ?.beginnings.some((beginning) => start.startsWith(beginning) || beginning.startsWith(start));
        if (!begins) wrong.push(`${heading}: ${url} shows ${excerpt.slice(0, 80)}`);
      }
    }
    expect(results).toBeGreaterThan(200);
    expect(wrong).toEqual([]);
  });

  test.each([
    ["/docs/connect-use-chat", "/docs/connect-usechat"],
    ["/selfhosting", "/docs/self-hosting"],
    ["https://docs.test/es/docs/quick-start", "/es/docs/quickstart"],
  ])("of no page at %s suggests %s", async (path, near) => {
    const read = await client.callTool({ name: "read_page", arguments: { path } });
    expect(read).toMatchObject({ isError: true, content: [{ text: expect.stringMatching(`Did you mean ${near}( or |\\?)`) }] });
  });
});
