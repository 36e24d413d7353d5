import { expect, test } from "vitest";
import { callRoute, readProblem } from "@/internal/testing/http.ts";
import { getConfig, getEnvironment } from "@/lib/config/config.ts";
import { flushInsights } from "@/lib/insights/insights.ts";
import { lastDays } from "@/lib/insights/period.ts";
import { readFamilies } from "@/lib/insights/sums.ts";
import { replaceProcessState } from "@/lib/process-state.ts";
import { countOf, makeKey, serviceForTests } from "../../../internal/testing/v1-service.ts";
import * as route from "./[domain]/route.ts";

const { token } = serviceForTests();

const search = (query: string, { domain = "docs", ...request }: { domain?: string } & Record<string, unknown> = {}) =>
  callRoute(route, { method: "GET", path: `/v1/search/${domain}?${query}`, params: { domain }, ...request });

test("an agent that can only fetch gets what POST gives, and is charged like a reader of the site", async () => {
  const peer = "192.0.2.80";
  const found = await search("query=install&pageSize=1", { peer });
  const posted = await callRoute(route, {
    path: "/v1/search/docs",
    params: { domain: "docs" },
    body: { query: "install", pageSize: 1 },
    token: token.assistant,
  });
  expect([found.status, await found.json()]).toEqual([200, await posted.json()]);
  expect([await countOf(`search:${peer}`), await countOf(`address:${peer}`)]).toEqual([1, 0]);
});

test("with a key it is charged to the key's organisation", async () => {
  const before = await countOf("organisation:acme");
  expect((await search("query=install", { token: token.assistant, peer: "192.0.2.81" })).status).toBe(200);
  expect([(await countOf("organisation:acme")) - before, await countOf("search:192.0.2.81")]).toEqual([1, 0]);
});

test("a filter restricts as in POST", async () => {
  expect(await (await search("query=install&language=xx")).json()).toEqual([]);
  expect(await (await search("query=install&version=v9")).json()).toEqual([]);
});

test.each([
  ["", 400, "query"],
  ["query=%20", 400, "query"],
  [`query=${"x".repeat(1_001)}`, 400, "query"],
  ["query=a&query=b", 400, "query"],
  ["query=a&pageSize=0", 400, "pageSize"],
  ["query=a&pageSize=51", 400, "pageSize"],
  ["query=a&pageSize=x", 400, "pageSize"],
])("refuses ?%s and names the field", async (query, status, field) => {
  const problem = await readProblem(await search(query));
  expect([problem.status, problem.errors?.map(({ path }) => path)]).toEqual([status, [field]]);
});

test.each([
  ["another site's page without a key", { headers: { origin: "https://evil.example" } }, 403],
  ["an unknown key", { token: "dk_nobody" }, 401],
  ["a key of the wrong kind", { token: () => token.account }, 403],
  ["a site that does not exist", { domain: "nowhere" }, 404],
])("refuses %s", async (_, request, status) => {
  const { token: own, ...rest } = request as { token?: string | (() => string) };
  const given = typeof own === "function" ? own() : own;
  expect((await search("query=a", { ...rest, ...(given && { token: given }) })).status).toBe(status);
});

test("where MCP needs a key, so does this search", async () => {
  const restore = replaceProcessState("settings", {
    config: { ...getConfig(), mcp: { ...getConfig().mcp, access: "key" } },
    environment: getEnvironment(),
  });
  const key = await makeKey({});
  expect([(await search("query=a")).status, (await search("query=a", { token: key })).status]).toEqual([401, 200]);
  restore();
});

test("a search in vain shows in the insights by its family", async () => {
  await search("query=qwertz+zxcvb", { headers: { "user-agent": "Claude-User (claude-code/2.1.92)" } });
  await flushInsights();
  const families = await readFamilies({ project: "docs" }, lastDays(1, Date.now()));
  expect(families.find(({ family }) => family === "claude-code")).toMatchObject({ searches: 1, empty: 1 });
});
