import { beforeEach, describe, expect, test } from "vitest";
import { callRoute, readProblem } from "@/internal/testing/http.ts";
import { getDatabase } from "@/lib/db/db.ts";
import { reportNames, reports } from "@/lib/insights/dashboard.ts";
import { recordMissing, recordSearch } from "@/lib/insights/insights.ts";
import type { Visit } from "@/lib/insights/kinds.ts";
import type { InsightsReport } from "@/lib/insights/requests.ts";
import { listCounts } from "@/lib/limits/limits.ts";
import { serviceForTests } from "../../../internal/testing/v1-service.ts";
import * as beacon from "../../api/insights/route.ts";
import * as pageFeedback from "../../api/page-feedback/route.ts";
import * as message from "../assistant/[domain]/message/route.ts";
import * as search from "../search/[domain]/route.ts";
import * as route from "./[projectId]/[report]/route.ts";

const { token } = serviceForTests();
const reader: Visit = { project: "docs", agent: "reader", address: "192.0.2.9", language: "en" };
const own = { origin: "https://docs.test", "sec-fetch-site": "same-origin" };

const read = (report: string, query = "") =>
  callRoute(route, {
    method: "GET",
    path: `/v1/insights/docs/${report}?${query}`,
    params: { projectId: "docs", report },
    token: token.account,
  });
const rowsOf = async (report: string, query = "") => ((await (await read(report, query)).json()) as InsightsReport).rows;

beforeEach(async () => {
  const database = await getDatabase();
  await database.deleteFrom("insight_sums").execute();
  await database.deleteFrom("insight_texts").execute();
});

test("every report can be read, also of a site where nothing happened", async () => {
  for (const report of reportNames) {
    const response = await read(report);
    expect([report, response.status]).toEqual([report, 200]);
    expect(await response.json()).toMatchObject({ project: "docs", report, rows: expect.any(Array), nextCursor: null });
  }
});

test("a search with a key shows in the report", async () => {
  await callRoute(search, {
    path: "/v1/search/docs",
    params: { domain: "docs" },
    body: { query: "Zebra" },
    token: token.assistant,
  });
  expect(await rowsOf("searches")).toMatchObject([{ text: "zebra", searches: 1 }]);
  const [today] = (await rowsOf("overview")).slice(-1);
  expect(today).toMatchObject({ search: 1 });
});

test("a row has the columns that the description of the API names", async () => {
  recordSearch(reader, { query: "zebra", results: 0 });
  recordMissing(reader, { path: "/old", from: "/docs" });
  for (const report of ["overview", "searches", "failed-searches", "missing"] as const)
    expect([report, Object.keys((await rowsOf(report)).at(-1) ?? {})]).toEqual([report, reports[report].columns]);
});

test("pages of a report follow each other", async () => {
  for (let index = 0; index < 5; index++) recordSearch(reader, { query: `search ${index}`, results: 1 });
  const texts = [];
  let cursor: string | null = "0";
  while (cursor !== null) {
    const page = (await (await read("searches", `limit=2&cursor=${cursor}`)).json()) as InsightsReport;
    texts.push(...page.rows.map(({ text }) => text));
    cursor = page.nextCursor;
  }
  expect(texts).toEqual(["search 0", "search 1", "search 2", "search 3", "search 4"]);
});

test.each([
  ["from=yesterday", "from"],
  ["to=2027-13-01", "to"],
  ["limit=0", "limit"],
  ["limit=1001", "limit"],
  ["limit=x", "limit"],
  ["cursor=-1", "cursor"],
])("refuses %s and names the field", async (query, field) => {
  const problem = await readProblem(await read("searches", query));
  expect([problem.status, problem.errors?.map(({ path }) => path)]).toEqual([400, [field]]);
});

test("knows no other report", async () => expect((await read("passwords")).status).toBe(404));

describe("the site's own pages tell, without a token,", () => {
  const tell = (module: typeof beacon, body: object, headers: Record<string, string> = own) =>
    callRoute(module, { path: "/api/x", body, headers });

  test("which result was opened", async () => {
    recordSearch(reader, { query: "install", results: 1 });
    expect((await tell(beacon, { query: "install", page: "/docs", language: "en" })).status).toBe(204);
    expect(await rowsOf("searches")).toMatchObject([{ text: "install", opened: 1, page: "/docs" }]);
  });

  test("what a reader thinks of a page", async () => {
    expect((await tell(pageFeedback, { page: "/docs", rating: "down", reason: "unclear", text: "What is npm?" })).status).toBe(
      204,
    );
    expect(await rowsOf("pages")).toEqual([{ page: "/docs", up: 0, down: 1 }]);
    expect(await rowsOf("comments")).toMatchObject([{ page: "/docs", text: "unclear: What is npm?" }]);
  });

  test.each([
    ["a page of another site", beacon, { query: "x", page: "/docs" }, { origin: "https://evil.example" }, 403],
    ["a page of another site, too", pageFeedback, { page: "/docs", rating: "up" }, { origin: "https://evil.example" }, 403],
    ["no rating", pageFeedback, { page: "/docs" }, own, 400],
    ["an endless comment", pageFeedback, { page: "/docs", rating: "up", text: "x".repeat(1_001) }, own, 400],
    ["a page that does not exist", pageFeedback, { page: "/docs/nowhere", rating: "up" }, own, 404],
    ["no query", beacon, { page: "/docs" }, own, 400],
    ["a large body", beacon, { query: "x", page: "/docs", more: "x".repeat(9_000) }, own, 413],
  ])("and %s is refused", async (_, module, body, headers, status) => {
    const response = await tell(module, body, headers);
    expect([response.status, (await readProblem(response)).status]).toEqual([status, status]);
  });

  test("and no more than 120 times a minute from an address", async () => {
    const { getCounters } = await import("@/lib/db/db.ts");
    const minute = Math.floor(Date.now() / 60_000);
    const row = (name: string, ahead: number) => ({
      bucket: `${name}:192.0.2.1`,
      ends_at: (minute + ahead) * 60_000,
      count: 120,
      quota: 120,
    });
    const rows = ["beacon", "feedback"].flatMap((name) => [row(name, 1), row(name, 2)]);
    await (await getCounters()).insertInto("counters").values(rows).execute();
    expect((await tell(beacon, { query: "x", page: "/docs" })).status).toBe(429);
    expect((await tell(pageFeedback, { page: "/docs", rating: "up" })).status).toBe(429);
  });

  test.each([
    ["opened results", beacon, { query: "x", page: "/docs" }, "beacon"],
    ["feedback", pageFeedback, { page: "/docs", rating: "up" }, "feedback"],
  ])("and %s count for the address's day, refused ones too", async (_, module, body, policy) => {
    const policies = (response: Response) =>
      response.headers
        .get("ratelimit")
        ?.match(/(?<=")[\w-]+(?=")/g)
        ?.sort();
    expect(policies(await tell(module, body))).toEqual(["address", policy]);
    expect((await tell(module, body, { origin: "https://evil.example" })).status).toBe(403);
    const day = (await listCounts()).filter(({ bucket }) => bucket === "address:192.0.2.1");
    expect(day.map(({ count }) => count)).toEqual([2]);
  });

  test("and nothing of it says who it was", async () => {
    await tell(pageFeedback, { page: "/docs", rating: "down", text: "unhappy" });
    await read("overview");
    const database = await getDatabase();
    const stored = [
      await database.selectFrom("insight_texts").selectAll().execute(),
      await database.selectFrom("insight_sums").selectAll().execute(),
    ];
    expect(JSON.stringify(stored)).toContain("unhappy");
    expect(JSON.stringify(stored)).not.toContain("192.0.2");
  });
});

describe("one address fills a tenth of a day's texts, and leaves the rest to others:", () => {
  const domain = { domain: "docs" };
  const asked = (text: string) => ({
    fp: "f",
    messages: [{ id: "1", role: "user", content: text, parts: [{ type: "text", text }] }],
  });
  const say = { page: "/docs", rating: "down", reason: "unclear", comment: true };
  const send = {
    searches: (text: string, peer: string) =>
      callRoute(search, { path: "/v1/search/docs", params: domain, body: { query: text }, token: token.assistant, peer }),
    comments: (text: string, peer: string) =>
      callRoute(pageFeedback, { path: "/api/page-feedback", body: { ...say, text }, headers: own, peer }),
    questions: async (text: string, peer: string) => {
      const path = "/v1/assistant/docs/message";
      await (await callRoute(message, { path, params: domain, body: asked(text), token: token.assistant, peer })).text();
    },
  };

  test.each([
    ["searches", 30],
    ["comments", 50],
    ["questions", 50],
  ] as const)("%s", async (report, share) => {
    for (let index = 0; index < share + 10; index++) await send[report](`quokka ${index}`, "192.0.2.1");
    expect(await rowsOf(report, "limit=1000")).toHaveLength(share);
    await send[report]("quokka of another reader", "192.0.2.2");
    expect(JSON.stringify(await rowsOf(report, "limit=1000"))).toContain("quokka of another reader");
  });
});
