import { spawn } from "node:child_process";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { eachStore, openTestServer, openTestSqlite } from "../../internal/testing/db.ts";
import { replaceStore, type Store } from "../db/db.ts";
import { replaceLogSink } from "../log.ts";
import {
  type Bucket,
  clearFullBuckets,
  consume,
  consumeWithoutStore,
  deleteEndedWindows,
  findCachedFull,
  giveBack,
  listCounts,
} from "./limits.ts";

const noon = Date.UTC(2027, 5, 15, 12);
const key = (quota = 3): Bucket => ({ policy: "key", bucket: "key:k1", quota, window: "month" });
const organisation = (quota = 3): Bucket => ({ policy: "organisation", bucket: "organisation:acme", quota, window: "hour" });
const address = (quota = 3, block = "192.0.2.1"): Bucket => ({
  policy: "address",
  bucket: `address:${block}`,
  quota,
  window: "day",
});

async function counts(): Promise<Record<string, number>> {
  const charged = (await listCounts()).filter(({ count }) => count > 0);
  return Object.fromEntries(charged.map(({ bucket, count }) => [bucket, count]));
}

eachStore((store) => {
  beforeEach(async () => {
    clearFullBuckets();
    await store().counters.deleteFrom("counters").execute();
  });

  test("admits up to the quota, gives the state of each limit, and charges nothing once one is full", async () => {
    const buckets = [key(5), organisation(2), address(9)];
    expect((await consume(buckets, noon)).statuses).toEqual([
      {
        policy: "address",
        bucket: "address:192.0.2.1",
        quota: 9,
        windowSeconds: 86_400,
        remaining: 8,
        endsAt: Date.UTC(2027, 5, 16),
      },
      { policy: "key", bucket: "key:k1", quota: 5, windowSeconds: 30 * 86_400, remaining: 4, endsAt: Date.UTC(2027, 6, 1) },
      {
        policy: "organisation",
        bucket: "organisation:acme",
        quota: 2,
        windowSeconds: 3_600,
        remaining: 1,
        endsAt: Date.UTC(2027, 5, 15, 13),
      },
    ]);
    await consume(buckets, noon);
    const refused = await consume(buckets, noon);
    expect(refused.full.map(({ policy, remaining }) => [policy, remaining])).toEqual([["organisation", 0]]);
    expect(refused.statuses.map(({ remaining }) => remaining)).toEqual([7, 3, 0]);
    expect(await counts()).toEqual({ "address:192.0.2.1": 2, "key:k1": 2, "organisation:acme": 2 });
  });

  test("names every bucket that is full", async () => {
    await consume([key(1), organisation(1)], noon);
    const { full } = await consume([key(1), organisation(1), address()], noon);
    expect(full.map(({ policy }) => policy)).toEqual(["key", "organisation"]);
    expect(await counts()).toEqual({ "key:k1": 1, "organisation:acme": 1 });
  });

  test("starts again when a window ends, and not a millisecond sooner", async () => {
    const lastOfHour = Date.UTC(2027, 5, 15, 12, 59, 59, 999);
    await consume([organisation(1)], noon);
    expect((await consume([organisation(1)], lastOfHour)).full).toHaveLength(1);
    expect((await consume([organisation(1)], lastOfHour + 1)).full).toHaveLength(0);
  });

  test("a lowered quota holds within the window, a raised one lets more through", async () => {
    for (let call = 0; call < 3; call++) await consume([key(3)], noon);
    expect((await consume([key(2)], noon)).full).toMatchObject([{ quota: 2, remaining: 0 }]);
    clearFullBuckets();
    expect((await consume([key(4)], noon)).full).toHaveLength(0);
  });

  test("remembers a full bucket, so that no further refusal reaches the store", async () => {
    await consume([address(1)], noon);
    expect(findCachedFull([address(1)], noon)).toEqual([]);
    await consume([address(1)], noon);
    expect(findCachedFull([address(1)], noon)).toMatchObject([{ policy: "address", quota: 1, remaining: 0 }]);
    // A refusal from memory says what the store's did: nothing is left.
    expect(await consume([address(1)], noon)).toMatchObject({ statuses: [{ quota: 1, remaining: 0 }], full: [{ remaining: 0 }] });
    expect(findCachedFull([address(1)], noon + 86_400_000)).toEqual([]);
    await store().counters.deleteFrom("counters").execute();
    expect((await consume([key(), address(1)], noon)).full).toMatchObject([{ policy: "address" }]);
    expect(await counts()).toEqual({});
  });

  test("takes one charge back in the window that it was made in, and none that was not made", async () => {
    const nextHour = noon + 3_600_000;
    for (const now of [noon, noon, nextHour]) await consume([organisation()], now);
    const perWindow = async () => (await listCounts()).map(({ count }) => count);
    await giveBack([organisation(), address()], noon);
    expect(await perWindow()).toEqual([1, 1]);
    for (let call = 0; call < 2; call++) await giveBack([organisation()], noon);
    expect(await perWindow()).toEqual([0, 1]);
  });

  test("admits exactly the quota of a hundred concurrent calls", async () => {
    const results = await Promise.all(Array.from({ length: 100 }, () => consume([key(40), address(1_000)], noon)));
    expect(results.filter(({ full }) => full.length === 0)).toHaveLength(40);
    expect(await counts()).toEqual({ "key:k1": 40, "address:192.0.2.1": 40 });
  });

  test("concurrent calls learn how much is left as if they had come one after another", async () => {
    const calls = [...Array.from({ length: 4 }, () => [key(9), address(20)]), [address(20)]];
    const results = await Promise.all(calls.map((buckets) => consume(buckets, noon)));
    const left = (policy: string) =>
      results.flatMap(({ statuses }) => statuses.filter((status) => status.policy === policy).map(({ remaining }) => remaining));
    expect([left("key").sort(), left("address").sort()]).toEqual([
      [5, 6, 7, 8],
      [15, 16, 17, 18, 19],
    ]);
    expect(await counts()).toEqual({ "key:k1": 4, "address:192.0.2.1": 5 });
  });

  test("deletes windows an hour after their end, and keeps those of keys for a year", async () => {
    const [anHour, aDay] = [3_600_000, 86_400_000];
    await consume([key(), organisation(), address()], noon);
    await deleteEndedWindows(store().counters, noon + 2 * anHour);
    expect(Object.keys(await counts())).toEqual(["address:192.0.2.1", "key:k1", "organisation:acme"]);
    await deleteEndedWindows(store().counters, noon + 2 * anHour + 1);
    expect(Object.keys(await counts())).toEqual(["address:192.0.2.1", "key:k1"]);
    await deleteEndedWindows(store().counters, noon + 380 * aDay);
    expect(Object.keys(await counts())).toEqual(["key:k1"]);
    await deleteEndedWindows(store().counters, noon + 500 * aDay);
    expect(await counts()).toEqual({});
  });

  test("a request is counted where ended windows cannot be deleted, and the log says why", async () => {
    const lines: string[] = [];
    const restoreLog = replaceLogSink((line) => lines.push(line));
    const counters = new Proxy(store().counters, {
      get(target, name) {
        if (name === "deleteFrom") throw new Error("The disk is full.");
        const value = Reflect.get(target, name, target);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });
    const back = replaceStore({ ...store(), counters });
    expect((await consume([key()], noon)).statuses).toMatchObject([{ remaining: 2 }]);
    await vi.waitFor(() => expect(lines.join()).toContain("The disk is full."));
    back();
    restoreLog();
  });

  test("a request deletes what has ended, without waiting for it", async () => {
    await consume([organisation()], noon);
    const later = noon + 800 * 86_400_000;
    await consume([key()], later);
    await vi.waitFor(async () => expect(await counts()).toEqual({ "key:k1": 1 }));
  });
});

test("counts in the process alone without a store, all buckets or none", () => {
  const take = () => consumeWithoutStore([address(2, "198.51.100.9"), organisation(9)], noon).full.map(({ policy }) => policy);
  expect([take(), take(), take()]).toEqual([[], [], ["address"]]);
  const { statuses } = consumeWithoutStore([organisation(9)], noon);
  expect(statuses.map(({ remaining }) => remaining)).toEqual([6]);
});

const hourly = (policy: string, bucket: string): Bucket => ({ policy, bucket, quota: 1_000, window: "hour" });
const limited = [
  ["a key and its organisation", [key(1_000), organisation(1_000)]],
  ["a reader of the site and its project", [hourly("reader", "reader:192.0.2.1"), hourly("site", "site:docs")]],
] as const;

describe.each(limited)("three processes with 3,000 calls against a limit of 1,000 of %s", (_, shared) => {
  const undo: (() => Promise<void>)[] = [];
  afterEach(async () => {
    for (const step of undo.splice(0).reverse()) await step();
  });

  test("admit exactly 1,000 on one SQLite folder, and charge nothing else", async () => {
    const { folder, store, remove } = await openTestSqlite();
    undo.push(remove, store.close);
    await raceProcesses({ folder });
    await expectExact(store);
  }, 120_000);

  test.runIf(process.env.TEST_DATABASE_URL)(
    "admit exactly 1,000 on one Postgres server, and charge nothing else (needs TEST_DATABASE_URL)",
    async () => {
      const { url, store, remove } = await openTestServer(process.env.TEST_DATABASE_URL!);
      undo.push(remove, store.close);
      await raceProcesses({ url });
      await expectExact(store);
    },
    120_000,
  );

  async function raceProcesses(store: object) {
    const processes = ["a", "b", "c"].map((name) =>
      run({ calls: 1_000, now: noon, buckets: [...shared, address(5_000, name)], store }),
    );
    const admitted = (await Promise.all(processes)).map(Number);
    expect(admitted.reduce((sum, count) => sum + count)).toBe(1_000);
  }

  async function expectExact({ counters }: Store) {
    const rows = await counters.selectFrom("counters").select(["bucket", "count"]).execute();
    const found = Object.fromEntries(rows.map(({ bucket, count }) => [bucket, count]));
    expect(shared.map(({ bucket }) => found[bucket])).toEqual([1_000, 1_000]);
    const own = ["a", "b", "c"].map((name) => found[`address:${name}`] ?? 0);
    expect(own.reduce((sum, count) => sum + count)).toBe(1_000);
  }
});

function run(work: object): Promise<string> {
  const script = path.resolve("internal/testing/limits-process.ts");
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [script, JSON.stringify(work)], { stdio: ["ignore", "pipe", "pipe"] });
    let [output, errors] = ["", ""];
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    child.on("close", (code) => (code === 0 ? resolve(output.trim()) : reject(new Error(errors))));
  });
}
