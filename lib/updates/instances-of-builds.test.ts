import path from "node:path";
import { expect } from "vitest";
import { endInstance } from "./testing-instances.ts";
import { expectPage, generationOf, inTable, writeIndex } from "./testing-rows.ts";

const { row, first, second } = inTable("A build's own content");

row("start A, start B", async ({ start }) => {
  const both = [await start(first), await start(first)];
  expect(await generationOf(both)).toBe(1);
  await expectPage(both, "first build");
});

row("start A, update, start B", async ({ copyOf, start, update }) => {
  const build = await copyOf(first);
  const a = await start(build);
  await writeIndex(path.join(build, "content"), "updated");
  await update();
  await expectPage([a, await start(build)], "updated");
});

row("update, restart A, restart B, update, …", async ({ copyOf, start, restart, update }) => {
  const build = await copyOf(first);
  let both = [await start(build), await start(build)];
  for (const words of ["one", "two"]) {
    await writeIndex(path.join(build, "content"), words);
    await update();
    await expectPage(both, words);
    both = [await restart(both[1], build), await restart(both[0], build)];
    await expectPage(both, words);
  }
});

row("edit without an update, start B", async ({ copyOf, start }) => {
  const build = await copyOf(first);
  const a = await start(build);
  await generationOf([a]);
  await writeIndex(path.join(build, "content"), "not published");
  const both = [a, await start(build)];
  expect(await generationOf(both)).toBe(1);
  await expectPage(both, "first build");
});

row("update, B starts with a new build, restart B", async ({ copyOf, start, restart, update }) => {
  const build = await copyOf(first);
  const old = await start(build);
  await writeIndex(path.join(build, "content"), "updated");
  await update();
  const fresh = await start(second);
  const number = await generationOf([fresh]);
  expect(number).toBeGreaterThan(await generationOf([old]));
  await expectPage([fresh], "second build");
  await expectPage([old], "updated");
  const again = await restart(fresh, second);
  expect(await generationOf([again])).toBe(number);
  await expectPage([again], "second build");
});

row("B starts with a new build, update, update, …", async ({ copyOf, start, update }) => {
  const [old, fresh] = [await copyOf(first), await copyOf(second)];
  const both = [await start(old), await start(fresh)];
  for (const words of ["one", "two"]) {
    await writeIndex(path.join(old, "content"), `old ${words}`);
    await writeIndex(path.join(fresh, "content"), `fresh ${words}`);
    await update();
    await expectPage(both.slice(0, 1), `old ${words}`);
    await expectPage(both.slice(1), `fresh ${words}`);
  }
});

row("update, new build, roll-back to the first build", async ({ copyOf, start, update }) => {
  const build = await copyOf(first);
  const a = await start(build);
  await writeIndex(path.join(build, "content"), "updated");
  await update();
  await endInstance(a);
  await endInstance(await start(second));
  await expectPage([await start(build), await start(build)], "updated");
});
