import { expect, test, vi } from "vitest";
import { replaceSettings } from "@/internal/testing/config.ts";
import { eachStore } from "@/internal/testing/db.ts";
import { getMainProject } from "@/lib/config/config.ts";
import { completeSite } from "@/lib/content/site/site.ts";
import { resetProcessState } from "@/lib/process-state.ts";
import { currentSite } from "@/lib/site/served/current.ts";
import { replaceSite } from "@/lib/site/stored/sites.ts";
import { GET } from "./route.ts";

const fields = vi.hoisted(() => ({ written: 0 }));
vi.mock("@/components/openapi/reference/fields-html.tsx", async (load) => {
  const original = await load<typeof import("@/components/openapi/reference/fields-html.tsx")>();
  const fieldsHtml: typeof original.fieldsHtml = (...given) => {
    fields.written += 1;
    return original.fieldsHtml(...given);
  };
  return { ...original, fieldsHtml };
});
const feeds = vi.hoisted(() => ({ written: 0 }));
vi.mock("@/lib/content/output/compile.ts", async (load) => {
  const original = await load<typeof import("@/lib/content/output/compile.ts")>();
  const toFeed: typeof original.toFeed = (...given) => {
    feeds.written += 1;
    return original.toFeed(...given);
  };
  return { ...original, toFeed };
});

const ask = (path: string, { kind = "feed", headers = {} } = {}) =>
  GET(new Request(`https://docs.test/api/text/${path}`, { headers }), {
    params: Promise.resolve({ kind, path: path.split("/") }),
  });

eachStore(() => {
  test.each([
    ["of a page with updates", '<Update label="May">Text.</Update>', 200],
    ["of a page that only speaks of them", "`<Update />`", 404],
  ])("a feed is written once for all who ask: %s", async (_, source, status) => {
    const restore = replaceSettings(settings, {});
    try {
      // Without what completes its pages: on a busy machine they are listed alone at first.
      const live = await completeSite(await currentSite(getMainProject().domain));
      const [page] = live.pages;
      if (!page) throw new Error("The fixture has no page.");
      const hash = crypto.randomUUID();
      replaceSite(live.project.domain, { ...live, hash, pages: [{ ...page, source, hash }, ...live.pages.slice(1)] });
      feeds.written = 0;
      const answers = await Promise.all(Array.from({ length: 5 }, () => ask(page.path.slice(1))));
      answers.push(await ask(page.path.slice(1)));
      expect(answers.map((answer) => answer.status)).toEqual(Array(6).fill(status));
      expect(feeds.written).toBe(1);
    } finally {
      restore();
    }
  });

  test.each([
    ["llms.txt", "en"],
    ["llms-full.txt", "en"],
    ["page", undefined],
  ])(
    "a cache that kept %s of another configuration gets the text again, and one that has it gets nothing",
    async (kind, path) => {
      const answerWith = async (siteUrl: string, known = "") => {
        const [project] = settings.projects;
        const restore = replaceSettings({ ...settings, projects: [{ ...project, siteUrl }] as never }, {});
        const forget = resetProcessState("sites");
        try {
          const live = await currentSite("docs");
          const [first] = live.pages;
          if (!first) throw new Error("The fixture has no page.");
          replaceSite("docs", { ...live, pages: [{ ...first, source: "[Start](/docs)", hash: "start" }] });
          const answer = await ask(path ?? first.path.slice(1), { kind, headers: known ? { "if-none-match": known } : {} });
          return { status: answer.status, etag: answer.headers.get("etag") ?? "", text: await answer.text() };
        } finally {
          forget();
          restore();
        }
      };
      const one = await answerWith("https://one.test");
      expect(one).toMatchObject({ status: 200, text: expect.stringContaining("https://one.test/") });
      expect(await answerWith("https://one.test", one.etag)).toMatchObject({ status: 304, text: "" });
      expect(await answerWith("https://two.test", one.etag)).toMatchObject({
        status: 200,
        text: expect.stringContaining("https://two.test/"),
      });
    },
  );

  test("fields that the page of an operation leaves out are those of a schema of its description", async () => {
    const restore = replaceSettings(settings, {});
    try {
      const live = await currentSite("docs");
      const [first] = live.pages;
      if (!first) throw new Error("The fixture has no page.");
      const openapi = { openapi: "3.1.0", components: { schemas: { Ship: { properties: { name: { type: "string" } } } } } };
      const page = { ...first, operation: { method: "GET", path: "/ships" } };
      replaceSite("docs", { ...live, openapi: openapi as never, pages: [page, ...live.pages.slice(1)] });
      const found = await ask(`Ship/body-ship${page.path}`, { kind: "fields" });
      expect([found.status, found.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
      expect(await found.text()).toContain('id="body-ship-name"');
      fields.written = 0;
      for (const prefix of ["response-200", "response-Äpfel", "query-a.b", "body-ship"])
        expect(await (await ask(`Ship/${prefix}${page.path}`, { kind: "fields" })).text()).toContain(`id="${prefix}-name"`);
      // Once as the API sends them; what it takes has been written before.
      expect(fields.written).toBe(1);
      const prefixes = ["x".repeat(600), 'a"><b', "a b", "$&", "request/of"];
      const paths = ["Boat/body-ship", ...prefixes.map((prefix) => `Ship/${prefix}`)].map((path) => path + page.path);
      const refused = await Promise.all(
        [...paths, "Ship/body-ship/docs/nowhere", "Ship"].map((path) => ask(path, { kind: "fields" })),
      );
      expect(new Set(refused.map(({ status }) => status))).toEqual(new Set([404]));
    } finally {
      restore();
    }
  });
});

const settings = {
  logs: { requests: false },
  organisation: { id: "acme", name: "Acme" },
  projects: [{ id: "docs", domain: "docs", name: "Docs", content: "content" }],
};
