import { writeFile } from "node:fs/promises";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { eachStore } from "../../internal/testing/db.ts";
import { createTestProject, type TestProject } from "../../internal/testing/updates.ts";
import { replaceLogSink } from "../log.ts";
import { findRecentChange, forgetApiHistory, readApiHistory, toApiFeed } from "../site/stored/api-history.ts";

const describe = (body: object, more: object = {}) =>
  JSON.stringify({
    openapi: "3.1.0",
    info: { title: "Pets", version: "1" },
    paths: {
      "/pets": {
        post: {
          requestBody: { content: { "application/json": { schema: { type: "object", ...body } } } },
          responses: { 200: { description: "Done." } },
        },
      },
      ...more,
    },
  });
const text = { type: "string" };

eachStore((store) => {
  let project: TestProject;
  let restoreLog: () => void;
  const write = (description: string) => writeFile(path.join(project.folder, "openapi.yaml"), description);

  beforeEach(async () => {
    restoreLog = replaceLogSink(() => {});
    project = await createTestProject({
      files: { "index.mdx": "# Pets\n" },
      descriptionFile: describe({ properties: { name: text } }),
    });
    await project.titleOf("");
    forgetApiHistory();
  });
  afterEach(async () => {
    await project.remove();
    restoreLog();
    for (const table of ["jobs", "generations"] as const) await store().database.deleteFrom(table).execute();
  });

  test("an update lists what it changed in the API, and the site keeps that", async () => {
    await write(
      describe({ properties: { name: text, age: text }, required: ["age"] }, { "/owners": { get: { responses: {} } } }),
    );
    const state = await project.update();
    expect(state.summary).toMatch(/The API has breaking changes\.$/);
    expect(state.changes).not.toHaveProperty("api");
    const apiChanges = {
      added: ["GET /owners"],
      removed: [],
      deprecated: [],
      changed: [{ operation: "POST /pets", what: "`age` in the request body is new and required.", breaking: true }],
    };
    expect(state.apiChanges).toEqual(apiChanges);

    const history = await readApiHistory("pets");
    expect(history).toMatchObject([{ statusId: state.statusId, changes: apiChanges }]);
    expect(await findRecentChange("pets", "POST /pets")).toMatchObject({ kind: "changed", what: [{ breaking: true }] });
    expect(await findRecentChange("pets", "GET /owners")).toMatchObject({ kind: "added" });
    expect(await findRecentChange("pets", "GET /pets")).toBeUndefined();
    const feed = toApiFeed(history, {
      site: "Pets & <co>",
      page: "https://a.example/api-changes",
      feed: "https://a.example/feed",
    });
    expect(feed).toContain("<title>Operations: 1 added, 1 changed</title>");
    expect(feed).toContain(`<guid>https://a.example/api-changes#${state.statusId}</guid>`);
    expect(feed).toContain("<category>breaking</category>");
    expect(feed).toContain("Pets &amp; &lt;co&gt;");
  });

  test("an update that leaves the API alone says so, and is not in the history", async () => {
    await project.write({ "new.mdx": "# New\n" });
    expect((await project.update()).apiChanges).toEqual({ added: [], removed: [], deprecated: [], changed: [] });
    expect(await readApiHistory("pets")).toEqual([]);
  });

  test("a change is marked for 30 days", async () => {
    await write(describe({ properties: {} }));
    const { statusId } = await project.update();
    const days = (count: number) => Date.now() - count * 24 * 60 * 60_000;
    const setEnd = (time: number) =>
      store().database.updateTable("jobs").set({ ended_at: time }).where("id", "=", statusId).execute();
    await setEnd(days(29));
    forgetApiHistory();
    expect(await findRecentChange("pets", "POST /pets")).toMatchObject({ kind: "changed" });
    await setEnd(days(31));
    forgetApiHistory();
    expect(await findRecentChange("pets", "POST /pets")).toBeUndefined();
    expect(await readApiHistory("pets")).toHaveLength(1);
  });
});
