import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openTestSqlite } from "../../../internal/testing/db.ts";
// Updates write what is followed here.
import { createTestProject, type TestProject } from "../../../internal/testing/updates.ts";
import { replaceStore, type Store } from "../../db/db.ts";
import { replaceLogSink } from "../../log.ts";
import { resetProcessState } from "../../process-state.ts";
import { readUpdate } from "../../updates/updates.ts";
import { latestSite } from "../served/current.ts";

let sqlite: Awaited<ReturnType<typeof openTestSqlite>>;
let restoreStore: () => void;
let project: TestProject;
let lines: string[];
let restoreLog: () => void;

beforeEach(async () => {
  sqlite = await openTestSqlite();
  restoreStore = replaceStore(sqlite.store);
  lines = [];
  restoreLog = replaceLogSink((line) => lines.push(line));
  const variables = { VERCEL: "1", DATABASE_URL: "postgres://store.test/docs", NODE_ENV: "development" };
  project = await createTestProject({ files: { "index.mdx": "# Pets\n" }, variables });
  vi.useFakeTimers({ toFake: ["Date"] });
});
afterEach(async () => {
  vi.useRealTimers();
  restoreLog();
  restoreStore();
  await project.remove();
  await sqlite.store.close();
  await sqlite.remove();
});

const title = async () => (await latestSite("pets")).pages[0]?.title;

/** Publishes a page as another instance does, and gives this one back what it had known. */
async function publishElsewhere(text: string): Promise<string> {
  const back = resetProcessState("sites", "live", "worker", "engines");
  await project.write({ "index.mdx": "# Pets\n" });
  await latestSite("pets");
  await project.write({ "index.mdx": text });
  const { status, statusId } = await project.update();
  expect(status).toBe("success");
  back();
  return statusId;
}

test("a function serves what another instance has published at the next request after 2 seconds", async () => {
  expect(await title()).toBe("Pets");
  await publishElsewhere("# Better pets\n");
  expect(await title()).toBe("Pets");
  vi.setSystemTime(Date.now() + 2_001);
  expect(await title()).toBe("Better pets");
});

test("a function that starts serves what was published before it", async () => {
  await title();
  await publishElsewhere("# Better pets\n");
  await project.write({ "index.mdx": "# Pets\n" });
  project.restart();
  expect(await title()).toBe("Better pets");
});

test("while the store is unavailable, the last site stays live, the fault is logged, and the store is not asked for a while", async () => {
  expect(await title()).toBe("Pets");
  const asked = vi.fn();
  const unavailable = { ...sqlite.store } as Store;
  Object.defineProperty(unavailable, "database", {
    get: () => {
      asked();
      throw new Error("The store is unavailable.");
    },
  });
  const back = replaceStore(unavailable);
  try {
    vi.setSystemTime(Date.now() + 2_001);
    expect([await title(), await title()]).toEqual(["Pets", "Pets"]);
  } finally {
    back();
  }
  expect(asked).toHaveBeenCalledTimes(1);
  expect(lines.join()).toContain("The store is unavailable.");
});

test("concurrent requests look at the store once", async () => {
  const statements = vi.spyOn(sqlite.store.database, "selectFrom");
  await Promise.all([title(), title(), title()]);
  const first = statements.mock.calls.length;
  vi.setSystemTime(Date.now() + 2_001);
  await Promise.all([title(), title(), title()]);
  expect(statements.mock.calls.length - first).toBe(1);
});

test("a reader of an update's success is served it immediately, also by an instance that did not run the update", async () => {
  expect(await title()).toBe("Pets");
  const statusId = await publishElsewhere("# Better pets\n");
  expect(await title()).toBe("Pets");
  expect(await readUpdate(statusId)).toMatchObject({ status: "success" });
  expect(await title()).toBe("Better pets");
});
