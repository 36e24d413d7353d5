import { beforeEach, describe, expect, test } from "vitest";
import { replaceSettings } from "../../internal/testing/config.ts";
import { eachStore } from "../../internal/testing/db.ts";
import { deleteThreadsOf } from "../assistant/threads/threads.ts";
import { getCounters, getDatabase } from "../db/db.ts";
import { clearFullBuckets, listCounts } from "../limits/limits.ts";
import { replaceLogSink } from "../log.ts";
import { Batch, DAY_MS } from "./batch.ts";
import {
  finishInsights,
  flushInsights,
  recordMissing,
  recordOpenedResult,
  recordPageFeedback,
  recordQuestion,
  recordRead,
  recordReport,
  recordSearch,
} from "./insights.ts";
import { type Visit, visitOf } from "./kinds.ts";
import { before, lastDays } from "./period.ts";
import { deleteOldInsights, storeBatch } from "./store-batch.ts";
import { readAgentPages, readFamilies, readSubjects, readTotals } from "./sums.ts";
import { readComments, readMissing, readSearches, readUnanswered } from "./texts.ts";

const now = Date.UTC(2027, 0, 15, 12, 30);
const reader: Visit = { project: "docs", agent: "reader", address: "192.0.2.1", language: "en", version: "v2" };
/** A reader at one of many addresses. */
const readerAt = (index: number): Visit => ({ ...reader, address: `2001:db8:0:${index.toString(16)}::/64` });
const scope = { project: "docs" };
const month = lastDays(30, now);
const settings = (insights: object = {}) =>
  replaceSettings({
    organisation: { id: "acme", name: "Acme" },
    projects: [{ id: "docs", domain: "docs", name: "Docs" }],
    insights,
  });

const question = (text: string, outcome: "answered" | "low" | "refused", sections: readonly string[] = []) =>
  recordQuestion(reader, { text, outcome, threadId: "th_1", messageId: text, sections }, now);

eachStore(() => {
  beforeEach(async () => {
    const restore = settings();
    await finishInsights();
    const database = await getDatabase();
    await database.deleteFrom("insight_sums").execute();
    await database.deleteFrom("insight_texts").execute();
    await (await getCounters()).deleteFrom("counters").execute();
    clearFullBuckets();
    return restore;
  });

  test("counts searches, what they found and what was opened", async () => {
    recordSearch(reader, { query: "Install  it", results: 3 }, now);
    recordSearch(reader, { query: "install it", results: 3 }, now);
    recordSearch(reader, { query: "quantum", results: 0 }, now);
    recordOpenedResult(reader, { query: "install it", page: "/docs/install" }, now);
    await flushInsights(now);
    const { totals, days } = await readTotals(scope, month);
    expect(totals).toMatchObject({ search: 3, search_empty: 1, search_opened: 1 });
    expect(days.at(-1)).toMatchObject({ day: "2027-01-15", search: 3 });
    expect(days).toHaveLength(30);
    expect(await readSearches(scope, month)).toMatchObject([
      { text: "install it", searches: 2, empty: 0, opened: 1, page: "/docs/install", language: "en", version: "v2" },
      { text: "quantum", searches: 1, empty: 1, opened: 0 },
    ]);
    expect((await readSearches(scope, month, { failed: true })).map(({ text }) => text)).toEqual(["quantum"]);
  });

  test("a search that is typed counts once, when its reader stops typing", async () => {
    for (const [index, query] of ["i", "in", "inst", "ins", "install"].entries())
      recordSearch(reader, { query, results: 1, typing: "fp" }, now + index * 200);
    recordSearch(reader, { query: "other", results: 1, typing: "another fp" }, now);
    await flushInsights(now + 1_000);
    expect(await readSearches(scope, month)).toEqual([]);
    recordSearch(reader, { query: "keys", results: 1, typing: "fp" }, now + 2_000);
    await flushInsights(now + 10_000);
    expect((await readSearches(scope, month)).map(({ text }) => text)).toEqual(["install", "keys", "other"]);
  });

  test("a result that is opened immediately belongs to the search that was being typed", async () => {
    recordSearch(reader, { query: "install", results: 1, typing: "fp" }, now);
    recordOpenedResult(reader, { query: "install", page: "/docs/install" }, now + 100);
    await flushInsights(now + 200);
    expect(await readSearches(scope, month)).toMatchObject([{ searches: 1, opened: 1 }]);
  });

  test("an opened result without its search makes no search", async () => {
    recordOpenedResult(reader, { query: "never searched", page: "/docs" }, now);
    await flushInsights(now);
    expect(await readSearches(scope, month)).toEqual([]);
  });

  test("lists questions without a good answer, and the sections that answers cite", async () => {
    question("How do I install it?", "answered", ["/docs/install#npm", "/docs/install"]);
    question("Can it fly?", "refused");
    question("Is it fast?", "low", ["/docs/install#npm"]);
    await flushInsights(now);
    expect((await readTotals(scope, month)).totals).toMatchObject({ question: 3, question_refused: 1, question_low: 1 });
    const rows = await readUnanswered(scope, month);
    expect(rows.map(({ text, outcome, threadId }) => [text, outcome, threadId]).sort()).toEqual([
      ["Can it fly?", "refused", "th_1"],
      ["Is it fast?", "low", "th_1"],
    ]);
    expect(await readSubjects(scope, month, ["section"])).toEqual([
      { subject: "/docs/install#npm", counts: { section: 2 } },
      { subject: "/docs/install", counts: { section: 1 } },
    ]);
  });

  test("keeps what readers say of pages, and addresses without a page", async () => {
    recordPageFeedback(reader, { page: "/docs/a", rating: "down", reason: "unclear", text: "=HYPERLINK()" }, now);
    recordPageFeedback(reader, { page: "/docs/a", rating: "up" }, now);
    recordMissing(reader, { path: "/docs/old", from: "/docs" }, now);
    recordMissing(reader, { path: "/docs/old", from: "" }, now);
    await flushInsights(now);
    expect(await readSubjects(scope, month, ["page_down", "page_up"])).toEqual([
      { subject: "/docs/a", counts: { page_down: 1, page_up: 1 } },
    ]);
    expect(await readComments(scope, month)).toMatchObject([{ page: "/docs/a", rating: "down", text: "unclear: =HYPERLINK()" }]);
    expect(await readMissing(scope, month)).toMatchObject([{ path: "/docs/old", from: "/docs", count: 2 }]);
  });

  test("robots are counted apart and listed nowhere", async () => {
    const robot: Visit = { ...reader, agent: "robot" };
    recordSearch(robot, { query: "crawl", results: 0 }, now);
    recordMissing(robot, { path: "/wp-login.php", from: "" }, now);
    await flushInsights(now);
    expect((await readTotals(scope, month)).totals).toMatchObject({ search: 0, missing: 0, robot: 3 });
    expect([await readSearches(scope, month), await readMissing(scope, month)]).toEqual([[], []]);
  });

  test("a language, a version, another project and another time see their own", async () => {
    recordSearch({ ...reader, language: "es" }, { query: "hola", results: 1 }, now);
    recordSearch({ ...reader, project: "other" }, { query: "other", results: 1 }, now);
    recordSearch(reader, { query: "earlier", results: 1 }, now - 40 * DAY_MS);
    await flushInsights(now);
    expect((await readTotals({ ...scope, language: "es" }, month)).totals.search).toBe(1);
    expect((await readTotals({ ...scope, language: "en" }, month)).totals.search).toBe(0);
    expect((await readTotals({ ...scope, version: "v2" }, before(month))).totals.search).toBe(1);
    expect((await readSearches(scope, month)).map(({ text }) => text)).toEqual(["hola"]);
  });

  test("without texts, sums alone are kept", async () => {
    const restore = settings({ texts: false });
    recordSearch(reader, { query: "secret words", results: 0 }, now);
    question("My secret question", "refused");
    recordPageFeedback(reader, { page: "/docs", rating: "down", text: "secret" }, now);
    recordMissing(reader, { path: "/secret", from: "" }, now);
    await flushInsights(now);
    restore();
    expect((await readTotals(scope, month)).totals).toMatchObject({ search: 1, question: 1, page_down: 1, missing: 1 });
    const texts = await (await getDatabase()).selectFrom("insight_texts").selectAll().execute();
    expect(texts).toEqual([]);
    const subjects = await (await getDatabase()).selectFrom("insight_sums").select("subject").execute();
    expect(subjects.map(({ subject }) => subject).join()).not.toContain("secret");
  });

  test("switched off, nothing is kept", async () => {
    const restore = settings({ enabled: false });
    recordSearch(reader, { query: "x", results: 0 }, now);
    question("x", "refused");
    recordMissing(reader, { path: "/x", from: "" }, now);
    await flushInsights(now);
    restore();
    expect(await (await getDatabase()).selectFrom("insight_sums").selectAll().execute()).toEqual([]);
  });

  test("a day keeps 300 different searches; further ones only count, and known ones still grow", async () => {
    for (let index = 0; index < 600; index++) recordSearch(readerAt(index), { query: `search ${index}`, results: 0 }, now);
    await flushInsights(now);
    recordSearch(readerAt(601), { query: "one more", results: 0 }, now);
    recordSearch(reader, { query: "search 1", results: 0 }, now);
    await flushInsights(now);
    const rows = await readSearches(scope, month);
    expect([rows.length, rows[0]?.text, rows[0]?.searches]).toEqual([300, "search 1", 2]);
    expect((await readTotals(scope, month)).totals.search).toBe(602);
  });

  const noteMissing = (batch: Batch, visit: Visit, path: string) => batch.note(visit, { kind: "missing", text: path }, { now });
  const paths = async () => (await readMissing(scope, month)).map(({ path }) => path).sort();

  test("one address adds a tenth of a day's texts, however many processes it reaches, and its known ones still grow", async () => {
    const batches = Array.from({ length: 4 }, (_, process) => {
      const batch = new Batch();
      for (let index = 0; index < 9; index++) noteMissing(batch, reader, `/${process}/${index}`);
      noteMissing(batch, readerAt(process), `/other/${process}`);
      return batch;
    });
    await Promise.all(batches.map((batch) => storeBatch(batch, now)));
    const stored = await paths();
    expect(stored.filter((path) => path.startsWith("/other"))).toHaveLength(4);
    expect(stored).toHaveLength(20 + 4);
    const again = new Batch();
    noteMissing(again, reader, stored[0] as string);
    noteMissing(again, reader, "/one/more");
    await storeBatch(again, now);
    expect(await paths()).toEqual(stored);
    expect((await readMissing(scope, month))[0]).toMatchObject({ path: stored[0], count: 2 });
  });

  test("a text that an earlier write has charged and not stored is charged once", async () => {
    const [charged, next] = [new Batch(), new Batch()];
    for (let index = 0; index < 20; index++) noteMissing(charged, reader, `/${index}`);
    await storeBatch(charged, now);
    await (await getDatabase()).deleteFrom("insight_texts").execute();
    next.absorb(charged);
    await storeBatch(next, now);
    expect(await paths()).toHaveLength(20);
    expect((await listCounts()).map(({ count }) => count)).toEqual([20]);
  });

  test("sums of hours that release 1.0.0 has stored are not counted beside those of days", async () => {
    recordSearch(reader, { query: "token", results: 1 }, now);
    await flushInsights(now);
    const count = async () => (await readTotals(scope, { from: now - DAY_MS, to: now + DAY_MS })).totals.search;
    const before = await count();
    const database = await getDatabase();
    const rows = await database.selectFrom("insight_sums").selectAll().where("kind", "=", "search").execute();
    await database
      .insertInto("insight_sums")
      .values(rows.map((row) => ({ ...row, grain: "hour" as "day" })))
      .execute();
    expect(before).toBeGreaterThan(0);
    expect(await count()).toBe(before);
  });

  test("records older than the configured days are deleted", async () => {
    recordSearch(reader, { query: "old", results: 1 }, now - 92 * DAY_MS);
    recordSearch(reader, { query: "older", results: 1 }, now - 401 * DAY_MS);
    recordSearch(reader, { query: "new", results: 1 }, now);
    await flushInsights(now);
    await deleteOldInsights(now);
    const all = { from: 0, to: now + DAY_MS };
    expect((await readSearches(scope, all)).map(({ text }) => text)).toEqual(["new"]);
    const sums = await (await getDatabase()).selectFrom("insight_sums").select("starts_at").execute();
    expect(sums).toHaveLength(2);
  });

  test("deleting a reader's conversations deletes their questions here too", async () => {
    const database = await getDatabase();
    await database
      .insertInto("threads")
      .values({ id: "th_1", domain: "docs", fp: "f", created_at: now, updated_at: now })
      .execute();
    question("What about me?", "refused");
    recordQuestion(reader, { text: "And me?", outcome: "refused", threadId: "th_2", messageId: "m", sections: [] }, now);
    await flushInsights(now);
    await deleteThreadsOf({ domain: "docs", fp: "f" });
    expect((await readUnanswered(scope, month)).map(({ text }) => text)).toEqual(["And me?"]);
  });

  describe("agents", () => {
    const agent = (family: Visit["family"]): Visit => ({ ...reader, agent: "agent", family });

    test("are counted by family and page, beside readers and apart from crawlers", async () => {
      for (const page of ["/docs/a", "/docs/a", "/docs/b"]) recordRead(agent("claude-code"), page, now);
      recordRead(agent("cursor"), "/docs/a", now);
      recordRead({ ...reader, agent: "robot", family: "gptbot" }, "/docs/a", now);
      recordRead(reader, "/docs/a", now);
      recordSearch(agent("cursor"), { query: "Webhooks", results: 0 }, now);
      recordSearch(agent("cursor"), { query: "install", results: 3 }, now);
      recordMissing(agent("claude-code"), { path: "/docs/guess.md", from: "" }, now);
      recordReport(agent("cursor"), { page: "/docs/a", quote: "npm i", problem: "<b>It fails.</b>" }, now);
      await flushInsights(now);
      const none = { reads: 0, searches: 0, empty: 0, missing: 0, reports: 0 };
      expect(await readFamilies(scope, month)).toEqual([
        { ...none, family: "claude-code", isCrawler: false, reads: 3, missing: 1 },
        { ...none, family: "cursor", isCrawler: false, reads: 1, searches: 2, empty: 1, reports: 1 },
        { ...none, family: "gptbot", isCrawler: true, reads: 1 },
      ]);
      expect(await readAgentPages(scope, month)).toEqual([
        { page: "/docs/a", family: "claude-code", reads: 2 },
        { page: "/docs/a", family: "cursor", reads: 1 },
        { page: "/docs/b", family: "claude-code", reads: 1 },
      ]);
      const empty = await readSearches(scope, month, { failed: true, sender: "agents" });
      expect(empty.map(({ text, empty: count }) => [text, count])).toEqual([["webhooks", 1]]);
      expect(await readMissing(scope, month, "agents")).toMatchObject([{ path: "/docs/guess.md", count: 1 }]);
      expect(await readComments(scope, month, "agents")).toMatchObject([{ page: "/docs/a", text: "“npm i”: <b>It fails.</b>" }]);
    });

    test("change nothing that is said of readers", async () => {
      recordSearch(agent("agent"), { query: "x", results: 0 }, now);
      recordMissing(agent("agent"), { path: "/x", from: "" }, now);
      recordReport(agent("agent"), { page: "/docs/a", quote: "", problem: "Wrong." }, now);
      await flushInsights(now);
      expect((await readTotals(scope, month)).totals).toMatchObject({ search: 0, search_empty: 0, missing: 0, page_down: 0 });
      expect([await readSearches(scope, month), await readMissing(scope, month), await readComments(scope, month)]).toEqual([
        [],
        [],
        [],
      ]);
    });

    test("fill no more of a day than 1,000 pages and families, and take no room from readers", async () => {
      for (let index = 0; index < 1_500; index++) recordRead(agent("fetcher"), `/docs/${index}`, now);
      for (let index = 0; index < 300; index++)
        recordMissing({ ...agent("fetcher"), address: readerAt(index).address }, { path: `/guess/${index}`, from: "" }, now);
      await flushInsights(now);
      recordMissing(reader, { path: "/docs/old", from: "" }, now);
      await flushInsights(now);
      expect(await readAgentPages(scope, month)).toHaveLength(1_000);
      expect((await readFamilies(scope, month))[0]).toMatchObject({ reads: 1_500, missing: 300 });
      expect(await readMissing(scope, month, "agents")).toHaveLength(200);
      expect((await readMissing(scope, month)).map(({ path }) => path)).toEqual(["/docs/old"]);
    });
  });

  test("two processes add to the same sums", async () => {
    const batches = [new Batch(), new Batch()];
    for (const batch of batches) batch.count(reader, "search", { now });
    await Promise.all(batches.map((batch) => storeBatch(batch, now)));
    expect((await readTotals(scope, month)).totals.search).toBe(2);
  });

  test("texts lose control characters, and what is longer than 500 characters", async () => {
    recordMissing(reader, { path: `/a\0b\n${"😀".repeat(600)}`, from: "" }, now);
    await flushInsights(now);
    const [row] = await readMissing(scope, month);
    expect(row?.path).toMatch(/^\/a b (😀)+$/u);
    expect([...(row?.path ?? "")]).toHaveLength(500);
  });
});

describe("without a store", () => {
  test("one address takes no more of a batch than of a day, and room for others stays", () => {
    const batch = new Batch();
    for (let index = 0; index < 20_000; index++) batch.note(reader, { kind: "missing", text: `/${index}` }, { now });
    for (let index = 0; index < 100; index++) batch.note(readerAt(index), { kind: "missing", text: `/other/${index}` }, { now });
    expect([batch.texts.size, batch.dropped]).toEqual([120, 0]);
  });

  test("a batch holds no more than its bounds, and a flood costs nobody an answer", async () => {
    const restore = [settings(), replaceLogSink(() => {})];
    for (let index = 0; index < 20_000; index++) recordMissing(readerAt(index), { path: `/${index}`, from: "" }, now);
    const batch = new Batch();
    for (let index = 0; index < 20_000; index++) batch.note(readerAt(index), { kind: "missing", text: `/${index}` }, { now });
    expect([batch.texts.size, batch.dropped]).toEqual([2_000, 18_000]);
    for (const undo of restore) undo();
  });

  const asked = {
    id: "docs",
    languages: [
      { id: "en", label: "English" },
      { id: "es", label: "Español" },
    ],
    versions: [{ id: "v2", label: "v2" }],
  };

  test.each([
    ["a browser", { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36" }, "reader"],
    [
      "a browser that somebody steers",
      { "user-agent": "Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/140.0 Safari/537.36" },
      "reader",
    ],
    ["a crawler", { "user-agent": "Mozilla/5.0 (compatible; Googlebot/2.1)" }, "robot"],
    ["a model's crawler", { "user-agent": "GPTBot/1.2" }, "robot"],
    ["an agent", { "user-agent": "Claude-User (claude-code/2.1.92; +https://support.anthropic.com/)" }, "agent"],
  ])("%s counts as such", (_, headers, agent) =>
    expect(visitOf({ headers: new Headers(headers) }, { address: "192.0.2.1", project: asked })?.agent).toBe(agent),
  );

  test("a language or version that the project does not have counts as none, since sums are kept for each", () => {
    const visit = (language: string, version: string) =>
      visitOf({ headers: new Headers({ "user-agent": "curl/8" }) }, { address: "192.0.2.1", project: asked, language, version });
    expect(visit("es", "v2")).toMatchObject({ language: "es", version: "v2" });
    expect(visit("e1", "v1")).toMatchObject({ language: undefined, version: undefined });
  });

  test("a caller with a key is a program, and one that asks not to be tracked is not counted", () => {
    const visit = (headers: Record<string, string>, kind?: string) =>
      visitOf({ headers: new Headers(headers) }, { address: "192.0.2.1", project: asked }, kind ? { kind } : undefined);
    expect(visit({ "user-agent": "curl/8" }, "assistant")?.agent).toBe("program");
    expect(visit({ "user-agent": "node" }, "mcp")).toMatchObject({ agent: "agent", family: "fetcher" });
    expect(visit({}, "mcp")).toMatchObject({ agent: "agent", family: "agent" });
    expect(visit({ "user-agent": "curl/8" }, "site")?.agent).toBe("agent");
    expect(visit({ dnt: "1" })).toBeUndefined();
    expect(visit({ "sec-gpc": "1" }, "assistant")).toBeUndefined();
  });
});
