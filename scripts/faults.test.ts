import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { makeFolder } from "../internal/testing/folder.ts";

const IS_ROOT = process.getuid?.() === 0;
const NOBODY = 65_534;
const REFUSED = "postgres://docent:hunter2@127.0.0.1:1/docs";
const WITH_STORE = [["keys", "list"], ["threads", "unanswered"], ["insights"], ["update"], ["migrate"]];
const WITH_SETTINGS = [...WITH_STORE, ["check"], ["openapi"]];

const root = makeFolder();
const at = (name: string) => path.join(root, name);
beforeAll(() => {
  chmodSync(root, 0o755);
  for (const folder of ["damaged", "folder", "empty"]) mkdirSync(at(folder));
  writeFileSync(at("damaged/docent.db"), "This is not a database.".repeat(500));
  mkdirSync(at("folder/docent.db"));
  mkdirSync(at("closed"), { mode: 0o555 });
  writeFileSync(at("file"), "");
  writeFileSync(at("bad.json"), '{ "organisation": 1 }');
});

interface Ended {
  readonly code: unknown;
  readonly output: string;
  readonly errors: string;
}

/** Runs a command with nothing of this environment but what is given. */
function run(
  [name, ...args]: readonly string[],
  variables: Record<string, string>,
  options: { uid?: number } = {},
): Promise<Ended> {
  const { PATH = "", NODE_COMPILE_CACHE = "" } = process.env;
  const env = { PATH, NODE_COMPILE_CACHE, NODE_ENV: "test" as const, DOCENT_DATA_DIR: at("empty"), ...variables };
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      [name === "openapi" ? "internal/scripts/openapi.ts" : `scripts/${name}.ts`, ...args],
      { env, ...options },
      (failure, output, errors) => resolve({ code: failure ? failure.code : 0, output, errors }),
    );
  });
}

/** Expects that the last line says what to fix, and that no line is one of a stack. */
function expectRemedy({ code, output, errors }: Ended, says: RegExp): void {
  expect(code).toBe(1);
  expect(output + errors).not.toMatch(/^\s+at |hunter2/m);
  expect(errors.trimEnd().split("\n").at(-1)).toMatch(says);
}

test.each(WITH_STORE)("npm run %s names DATABASE_URL where the server is down", { timeout: 60_000 }, async (...command) => {
  const says =
    /^DATABASE_URL: the database 127\.0\.0\.1:1\/docs cannot be used: connect ECONNREFUSED 127\.0\.0\.1:1\. Put that right, or name/;
  expectRemedy(await run(command, { DATABASE_URL: REFUSED }), says);
});

test.each(WITH_SETTINGS)(
  "npm run %s names DOCENT_CONFIG where the file is not there",
  { timeout: 60_000 },
  async (...command) => {
    const says = /^DOCENT_CONFIG names \/nowhere\.json, which does not exist; give the path of a \.ts or \.json file\.$/;
    expectRemedy(await run(command, { DOCENT_CONFIG: "/nowhere.json" }), says);
  },
);

describe("npm run keys -- list", { timeout: 60_000 }, () => {
  test("lists each bad value of DOCENT_CONFIG", async () => {
    const { code, errors } = await run(["keys", "list"], { DOCENT_CONFIG: at("bad.json") });
    expect([code, errors.split("\n")[0]]).toEqual([1, `${at("bad.json")} has values that Docent cannot use:`]);
    expect(errors).not.toMatch(/^\s+at /m);
  });

  test.each([
    [
      "a damaged database",
      "damaged",
      /^DOCENT_DATA_DIR: docent\.db or counters\.db in .*damaged cannot be used: file is not a database/,
    ],
    ["a file in place of the folder", "file", /^DOCENT_DATA_DIR names .*file, which cannot be written; give a folder/],
    ["a folder in place of the database", "folder", /^DOCENT_DATA_DIR: .*docent\.db cannot be written\. Give it/],
  ])("names DOCENT_DATA_DIR and what to do about %s", async (_, folder, says) =>
    expectRemedy(await run(["keys", "list"], { DOCENT_DATA_DIR: at(folder) }), says),
  );

  test("names DOCENT_DATA_DIR where this user may not write", async () => {
    const ended = await run(["keys", "list"], { DOCENT_DATA_DIR: at("closed") }, IS_ROOT ? { uid: NOBODY } : {});
    expectRemedy(ended, /^DOCENT_DATA_DIR names .*closed, which cannot be written; give a folder that this user may write\.$/);
  });
});

test("npm run check names DOCENT_CONTENT_DIR where the folder is not there", { timeout: 60_000 }, async () => {
  const says =
    /^DOCENT_CONTENT_DIR: the folder cannot be read \(ENOENT\)\. Name a folder that this user may read\. It is ".+" now\.$/;
  expectRemedy(await run(["check"], { DOCENT_CONTENT_DIR: at("nowhere") }), says);
});

test("npm run update names DOCENT_CONTENT_DIR where the folder is not there", { timeout: 60_000 }, async () => {
  const { code, output, errors } = await run(["update"], { DOCENT_CONTENT_DIR: at("nowhere") });
  expect(code).toBe(1);
  expect(output + errors).toMatch(/DOCENT_CONTENT_DIR: the folder cannot be read \(ENOENT\)/);
  expect(output + errors).not.toMatch(/^\s+at /m);
});
