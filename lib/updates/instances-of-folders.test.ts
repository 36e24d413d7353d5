import type { ChildProcess } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { endInstance } from "./testing-instances.ts";
import { expectPage, generationOf, inTable, writeIndex } from "./testing-rows.ts";

const { row, first, second } = inTable("A content folder given at the start");

async function giveFolder(contents: string): Promise<{ folder: string; given: { DOCENT_CONTENT_DIR: string } }> {
  const folder = path.join(contents, "folder");
  await mkdir(folder);
  await writeIndex(folder, "start");
  return { folder, given: { DOCENT_CONTENT_DIR: folder } };
}

row("start A, start B", async ({ contents, start }) => {
  const { given } = await giveFolder(contents);
  const both = [await start(first, given), await start(first, given)];
  expect(await generationOf(both)).toBe(1);
  await expectPage(both, "start");
});

row("update, restart B, update, restart A, …", async ({ contents, start, restart, update }) => {
  const { folder, given } = await giveFolder(contents);
  let both = [await start(first, given), await start(first, given)];
  for (const words of ["one", "two"]) {
    await writeIndex(folder, words);
    await update();
    await expectPage(both, words);
    both = [await restart(both[1], first, given), both[0] as ChildProcess];
    await expectPage(both, words);
  }
});

row("update, restart B", async ({ contents, start, restart, update }) => {
  const { folder, given } = await giveFolder(contents);
  const both = [await start(first, given), await start(first, given)];
  await writeIndex(folder, "updated");
  await update();
  const before = await generationOf(both);
  expect(await generationOf([both[0] as ChildProcess, await restart(both[1], first, given)])).toBe(before);
});

row("edit, restart B, later an update", async ({ contents, start, restart, update }) => {
  const { folder, given } = await giveFolder(contents);
  const a = await start(first, given);
  const b = await start(first, given);
  await writeIndex(folder, "edited");
  const both = [a, await restart(b, first, given)];
  await expectPage(both, "edited");
  await writeIndex(folder, "updated");
  await update();
  await expectPage(both, "updated");
});

row("update, the edit undone, restart B", async ({ contents, start, restart, update }) => {
  const { folder, given } = await giveFolder(contents);
  const both = [await start(first, given), await start(first, given)];
  await writeIndex(folder, "updated");
  await update();
  await writeIndex(folder, "start");
  await expectPage([both[0] as ChildProcess, await restart(both[1], first, given)], "start");
});

row("B starts with a new build, update, restart both, …", async ({ contents, start, restart, update }) => {
  const { folder, given } = await giveFolder(contents);
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

row("B starts with another folder", async ({ contents, start }) => {
  const { given } = await giveFolder(contents);
  const a = await start(first, given);
  const other = path.join(contents, "other");
  await mkdir(other);
  await writeIndex(other, "other folder");
  await expectPage([a, await start(first, { DOCENT_CONTENT_DIR: other })], "other folder");
});

row("a fault in the folder, start B, repaired, update", async ({ contents, start, update }) => {
  const { folder, given } = await giveFolder(contents);
  const a = await start(first, given);
  expect(await generationOf([a])).toBe(1);
  await writeFile(path.join(folder, "index.mdx"), "# Broken\n\n<Card>\n");
  const both = [a, await start(first, given)];
  await expectPage(both, "start");
  await writeIndex(folder, "repaired");
  await update();
  await expectPage(both, "repaired");
});

row("edit, both start at once", async ({ contents, start }) => {
  const { folder, given } = await giveFolder(contents);
  const both = await Promise.all([start(first, given), start(first, given)]);
  expect(await generationOf(both)).toBe(1);
  await writeIndex(folder, "edited");
  await Promise.all(both.map(endInstance));
  const again = await Promise.all([start(first, given), start(second, given)]);
  await expectPage(again, "edited");
  expect(await generationOf(again)).toBe(2);
});
