import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type PassageFixture, siteFixture } from "../../internal/testing/search-site.ts";
import { SearchRequest, searchSite } from "./request.ts";
import { searchPassages } from "./search.ts";

const topics = ["webhooks", "billing", "tokens", "regions", "exports", "alerts", "teams", "quotas"];

/** Every topic in two languages and two versions, with words that all four share. */
function twoByTwo(): PassageFixture[] {
  return topics.flatMap((topic) =>
    [
      { language: "en", version: "v2", path: `/docs/${topic}` },
      { language: "en", version: "v1", path: `/docs/v1/${topic}` },
      { language: "es", version: "v2", path: `/es/docs/${topic}` },
      { language: "es", version: "v1", path: `/es/docs/v1/${topic}` },
    ].map((place) => ({
      ...place,
      title: topic,
      text: place.language === "en" ? `How ${topic} work in the shared service` : `Cómo funcionan ${topic} en el servicio shared`,
    })),
  );
}

const site = siteFixture(twoByTwo());
const ask = (query: string, filter?: { language?: string; version?: string } | null, limit = 50) =>
  searchPassages(site, { query, limit, filter });

describe("a filter", () => {
  test("restricts 200 random probes exactly", async () => {
    const member = <T>(values: T[]) => fc.option(fc.constantFrom(...values), { nil: undefined });
    const probe = fc.record({
      query: fc.array(fc.constantFrom(...topics, "shared", "service", "servicio", "work", "servce"), {
        minLength: 1,
        maxLength: 4,
      }),
      language: member(["en", "es", "fr"]),
      version: member(["v2", "v1", "v0"]),
    });
    let found = 0;
    await fc.assert(
      fc.asyncProperty(probe, async ({ query, language, version }) => {
        const hits = await ask(query.join(" "), { ...(language && { language }), ...(version && { version }) });
        for (const { passage } of hits) {
          if (language) expect(passage.language).toBe(language);
          if (version) expect(passage.version).toBe(version);
        }
        if (language === "fr" || version === "v0") expect(hits).toEqual([]);
        found += hits.length;
      }),
      { numRuns: 200, seed: 7 },
    );
    expect(found).toBeGreaterThan(200);
  });

  test("with one member leaves the other open", async () => {
    const inSpanish = await ask("webhooks", { language: "es" });
    expect(inSpanish.map(({ passage }) => passage.path)).toEqual(["/es/docs/webhooks"]);
    const inFirstVersion = await ask("webhooks", { version: "v1" });
    expect(inFirstVersion.map(({ passage }) => passage.path)).toEqual(["/docs/v1/webhooks"]);
  });

  test("with no member, or null, restricts nothing", async () => {
    expect(await ask("webhooks", {})).toEqual(await ask("webhooks", null));
    expect(await ask("webhooks", { language: undefined })).toEqual(await ask("webhooks"));
  });
});

test("the first results are the same, however many are asked for", async () => {
  const words = [...topics, "shared", "service", "servicio", "work", "servce", "cómo"];
  const query = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 });
  const sizes = fc.record({ few: fc.integer({ min: 1, max: 12 }), many: fc.integer({ min: 12, max: 50 }) });
  const filters = fc.constantFrom({}, { language: "en" }, { version: "v1" });
  // In each language and version the pages fit to another degree, so that they come in another order.
  const uneven = siteFixture(
    twoByTwo().map((page, index) => ({
      ...page,
      text: `${page.text} ${topics.slice(0, (index * 5) % 8).join(" ")} ${"shared ".repeat(index % 7)}`,
    })),
  );
  await fc.assert(
    fc.asyncProperty(query, sizes, filters, async (asked, { few, many }, filter) => {
      const ids = async (limit: number) =>
        (await searchPassages(uneven, { query: asked.join(" "), filter, limit })).map(({ passage: { id }, score }) => [
          id,
          score,
        ]);
      expect(await ids(few)).toEqual((await ids(many)).slice(0, few));
    }),
    { numRuns: 150, seed: 11 },
  );
});

describe("without a filter", () => {
  test("a page shows in the default language and version, also where few results are asked for and others fit better", async () => {
    const fitting = topics.map((topic) => ({
      path: `/docs/${topic}`,
      title: `Alarm of ${topic}`,
      text: "An alarm rings. Alarm!",
    }));
    const better = siteFixture([
      ...fitting.map((page) => ({ ...page, language: "en", version: "v2" })),
      {
        language: "en",
        version: "v2",
        path: "/docs/bells",
        title: "Bells",
        text: "Bells ring for lunch, guests and now and then an alarm",
      },
      { language: "en", version: "v1", path: "/docs/v1/bells", title: "Alarm", text: "An alarm rings. Alarm!" },
      { language: "en", version: "v1", path: "/docs/v1/other", title: "Other", text: "Nothing rings here" },
    ]);
    for (const limit of [1, 2, 3]) {
      const found = await searchPassages(better, { query: "alarm", limit });
      expect(found.map(({ passage }) => passage.version)).toEqual(Array(limit).fill("v2"));
    }
  });

  test("a page of several versions and languages appears once, in the default ones", async () => {
    const paths = (await ask("shared service")).map(({ passage }) => passage.path);
    expect(paths.toSorted()).toEqual(topics.map((topic) => `/docs/${topic}`).toSorted());
  });

  test("a query that nothing fits gets the default language first", async () => {
    const site = siteFixture([
      { language: "en", version: "v2", path: "/docs/a", title: "Keys", text: "A key and how a weekend changes it" },
      ...topics.map((topic) => ({
        language: "en",
        version: "v2",
        path: `/docs/${topic}`,
        title: topic,
        text: `All about ${topic}`,
      })),
      { language: "es", version: "v2", path: "/es/docs/b", title: "Claves", text: "Total de una clave" },
    ]);
    const found = await searchPassages(site, { query: "recipe pancakes garden total weekend", limit: 5 });
    expect(found.map(({ passage }) => passage.language)).toEqual(["en", "es"]);
  });

  test("a question in another language gets that language", async () => {
    const [best] = await ask("cómo funcionan webhooks servicio");
    expect(best?.passage.path).toBe("/es/docs/webhooks");
  });

  test("a page that exists only in an older version is found", async () => {
    const mixed = siteFixture([
      ...twoByTwo(),
      { language: "en", version: "v1", path: "/docs/v1/faxes", text: "Send faxes the old way" },
    ]);
    const [best] = await searchPassages(mixed, { query: "send faxes", limit: 5 });
    expect(best?.passage.path).toBe("/docs/v1/faxes");
  });

  test("a page of the default version comes before an equal one of another", async () => {
    const text = "Rotate the signing secret";
    const equal = siteFixture([
      { language: "en", version: "v1", path: "/docs/v1/a", title: "Secrets", text },
      { language: "en", version: "v2", path: "/docs/b", title: "Secrets", text },
    ]);
    const hits = await searchPassages(equal, { query: "rotate secret", limit: 5 });
    expect(hits.map(({ passage }) => passage.path)).toEqual(["/docs/b", "/docs/v1/a"]);
  });
});

describe("the list of results", () => {
  const long = siteFixture(
    ["one", "two"].flatMap((page) =>
      Array.from({ length: 6 }, (_, i) => ({
        path: `/docs/${page}`,
        version: "v2",
        heading: `Part ${i}`,
        text: `Configure the gateway timeout, part ${i} ${page === "one" ? "gateway" : ""}`,
      })),
    ),
  );
  const paths = async (perPage?: number) =>
    (await searchPassages(long, { query: "gateway timeout", limit: 50, ...(perPage && { perPage }) })).map(
      ({ passage }) => passage.path,
    );

  test("holds at most three passages of one page, or as many as asked for", async () => {
    const count = (list: string[], path: string) => list.filter((each) => each === path).length;
    expect(count(await paths(), "/docs/one")).toBe(3);
    expect(count(await paths(1), "/docs/one")).toBe(1);
    expect(count(await paths(5), "/docs/two")).toBe(5);
  });

  test("is no longer than asked for", async () => expect(await ask("shared service", null, 3)).toHaveLength(3));

  test("is the same every time", async () => expect(await ask("shared work tokens")).toEqual(await ask("shared work tokens")));

  test("has scores between 0 and 1 that never rise", async () => {
    const scores = (await ask("how do webhooks and tokens work")).map(({ score }) => score);
    expect(scores.length).toBeGreaterThan(1);
    scores.forEach((score, i) => {
      expect(score).toBeGreaterThan(0);
      expect(score).toBeLessThanOrEqual(scores[i - 1] ?? 1);
    });
  });
});

describe("words of a query", () => {
  test("are found in spite of a typo, and the corrected query is named", async () => {
    const [hit] = await ask("webhoks");
    expect([hit?.passage.path, hit?.correctedQuery]).toEqual(["/docs/webhooks", "webhooks"]);
    expect((await ask("webhooks"))[0]?.correctedQuery).toBeUndefined();
  });

  test("come with each result, as far as it holds them", async () => {
    const [best] = await ask("webhoks zebra", { language: "en", version: "v2" });
    expect(best?.termMatches.map(({ term }) => term)).toEqual(["webhok", "zebra"]);
    const [typo, unknown] = best?.termMatches ?? [];
    expect(typo?.strength).toBeGreaterThan(0.5);
    expect(unknown).toMatchObject({ strength: 0, expandedStrength: 0 });
    expect((typo?.share ?? 0) + (unknown?.share ?? 0)).toBeCloseTo(1);
    expect(best?.oovShare).toBe(unknown?.share);
  });

  test("of one letter are found in words of a script without spaces, at their beginning and their end", async () => {
    const pages = siteFixture(
      ["连接数据库", "仓库设置", "库存", "安装"].map((title, i) => ({ path: `/docs/${i}`, language: "zh", title, text: title })),
    );
    const found = await searchPassages(pages, { query: "库", limit: 5 });
    expect(found.map(({ passage }) => passage.title).sort()).toEqual(["仓库设置", "库存", "连接数据库"].sort());
    expect(await searchPassages(pages, { query: "狗", limit: 5 })).toEqual([]);
  });

  test("of few letters are completed only where the last one may be unfinished", async () => {
    const type = (query: string, completeLastWord: boolean) =>
      searchPassages(site, { query, limit: 5, filter: { language: "es", version: "v2" }, completeLastWord });
    expect(await type("webh", false)).toEqual([]);
    for (const [query, completeLastWord] of [
      ["webh", true],
      ["webho", false],
    ] as const)
      expect((await type(query, completeLastWord))[0]?.passage.path).toBe("/es/docs/webhooks");
  });
});

test("a page whose title begins with what is typed comes first while it is typed", async () => {
  const titles = ["Webhooks", "Send and verify", "Receive and retry"];
  const typed = siteFixture([
    ...titles.map((title) => ({
      path: `/docs/${title}`,
      title,
      text: title === "Webhooks" ? "A call for each event." : "webhooks webhooks webhook events ".repeat(3),
    })),
    ...topics.slice(1).map((title) => ({ path: `/docs/${title}`, title, text: `Other things of ${title}.` })),
  ]);
  for (const query of ["web", "webho", "webhook"])
    expect((await searchPassages(typed, { query, limit: 3, completeLastWord: true }))[0]?.passage.title).toBe("Webhooks");
  expect(await searchPassages(typed, { query: "we", limit: 3, completeLastWord: true })).not.toEqual([]);
});

test("a request of the API says whether its last word may be unfinished, and a search box need not", async () => {
  const find = async (body: object, isReader: boolean) =>
    (
      await searchSite(site, SearchRequest.parse({ query: "webh", filter: { language: "es" }, ...body }), {
        completeLastWord: isReader,
      })
    ).length;
  expect(await find({}, false)).toBe(0);
  expect(await find({ completeLastWord: true }, false)).toBeGreaterThan(0);
  expect(await find({}, true)).toBeGreaterThan(0);
  expect(await find({ completeLastWord: false }, true)).toBe(0);
  expect(SearchRequest.safeParse({ query: "webh", completeLastWord: "yes" }).error?.issues[0]?.message).toBe(
    "must be true or false",
  );
});

describe("any query", () => {
  test.each([
    "",
    " ",
    "?!…",
    "__proto__",
    "constructor",
    "toString",
    "\ud800",
    "\udc00\ud800 webhooks",
    "安装 webhooks مرحبا",
    "a".repeat(5000),
    "webhooks ".repeat(700),
  ])("such as %j gets a list", async (query) => expect(Array.isArray(await ask(query))).toBe(true));

  test("of random text gets a list", async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary", maxLength: 200 }), fc.boolean(), async (query, completeLastWord) => {
        const hits = await searchPassages(site, { query, limit: 10, completeLastWord });
        expect(hits.length).toBeLessThanOrEqual(10);
      }),
    );
  });

  test("finds nothing in a site without passages", async () =>
    expect(await searchPassages(siteFixture([]), { query: "anything", limit: 5 })).toEqual([]));
});
