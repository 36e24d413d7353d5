import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect } from "vitest";
import { endInstance } from "../../internal/testing/updates-instances.ts";
import { expectPage, generationOf, inTable, writeIndex } from "../../internal/testing/updates-rows.ts";

const { row, first, second } = inTable("A runtime content folder");

async function giveFolder(contents: string): Promise<{ folder: string; given: { DOCENT_CONTENT_DIR: string } }> {
  const folder = path.join(contents, "folder");
  await mkdir(folder);
  await writeIndex(folder, "start");
  return { folder, given: { DOCENT_CONTENT_DIR: folder } };
}

row("edit, restart B with a new build, update, restart both, …", async ({ contents, start, restart, update }) => {
  const { folder, given } = await giveFolder(contents);
  let both = [await start(first, given), await start(first, given)];
  expect(await generationOf(both)).toBe(1);
  await expectPage(both, "start");
  await writeIndex(folder, "edited");
  both = [both[0], await restart(both[1], second, given)] as typeof both;
  await expectPage(both, "edited");
  for (const words of ["one", "two"]) {
    await writeIndex(folder, words);
    await update(both[0]);
    const before = await generationOf(both);
    both = [await restart(both[0], first, given), await restart(both[1], second, given)];
    await expectPage(both, words);
    expect(await generationOf(both)).toBe(before);
  }
});

row("edit, both start concurrently", async ({ contents, start }) => {
  const { folder, given } = await giveFolder(contents);
  const both = await Promise.all([start(first, given), start(first, given)]);
  expect(await generationOf(both)).toBe(1);
  await writeIndex(folder, "edited");
  await Promise.all(both.map(endInstance));
  const again = await Promise.all([start(first, given), start(second, given)]);
  await expectPage(again, "edited");
  expect(await generationOf(again)).toBe(2);
});

row("a fault in the folder, start B, repaired, update", async ({ contents, start, update }) => {
  const { folder, given } = await giveFolder(contents);
  const a = await start(first, given);
  expect(await generationOf([a])).toBe(1);
  await writeFile(path.join(folder, "index.mdx"), "# Broken\n\n<Card>\n");
  const both = [a, await start(first, given)];
  await expectPage(both, "start");
  await writeIndex(folder, "repaired");
  await update(a);
  await expectPage(both, "repaired");
});
