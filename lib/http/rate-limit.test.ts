import { beforeEach, expect, test } from "vitest";
import { replaceSettings } from "../../internal/testing/config.ts";
import { eachStore } from "../../internal/testing/db.ts";
import { clearFullBuckets, listCounts } from "../limits/limits.ts";
import { ServiceError } from "../service-error.ts";
import { enforceLimits, enforcePublicLimit, listBuckets, type PublicWindow } from "./rate-limit.ts";

const noon = Date.UTC(2027, 5, 15, 12);

eachStore((store) => {
  beforeEach(async () => {
    clearFullBuckets();
    await store().counters.deleteFrom("counters").execute();
  });

  test.each([
    ["an address", 40, 1_000, () => "192.0.2.1"],
    ["a project", 1_000, 40, (call: number) => `192.0.2.${call}`],
  ])(
    "the hour of %s admits exactly its quota of a hundred concurrent messages from readers",
    async (_, reader, project, from) => {
      const limits = { siteMessagesPerAddressPerHour: reader, siteMessagesPerProjectPerHour: project };
      const restore = replaceSettings({ ...site, limits });
      try {
        const calls = Array.from({ length: 100 }, (_, call) => admitReader(from(call)));
        const results = await Promise.allSettled(calls);
        expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(40);
        const counts = Map.groupBy(await listCounts(), ({ bucket }) => bucket.split(":")[0]);
        const sumOf = (kind: string) => counts.get(kind)?.reduce((sum, { count }) => sum + count, 0);
        expect([...counts.keys()]).toEqual(["address", "reader", "site"]);
        expect([sumOf("address"), sumOf("reader"), sumOf("site")]).toEqual([40, 40, 40]);
      } finally {
        restore();
      }
    },
  );

  test("cards and text forms have a separate window per address, and charge nothing else", async () => {
    const restore = replaceSettings({ ...site, limits: { cardsPerAddressPerMinute: 2, textsPerAddressPerMinute: 1 } }, {});
    try {
      expect((await fetchOne("card")).get("RateLimit")).toBe('"card";r=1;t=60');
      expect((await fetchOne("card")).get("RateLimit-Policy")).toBe('"card";q=2;w=60');
      await expect(fetchOne("card")).rejects.toMatchObject({ code: "limit_exceeded", headers: { "Retry-After": "60" } });
      expect((await fetchOne("text")).get("RateLimit")).toBe('"text";r=0;t=60');
      await expect(fetchOne("text")).rejects.toBeInstanceOf(ServiceError);
      expect((await fetchOne("text", "192.0.2.2")).get("RateLimit")).toBe('"text";r=0;t=60');
      expect((await listCounts()).map(({ bucket, count }) => [bucket, count])).toEqual([
        ["card:192.0.2.1", 2],
        ["text:192.0.2.1", 1],
        ["text:192.0.2.2", 1],
      ]);
    } finally {
      restore();
    }
  });
});

test("a limit above what the store can count stops the start, and says which", () => {
  const limits = { siteMessagesPerProjectPerHour: 3_000_000_000 };
  expect(() => replaceSettings({ ...site, limits })).toThrow(/limits\.siteMessagesPerProjectPerHour.*at most 1000000000/);
});

const site = {
  organisation: { id: "acme", name: "Acme" },
  projects: [{ id: "docs", domain: "docs", name: "Docs" }],
};

async function fetchOne(window: PublicWindow, addressBlock = "192.0.2.1") {
  const headers = new Map<string, string>();
  await enforcePublicLimit({ startedAt: noon, headers, addressBlock }, window);
  return headers;
}

function admitReader(address: string) {
  const caller = { kind: "site", keyId: "site", organisation: "acme" };
  const buckets = listBuckets("message", { address, caller, project: { id: "docs" } });
  return enforceLimits({ startedAt: noon, headers: new Map() }, buckets, { withoutStore: false });
}
