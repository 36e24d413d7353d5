import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { FolderEvents } from "./folder-events.ts";

/** Longer than a test may take: what waits for it is woken. */
const HOUR_MS = 3_600_000;
const { signal } = new AbortController();

let folder: string;
let events: FolderEvents;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "docent-events-"));
  await mkdir(path.join(folder, "guides/deep"), { recursive: true });
  events = new FolderEvents(folder);
});
afterEach(async () => {
  events.close();
  await rm(folder, { recursive: true, force: true });
});
const write = (name: string) => writeFile(path.join(folder, name), String(Math.random()));

/** Expects the work to end a wait that does not end without it. */
async function ends(work: () => Promise<unknown>): Promise<void> {
  // One write is several events, and on a busy machine the last may be late.
  await events.wait(50, signal);
  let hasEnded = false;
  const waiting = events.wait(HOUR_MS, signal).then(() => {
    hasEnded = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(hasEnded).toBe(false);
  await work();
  await waiting;
}

test("a change in a folder of the files, or in one above, ends the waiting", async () => {
  expect(events.follow(["guides/deep/a.mdx"])).toBe(true);
  for (const name of ["guides/deep/a.mdx", "guides/b.mdx", "c.mdx"]) await ends(() => write(name));
});

test("a file elsewhere is followed in its own folder", async () => {
  const elsewhere = await mkdtemp(path.join(os.tmpdir(), "docent-events-"));
  try {
    const file = path.join(elsewhere, "openapi.json");
    expect(events.follow(["a.mdx", file])).toBe(true);
    await ends(() => writeFile(file, "{}"));
  } finally {
    await rm(elsewhere, { recursive: true });
  }
});

test("a change between two waits ends the second at once", async () => {
  events.follow([]);
  await ends(() => write("a.mdx"));
  await write("b.mdx");
  await events.wait(HOUR_MS, signal);
});

test("a folder that comes later is followed, and one that is gone is left", async () => {
  events.follow(["guides/a.mdx"]);
  await mkdir(path.join(folder, "new"));
  await events.wait(HOUR_MS, signal);
  expect(events.follow(["new/a.mdx"])).toBe(true);
  await ends(() => write("new/a.mdx"));
  await rm(path.join(folder, "new"), { recursive: true });
  await events.wait(HOUR_MS, signal);
  expect(events.follow(["new/a.mdx"])).toBe(true);
});

test("without a change it waits for its time, and ends when it is stopped", async () => {
  events.follow([]);
  let hasShorterTimerFired = false;
  setTimeout(() => {
    hasShorterTimerFired = true;
  }, 10);
  await events.wait(50, signal);
  expect(hasShorterTimerFired).toBe(true);
  const stopping = new AbortController();
  const waiting = events.wait(HOUR_MS, stopping.signal);
  stopping.abort();
  await waiting;
});

test("more folders than a system has places for are left to the clock", () => {
  expect(events.follow(Array.from({ length: 2_001 }, (_, index) => `${index}/a.mdx`))).toBe(false);
  expect(events.follow([])).toBe(false);
});
