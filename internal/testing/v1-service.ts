import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { type Reply, type ScriptedProvider, startProvider } from "@/internal/testing/assistant-provider.ts";
import { replaceSettings } from "@/internal/testing/config.ts";
import { openTestSqlite } from "@/internal/testing/db.ts";
import { modelBreaker } from "@/lib/assistant/model/model.ts";
import { toToken } from "@/lib/auth/credential.ts";
import { createKey, forgetKeys, type NewKey } from "@/lib/auth/keys.ts";
import { getCounters, replaceStore } from "@/lib/db/db.ts";
import { clearFullBuckets } from "@/lib/limits/limits.ts";
import { replaceLogSink } from "@/lib/log.ts";
import { runWaitingJobs } from "@/lib/updates/updates.ts";

/** An origin that the service's keys list. */
export const listed = "https://app.example.com";

export interface TestService {
  readonly token: Record<"assistant" | "account", string>;
  /** Every line that was logged. */
  readonly log: string[];
  /** Makes a scripted server the model that the environment names, until the end of the test. */
  useModel: (...replies: Reply[]) => Promise<ScriptedProvider>;
}

/** The parts of the service that a test replaces. */
export interface TestServiceOptions {
  /** Folder of the pages; or the pages. Default: one page, `Install`. */
  readonly content?: string;
  readonly pages?: Readonly<Record<string, string>>;
  /** Members of the configuration beside `projects`, and of each project. */
  readonly config?: object;
  readonly project?: object;
  /** Of the environment. */
  readonly variables?: Readonly<Record<string, string>>;
}

/** Sets up a service with the projects `docs` and `other` for the tests of a file, with empty counters before each. */
export function serviceForTests(options: TestServiceOptions = {}): TestService {
  const service: TestService = { token: { assistant: "", account: "" }, log: [], useModel };
  const undo: (() => unknown)[] = [];
  const undoEach: (() => unknown)[] = [];
  let configure: (variables: Readonly<Record<string, string>>) => () => void;
  async function useModel(...replies: Reply[]): Promise<ScriptedProvider> {
    const provider = await startProvider(...replies);
    undoEach.push(provider.close, configure({ ASSISTANT_MODEL: "scripted", OPENAI_BASE_URL: provider.baseUrl }));
    return provider;
  }
  beforeAll(async () => {
    const { folder, store, remove } = await openTestSqlite();
    const content = options.content ?? (await writePages(folder, options.pages));
    const project = (id: string) => ({ id, domain: id, name: id, siteUrl: "https://docs.test", content, ...options.project });
    const config = {
      organisation: { id: "acme", name: "Acme" },
      projects: [project("docs"), project("other")],
      limits: { requestsPerAddressPerDay: 1_000 },
      ...options.config,
    };
    configure = (variables) => replaceSettings(config, { DOCENT_DATA_DIR: folder, ...options.variables, ...variables });
    undo.push(
      configure({}),
      replaceStore(store),
      replaceLogSink((line) => service.log.push(line)),
      async () => {
        await store.close();
        await remove();
      },
    );
    service.token.assistant = await makeKey({ kind: "assistant" });
    service.token.account = await makeKey({ kind: "account", project: null });
  });
  afterAll(async () => {
    await runWaitingJobs();
    for (const step of undo.reverse()) await step();
  });
  afterEach(async () => {
    for (const step of undoEach.splice(0).reverse()) await step();
    modelBreaker.succeeded();
  });
  beforeEach(async () => {
    forgetKeys();
    clearFullBuckets();
    await (await getCounters()).deleteFrom("counters").execute();
  });
  return service;
}

const INSTALL = { "index.mdx": "---\ntitle: Install\n---\n\nInstall it with npm.\n" };

/** Writes pages, by default one, into a new folder of the given one; returns its path. */
export async function writePages(folder: string, pages: Readonly<Record<string, string>> = INSTALL): Promise<string> {
  const content = path.join(folder, "content");
  await mkdir(content);
  for (const [name, text] of Object.entries(pages)) await writeFile(path.join(content, name), text);
  return content;
}

/** Returns the token of a new key: an assistant key of `docs` that lists `listed`, but for the changes. */
export async function makeKey(changes: Partial<NewKey>): Promise<string> {
  const fresh: NewKey = {
    kind: "assistant",
    name: "test",
    organisation: "acme",
    project: "docs",
    addresses: [],
    origins: [listed],
    expiresAt: null,
  };
  return toToken(await createKey({ ...fresh, ...changes }));
}

export async function countOf(bucket: string): Promise<number> {
  const counters = await getCounters();
  return (await counters.selectFrom("counters").select("count").where("bucket", "=", bucket).executeTakeFirst())?.count ?? 0;
}

/** Counts the day of an address up to a number; the limit is 1,000. */
export async function fillAddress(address: string, count = 1_000): Promise<void> {
  const row = { bucket: `address:${address}`, ends_at: nextMidnight(), count, quota: 1_000 };
  await (await getCounters()).insertInto("counters").values(row).execute();
}

export function nextMidnight(): number {
  return (Math.floor(Date.now() / 86_400_000) + 1) * 86_400_000;
}
