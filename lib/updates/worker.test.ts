import { once } from "node:events";
import { rm } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openTestSqlite } from "../../internal/testing/db.ts";
import { type LocalServer, listen } from "../../internal/testing/http-server.ts";
import { createTestProject, type TestProject } from "../../internal/testing/updates.ts";
import { getMainProject } from "../config/config.ts";
import { completeSite } from "../content/site/site.ts";
import { replaceStore } from "../db/db.ts";
import { enginesOf } from "../search/engines.ts";
import { currentSite } from "../site/served/current.ts";
import { prepareSites } from "../site/served/readiness.ts";
import { writeBuildSnapshot } from "../site/stored/artefacts.ts";
import { currentGeneration } from "../site/stored/sites.ts";
import { DEPLOYMENT_MS, reclaimJobs } from "./jobs.ts";
import { readUpdate, triggerUpdate } from "./updates.ts";
import { runWaitingJobs, startWorker } from "./worker.ts";

const files = { "index.mdx": "# Pets\n" };
let sqlite: Awaited<ReturnType<typeof openTestSqlite>>;
let restoreStore: () => void;
let project: TestProject;
let server: LocalServer;
let host: string;
let answer: (() => { status: number; text: string }) | "nothing";
let calls: number;

beforeEach(async () => {
  sqlite = await openTestSqlite();
  restoreStore = replaceStore(sqlite.store);
  answer = "nothing";
  calls = 0;
  server = await listen((_, response) => {
    calls += 1;
    if (answer === "nothing") return;
    const { status, text } = answer();
    response.writeHead(status).end(text);
  });
  host = server.host;
});
afterEach(async () => {
  await server.close();
  restoreStore();
  await project.remove();
  await sqlite.store.close();
  await sqlite.remove();
});

test("a worker that is stopped gives its update back, and the next one ends it", async () => {
  project = await createTestProject({
    files,
    project: { apiDescription: `http://${host}/openapi.json` },
    updates: { allowHosts: [host], allowInsecure: true },
  });
  const asked = once(server.server, "request");
  const stop = startWorker();
  const id = await triggerUpdate("pets");
  await asked;
  expect(await readUpdate(id)).toMatchObject({ status: "in_progress" });
  await stop();
  expect(await readUpdate(id)).toMatchObject({
    status: "queued",
    logs: expect.arrayContaining([expect.stringMatching(/stopping/)]),
  });

  answer = () => ({ status: 200, text: JSON.stringify({ openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: {} }) });
  project.restart();
  const stopNext = startWorker();
  await runWaitingJobs();
  expect(await readUpdate(id)).toMatchObject({ status: "success" });
  await stopNext();
});

test("a description that no build has fetched is fetched when the server starts, once", async () => {
  const get = { operationId: "listPets", summary: "List pets", responses: { 200: { description: "ok" } } };
  const description = { openapi: "3.1.0", info: { title: "Pets", version: "1" }, paths: { "/pets": { get } } };
  answer = () => ({ status: 200, text: JSON.stringify(description) });
  project = await createTestProject({
    files,
    project: { apiDescription: `http://${host}/openapi.json` },
    updates: { allowHosts: [host], allowInsecure: true },
  });
  const stop = startWorker();
  await expect.poll(() => project.titleOf("api/list-pets"), { timeout: 10_000 }).toBe("List pets");
  await stop();

  project.restart();
  const stopNext = startWorker();
  await expect.poll(() => project.titleOf("api/list-pets"), { timeout: 10_000 }).toBe("List pets");
  await stopNext();
  expect(calls).toBe(1);
});

test("pages of a runtime content folder are read and indexed once, by the start and its publication", async () => {
  const text = "- [Pets](https://pets.example) are *animals* with `names`\n".repeat(20);
  const pages = Array.from({ length: 151 }, (_, number) => [`pet-${number}.mdx`, `# Pet ${number}\n\n${text}`]);
  project = await createTestProject({ files: Object.fromEntries(pages), variables: { NODE_ENV: "production" } });
  const stop = startWorker();
  void prepareSites();
  const read = await completeSite(await currentSite("pets"));
  await expect.poll(() => currentGeneration(), { timeout: 20_000 }).toBe(1);
  await stop();
  const published = await currentSite("pets");
  expect(published).not.toBe(read);
  expect(published.passages[0]).toBe(read.passages[0]);
  expect((await enginesOf(published))[0]).toBe((await enginesOf(read))[0]);
});

describe("with a deploy hook", () => {
  beforeEach(async () => {
    const variables = { DEPLOY_HOOK_URL: `http://${host}/secret-hook`, NODE_ENV: "production" };
    project = await createTestProject({ files, variables });
  });
  afterEach(() => rm(`.snapshot/${getMainProject().domain}.content.json.gz`, { force: true }));

  const snapshotOf = (builtAt: number) => ({
    files: { files: [], description: null, lastModified: {}, findings: [] },
    builtAt,
    etag: null,
    classes: [],
  });

  test("an update calls it, stays in progress, and ends when a later build starts", async () => {
    answer = () => ({ status: 201, text: '{"job":{"state":"PENDING"}}' });
    const running = await project.update();
    expect(running).toMatchObject({ status: "in_progress", endedAt: null });
    expect(running.logs).toContain('The deploy hook answered: 201 {"job":{"state":"PENDING"}}');
    expect(calls).toBe(1);

    await writeBuildSnapshot(getMainProject(), snapshotOf(Date.parse(running.createdAt) - 1));
    project.restart();
    await startWorker()();
    expect((await readUpdate(running.statusId)).status).toBe("in_progress");

    await writeBuildSnapshot(getMainProject(), snapshotOf(Date.parse(running.createdAt) + 1));
    project.restart();
    // A worker that is stopped ends its first look before.
    await startWorker()();
    expect((await readUpdate(running.statusId)).status).toBe("success");
    expect(calls).toBe(1);
  });

  test("an update ends when its status is asked of a later build, also where no worker runs", async () => {
    answer = () => ({ status: 201, text: "accepted" });
    const running = await project.update();
    await writeBuildSnapshot(getMainProject(), snapshotOf(Date.parse(running.createdAt) + 1));
    project.restart();
    expect(await readUpdate(running.statusId)).toMatchObject({ status: "success" });
  });

  test("an update fails after 30 minutes without a deployment, naming what the hook had answered", async () => {
    answer = () => ({ status: 200, text: "accepted" });
    const { statusId } = await project.update();
    await reclaimJobs(sqlite.store.database, Date.now() + DEPLOYMENT_MS + 1);
    expect(await readUpdate(statusId)).toMatchObject({ status: "failure", error: expect.stringContaining("200 accepted") });
  });

  test("an update fails when the hook refuses, without revealing its address", async () => {
    answer = () => ({ status: 403, text: "forbidden: POST /secret-hook" });
    const done = await project.update();
    expect(done).toMatchObject({ status: "failure", error: expect.stringContaining("403 forbidden: POST /…") });
    expect(JSON.stringify(done)).not.toContain("secret-hook");
  });
});
