import { beforeEach, expect, test } from "vitest";
import { replaceSettings } from "../config/testing.ts";
import { eachStore } from "../db/testing.ts";
import { forgetFull, listCounts } from "../limits/limits.ts";
import { ServiceError } from "../service-error.ts";
import { admitPublic, type PublicWindow } from "./rate-limit.ts";

const noon = Date.UTC(2027, 5, 15, 12);

eachStore((store) => {
  beforeEach(async () => {
    forgetFull();
    await store().counters.deleteFrom("counters").execute();
  });

  test("cards and text forms have a window of their own per address, and charge nothing else", async () => {
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

const site = {
  organisation: { id: "acme", name: "Acme" },
  projects: [{ id: "docs", domain: "docs", name: "Docs" }],
};

async function fetchOne(window: PublicWindow, addressBlock = "192.0.2.1") {
  const headers = new Map<string, string>();
  await admitPublic({ startedAt: noon, headers, addressBlock }, window);
  return headers;
}
