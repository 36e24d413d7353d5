import { describe, expect, test, vi } from "vitest";
import { callRoute } from "@/internal/testing/http.ts";
import { createSiteToken } from "@/lib/auth/session.ts";
import { getCounters } from "@/lib/db/db.ts";
import { listCounts } from "@/lib/limits/limits.ts";
import { type EndpointRow, endpoints } from "../../internal/testing/v1-endpoints.ts";
import { countOf, serviceForTests } from "../../internal/testing/v1-service.ts";

const { token } = serviceForTests();

test("searches of the site's own pages charge their own window alone", async () => {
  const row = endpoints[0] as EndpointRow;
  const { token: siteToken } = await createSiteToken({ domain: "docs", fp: "f" });
  const response = await callRoute(row.route, { ...row.address("docs"), body: row.body, token: siteToken, peer: "192.0.2.80" });
  expect(response.status).toBe(200);
  expect(response.headers.get("ratelimit-policy")).toBe('"search";q=600;w=60');
  expect([await countOf("search:192.0.2.80"), await countOf("address:192.0.2.80"), await countOf("organisation:acme")]).toEqual([
    1, 0, 0,
  ]);
});

describe.each(endpoints.filter(({ name }) => name.endsWith("/message")))("$name for readers of the site's own pages", (row) => {
  const ask = (by: string, peer: string) => callRoute(row.route, { ...row.address("docs"), body: row.body, token: by, peer });
  const read = async (peer: string) => ask((await createSiteToken({ domain: "docs", fp: "f" })).token, peer);
  const readWithKey = (peer: string) => ask(token.assistant, peer);

  test("charges the readers' own windows and the address, neither a key nor the organisation", async () => {
    const response = await read("192.0.2.82");
    expect([response.status, response.headers.get("ratelimit-policy")]).toEqual([
      200,
      '"address";q=1000;w=86400, "reader";q=60;w=3600, "site";q=5000;w=3600',
    ]);
    await response.text();
    expect((await listCounts()).map(({ bucket, count }) => [bucket, count])).toEqual([
      ["address:192.0.2.82", 1],
      ["reader:192.0.2.82", 1],
      ["site:docs", 1],
    ]);
  });

  test("refuses an address that used up its hour, and no one else", async () => {
    await fill("reader:192.0.2.83", 60);
    const refused = await read("192.0.2.83");
    expect([refused.status, refused.headers.get("ratelimit-policy")]).toEqual([429, '"reader";q=60;w=3600']);
    expect(Number(refused.headers.get("retry-after"))).toBeLessThanOrEqual(3_600);
    expect([await countOf("address:192.0.2.83"), await countOf("site:docs")]).toEqual([0, 0]);
    expect((await read("192.0.2.84")).status).toBe(200);
    expect((await readWithKey("192.0.2.83")).status).toBe(200);
  });

  test("refuses readers of a project that used up its hour, not its keys", async () => {
    await fill("site:docs", 5_000);
    const refused = await read("192.0.2.85");
    expect([refused.status, refused.headers.get("ratelimit-policy")]).toEqual([429, '"site";q=5000;w=3600']);
    expect((await readWithKey("192.0.2.85")).status).toBe(200);
  });

  const fill = async (bucket: string, count: number) => {
    const counters = await getCounters();
    await counters.insertInto("counters").values({ bucket, ends_at: nextHour(), count, quota: count }).execute();
  };
});

test("keeps working keys while a clock passes the end of a window", async () => {
  const row = endpoints[0] as EndpointRow;
  const call = () => callRoute(row.route, { ...row.address("docs"), body: row.body, token: token.assistant, peer: "192.0.2.81" });
  vi.useFakeTimers({ toFake: ["Date"], now: Date.UTC(2027, 0, 31, 23, 59, 59, 999) });
  expect((await call()).headers.get("ratelimit")).toBe('"address";r=999;t=1, "organisation";r=9999;t=1');
  vi.setSystemTime(Date.UTC(2027, 1, 1));
  expect((await call()).headers.get("ratelimit")).toBe('"address";r=999;t=86400, "organisation";r=9999;t=3600');
  vi.useRealTimers();
});

function nextHour(): number {
  return (Math.floor(Date.now() / 3_600_000) + 1) * 3_600_000;
}
