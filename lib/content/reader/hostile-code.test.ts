import { afterAll, beforeAll, expect, test } from "vitest";
import { HOSTILE_CODE } from "../fixtures/hostile-code.ts";
import { pageCode } from "./page-code.ts";
import { readPage } from "./reader.ts";

// In threads, as a server reads pages.
const inProcess = pageCode.get();
beforeAll(() => pageCode.set({}));
afterAll(() => pageCode.set(inProcess));

/** Reads a page in a second of the processor at most: its words, and what is said of it. */
function read(source: string, { trusted = false, maxCpuMs = 1_000 } = {}) {
  return readPage(
    { file: "a.mdx", source, sourceLine: 0, trusted },
    async ({ digest, cut, ask }) => ({
      isWhole: !cut,
      reasons: digest.notices.map(({ reason }) => reason),
      text: JSON.stringify(await ask("tree", null)),
    }),
    { maxCpuMs },
  );
}

test.each(Object.entries(HOSTILE_CODE))(
  "%s costs its own part of a page, or the page its code",
  async (_, code) => {
    const { text, reasons, isWhole } = await read(`Before.\n\n{(() => { ${code} })()}\n\nAfter.`);
    expect(text).toContain("Before.");
    expect(text).toContain("After.");
    if (!isWhole)
      expect(reasons).toEqual([expect.stringMatching(/^The page is shown as its words: it takes more than 1 seconds/)]);
  },
  60_000,
);

test("a page that holds its thread leaves the server to others, and the next page has a thread", async () => {
  const done: string[] = [];
  const hostile = read("{(() => { const a = []; a.length = 4294967295; a.sort(); })()}", { maxCpuMs: 3_000 });
  await Promise.all([
    hostile.then(({ isWhole }) => done.push(isWhole ? "whole" : "words")),
    read("{1 + 1}").then(({ text }) => done.push(text.includes('"2"') ? "other" : "nothing")),
  ]);
  expect(done).toEqual(["other", "words"]);
  expect((await read("{2 + 2}")).text).toContain('"4"');
}, 60_000);

test("the memory of code ends at 32 MB, however it is asked for", async () => {
  const { text } = await read(
    "{(() => { const all = []; try { for (;;) all.push(new Uint8Array(1 << 20)); } catch { return all.length + ' MB'; } })()}",
  );
  expect(Number(/"(\d+) MB"/.exec(text)?.[1])).toBeLessThan(32);
  expect(Number(/"(\d+) MB"/.exec(text)?.[1])).toBeGreaterThan(8);
});

test("code of pages of the build runs in a thread, too", async () => {
  const { text, reasons } = await read("{typeof process} {typeof globalThis.require}", { trusted: true });
  expect(text).toContain("undefined");
  expect(reasons).toEqual([]);
});
