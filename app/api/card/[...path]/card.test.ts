import { beforeEach, expect, test, vi } from "vitest";
import { replaceSettings } from "@/internal/testing/config.ts";
import { eachStore } from "@/internal/testing/db.ts";
import { getMainProject } from "@/lib/config/config.ts";
import { clearFullBuckets } from "@/lib/limits/limits.ts";
import { currentSite } from "@/lib/site/served/current.ts";
import { replaceSite } from "@/lib/site/stored/sites.ts";
import { GET, HEAD } from "./route.ts";

const renders = vi.hoisted(() => ({ count: 0 }));
vi.mock("@/lib/cards/cards.ts", async (original) => ({
  ...(await original<typeof import("@/lib/cards/cards.ts")>()),
  renderCard: async () => {
    renders.count += 1;
    return new Uint8Array(8);
  },
}));

const ask = (path: string, init?: RequestInit, handler = GET) =>
  handler(new Request(`https://docs.test/api/card/${path}`, init), {
    params: Promise.resolve({ path: path.replace(/\?.*/, "").split("/") }),
  });

eachStore((store) => {
  beforeEach(async () => {
    clearFullBuckets();
    await store().counters.deleteFrom("counters").execute();
    renders.count = 0;
  });

  test("a card is rendered once for many requests, whatever their query, and again when what it shows has changed", async () => {
    const restore = replaceSettings({ ...site, limits: { cardsPerAddressPerMinute: 1_000 } }, {});
    try {
      const live = await currentSite(getMainProject().domain);
      const title = `A card of ${crypto.randomUUID()}`;
      const [page] = live.pages;
      if (!page) throw new Error("The fixture has no page.");
      const rename = (to: string) =>
        replaceSite(live.project.domain, { ...live, pages: [{ ...page, title: to }, ...live.pages.slice(1)] });
      rename(title);
      const path = page.path.slice(1);
      await ask(path, { method: "HEAD" }, HEAD);
      expect(renders.count).toBe(0);
      const answers = await Promise.all(Array.from({ length: 200 }, (_, index) => ask(`${path}?v=${index}`)));
      expect(answers.map(({ status }) => status)).toEqual(Array(200).fill(200));
      expect(renders.count).toBe(1);
      rename(`${title}, changed`);
      expect((await ask(path)).headers.get("etag")).not.toBe(answers[0]?.headers.get("etag"));
      expect(renders.count).toBe(2);
    } finally {
      restore();
    }
  });

  test("pages whose titles the font cannot draw share the site's card", async () => {
    const restore = replaceSettings(site, {});
    try {
      const live = await currentSite(getMainProject().domain);
      const tags: [number, string | null][] = [];
      for (const title of ["安装", "Ship it 🚀", "Install"]) {
        const [page, ...others] = live.pages;
        if (!page) throw new Error("The fixture has no page.");
        replaceSite(live.project.domain, { ...live, pages: [{ ...page, title }, ...others] });
        const { status, headers } = await ask(page.path.slice(1));
        tags.push([status, headers.get("etag")]);
      }
      expect(tags.map(([status]) => status)).toEqual([200, 200, 200]);
      expect(new Set(tags.map(([, etag]) => etag)).size).toBe(2);
    } finally {
      restore();
    }
  });

  test("a path without a page is refused before any render, and an address that asks too often is refused with a problem", async () => {
    const restore = replaceSettings({ ...site, limits: { cardsPerAddressPerMinute: 1 } }, {});
    // Both requests are in one minute.
    vi.useFakeTimers({ toFake: ["Date"] });
    try {
      expect((await ask("docs/nothing-here")).status).toBe(404);
      const refused = await ask("docs/nothing-here");
      expect([refused.status, refused.headers.get("content-type")]).toEqual([429, "application/problem+json"]);
      expect(renders.count).toBe(0);
    } finally {
      vi.useRealTimers();
      restore();
    }
  });
});

const site = {
  logs: { requests: false },
  organisation: { id: "acme", name: "Acme" },
  projects: [{ id: "docs", domain: "docs", name: "Docs", content: "content" }],
};
