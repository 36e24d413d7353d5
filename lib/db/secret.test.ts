import { readFile, stat, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { replaceSettings } from "../../internal/testing/config.ts";
import { makeFolder } from "../../internal/testing/folder.ts";
import { replaceLogSink } from "../log.ts";
import { ServiceError } from "../service-error.ts";
import { getSecret, writeBuildSecret } from "./secret.ts";

const config = {
  organisation: { id: "acme", name: "Acme" },
  projects: [{ id: "docs", domain: "docs", name: "Docs", content: "content" }],
};
let folder: string;
let lines: string[];
const undo: (() => void)[] = [];

beforeEach(async () => {
  folder = makeFolder();
  lines = [];
  undo.push(replaceLogSink((line) => lines.push(line)));
});
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) step();
});

/** The secret as a process that starts now reads it. */
function readAfresh(variables: Readonly<Record<string, string>>): string {
  undo.push(replaceSettings(config, variables));
  return Buffer.from(getSecret("tokens")).toString("hex");
}

test("SITE_SECRET is what every server signs with, wherever its data is, and nothing is written", async () => {
  const SITE_SECRET = "a secret of this test with 32 characters";
  const first = readAfresh({ SITE_SECRET, DOCENT_DATA_DIR: folder });
  expect(readAfresh({ SITE_SECRET, DOCENT_DATA_DIR: path.join(folder, "other") })).toBe(first);
  await expect(stat(path.join(folder, "site-secret"))).rejects.toThrow("ENOENT");
});

test("without it the first start makes one that its user alone may read, and later starts keep it", async () => {
  const first = readAfresh({ DOCENT_DATA_DIR: folder });
  expect((await stat(path.join(folder, "site-secret"))).mode & 0o777).toBe(0o600);
  expect(readAfresh({ DOCENT_DATA_DIR: folder })).toBe(first);
  expect(readAfresh({ DOCENT_DATA_DIR: path.join(folder, "other") })).not.toBe(first);
});

test("each purpose gets another key", () => {
  readAfresh({ DOCENT_DATA_DIR: folder });
  expect(getSecret("threads")).not.toEqual(getSecret("tokens"));
});

test.each([
  ["a data folder that cannot be written", { DOCENT_DATA_DIR: "/dev/null/docent" }, "cannot be written"],
  ["Vercel and a build of elsewhere", { VERCEL: "1" }, "ENOENT"],
])("with %s the refusal names SITE_SECRET, and the log the cause", (_, variables, cause) => {
  expect(() => readAfresh(variables)).toThrow(
    expect.objectContaining({ code: "unavailable", message: expect.stringContaining("SITE_SECRET") }),
  );
  expect(lines.join()).toContain(cause);
  expect(lines.join()).toContain("openssl rand -hex 32");
});

test("the refusal tells no path", () => {
  try {
    readAfresh({ DOCENT_DATA_DIR: "/dev/null/docent" });
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(ServiceError);
    expect((thrown as ServiceError).message).not.toContain("/dev/null");
  }
  expect.assertions(2);
});

test("half a file is refused, since it could be guessed", async () => {
  await writeFile(path.join(folder, "site-secret"), "");
  expect(() => readAfresh({ DOCENT_DATA_DIR: folder })).toThrow(expect.objectContaining({ code: "unavailable" }));
  expect(lines.join()).toContain("is damaged; delete it");
  expect(await readFile(path.join(folder, "site-secret"), "utf8")).toBe("");
});

describe("on Vercel", () => {
  const before = process.cwd();
  beforeEach(() => process.chdir(folder));
  afterEach(() => process.chdir(before));

  test("a build without SITE_SECRET makes one for its own functions, the next build another one", () => {
    expect(writeBuildSecret({ onVercel: true, siteSecret: undefined })).toBe(true);
    const first = readAfresh({ VERCEL: "1" });
    expect(readAfresh({ VERCEL: "1" })).toBe(first);
    writeBuildSecret({ onVercel: true, siteSecret: undefined });
    expect(readAfresh({ VERCEL: "1" })).not.toBe(first);
  });

  test.each([
    ["with SITE_SECRET", { onVercel: true, siteSecret: "s".repeat(32) }],
    ["elsewhere", { onVercel: false, siteSecret: undefined }],
  ])("a build %s holds no secret, and removes that of an earlier one", async (_, environment) => {
    writeBuildSecret({ onVercel: true, siteSecret: undefined });
    expect(writeBuildSecret(environment)).toBe(false);
    await expect(stat(".snapshot/site-secret")).rejects.toThrow("ENOENT");
  });
});
