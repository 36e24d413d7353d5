import { expect, test } from "vitest";
import { eachStore } from "../../../internal/testing/db.ts";
import { findNewestGeneration, noteUse, publishBuild, publishGeneration } from "./generations.ts";

const DAY = 24 * 60 * 60_000;

eachStore((store) => {
  test("a publication deletes lines that nobody has served for 30 days, and none that an instance serves", async () => {
    const { database } = store();
    const lineOf = (line: string) => ({ domain: "pets", line });
    const begin = (line: string) => publishBuild(database, { ...lineOf(line), siteHash: line, now: 0 });
    const [served] = [await begin("production"), await begin("ended")];
    await noteUse(database, served, 40 * DAY);
    const preview = { ...lineOf("preview"), siteHash: "preview", snapshot: Uint8Array.of(1), now: 60 * DAY };
    await publishGeneration(database, preview, async () => true);
    const newest = await Promise.all(
      ["production", "ended", "preview"].map((line) => findNewestGeneration(database, lineOf(line))),
    );
    expect(newest.map((found) => found?.siteHash)).toEqual(["production", undefined, "preview"]);
  });
});
