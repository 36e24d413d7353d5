import path from "node:path";
import { expect } from "vitest";
import { askState, endInstance } from "../../internal/testing/updates-instances.ts";
import { expectPage, generationOf, inTable, writeIndex } from "../../internal/testing/updates-rows.ts";

const { row, first, second } = inTable("A build's own content");

row("start both, update, restart both, update, …", async ({ copyOf, start, restart, update }) => {
  const build = await copyOf(first);
  let both = [await start(build), await start(build)];
  expect(await generationOf(both)).toBe(1);
  await expectPage(both, "first build");
  for (const words of ["one", "two"]) {
    await writeIndex(path.join(build, "content"), words);
    await update(both[1]);
    await expectPage(both, words);
    both = [await restart(both[1], build), await restart(both[0], build)];
    await expectPage(both, words);
  }
});

row("edit A's folder without an update, start B", async ({ copyOf, start }) => {
  const build = await copyOf(first);
  const a = await start(build);
  await generationOf([a]);
  await writeIndex(path.join(build, "content"), "not published");
  const both = [a, await start(build)];
  expect(await generationOf(both)).toBe(1);
  await expectPage(both, "first build");
});

row("update A, start B as the preview of a branch, update B, restart A", async ({ copyOf, start, restart, update }) => {
  const [production, branch] = [await copyOf(first), await copyOf(second)];
  const a = await start(production);
  await writeIndex(path.join(production, "content"), "production");
  await update(a);
  const before = await askState(a);
  const b = await start(branch);
  await expectPage([b], "second build");
  await writeIndex(path.join(branch, "content"), "preview");
  await writeIndex(path.join(production, "content"), "not published");
  await update(b);
  await expectPage([b], "preview");
  expect(await askState(a)).toEqual(before);
  const again = await restart(a, production);
  await expectPage([again, b], ["production", "preview"]);
  expect(await askState(again)).toEqual(before);
});

row("update A, deploy B, update A as an old deployment, restart B", async ({ copyOf, start, restart, update }) => {
  const [old, fresh] = [await copyOf(first), await copyOf(second)];
  const a = await start(old);
  await writeIndex(path.join(old, "content"), "old");
  await update(a);
  const b = await start(fresh);
  await expectPage([a, b], ["old", "second build"]);
  await writeIndex(path.join(fresh, "content"), "fresh");
  await update(b);
  await writeIndex(path.join(old, "content"), "older");
  await update(a);
  await expectPage([a, await restart(b, fresh)], ["older", "fresh"]);
});

row("update A, deploy B, roll back to A's build", async ({ copyOf, start, update }) => {
  const build = await copyOf(first);
  const a = await start(build);
  await writeIndex(path.join(build, "content"), "updated");
  await update(a);
  await endInstance(a);
  await endInstance(await start(second));
  await expectPage([await start(build), await start(build)], "updated");
});
