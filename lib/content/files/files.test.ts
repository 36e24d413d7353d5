import { writeFileSync } from "node:fs";
import { mkdir, mkdtemp, rename, rm, symlink, truncate, utimes, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { leftOut, readContentFiles } from "./files.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), "docent-files-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const at = (...names: string[]) => path.join(folder, ...names);
const read = (earlier?: Awaited<ReturnType<typeof readContentFiles>>) => readContentFiles({ content: folder }, earlier);

test("pages and meta.json of all folders are read, hidden files and others are not", async () => {
  await mkdir(at("guides", ".git"), { recursive: true });
  for (const name of [
    "b.mdx",
    "a.md",
    "guides/meta.json",
    "guides/c.mdx",
    "openapi.json",
    ".d.mdx",
    "guides/.git/e.mdx",
    "image.png",
  ])
    await writeFile(at(name), name);
  const { files, findings } = await read();
  expect(files.map(({ path: name, text }) => [name, text])).toEqual(
    ["a.md", "b.mdx", "guides/c.mdx", "guides/meta.json"].map((name) => [name, name]),
  );
  expect(findings).toEqual([]);
});

test.each([
  '<APIPage document="api.json" operations={[]} />',
  '---\ntitle: A\nopenapi: "api get /a"\n---\n',
  "---\nopenapi-schema: Pet\n---\n",
])("data is read where a page shows something of it: %j", async (page) => {
  await writeFile(at("api.json"), "{}");
  await writeFile(at("a.mdx"), page);
  const first = await read();
  expect(first.files.map(({ path: name }) => name)).toEqual(["a.mdx", "api.json"]);
  expect(await read(first)).toBe(first);
});

test("a second reading without changes is the first one; with changes it shares all other files", async () => {
  await writeFile(at("a.mdx"), "one");
  await writeFile(at("b.mdx"), "two");
  const first = await read();
  expect(await read(first)).toBe(first);
  await writeFile(at("b.mdx"), "three");
  await writeFile(at("c.mdx"), "new");
  const second = await read(first);
  expect(second.files[0]).toBe(first.files[0]);
  expect(second.files.map(({ text }) => text)).toEqual(["one", "three", "new"]);
  await rm(at("a.mdx"));
  expect((await read(second)).files.map(({ path: name }) => name)).toEqual(["b.mdx", "c.mdx"]);
});

test("a file saved by rename is read again even with size and time of the old one", async () => {
  await writeFile(at("a.mdx"), "old");
  const when = new Date(1_700_000_000_000);
  await utimes(at("a.mdx"), when, when);
  const first = await read();
  await writeFile(at(".a.mdx.swp"), "new");
  await utimes(at(".a.mdx.swp"), when, when);
  await rename(at(".a.mdx.swp"), at("a.mdx"));
  expect((await read(first)).files.map(({ text }) => text)).toEqual(["new"]);
});

test("links that lead out of the folder are left out", async () => {
  await mkdir(at("content"));
  await writeFile(at("secret.mdx"), "secret");
  await writeFile(at("content", "real.mdx"), "real");
  await symlink(at("secret.mdx"), at("content", "out.mdx"));
  await symlink(at("content", "real.mdx"), at("content", "in.mdx"));
  await symlink(folder, at("content", "loop"));
  await symlink(at("nowhere.mdx"), at("content", "dangling.mdx"));
  const { files } = await readContentFiles({ content: at("content") });
  expect(files.map(({ path: name, text }) => [name, text])).toEqual([
    ["in.mdx", "real"],
    ["real.mdx", "real"],
  ]);
});

test("a file that is too large is a separate problem", async () => {
  await writeFile(at("a.mdx"), "fine");
  await writeFile(at("large.mdx"), "");
  await truncate(at("large.mdx"), 3 * 1024 * 1024);
  const { files, findings } = await read();
  expect(files.map(({ path: name }) => name)).toEqual(["a.mdx"]);
  expect(findings).toMatchObject([{ file: "large.mdx", message: expect.stringContaining("at most 2097152 are read") }]);
});

test("a missing folder is named with its remedy", async () => {
  await expect(readContentFiles({ content: at("nowhere") })).rejects.toThrow(
    /nowhere cannot be read \(ENOENT\)\. Name an existing folder/,
  );
});

test("named descriptions are read from files, kept while they are the same, and left to who fetches those at an address", async () => {
  const [file, gone] = [path.join(folder, "..", `${path.basename(folder)}-pets.json`), path.join(folder, "gone.json")];
  await writeFile(file, "{}");
  const remote = "https://example.com/openapi.json";
  const source = { content: folder, apiDescriptions: { pets: file, constructor: remote, gone } };
  const first = await readContentFiles(source);
  expect(Object.keys(first.named ?? {})).toEqual(["pets"]);
  expect(first.findings).toMatchObject([{ file: gone, message: expect.stringContaining("does not exist") }]);
  expect(await readContentFiles(source, first)).toBe(first);

  const fetched = { path: remote, text: "{}", hash: "x" };
  const given = { ...first, named: { ...first.named, constructor: fetched } };
  expect((await readContentFiles(source, given)).named).toMatchObject({ constructor: fetched, pets: { text: "{}" } });
  await writeFile(file, '{"openapi":"3.1.0"}');
  expect((await readContentFiles(source, first)).named?.pets?.text).toBe('{"openapi":"3.1.0"}');
  await rm(file);
});

test("a missing API description is a problem, one with an address is left to who fetches it", async () => {
  const missing = await readContentFiles({ content: folder, apiDescription: at("openapi.json") });
  expect(missing.findings).toMatchObject([{ message: expect.stringContaining("does not exist") }]);
  const remote = await readContentFiles({ content: folder, apiDescription: "https://example.com/openapi.json" });
  expect([remote.description, remote.findings]).toEqual([null, []]);
  const given = { ...remote, description: { path: "https://example.com/openapi.json", text: "{}", hash: "x" } };
  expect(await readContentFiles({ content: folder, apiDescription: "https://example.com/openapi.json" }, given)).toBe(given);
});

test("excluded files and folders are not read", async () => {
  await mkdir(at("v1", "en"), { recursive: true });
  for (const name of ["v1/en/a.mdx", "v1/en/a.png", "b.mdx", "b.draft.mdx"]) await writeFile(at(name), name);
  const { files, assets } = await readContentFiles({ content: folder, exclude: ["v1/", "*.draft.mdx"] });
  expect([files.map(({ path: name }) => name), assets]).toEqual([["b.mdx"], []]);
});

test("of 20,100 files those are read that docs.json names first, and how many are left is said", async () => {
  const pages = Array.from({ length: 20_100 }, (_, index) => `p${String(index).padStart(5, "0")}`);
  for (const name of pages) writeFileSync(at(`${name}.mdx`), "");
  const settings = (name: string) => JSON.stringify({ name, 'a"b': "c d", navigation: { pages: pages.toReversed() } });
  await writeFile(at("docs.json"), settings("Our docs"));
  const content = await read();
  expect([content.files.length, content.left]).toEqual([20_000, 101]);
  expect(content.files.slice(0, 2).map(({ path: name }) => name)).toEqual(["docs.json", "p00101.mdx"]);
  expect(leftOut(content)).toMatchObject([
    { message: expect.stringMatching(/^101 files of the folder are over the limit and are not read\..*exclude/) },
  ]);
  // One that is too large to be read decides nothing.
  await writeFile(at("docs.json"), settings("x".repeat(9_000_000)));
  expect((await read()).files.slice(0, 2).map(({ path: name }) => name)).toEqual(["p00000.mdx", "p00001.mdx"]);
}, 180_000);

test("a docs.json of three megabytes is read, a page of as many is not", async () => {
  await writeFile(at("docs.json"), `{"name": "${"x".repeat(3_000_000)}"}`);
  await writeFile(at("a.mdx"), "x".repeat(3_000_000));
  const { files, findings } = await read();
  expect([files.map(({ path: name }) => name), findings.map(({ file }) => file)]).toEqual([["docs.json"], ["a.mdx"]]);
});

test("a file is read by the mark of its encoding, and what is not UTF-8 as Windows-1252", async () => {
  const text = "# Grüße\n";
  await writeFile(at("le.mdx"), Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(text, "utf16le")]));
  await writeFile(at("be.mdx"), Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(text, "utf16le").swap16()]));
  await writeFile(at("latin1.mdx"), Buffer.from(text, "latin1"));
  await writeFile(at("marked.mdx"), `\uFEFF${text}`);
  await writeFile(at("old-mac.mdx"), "# Grüße\r");
  expect((await read()).files.map((file) => file.text)).toEqual(Array(5).fill(text));
});
