import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { replaceSettings } from "../config/testing.ts";
import { openPostgres, openSqlite, replaceStore, type Store } from "../db/db.ts";
import { saveQuestion } from "./save-message.ts";
import { openThread, readThread } from "./threads.ts";

const root = process.cwd();

/** Takes a question into a thread, begins the answer, says so, and waits to be killed. */
const victim = `
  import { openThread } from "${root}/lib/assistant/threads.ts";
  import { converse } from "${root}/lib/assistant/assistant.ts";
  import { currentSite } from "${root}/lib/site/current.ts";
  import { getMainProject } from "${root}/lib/config/config.ts";
  const project = getMainProject();
  const thread = await openThread({ domain: project.domain, fp: "reader" }, undefined);
  const ask = { fp: "reader", threadId: undefined, retrievalPageSize: 5, filter: {}, currentPath: undefined, context: [], history: [],
    question: { id: "q1", text: "How do I create a key?", attachments: [] } };
  const { events } = await converse({ site: await currentSite(project.domain), thread, ask, signal: new AbortController().signal });
  for await (const event of events) {
    if (event.type !== "text") continue;
    console.log(thread.threadId);
    await new Promise((resolve) => setTimeout(resolve, 60_000));
  }
`;

const stores = [
  { name: "SQLite", url: undefined },
  ...(process.env.TEST_DATABASE_URL ? [{ name: "a Postgres server", url: process.env.TEST_DATABASE_URL }] : []),
];

test.each(stores)(
  "a process that is killed in the middle of an answer leaves the question, and the thread continues, on $name",
  { timeout: 60_000 },
  async ({ url }) => {
    const folder = await mkdtemp(path.join(tmpdir(), "docent-test-"));
    const content = path.join(folder, "content");
    const config = {
      organisation: { id: "acme", name: "Acme" },
      projects: [{ id: "docs", domain: "docs", name: "Docs", content }],
    };
    await mkdir(content);
    await writeFile(path.join(content, "keys.mdx"), "---\ntitle: Keys\n---\n\nCreate a key with npm run keys.\n");
    await writeFile(path.join(folder, "config.json"), JSON.stringify(config));
    const variables = {
      DOCENT_CONFIG: path.join(folder, "config.json"),
      DOCENT_DATA_DIR: folder,
      SITE_SECRET: "s".repeat(32),
      ...(url ? { DATABASE_URL: url } : {}),
    };
    const child = spawn(process.execPath, ["--input-type=module-typescript", "--eval", victim], {
      cwd: root,
      env: { ...process.env, ...variables },
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(child.stdout, "data")) as [Buffer];
    child.kill("SIGKILL");
    await once(child, "exit");

    const undo = replaceSettings(config, { DOCENT_DATA_DIR: folder, SITE_SECRET: "s".repeat(32) });
    const store: Store = url ? await openPostgres({ url }) : await openSqlite({ folder });
    const restore = replaceStore(store);
    try {
      const threadId = line.toString().trim();
      const owner = { domain: "docs", fp: "reader" };
      expect((await readThread("docs", threadId)).items.map(({ role, content: text }) => `${role}: ${text}`)).toEqual([
        "user: How do I create a key?",
      ]);
      const thread = await openThread(owner, threadId);
      await saveQuestion(thread, { id: "q2", text: "Hello?", attachments: [] });
      expect((await readThread("docs", threadId)).items).toHaveLength(2);
    } finally {
      restore();
      undo();
      await store.close();
      await rm(folder, { recursive: true });
    }
  },
);
