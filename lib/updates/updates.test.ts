import { chmod, rm } from "node:fs/promises";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { eachStore } from "../../internal/testing/db.ts";
import { createTestProject, type TestProject, type TestProjectOptions } from "../../internal/testing/updates.ts";
import type { Page } from "../content/model/page.ts";
import { toMarkdown } from "../content/output/compile.ts";
import { getDatabase } from "../db/db.ts";
import { replaceLogSink } from "../log.ts";
import { followStore, runExclusive } from "../site/made/follow.ts";
import { currentSite } from "../site/served/current.ts";
import { currentGeneration } from "../site/stored/sites.ts";
import { readUpdate, runWaitingJobs, triggerUpdate } from "./updates.ts";

const files = { "index.mdx": "# Pets\n\nAll about pets.\n", "dogs.mdx": "# Dogs\n\nDogs bark.\n" };

eachStore((store) => {
  let project: TestProject;
  const setUp = async (options: Partial<TestProjectOptions> = {}) => {
    project = await createTestProject({ files, ...options });
  };
  afterEach(async () => {
    await project.remove();
    const { database } = store();
    await database.deleteFrom("jobs").execute();
    await database.deleteFrom("generations").execute();
  });

  const update = () => project.update();
  const titleOf = (slug: string) => project.titleOf(slug);

  test("an edit is served after an update, and not before", async () => {
    await setUp();
    expect(await titleOf("dogs")).toBe("Dogs");
    await project.write({ "dogs.mdx": "# Hounds\n", "cats.mdx": "# Cats\n", "index.mdx": null });
    expect(await titleOf("dogs")).toBe("Dogs");

    const done = await update();

    expect(done).toMatchObject({
      status: "success",
      projectId: "pets",
      domain: "pets",
      subdomain: "pets",
      _id: done.statusId,
      summary: "1 page added, 1 page modified, 1 page removed.",
      changes: { added: ["/docs/cats"], modified: ["/docs/dogs"], removed: ["/docs"] },
    });
    expect(done.error).toBeUndefined();
    expect(Date.parse(done.startedAt!)).toBeGreaterThanOrEqual(Date.parse(done.createdAt));
    expect(Date.parse(done.endedAt!)).toBeGreaterThanOrEqual(Date.parse(done.startedAt!));
    expect(done.logs).toEqual([
      "2/4 Checking 2 files of content.",
      "3/4 Preparing the search of 2 passages.",
      "4/4 Saving.",
      expect.stringMatching(/^Saved as generation \d+\.$/),
      "Live here; other instances follow within 5 seconds.",
    ]);
    expect([await titleOf("dogs"), await titleOf("cats"), await titleOf("")]).toEqual(["Hounds", "Cats", undefined]);
  });

  test("pages keep their date until what they show changes, also where that comes from another file", async () => {
    const taking = { "takes.mdx": 'import Part from "/snippets/part.mdx";\n\n<Part />', "snippets/part.mdx": "A part." };
    await setUp({ files: { ...files, ...taking } });
    const dates = async () => (await currentSite("pets")).pages.map(({ file, lastModified }) => [file, lastModified !== null]);
    expect(await dates()).toEqual(["index.mdx", "dogs.mdx", "takes.mdx"].map((file) => [file, false]));
    await project.write({ "dogs.mdx": "# Hounds\n" });
    expect((await update()).changes).toMatchObject({ modified: ["/docs/dogs"] });
    const afterOne = [
      ["index.mdx", false],
      ["dogs.mdx", true],
      ["takes.mdx", false],
    ];
    expect(await dates()).toEqual(afterOne);
    await project.write({ "snippets/part.mdx": "Another part." });
    expect((await update()).changes).toMatchObject({ modified: ["/docs/takes"] });
    expect(await dates()).toEqual([...afterOne.slice(0, 2), ["takes.mdx", true]]);
  });

  test("a page that takes its title from an operation is modified with it, and nothing keeps the old title", async () => {
    const describe = (summary: string) =>
      JSON.stringify({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: { "/pets": { get: { summary } } } });
    const docs = JSON.stringify({ name: "Pets", navigation: { pages: ["list", "index"] } });
    await setUp({
      files: { ...files, "docs.json": docs, "openapi.json": describe("List pets"), "list.mdx": "---\nopenapi: GET /pets\n---\n" },
    });
    const markdown = async () =>
      await toMarkdown((await currentSite("pets")).pages.find(({ file }) => file === "list.mdx") as Page);
    expect(await markdown()).toMatch(/^# List pets\n/);
    await project.write({ "openapi.json": describe("List all pets") });
    expect(await update()).toMatchObject({ summary: "1 page modified.", changes: { modified: ["/docs/list"] } });
    expect(await markdown()).toMatch(/^# List all pets\n/);
  });

  test("an update without a change says so and saves nothing", async () => {
    await setUp();
    const done = await update();
    expect(done).toMatchObject({
      status: "success",
      summary: "No page has changed.",
      logs: expect.arrayContaining(["Nothing has changed."]),
    });
  });

  test("the worker says whether an update has changed what is served, so that pages are dropped only then", async () => {
    await setUp();
    await titleOf("dogs");
    await triggerUpdate("pets");
    expect(await runWaitingJobs()).toBe(false);
    await project.write({ "dogs.mdx": "# Hounds\n" });
    await triggerUpdate("pets");
    expect(await runWaitingJobs()).toBe(true);
  });

  test("a broken page is refused with file, line and reason, and what was served stays", async () => {
    await setUp();
    await update();
    const before = await currentSite("pets");
    const generation = currentGeneration();
    await project.write({ "dogs.mdx": "# Dogs\n\nFine.\n\n<Note>\n", "cats.mdx": "# Cats\n" });

    const done = await update();

    expect(done).toMatchObject({
      status: "failure",
      summary: "The update failed; what was there before stays.",
      endedAt: expect.any(String),
    });
    expect(done.error).toMatch(/^dogs\.mdx:5:\d+: \S/);
    expect(done.logs.join("\n")).toContain("dogs.mdx:5");
    expect(done.changes).toEqual({ added: [], modified: [], removed: [] });
    expect(await currentSite("pets")).toBe(before);
    expect(currentGeneration()).toBe(generation);
  });

  test("every fault of several is in the logs, in order", async () => {
    await setUp();
    await project.write({ "a.mdx": "<Note>\n", "b.mdx": "<Card>\n" });
    const done = await update();
    expect(done.error).toContain("(and 1 more; see the logs)");
    expect(done.logs.filter((line) => /^[ab]\.mdx:1/.test(line)).map((line) => line[0])).toEqual(["a", "b"]);
  });

  test("after a restart of the same build the last generation is served again", async () => {
    await setUp();
    await currentSite("pets");
    await project.write({ "dogs.mdx": "# Hounds\n" });
    await update();
    const generation = currentGeneration();
    await project.write({ "dogs.mdx": files["dogs.mdx"] });

    project.restart();
    expect(await titleOf("dogs")).toBe("Dogs");
    await runExclusive(() => followStore());

    expect(await titleOf("dogs")).toBe("Hounds");
    expect(currentGeneration()).toBe(generation);
  });

  test("a stored generation that cannot be read is reported, and what was served stays", async () => {
    await setUp();
    await currentSite("pets");
    await project.write({ "dogs.mdx": "# Hounds\n" });
    await update();
    const database = await getDatabase();
    await database
      .updateTable("generations")
      .set({ snapshot: Buffer.from("broken") })
      .where("site_hash", "!=", "")
      .execute();
    await project.write({ "dogs.mdx": files["dogs.mdx"] });
    project.restart();
    const lines: string[] = [];
    const restore = replaceLogSink((line) => lines.push(line));
    await runExclusive(() => followStore());
    await runExclusive(() => followStore());
    restore();
    expect(await titleOf("dogs")).toBe("Dogs");
    expect(lines.filter((line) => line.includes("could not be loaded"))).toHaveLength(1);
  });

  describe("a failure has a message, and the earlier site stays", () => {
    test("when the content folder is gone", async () => {
      await setUp();
      await currentSite("pets");
      await rm(path.join(project.folder, "content"), { recursive: true });
      const done = await update();
      expect(done).toMatchObject({ status: "failure", error: expect.stringMatching(/content folder .* cannot be read/) });
      expect(await titleOf("dogs")).toBe("Dogs");
    });

    test.runIf(process.getuid?.() !== 0)("when the content folder may not be read (needs a user other than root)", async () => {
      await setUp();
      await currentSite("pets");
      await chmod(path.join(project.folder, "content"), 0);
      const done = await update();
      await chmod(path.join(project.folder, "content"), 0o755);
      expect(done).toMatchObject({ status: "failure", error: expect.stringContaining("cannot be read") });
    });
  });

  test("an update of an unknown project, and the state of an unknown update, are not found", async () => {
    await setUp();
    await expect(triggerUpdate("cats")).rejects.toMatchObject({ code: "not_found" });
    await expect(readUpdate("up_unknown")).rejects.toMatchObject({ code: "not_found" });
  });
});
