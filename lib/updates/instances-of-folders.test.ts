import type { ChildProcess } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect } from "vitest";
import { inTable } from "./testing-rows.ts";

const { row, first, second, start, restart, stop, update, generationOf, expectPage, writeIndex, contents } = inTable(
  "A content folder given at the start",
);

let folder: string;
let given: Record<string, string>;
beforeEach(async () => {
  folder = path.join(contents(), "folder");
  await mkdir(folder);
  await writeIndex(folder, "start");
  given = { DOCENT_CONTENT_DIR: folder };
});

row("start A, start B", async () => {
  const both = [await start(first, given), await start(first, given)];
  expect(await generationOf(both)).toBe(1);
  await expectPage(both, "start");
});

row("update, restart B, update, restart A, …", async () => {
  let both = [await start(first, given), await start(first, given)];
  for (const words of ["one", "two"]) {
    await writeIndex(folder, words);
    await update();
    await expectPage(both, words);
    both = [await restart(both[1], first, given), both[0] as ChildProcess];
    await expectPage(both, words);
  }
});

row("update, restart B", async () => {
  const both = [await start(first, given), await start(first, given)];
  await writeIndex(folder, "updated");
  await update();
  const before = await generationOf(both);
  expect(await generationOf([both[0] as ChildProcess, await restart(both[1], first, given)])).toBe(before);
});

row("edit, restart B, later an update", async () => {
  const a = await start(first, given);
  const b = await start(first, given);
  await writeIndex(folder, "edited");
  const both = [a, await restart(b, first, given)];
  await expectPage(both, "edited");
  await writeIndex(folder, "updated");
  await update();
  await expectPage(both, "updated");
});

row("update, the edit undone, restart B", async () => {
  const both = [await start(first, given), await start(first, given)];
  await writeIndex(folder, "updated");
  await update();
  await writeIndex(folder, "start");
  await expectPage([both[0] as ChildProcess, await restart(both[1], first, given)], "start");
});

row("B starts with a new build, update, restart both, …", async () => {
  let both = [await start(first, given), await start(second, given)];
  await expectPage(both, "start");
  for (const words of ["one", "two"]) {
    await writeIndex(folder, words);
    await update();
    await expectPage(both, words);
    both = [await restart(both[0], first, given), await restart(both[1], second, given)];
    await expectPage(both, words);
  }
  await generationOf(both);
});

row("B starts with another folder", async () => {
  const a = await start(first, given);
  const other = path.join(contents(), "other");
  await mkdir(other);
  await writeIndex(other, "other folder");
  await expectPage([a, await start(first, { DOCENT_CONTENT_DIR: other })], "other folder");
});

row("a fault in the folder, start B, repaired, update", async () => {
  const a = await start(first, given);
  expect(await generationOf([a])).toBe(1);
  await writeFile(path.join(folder, "index.mdx"), "# Broken\n\n<Card>\n");
  const both = [a, await start(first, given)];
  await expectPage(both, "start");
  await writeIndex(folder, "repaired");
  await update();
  await expectPage(both, "repaired");
});

row("edit, both start at once", async () => {
  const both = await Promise.all([start(first, given), start(first, given)]);
  expect(await generationOf(both)).toBe(1);
  await writeIndex(folder, "edited");
  await Promise.all(both.map(stop));
  const again = await Promise.all([start(first, given), start(second, given)]);
  await expectPage(again, "edited");
  expect(await generationOf(again)).toBe(2);
});
