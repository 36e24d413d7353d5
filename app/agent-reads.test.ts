import { NextRequest } from "next/server";
import { beforeEach, expect, test } from "vitest";
import { serviceForTests } from "@/internal/testing/v1-service.ts";
import { getDatabase } from "@/lib/db/db.ts";
import { flushInsights } from "@/lib/insights/insights.ts";
import { lastDays } from "@/lib/insights/period.ts";
import { readAgentPages, readFamilies } from "@/lib/insights/sums.ts";
import { proxy } from "@/proxy.ts";

serviceForTests();
const scope = { project: "docs" };
const claude = "Claude-User (claude-code/2.1.92; +https://support.anthropic.com/)";

beforeEach(async () => {
  await flushInsights();
  await (await getDatabase()).deleteFrom("insight_sums").execute();
});

const ask = (path: string, headers: Record<string, string>, method = "GET") =>
  proxy(new NextRequest(`https://docs.test${path}`, { method, headers }));
const stored = async () => {
  await flushInsights();
  return readAgentPages(scope, lastDays(1, Date.now()));
};

test("a page counts as read by an agent's family, as HTML, Markdown and by its address with .md", async () => {
  await ask("/docs", { "user-agent": claude, accept: "text/html" });
  await ask("/docs", { "user-agent": claude, accept: "text/markdown" });
  await ask("/docs.md", { "user-agent": claude });
  await ask("/llms.txt", { "user-agent": "curl/8.7.1" });
  await ask("/docs", { "user-agent": claude }, "HEAD");
  await ask("/docs/nowhere", { "user-agent": claude });
  expect(await stored()).toEqual([
    { page: "/docs", family: "claude-code", reads: 3 },
    { page: "/llms.txt", family: "fetcher", reads: 1 },
  ]);
});

test("readers are not counted, and crawlers without the page", async () => {
  await ask("/docs", { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36", accept: "text/html,*/*" });
  await ask("/docs", { "user-agent": "GPTBot/1.2" });
  expect(await stored()).toEqual([]);
  expect(await readFamilies(scope, lastDays(1, Date.now()))).toMatchObject([{ family: "gptbot", isCrawler: true, reads: 1 }]);
});

test("10,000 reads are as many rows as there are pages and families, and one for each family", async () => {
  for (let index = 0; index < 10_000; index++)
    await ask("/docs", { "user-agent": index % 2 ? claude : `Cursor/1.${index}`, accept: `text/markdown;v=${index}` });
  await flushInsights();
  expect(
    await (await getDatabase())
      .selectFrom("insight_sums")
      .select(["agent", "subject", "count"])
      .orderBy("agent")
      .orderBy("subject")
      .execute(),
  ).toEqual([
    { agent: "claude-code", subject: "", count: 5_000 },
    { agent: "claude-code", subject: "/docs", count: 5_000 },
    { agent: "cursor", subject: "", count: 5_000 },
    { agent: "cursor", subject: "/docs", count: 5_000 },
  ]);
});
