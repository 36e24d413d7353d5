import { describe, expect, test } from "vitest";
import { listen } from "../../testing/http-server.ts";
import { createRandom } from "../../testing/random.ts";
import { findHighestRate } from "./highest-rate.ts";
import { percentile } from "./percentile.ts";
import { predictMix } from "./prediction.ts";
import { partOf, sumUp } from "./profile.ts";
import { erlangC, highestRate, responseTime } from "./queueing.ts";
import type { LoadRequest } from "./requests.ts";
import { type CapacityFigures, mergeSetups } from "./results.ts";
import { runSchedule } from "./run-schedule.ts";
import { scheduleArrivals } from "./schedule.ts";
import { createSender } from "./sender.ts";

describe("the schedule of arrivals", () => {
  const schedule = (seed: number) =>
    scheduleArrivals({ rate: 200, seconds: 50, shares: { page: 3, search: 1 }, random: createRandom(seed) });

  test("is the same for a seed, and another for another", () => {
    expect(schedule(1)).toEqual(schedule(1));
    expect(schedule(1)).not.toEqual(schedule(2));
  });

  test("has the rate and the shares that were asked for, in order of time", () => {
    const arrivals = schedule(7);
    expect(arrivals.length / 50).toBeCloseTo(200, -1);
    expect(arrivals.filter(({ kind }) => kind === "page").length / arrivals.length).toBeCloseTo(0.75, 1);
    expect(arrivals.every(({ atMs }, index) => atMs < 50_000 && atMs >= (arrivals[index - 1]?.atMs ?? 0))).toBe(true);
  });

  test("comes as from many who know nothing of each other: pauses vary as much as they are long", () => {
    const arrivals = schedule(3);
    const pauses = arrivals.slice(1).map(({ atMs }, index) => atMs - (arrivals[index]?.atMs ?? 0));
    const mean = pauses.reduce((sum, pause) => sum + pause, 0) / pauses.length;
    const variance = pauses.reduce((sum, pause) => sum + (pause - mean) ** 2, 0) / pauses.length;
    expect(Math.sqrt(variance) / mean).toBeCloseTo(1, 1);
  });
});

describe("a percentile", () => {
  test.each([
    [[], 0.5, 0],
    [[7], 0.99, 7],
    [[3, 1, 2, 4], 0.5, 2],
    [Array.from({ length: 100 }, (_, index) => index + 1), 0.99, 99],
    [Array.from({ length: 101 }, (_, index) => index + 1), 0.99, 100],
  ])("of %j at %d is %d", (values, share, expected) => expect(percentile(values, share)).toBe(expected));
});

describe("the highest rate", () => {
  const find = (limit: number, start: number) => {
    const tried: number[] = [];
    const isBorne = async (rate: number) => {
      tried.push(rate);
      return rate <= limit;
    };
    return findHighestRate({ start, most: 10_000, isBorne }).then((found) => ({ found, tried }));
  };

  test.each([
    [1_000, 50],
    [37, 20],
    [12, 100],
  ])("is found for a server that bears %d a second, beginning at %d", async (limit, start) => {
    const { found, tried } = await find(limit, start);
    expect(found).toBeLessThanOrEqual(limit);
    expect(found).toBeGreaterThan(limit * 0.8);
    expect(tried.length).toBeLessThan(12);
  });

  test("is undefined for a server that sustains nothing, and never above the maximum", async () => {
    expect((await find(0, 50)).found).toBe(0);
    expect((await find(Number.POSITIVE_INFINITY, 50)).found).toBe(10_000);
  });
});

describe("the queueing model", () => {
  test("knows how often one waits: with one server as often as it is busy, with two less", () => {
    expect(erlangC(1, 0.5)).toBeCloseTo(0.5, 10);
    expect(erlangC(2, 1)).toBeCloseTo(1 / 3, 10);
    expect(erlangC(4, 4)).toBe(1);
  });

  test("gives the time of an idle server as that of the work itself", () => {
    const work = [
      { share: 98, seconds: 0.01 },
      { share: 2, seconds: 0.2 },
    ];
    expect(responseTime({ work, servers: 1 }, 0.0001, 0.5)).toBeCloseTo(0.01, 3);
    expect(responseTime({ work, servers: 1 }, 0.0001, 0.99)).toBeCloseTo(0.2, 2);
  });

  test("gives the waiting of M/D/1 by Pollaczek and Khinchine: half of M/M/1", () => {
    const station = { work: [{ share: 1, seconds: 0.01 }], servers: 1 };
    // P(W > t) = ρ e^(−t / (half the mean wait of those who wait in M/M/1)), here with ρ = 0.8.
    const waited = responseTime(station, 80, 0.99) - 0.01;
    expect(waited).toBeCloseTo(Math.log(0.8 / 0.01) * 0.5 * (0.01 / 0.2), 4);
  });

  test("finds no end above what the servers can do, and the rate that keeps a bound below it", () => {
    const station = { work: [{ share: 1, seconds: 0.01 }], servers: 2 };
    expect(responseTime(station, 200, 0.5)).toBe(Number.POSITIVE_INFINITY);
    const rate = highestRate(station, { share: 0.99, boundSeconds: 0.05 });
    expect(rate).toBeLessThan(200);
    expect(responseTime(station, rate * 0.999, 0.99)).toBeLessThan(0.05);
    expect(responseTime(station, rate * 1.001, 0.99)).toBeGreaterThan(0.05);
  });
});

describe("the prediction for several processes on one machine", () => {
  const rate = { rate: 100, p50Ms: 1, p99Ms: 2, errors: {}, residentMiB: 1, loopP99Ms: 1 };
  const figures = (traffic: "page" | "search" | "mix", cpuMs: number) => ({
    ...{ traffic, cpuMs, highest: 125, perCore: 1, databaseCpuMs: 0, generatorShare: 0, queries: null, storeBytes: null },
    ...{ half: rate, fourFifths: rate },
  });
  const alone = [figures("page", 4), figures("search", 4)];
  const highest = (processes: number, cores: number, mixMs: number) =>
    predictMix({ alone, mixOnOne: figures("mix", mixMs), mixOnMany: figures("mix", mixMs), processes, cores }).predicted.highest;

  test("grows with the processes up to the number of cores, and with no further one", () => {
    expect(highest(2, 4, 4)).toBeGreaterThan(1.9 * highest(1, 4, 4));
    expect(highest(4, 2, 4)).toBe(highest(2, 2, 4));
    expect(highest(8, 1.9, 4)).toBeLessThan(1.9 / 0.004);
  });

  test("counts what updates take in each process, so that more processes than cores sustain less", () => {
    // 1 of 5 ms is the update: four processes on two cores spend 4 + 4 · 1 on each request.
    const four = highest(4, 2, 5);
    expect(four).toBeLessThan(2 / 0.008);
    expect(four).toBeGreaterThan(0.9 * (2 / 0.008));
    expect(four).toBeLessThan(highest(2, 2, 5));
  });
});

describe("a run", () => {
  const request: LoadRequest = { method: "GET", path: "/", headers: {}, expected: 200 };
  const arrivals = [0, 1, 2, 3].map((atMs) => ({ atMs, kind: "page" as const }));

  test("sends what is due without waiting for answers, and counts waiting from when it was due", async () => {
    const answers: (() => void)[] = [];
    const run = runSchedule({
      ...{ arrivals, warmMs: 0, urls: ["a", "b"], create: () => request, onWarm: () => {}, mostWaiting: 10, waiting: () => 0 },
      send: (_, __, answered) => {
        answers.push(() => answered({ status: "200", isExpected: true }));
        // Nothing is answered before all four are sent.
        if (answers.length === 4) for (const answer of answers) answer();
      },
    });
    const { count, errors, p99Ms } = await run;
    expect([count, errors, answers.length]).toEqual([4, {}, 4]);
    expect(p99Ms).toBeGreaterThanOrEqual(3);
  });

  test("ends early when answers fall behind, and names errors by kind and status", async () => {
    let sent = 0;
    const { isOverrun, errors } = await runSchedule({
      arrivals: Array.from({ length: 1_000 }, (_, index) => ({ atMs: index < 4 ? 0 : 60_000, kind: "page" as const })),
      ...{ warmMs: 0, urls: ["a"], create: () => request, onWarm: () => {}, mostWaiting: 3, waiting: () => sent },
      send: (_, __, answered) => {
        sent += 1;
        answered({ status: "503", isExpected: false });
      },
    });
    expect([isOverrun, errors]).toEqual([true, { "page 503": 4 }]);
  });

  test("has the first words of a stream as its answer, tells streams that end from those that break, and lets readers leave", async () => {
    const server = await listen(({ url }, response) => {
      response.write('f:{}\n0:"Hello"\n');
      if (url === "/whole") response.end('d:{"type":"finish"}\n');
      if (url === "/broken") setTimeout(() => response.destroy(), 5);
    });
    const sender = createSender();
    const ask = (path: string) =>
      new Promise((resolve) => sender.send(`http://${server.host}`, { ...request, path, firstWords: '\n0:"' }, resolve));
    const answered = await Promise.all([ask("/whole"), ask("/broken"), ask("/endless")]);
    expect(answered).toEqual(Array.from({ length: 3 }, () => ({ status: "200", isExpected: true })));
    await expect.poll(sender.counts).toEqual({ open: 1, whole: 1, cut: 1 });
    sender.leave(1);
    expect(sender.counts()).toEqual({ open: 0, whole: 1, cut: 1 });
    await server.close();
  });
});

describe("a profile", () => {
  const frame = (functionName: string, url: string) => ({ functionName, url, lineNumber: 0 });

  test("is summed by package, folder or part of Node", () => {
    expect(partOf(frame("etag", "file:///srv/node_modules/next/dist/server/lib/etag.js"))).toBe("next/dist/server");
    expect(partOf(frame("parse", "/srv/node_modules/@scope/name/index.js"))).toBe("@scope/name");
    expect(partOf(frame("write", "node:internal/streams/writable"))).toBe("node:internal/streams");
    expect(partOf(frame("search", "/srv/.next/server/chunks/ssr/_abc.js"))).toBe(".next/server/chunks/ssr");
    expect(partOf(frame("(garbage collector)", ""))).toBe("(garbage collector)");
  });

  test("leaves idle time out", () => {
    const nodes = ["(idle)", "(program)", "run"].map((name, id) => ({ id, callFrame: frame(name, "") }));
    const rows = sumUp({ nodes, samples: [0, 1, 2, 2], timeDeltas: [1_000, 10, 20, 10] }, ({ functionName }) => functionName);
    expect(rows).toEqual([
      { name: "run", share: 0.75 },
      { name: "(program)", share: 0.25 },
    ]);
  });
});

test("a run of some kinds and stores keeps what was measured of the others", () => {
  const setup = (processes: number, ...rows: [CapacityFigures["traffic"], number][]) => ({
    ...{ store: "sqlite" as const, processes, idleMiB: processes },
    capacities: rows.map(([traffic, cpuMs]) => ({ traffic, cpuMs }) as CapacityFigures),
  });
  const before = [setup(1, ["page", 1], ["mix", 2]), setup(2, ["mix", 3])];
  expect(mergeSetups(before, [setup(1, ["mix", 4])])).toEqual([setup(1, ["page", 1], ["mix", 4]), setup(2, ["mix", 3])]);
  expect(mergeSetups([], before)).toEqual(before);
});
