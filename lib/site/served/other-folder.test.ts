import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { makeFolder } from "../../../internal/testing/folder.ts";
import { getMainProject, readSettings } from "../../config/config.ts";
import { replaceProcessState, resetProcessState } from "../../process-state.ts";
import { searchPassages } from "../../search/search.ts";
import { currentSite } from "./current.ts";

const describing = (summary: string) =>
  JSON.stringify({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: { "/pets": { get: { summary } } } });

let folder: string;
beforeEach(async () => {
  folder = makeFolder();
  for (const name of ["own", "other"]) {
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, "start.mdx"), `# Start of ${name}\n\nText.`);
    await writeFile(path.join(folder, name, "openapi.json"), describing(`List pets of ${name}`));
  }
  await writeFile(path.join(folder, "beside.json"), describing("List pets beside"));
});

/** Titles of the pages that are served, the overview of the API among them, and of those that a search for the operation finds. */
async function served(apiDescription: string, contentDir?: string): Promise<readonly string[][]> {
  const file = path.join(folder, `${randomUUID()}.json`);
  const project = { id: "pets", domain: "pets", name: "Pets", content: path.join(folder, "own"), apiDescription };
  await writeFile(file, JSON.stringify({ organisation: { id: "pets", name: "Pets" }, projects: [project] }));
  const settings = readSettings({ DOCENT_CONFIG: file, ...(contentDir && { DOCENT_CONTENT_DIR: contentDir }) });
  const undo = [replaceProcessState("settings", settings), resetProcessState("sites", "engines", "parsed")];
  try {
    const site = await currentSite(getMainProject().domain);
    const found = await searchPassages(site, { query: "List pets", limit: 10, filter: {} });
    return [
      site.pages.map(({ title }) => title),
      found.map(({ passage }) => passage.title).filter((title) => /List/.test(title)),
    ];
  } finally {
    for (const step of undo) step();
  }
}

const at = (name: string) => path.join(folder, name);

test("the API description of a project is served with its own content, wherever that is named", async () => {
  for (const description of ["beside.json", "own/openapi.json"]) {
    const title = `List pets ${description === "beside.json" ? "beside" : "of own"}`;
    expect(await served(at(description))).toEqual([["Pets", title, "Start of own"], [title]]);
    expect(await served(at(description), at("own"))).toEqual([["Pets", title, "Start of own"], [title]]);
  }
});

test("another folder is served and searched without it, unless it has the file itself", async () => {
  expect(await served(at("beside.json"), at("other"))).toEqual([["Start of other"], []]);
  expect(await served("https://api.test/openapi.json", at("other"))).toEqual([["Start of other"], []]);
  expect(await served(at("own/openapi.json"), at("other"))).toEqual([
    ["Pets", "List pets of other", "Start of other"],
    ["List pets of other"],
  ]);
  await rm(at("other/openapi.json"));
  expect(await served(at("own/openapi.json"), at("other"))).toEqual([["Start of other"], []]);
});
