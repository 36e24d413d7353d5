import { expect, test } from "vitest";
import { eachStore } from "../../internal/testing/db.ts";
import { getDatabase } from "../db/db.ts";
import {
  awaitDeployment,
  claimJob,
  deleteOldJobs,
  enqueueJob,
  findJob,
  finishDeployedJobs,
  finishJob,
  LEASE_MS,
  MAX_WAIT_MS,
  notePublished,
  reclaimJobs,
  releaseJob,
  reportProgress,
} from "./jobs.ts";

const changes = { added: ["/docs/new"], modified: [], removed: [] };
let projects = 0;

eachStore(() => {
  const newProject = () => `project-${++projects}`;
  const of = (project: string, line = "build") => ({ project, line });
  const by = (owner: string) => ({ owner, lines: Array.from({ length: projects }, (_, index) => of(`project-${index + 1}`)) });
  const now = 1_000_000;

  async function start(project: string, owner = "a", at = now) {
    const database = await getDatabase();
    await enqueueJob(database, of(project), at);
    const job = await claimJob(database, by(owner), at);
    if (!job || job.project !== project) throw new Error(`Expected a job of ${project}.`);
    return { database, job, claim: { id: job.id, owner } };
  }
  const succeed = { status: "success", summary: "Done.", logs: [], now } as const;

  test("while one update waits, triggers name it and queue no other", async () => {
    const database = await getDatabase();
    const project = newProject();
    const triggers = await Promise.all(Array.from({ length: 10 }, () => enqueueJob(database, of(project), now)));
    expect(new Set(triggers.map(({ id }) => id)).size).toBe(1);
    expect(triggers.filter(({ created }) => created)).toHaveLength(1);
    const claimed = await claimJob(database, by("a"), now);
    expect(claimed).toMatchObject({ project, status: "in_progress", attempts: 1, startedAt: now });
    await finishJob(database, { id: claimed!.id, owner: "a" }, succeed);
  });

  test("while one update runs, a trigger queues another behind it, and nobody starts that one", async () => {
    const { database, job, claim } = await start(newProject());
    const next = await enqueueJob(database, of(job.project), now);
    expect(next).toMatchObject({ created: true });
    expect(await claimJob(database, by("b"), now)).toBeUndefined();
    await finishJob(database, claim, succeed);
    const claimed = await claimJob(database, by("b"), now);
    expect(claimed?.id).toBe(next.id);
    await finishJob(database, { id: next.id, owner: "b" }, succeed);
  });

  test("an update of another line neither waits behind this one's nor is taken for it", async () => {
    const { database, job, claim } = await start(newProject());
    const preview = of(job.project, "preview");
    const other = await enqueueJob(database, preview, now);
    expect([other.created, await claimJob(database, by("b"), now)]).toEqual([true, undefined]);
    const claimed = await claimJob(database, { owner: "b", lines: [preview] }, now);
    expect(claimed?.id).toBe(other.id);
    for (const each of [claim, { id: other.id, owner: "b" }]) await finishJob(database, each, succeed);
  });

  test("an update that no process of its line has taken for an hour fails", async () => {
    const database = await getDatabase();
    const { id } = await enqueueJob(database, of(newProject(), "ended"), now);
    expect(await reclaimJobs(database, now + MAX_WAIT_MS)).toBe(0);
    expect(await reclaimJobs(database, now + MAX_WAIT_MS + 1)).toBe(1);
    expect(await findJob(database, id)).toMatchObject({ status: "failure", error: expect.stringContaining("ask again") });
  });

  test("an update starts no earlier than the one before it ended, whatever the clock of its process said", async () => {
    const { database, job, claim } = await start(newProject());
    for (const [end, started] of [
      [now + 5, now + 5],
      [now - 5, now + 5],
      [now + LEASE_MS + 1, now + 5],
    ] as const) {
      const previous = await findJob(database, claim.id);
      await finishJob(database, claim, { ...succeed, now: end });
      ({ id: claim.id } = await enqueueJob(database, of(job.project), now));
      expect([previous?.status, (await claimJob(database, by("a"), now))?.startedAt]).toEqual(["in_progress", started]);
    }
    await finishJob(database, claim, succeed);
  });

  test("one of many workers gets a job", async () => {
    const database = await getDatabase();
    const { id } = await enqueueJob(database, of(newProject()), now);
    const claims = await Promise.all(["a", "b", "c", "d"].map((owner) => claimJob(database, by(owner), now)));
    const won = claims.findIndex(Boolean);
    expect(claims.filter(Boolean).map((job) => job?.id)).toEqual([id]);
    await finishJob(database, { id, owner: "abcd"[won]! }, succeed);
  });

  test("an update ends with its outcome, and only its owner may end it", async () => {
    const { database, job, claim } = await start(newProject());
    expect(await finishJob(database, { ...claim, owner: "b" }, succeed)).toBe(false);
    expect(await finishJob(database, claim, { ...succeed, changes, logs: ["one", "two"], now: now + 5 })).toBe(true);
    expect(await findJob(database, job.id)).toMatchObject({
      status: "success",
      summary: "Done.",
      changes,
      logs: ["one", "two"],
      endedAt: now + 5,
      error: null,
    });
    expect(await finishJob(database, claim, { ...succeed, status: "failure" })).toBe(false);
  });

  test("a worker that reports keeps its job; one that is silent loses it, once", async () => {
    const { database, job, claim } = await start(newProject());
    const later = now + LEASE_MS - 1;
    expect(await reportProgress(database, claim, { logs: ["reading"], now: later })).toBe(true);
    expect(await reclaimJobs(database, later + LEASE_MS)).toBe(0);
    expect(await reclaimJobs(database, later + LEASE_MS + 1)).toBe(1);
    expect(await findJob(database, job.id)).toMatchObject({
      status: "queued",
      logs: ["reading", expect.stringContaining("starting again")],
    });
    expect(await reportProgress(database, claim, { logs: [], now: later })).toBe(false);
    expect(await notePublished(database, claim, { generation: 7, changes, summary: "" })).toBe(false);

    const again = await claimJob(database, by("b"), now);
    expect(again).toMatchObject({ id: job.id, attempts: 2 });
    expect(await reclaimJobs(database, now + LEASE_MS + 1)).toBe(1);
    expect(await findJob(database, job.id)).toMatchObject({ status: "failure", error: expect.stringContaining("stopped twice") });
  });

  test("a lapsed job and the one queued behind it both come to their end, the older first", async () => {
    const { database, job } = await start(newProject());
    const next = await enqueueJob(database, of(job.project), now + 1);
    await reclaimJobs(database, now + LEASE_MS + 1);
    for (const id of [job.id, next.id]) {
      const claimed = await claimJob(database, by("b"), now);
      expect(claimed?.id).toBe(id);
      await finishJob(database, { id, owner: "b" }, succeed);
    }
  });

  test("two processes that reclaim concurrently decide once", async () => {
    const { database, job } = await start(newProject());
    const at = now + LEASE_MS + 1;
    const reclaimed = await Promise.all([reclaimJobs(database, at), reclaimJobs(database, at)]);
    expect(reclaimed.reduce((sum, count) => sum + count)).toBe(1);
    const again = await claimJob(database, by("b"), now);
    expect(again?.id).toBe(job.id);
    await finishJob(database, { id: job.id, owner: "b" }, succeed);
  });

  test("an update that was published before the silence is a success", async () => {
    const { database, job, claim } = await start(newProject());
    expect(await notePublished(database, claim, { generation: 7, changes, summary: "One page added." })).toBe(true);
    await reclaimJobs(database, now + LEASE_MS + 1);
    expect(await findJob(database, job.id)).toMatchObject({
      status: "success",
      generation: 7,
      changes,
      summary: "One page added.",
    });
  });

  test("a job that was taken before the clock was put back a day does not block its project", async () => {
    const { database, job } = await start(newProject());
    const yesterday = now - 24 * 60 * 60 * 1_000;
    expect(await reclaimJobs(database, yesterday)).toBe(1);
    const again = await claimJob(database, by("b"), yesterday);
    expect(again).toMatchObject({ id: job.id, attempts: 2 });
    await finishJob(database, { id: job.id, owner: "b" }, succeed);
  });

  test("a job that is given back does not count as an attempt", async () => {
    const { database, job, claim } = await start(newProject());
    expect(await releaseJob(database, claim, ["stopping"])).toBe(true);
    expect(await findJob(database, job.id)).toMatchObject({ status: "queued", attempts: 0, logs: ["stopping"] });
    const again = await claimJob(database, by("b"), now);
    expect(again).toMatchObject({ id: job.id, attempts: 1 });
    await finishJob(database, { id: job.id, owner: "b" }, succeed);
  });

  test("a deployment ends the updates that were triggered before it was built, and no later one", async () => {
    const { database, job, claim } = await start(newProject());
    await awaitDeployment(database, claim, { answer: "201", logs: [], now });
    const later = await enqueueJob(database, of(job.project), now + 100);
    expect(await finishDeployedJobs(database, { builtAt: now + 50, now: now + 200 })).toBe(1);
    expect(await findJob(database, job.id)).toMatchObject({ status: "success", endedAt: now + 200 });
    expect(await findJob(database, later.id)).toMatchObject({ status: "queued" });
    expect(await finishDeployedJobs(database, { builtAt: now + 101, now: now + 200 })).toBe(1);
  });

  test("logs are bounded in lines and in length", async () => {
    const { database, job, claim } = await start(newProject());
    await finishJob(database, claim, { ...succeed, logs: ["x".repeat(5_000), ...Array(600).fill("line")] });
    const logs = (await findJob(database, job.id))!.logs;
    expect(logs).toHaveLength(500);
    expect(logs[0]).toHaveLength(1_001);
    expect(logs[499]).toBe("… and 102 more lines.");
  });

  test("old jobs are forgotten, running ones are not", async () => {
    const { database, job, claim } = await start(newProject());
    await deleteOldJobs(database, now * 2);
    expect(await findJob(database, job.id)).toBeDefined();
    await finishJob(database, claim, succeed);
    await deleteOldJobs(database, now + 1);
    expect(await findJob(database, job.id)).toBeUndefined();
  });
});
