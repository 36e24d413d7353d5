import { spawn } from "node:child_process";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import testSite from "../e2e/site.config.ts";
import { replaceSettings } from "../internal/testing/config.ts";
import { openTestSqlite } from "../internal/testing/db.ts";
import { identify } from "../lib/auth/auth.ts";
import { forgetKeys, listKeys } from "../lib/auth/keys.ts";
import { replaceStore } from "../lib/db/db.ts";
import { consume } from "../lib/limits/limits.ts";

let folder = "";
const undo: (() => unknown)[] = [];

// The store stays open here while the command works on it, as it does under a running server.
beforeAll(async () => {
  const opened = await openTestSqlite();
  folder = opened.folder;
  undo.push(
    opened.remove,
    opened.store.close,
    replaceStore(opened.store),
    replaceSettings(testSite, { DOCENT_DATA_DIR: folder }),
  );
});
afterAll(async () => {
  for (const step of undo.reverse()) await step();
});
beforeEach(() => forgetKeys());

function keys(...args: string[]): Promise<{ code: number | null; output: string; errors: string; last: string }> {
  const environment = {
    PATH: process.env.PATH,
    NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    DOCENT_DATA_DIR: folder,
    NODE_ENV: "test",
    DOCENT_CONFIG: "e2e/site.config.ts",
  };
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [path.resolve("scripts/keys.ts"), ...args], { env: environment as NodeJS.ProcessEnv });
    let [output, errors] = ["", ""];
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      errors += chunk;
    });
    child.on("close", (code) => resolve({ code, output, errors, last: output.trimEnd().split("\n").at(-1) ?? "" }));
  });
}

test("prints a new key alone on the last line, and a running server takes it", async () => {
  const { code, last } = await keys("create", "--kind", "assistant", "--project", "harbor", "--name", "shop", "--expires", "90d");
  expect([code, last]).toEqual([0, expect.stringMatching(/^dk_[0-9A-Za-z]{12}_[0-9A-Za-z]{43}$/)]);
  expect(await identify(last)).toMatchObject({ kind: "assistant", project: "harbor", organisation: "harbor" });
});

test("lists every key without a secret, revokes one by its id, and shows what was counted", async () => {
  const { last } = await keys("create", "--kind", "account", "--address", "203.0.113.0/24", "--origin", "https://ci.example");
  const id = last.slice(3, 15);
  const secret = last.slice(16);
  const listed = (await keys("list")).output;
  expect(listed).toMatch(new RegExp(`^${id}  account +all +- +active .*203\\.0\\.113\\.0/24 https://ci\\.example$`, "m"));
  expect(listed).not.toContain(secret);

  await consume([{ policy: "key", bucket: `key:${id}`, quota: 50, window: "month" }]);
  expect((await keys("usage")).output).toMatch(new RegExp(`^key +${id} +- +1 +50 +\\d{4}-\\d{2}-01 00:00 UTC$`, "m"));

  expect((await keys("revoke", id)).output).toContain(`Revoked ${id}.`);
  await expect(identify(last)).rejects.toMatchObject({ code: "invalid_token" });
  expect((await keys("list")).output).toMatch(new RegExp(`^${id} .* revoked `, "m"));
});

test("makes an entry for DOCENT_KEYS that a server without a database takes", async () => {
  const before = (await keys("list")).output;
  const { last, output } = await keys("create", "--kind", "assistant", "--environment");
  const entry = /^dk_\w{12}:[0-9a-f]{64}:harbor$/m.exec(output)?.[0] ?? "";
  expect(entry).not.toContain(last.slice(16));
  expect((await keys("list")).output).toBe(before);
  const restore = replaceSettings(testSite, { DOCENT_KEYS: entry });
  expect(await identify(last)).toMatchObject({ kind: "assistant", project: "harbor" });
  restore();
});

describe("says what is wrong and how to use it, and creates nothing", () => {
  let before = "";
  beforeAll(async () => {
    before = JSON.stringify(await listKeys());
  });

  test.each([
    [["create"], "--kind must be assistant or account."],
    [["create", "--kind", "assistant", "--project", "nope"], 'there is no "nope"'],
    [["create", "--kind", "account", "--project", "harbor"], "leave --project out"],
    [["create", "--kind", "account", "--expires", "2020-01-01"], "must be a day in the future"],
    [["create", "--kind", "account", "--address", "0.0.0.0/0"], "a range of all addresses is refused"],
    [["create", "--kind", "account", "--origin", "https://a.example/path"], "must be an origin as browsers send it"],
    [["create", "--kind", "account", "--colour", "red"], "Unknown option '--colour'"],
    [["revoke", "nobody"], "There is no key with the id nobody"],
    [["destroy"], 'There is no command "destroy".'],
  ])("%j", async (args, words) => {
    const { code, output, errors } = await keys(...args);
    expect([code, output]).toEqual([1, ""]);
    expect(errors).toContain(words);
    expect(errors).toContain("npm run keys -- --help");
    expect(errors).not.toMatch(/^\s+at /m);
    expect(JSON.stringify(await listKeys())).toBe(before);
  });
});
