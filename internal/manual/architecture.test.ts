import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { listProjectFiles } from "../../scripts/project-files.ts";
import { ROOMS } from "../scripts/import-rules.ts";

const text = readFileSync("ARCHITECTURE.md", "utf8");

/** The rooms that a room leads to, over any number of arrows. */
function reach(arrows: ReadonlyMap<string, readonly string[]>, room: string): Set<string> {
  const found = new Set<string>();
  for (const next of arrows.get(room) ?? []) for (const each of [next, ...reach(arrows, next)]) found.add(each);
  return found;
}

test("the drawing of the content's rooms has an arrow for each import that is allowed, and none besides", () => {
  const lines =
    text
      .match(/```mermaid\nflowchart LR\n([^`]+)```/)?.[1]
      ?.trim()
      .split("\n") ?? [];
  const arrows = new Map<string, string[]>();
  for (const rooms of lines.map((line) => line.trim().split(" --> ")))
    for (const [index, room] of rooms.entries())
      if (index > 0) arrows.set(rooms[index - 1] ?? "", [...(arrows.get(rooms[index - 1] ?? "") ?? []), room]);
  const allowed = new Map(Object.entries(ROOMS["lib/content"] ?? {}));
  for (const room of allowed.keys()) expect([room, reach(arrows, room)]).toEqual([room, reach(allowed, room)]);
});

test.each(Object.entries(ROOMS))("each room of %s is described", (folder, rooms) => {
  const prefix = folder === "lib/content" ? "" : `${folder}/`;
  for (const room of Object.keys(rooms)) expect(text).toContain(`| \`${prefix}${room}\` | `);
});

test("files that comments and documents of the engine name are there", () => {
  const files = listProjectFiles();
  const isThere = (name: string) => files.some((file) => file === name || file.endsWith(`/${name}`));
  const sources = files.filter((file) =>
    /^(?:lib|components|app|scripts)\/.*\.(?:tsx?|mts|css)$|^docs\/|^[A-Z]+\.md$/.test(file),
  );
  const gone = sources
    .filter((file) => !file.includes(".test."))
    .flatMap((file) => {
      const whole = readFileSync(file, "utf8");
      const texts = file.endsWith(".md") ? [whole] : (whole.match(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm) ?? []);
      const names = texts.flatMap(
        (text) => text.match(/(?<![\w/.@:*<>\-[\]])(?:[\w-]+\/)*[\w-]+(?:\.[\w-]+)*\.(?:tsx?|mts|mjs|css|wat)\b(?![/<])/g) ?? [],
      );
      return names.filter((name) => name !== "_meta.ts" && !isThere(name)).map((name) => `${file}: ${name}`);
    });
  expect(gone).toEqual([]);
});
