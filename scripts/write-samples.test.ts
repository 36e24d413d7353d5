import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createFiles, createProject } from "../internal/testing/content.ts";
import { makeFolder } from "../internal/testing/folder.ts";
import { buildSite } from "../lib/content/content.ts";
import { writeSamples } from "./write-samples.ts";

const siteOf = (text: string) => buildSite(createProject(), createFiles({ "guides/pay.mdx": text }));

test("each fence with a language is a file by its page and line, and is listed", async () => {
  const into = makeFolder();
  const text = "# Pay\n\n```python\npay()\n```\n\n- In a list:\n\n  ```c#\n  Pay();\n  ```\n\n```\nplain\n```\n";
  const samples = await writeSamples(await siteOf(text), into);
  expect(samples.map(({ sample, line }) => [sample, line])).toEqual([
    ["python/guides__pay.L3.py", 3],
    ["csharp/guides__pay.L9.csharp", 9],
  ]);
  expect(readFileSync(path.join(into, "csharp/guides__pay.L9.csharp"), "utf8")).toBe("Pay();\n");
  expect(JSON.parse(readFileSync(path.join(into, "samples.json"), "utf8"))).toEqual(samples);
});

test("samples of the last run go, and files of others stay", async () => {
  const into = makeFolder();
  await writeSamples(await siteOf("# A\n\n```js\n1\n```"), into);
  writeFileSync(path.join(into, "js/own.js"), "");
  await writeSamples(await siteOf("# A\n\n\n```js\n1\n```"), into);
  expect(readdirSync(path.join(into, "js")).sort()).toEqual(["guides__pay.L4.js", "own.js"]);
  const foreign = makeFolder();
  writeFileSync(path.join(foreign, "notes.txt"), "");
  await expect(writeSamples(await siteOf("# A"), foreign)).rejects.toThrow("has files that are not samples");
});
