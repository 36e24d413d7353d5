import { expect, test } from "vitest";
import { metaReaderOf } from "./other-metas.ts";

test("a page may have any name, also one that every object has", () => {
  const path = "docs/_meta.json";
  const text = '{ "__proto__": "First", "constructor": "Second", "toString": { "title": "Third" } }';
  const [[folder, meta] = []] = metaReaderOf(path)?.({ path, text } as never, new Map()) ?? [];
  expect(folder).toBe("docs");
  expect(meta?.pages).toEqual(["__proto__", "constructor", "toString", "..."]);
  expect(Object.entries(meta?.titles ?? {})).toEqual([
    ["__proto__", "First"],
    ["constructor", "Second"],
    ["toString", "Third"],
  ]);
});
