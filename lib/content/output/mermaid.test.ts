import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { findMermaidFolder, listMermaidFiles } from "./mermaid.ts";

const texts = new Map<string, string>();
beforeAll(async () => {
  for (const name of await listMermaidFiles())
    texts.set(name, await readFile(path.join(findMermaidFolder() as string, name), "utf8"));
});

test("no file that a browser is sent holds the layout under EPL or GPL, and none is missing but that", () => {
  expect(texts.size).toBeGreaterThan(50);
  expect([...texts].filter(([, text]) => /org\.eclipse\.elk|elkjs/.test(text)).map(([name]) => name)).toEqual([]);
  const imported = [...texts].flatMap(([name, text]) =>
    [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+)"/g)].map(([, file]) =>
      path.posix.join(path.posix.dirname(name), file as string),
    ),
  );
  const missing = new Set(imported.filter((file) => !texts.has(file)));
  expect([...missing]).toEqual([expect.stringMatching(/\/elk-\w+\.mjs$/)]);
});

test("Mermaid's dependencies may be sent with their notices alone, except for the layout", async () => {
  const licences = await licencesOf("mermaid", new Map());
  expect(licences.size).toBeGreaterThan(40);
  const strict = [...licences].filter(
    ([, licence]) => !/\b(?:MIT|ISC|0BSD|BSD-\d-Clause|Apache-2\.0|Unlicense|CC0-1\.0)\b/.test(licence),
  );
  expect(strict.map(([name]) => name)).toEqual(["elkjs"]);
});

/** The licence of a package and of all that it needs, by name. */
async function licencesOf(name: string, known: Map<string, string>, from = process.cwd()): Promise<Map<string, string>> {
  if (known.has(name)) return known;
  const folder = await findPackage(name, from);
  const { license, dependencies = {} } = JSON.parse(await readFile(path.join(folder, "package.json"), "utf8"));
  known.set(name, license ?? (await readFile(path.join(folder, "license"), "utf8")).slice(0, 200));
  for (const each of Object.keys(dependencies)) if (!each.startsWith("@types/")) await licencesOf(each, known, folder);
  return known;
}

async function findPackage(name: string, from: string): Promise<string> {
  const folder = path.join(from, "node_modules", name);
  const isThere = await readFile(path.join(folder, "package.json")).then(
    () => true,
    () => false,
  );
  if (isThere) return folder;
  if (path.dirname(from) === from) throw new Error(`${name} is not installed.`);
  return findPackage(name, path.dirname(from));
}
