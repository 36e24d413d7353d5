import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { replaceSettings } from "../../../internal/testing/config.ts";
import { makeFolder } from "../../../internal/testing/folder.ts";
import { resetProcessState } from "../../process-state.ts";
import { currentSite } from "../served/current.ts";
import { listObstacles } from "./problems.ts";

let folder: string;
const undo: (() => unknown)[] = [];
beforeEach(async () => {
  folder = makeFolder();
  undo.push(resetProcessState("sites", "problems"));
});
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

/** Returns the problems of a server whose main project has the first folder and whose environment names the second. */
async function problemsOf(content: string, contentDir?: string): Promise<string[]> {
  const project = { id: "docs", domain: "docs", name: "Docs", content: contentDir ?? content };
  const config = { organisation: { id: "acme", name: "Acme" }, projects: [project] };
  undo.push(replaceSettings(config, contentDir === undefined ? {} : { DOCENT_CONTENT_DIR: contentDir }));
  await currentSite("docs").catch(() => undefined);
  return listObstacles();
}

test("a content folder that is not there is named by its variable, without its path", async () => {
  const [problem, ...others] = await problemsOf(folder, path.join(folder, "nowhere"));
  expect(problem).toBe("DOCENT_CONTENT_DIR: the folder cannot be read (ENOENT). Name a folder that this user may read.");
  expect(others).toEqual([]);
});

test("one of the configuration is named by its setting", async () => {
  expect((await problemsOf(path.join(folder, "nowhere")))[0]).toMatch(/^content of the project docs in docent\.config\.ts: /);
});

test("a folder without pages is not the one that was meant", async () => {
  expect(await problemsOf(folder, folder)).toEqual([
    "DOCENT_CONTENT_DIR: the folder has no pages. Name the folder that has them.",
  ]);
});

test("a problem is over once the folder can be read", async () => {
  expect(await problemsOf(folder, folder)).toHaveLength(1);
  await writeFile(path.join(folder, "index.mdx"), "# Start\n");
  resetProcessState("sites");
  await currentSite("docs");
  expect(listObstacles()).toEqual([]);
});
