import { execFile } from "node:child_process";
import { existsSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, beforeAll, expect, test } from "vitest";
import testSite from "../e2e/site.config.ts";
import { replaceSettings } from "../internal/testing/config.ts";
import { openTestSqlite } from "../internal/testing/db.ts";
import { makeFolder } from "../internal/testing/folder.ts";
import { saveAnswer, saveQuestion } from "../lib/assistant/threads/save-message.ts";
import { openThread, saveFeedback } from "../lib/assistant/threads/threads.ts";
import { replaceStore } from "../lib/db/db.ts";

let data = "";
const made = makeFolder();
const undo: (() => unknown)[] = [];
const DAY_MS = 24 * 60 * 60 * 1_000;

// The store stays open here while the commands work on it, as it does under a running server.
beforeAll(async () => {
  const opened = await openTestSqlite();
  data = opened.folder;
  undo.push(
    ...[opened.remove, opened.store.close, replaceStore(opened.store)],
    replaceSettings(testSite, { DOCENT_DATA_DIR: data, SITE_SECRET: "a secret of this test with 32 characters" }),
  );
  for (const [fp, age] of [
    ["early", 40 * DAY_MS],
    ["late", 0],
  ] as const) {
    const thread = await openThread({ domain: "harbor", fp }, undefined);
    const now = Date.now() - age;
    const asked = await saveQuestion(thread, { id: "q", text: `A question of ${fp}?`, attachments: [] }, now);
    const createdAt = new Date(now).toISOString();
    const parts = [{ type: "text", text: "Yes." }];
    await saveAnswer(thread, asked, { id: "a", role: "assistant", createdAt, content: "Yes.", parts, status: "complete" }, now);
    await saveFeedback(
      { domain: "harbor", fp },
      { threadId: thread.threadId, messageId: "a", rating: "down", reason: "Too short." },
    );
  }
});
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});

function run(script: string, ...args: string[]): Promise<{ code: unknown; text: string }> {
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  const settings = { NODE_ENV: "test" as const, DOCENT_DATA_DIR: data, DOCENT_CONFIG: "e2e/site.config.ts" };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [`scripts/${script}.ts`, ...args],
      { env: { PATH, NODE_COMPILE_CACHE, ...settings } },
      (failure, output, errors) => resolve({ code: failure ? failure.code : 0, text: output + errors }),
    );
  });
}

test("exports every thread with its messages and ratings, or those used in the last days", async () => {
  const read = (file: string) =>
    readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
  const [all, some] = [path.join(made, "all.jsonl"), path.join(made, "some.jsonl")];
  expect((await run("threads", "--export", all)).text).toContain(`${all}: 2 threads.`);
  const [late, early] = read(all);
  expect([late.fp, early.fp, late.domain]).toEqual(["late", "early", "harbor"]);
  expect(late.messages.map(({ content }: { content: string }) => content)).toEqual(["A question of late?", "Yes."]);
  expect(late.ratings).toEqual([{ messageId: "a", rating: "down", reason: "Too short." }]);
  expect(statSync(all).mode & 0o777).toBe(0o600);
  await run("threads", "--export", some, "--since", "30d");
  expect(read(some).map(({ fp }) => fp)).toEqual(["late"]);
  expect(await run("threads", "--export", some)).toMatchObject({ code: 1, text: expect.stringContaining("cannot be written") });
  expect((await run("threads", "--export", path.join(made, "x"), "--since", "soon")).text).toContain('not "soon"');
  expect((await run("threads", "--help")).text).toContain("--domain harbor");
});

test("a back-up holds what is stored while the store is open, and nothing is written over", async () => {
  const folder = path.join(made, "copy");
  expect((await run("backup", folder)).text).toContain("keep it private");
  const copy = new DatabaseSync(path.join(folder, "docent.db"), { readOnly: true });
  expect(copy.prepare("select fp from threads order by fp").all()).toEqual(
    [{ fp: "early" }, { fp: "late" }].map((row) => Object.assign(Object.create(null), row)),
  );
  copy.close();
  expect(statSync(path.join(folder, "docent.db")).mode & 0o777).toBe(0o600);
  expect(existsSync(path.join(folder, "docent.db-wal"))).toBe(false);
  expect(await run("backup", folder)).toMatchObject({ code: 1, text: expect.stringContaining("exists already") });
});
