import { writeFile } from "node:fs/promises";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { replaceSettings } from "@/internal/testing/config.ts";
import { openTestServer, openTestSqlite } from "@/internal/testing/db.ts";
import { runAndKill } from "@/internal/testing/db-kill.ts";
import { makeFolder } from "@/internal/testing/folder.ts";
import { readThread } from "@/lib/assistant/threads/threads.ts";
import { identify } from "@/lib/auth/auth.ts";
import { replaceStore, type Store } from "@/lib/db/db.ts";
import { findJob } from "@/lib/updates/jobs.ts";
import { writePages } from "../../internal/testing/v1-service.ts";

const KILLS = 3;
const { TEST_DATABASE_URL } = process.env;

interface Opened {
  readonly store: Store;
  readonly variables: Readonly<Record<string, string>>;
  readonly remove: () => Promise<void>;
}

const stores: readonly { name: string; open: () => Promise<Opened> }[] = [
  {
    name: "SQLite",
    open: async () => {
      const { folder, ...opened } = await openTestSqlite();
      return { ...opened, variables: { DOCENT_DATA_DIR: folder } };
    },
  },
  ...(TEST_DATABASE_URL ? [{ name: "a Postgres server", open: () => openServer(TEST_DATABASE_URL) }] : []),
];

describe.each(stores)("on $name", ({ open }) => {
  test(`every message, key and update that was acknowledged is there after ${KILLS} times kill -9, and no thread without its message`, {
    timeout: 60_000 + KILLS * 10_000,
  }, async () => {
    const { store, variables, remove } = await open();
    const folder = makeFolder();
    const config = await writeProject(folder);
    const all = { DOCENT_CONFIG: path.join(folder, "config.json"), SITE_SECRET: "s".repeat(32), ...variables };
    const undo = [replaceSettings(config, all), replaceStore(store)];
    try {
      const counts = { message: 0, key: 0, update: 0 };
      for (let kill = 0; kill < KILLS; kill++)
        for (const line of await runAndKill([path.resolve("internal/testing/v1-kills-writer.ts")], 60 + 70 * (kill % 5), {
          ...process.env,
          ...all,
        })) {
          const [what, id] = line.split(" ") as [What, string];
          counts[what] += 1;
          expect(await isThere[what](store, id), `${what} ${id}`).toBe(true);
        }
      expect(Math.min(...Object.values(counts))).toBeGreaterThan(KILLS);
      expect(await listEmptyThreads(store)).toEqual([]);
    } finally {
      for (const step of undo.reverse()) step();
      await store.close();
      await remove();
    }
  });
});

type What = "message" | "key" | "update";

const isThere: Readonly<Record<What, (store: Store, id: string) => Promise<boolean>>> = {
  message: async (_, threadId) => (await readThread("docs", threadId)).items.length === 1,
  key: async (_, token) => (await identify(token)).kind === "assistant",
  update: async ({ database }, id) => (await findJob(database, id)) !== undefined,
};

async function listEmptyThreads({ database }: Store): Promise<string[]> {
  const threads = await database
    .selectFrom("threads")
    .leftJoin("messages", "messages.thread_id", "threads.id")
    .where("messages.id", "is", null)
    .select("threads.id")
    .execute();
  return threads.map(({ id }) => id);
}

async function openServer(url: string): Promise<Opened> {
  const opened = await openTestServer(url);
  return { ...opened, variables: { DATABASE_URL: opened.url } };
}

async function writeProject(folder: string) {
  const content = await writePages(folder);
  const config = {
    organisation: { id: "acme", name: "Acme" },
    projects: [{ id: "docs", domain: "docs", name: "Docs", content }],
  };
  await writeFile(path.join(folder, "config.json"), JSON.stringify(config));
  return config;
}
