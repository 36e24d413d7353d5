import { randomBytes } from "node:crypto";
import type { Insertable, Kysely, Selectable, Updateable } from "kysely";
import type { JobsTable, StoreTables } from "../db/schema.ts";
import { type Job, parseLogs, toJob, toLogs, type UpdateChanges } from "./job.ts";

/*
 *            enqueue              claim                    finish
 *   (none) ───────────▶ queued ───────────▶ in_progress ───────────▶ success | failure
 *                          ▲                     │
 *                          └─────────────────────┘  given back, or silent for longer than the lease (once)
 *
 * Every change is one statement that names the state it starts from, so it does nothing when another process was faster.
 */

/** Time after which the job of a silent worker is given to another. */
export const LEASE_MS = 30_000;
/** Time that a deployment may take after its hook was called. */
export const DEPLOYMENT_MS = 30 * 60_000;
/** Time after which nobody works on the line of a job any more: longer than two updates and a deployment take. */
export const MAX_WAIT_MS = 60 * 60_000;
const MAX_ATTEMPTS = 2;

type Database = Kysely<StoreTables>;

/** Returns the job of a statusId. */
export async function findJob(database: Database, id: string): Promise<Job | undefined> {
  const row = await database.selectFrom("jobs").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toJob(row);
}

/** The project of a job, and the line of its generations that the process follows which took it. */
export interface JobLine {
  readonly project: string;
  readonly line: string;
}

/** Returns the job that waits for its turn, if there is one. */
export async function findWaitingJob(database: Database, { project, line }: JobLine): Promise<Job | undefined> {
  const row = await database
    .selectFrom("jobs")
    .selectAll()
    .where("project", "=", project)
    .where("line", "=", line)
    .where("status", "=", "queued")
    .orderBy("created_at", "desc")
    .executeTakeFirst();
  return row && toJob(row);
}

export async function countWaitingJobs(database: Database): Promise<number> {
  const { waiting } = await database
    .selectFrom("jobs")
    .select(({ fn }) => fn.countAll<number | string>().as("waiting"))
    .where("status", "=", "queued")
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

/** Queues an update, or names the one that waits already: at most one waits per project and line. */
export async function enqueueJob(database: Database, of: JobLine, now: number): Promise<{ id: string; created: boolean }> {
  const { project, line } = of;
  for (;;) {
    const waiting = await findWaitingJob(database, of);
    if (waiting) return { id: waiting.id, created: false };
    const inserted = await database
      .insertInto("jobs")
      .values({ id: `up_${randomBytes(16).toString("hex")}`, project, line, status: "queued", created_at: now, ...untouched })
      .onConflict((conflict) => conflict.doNothing())
      .returning("id")
      .executeTakeFirst();
    if (inserted) return { id: inserted.id, created: true };
    // Another process queued one in between; by now it may even run, so look again.
  }
}

const untouched = {
  started_at: null,
  ended_at: null,
  owner: null,
  lease_until: null,
  attempts: 0,
  returned: 0,
  generation: null,
  hook_answer: null,
  summary: null,
  logs: "[]",
  changes: null,
  error: null,
} satisfies Partial<Insertable<JobsTable>>;

/** A worker that asks for a job. */
interface Worker {
  readonly owner: string;
  /** The lines that its process follows. Jobs of others are left alone. */
  readonly lines: readonly JobLine[];
}

/**
 * Takes the oldest waiting job of the lines whose project and line have none running. The caller must be heard of within the lease. The job starts
 * now, or when the one before it ended: another process may have ended that after the caller looked at its clock.
 */
export async function claimJob(database: Database, { owner, lines }: Worker, now: number): Promise<Job | undefined> {
  // Mostly nothing waits, and a look takes no lock that writers of other things would wait for.
  if (!(await database.selectFrom("jobs").select("id").where("status", "=", "queued").limit(1).executeTakeFirst()))
    return undefined;
  const row = await database
    .updateTable("jobs")
    .set(({ eb, fn, val, selectFrom }) => ({
      status: "in_progress",
      owner,
      lease_until: now + LEASE_MS,
      started_at: fn.coalesce(
        selectFrom("jobs as last")
          .select(({ fn: { max } }) => max("last.ended_at").as("ended_at"))
          .whereRef("last.project", "=", "jobs.project")
          .whereRef("last.line", "=", "jobs.line")
          // A later end than that was written by a clock that has been put back since.
          .where((last) => last.between("last.ended_at", now, now + LEASE_MS)),
        val(now),
      ),
      attempts: eb("attempts", "+", 1),
    }))
    .where("status", "=", "queued")
    .where("id", "=", ({ selectFrom }) =>
      selectFrom("jobs as waiting")
        .select("waiting.id")
        .where("waiting.status", "=", "queued")
        .where(({ and, eb, or }) =>
          or(lines.map(({ project, line }) => and([eb("waiting.project", "=", project), eb("waiting.line", "=", line)]))),
        )
        .where(({ not, exists, selectFrom: from }) =>
          not(
            exists(
              from("jobs as running")
                .select("running.id")
                .whereRef("running.project", "=", "waiting.project")
                .whereRef("running.line", "=", "waiting.line")
                .where("running.status", "=", "in_progress"),
            ),
          ),
        )
        .orderBy("waiting.created_at")
        .orderBy("waiting.id")
        .limit(1),
    )
    .returningAll()
    .executeTakeFirst();
  return row && toJob(row);
}

/** A job and the process that holds it. */
export interface Claim {
  readonly id: string;
  readonly owner: string;
}

/** Says that the owner is alive, and what it has logged. False when the job is no longer its own. */
export async function reportProgress(
  database: Database,
  claim: Claim,
  { logs, now }: { logs: readonly string[]; now: number },
): Promise<boolean> {
  return isDone(
    await held(database, claim)
      .set({ logs: toLogs(logs), lease_until: now + LEASE_MS })
      .executeTakeFirst(),
  );
}

/**
 * Notes that the job has saved a generation; to be called in the transaction that saves it. From here on the job ends in
 * success, whatever becomes of its process. False when the job is no longer the owner's: then nothing may be saved.
 */
export async function notePublished(
  database: Database,
  claim: Claim,
  { generation, changes, summary }: { generation: number; changes: UpdateChanges; summary: string },
): Promise<boolean> {
  const values = { generation, changes: JSON.stringify(changes), summary };
  return isDone(await held(database, claim).set(values).executeTakeFirst());
}

/** Leaves the job to the deployment that the hook has started: it ends when that starts, or after 30 minutes. */
export async function awaitDeployment(
  database: Database,
  claim: Claim,
  { answer, logs, now }: { answer: string; logs: readonly string[]; now: number },
): Promise<boolean> {
  const values = { owner: null, hook_answer: answer, logs: toLogs(logs), lease_until: now + DEPLOYMENT_MS };
  return isDone(await held(database, claim).set(values).executeTakeFirst());
}

export interface JobOutcome {
  readonly status: "success" | "failure";
  readonly summary: string;
  readonly error?: string | undefined;
  readonly changes?: UpdateChanges | undefined;
  readonly logs: readonly string[];
  readonly now: number;
}

/** Ends the job. False when it is no longer the owner's. */
export async function finishJob(database: Database, claim: Claim, outcome: JobOutcome): Promise<boolean> {
  const { status, summary, error = null, changes, logs, now } = outcome;
  const values = {
    ...ended,
    status,
    summary,
    error,
    changes: changes ? JSON.stringify(changes) : null,
    logs: toLogs(logs),
    ended_at: now,
  };
  return isDone(await held(database, claim).set(values).executeTakeFirst());
}

const ended = { owner: null, lease_until: null } satisfies Updateable<JobsTable>;

/** Returns the job to the queue without counting the attempt: for a process that is asked to stop. */
export async function releaseJob(database: Database, claim: Claim, logs: readonly string[]): Promise<boolean> {
  const result = await held(database, claim)
    .set(({ eb }) => ({ ...ended, status: "queued", returned: 1, attempts: eb("attempts", "-", 1), logs: toLogs(logs) }))
    .executeTakeFirst();
  return isDone(result);
}

/**
 * Decides on every job whose worker fell silent: success when it had published, back to the queue once, failure after that. One
 * that no process of its line has taken for an hour fails: the deployment that was asked has ended.
 * A lease that ends later than any does that is given now was given before the clock was put back; it counts as silence.
 */
export async function reclaimJobs(database: Database, now: number): Promise<number> {
  const lapsed = await database
    .selectFrom("jobs")
    .selectAll()
    .where("status", "=", "in_progress")
    .where(({ or, eb }) => or([eb("lease_until", "<", now), eb("lease_until", ">", now + DEPLOYMENT_MS)]))
    .execute();
  let reclaimed = 0;
  for (const row of lapsed) {
    const result = await database
      .updateTable("jobs")
      .set({ ...ended, ...decide(row, now) })
      .where("id", "=", row.id)
      .where("status", "=", "in_progress")
      .where("lease_until", "=", row.lease_until)
      .executeTakeFirst();
    if (isDone(result)) reclaimed += 1;
  }
  const error = "The deployment that was asked for this update has ended before it began; ask again.";
  const abandoned = await database
    .updateTable("jobs")
    .set({ ...ended, status: "failure", summary: "The update did not begin.", error, ended_at: now })
    .where("status", "=", "queued")
    .where("created_at", "<", now - MAX_WAIT_MS)
    .executeTakeFirst();
  return reclaimed + Number(abandoned.numUpdatedRows);
}

function decide(row: Selectable<JobsTable>, now: number): Updateable<JobsTable> {
  const withLog = (line: string) => toLogs([...parseLogs(row.logs), line]);
  if (row.generation !== null)
    return { status: "success", ended_at: now, logs: withLog("The process stopped after it had published; nothing is missing.") };
  if (row.hook_answer !== null) {
    const error = `No deployment started within 30 minutes after the deploy hook was called; the hook had answered: ${row.hook_answer}`;
    return { status: "failure", summary: "The deployment did not start.", error, ended_at: now, logs: withLog(error) };
  }
  if (row.attempts < MAX_ATTEMPTS)
    return { status: "queued", returned: 1, logs: withLog("The process that worked on this stopped; starting again.") };
  const error = "The process that worked on this update stopped twice in the middle of it; look into the server's log.";
  return { status: "failure", summary: "The update did not finish.", error, ended_at: now, logs: withLog(error) };
}

/** Ends in success what a deployment has done that was built after the trigger. For deployments with a deploy hook. */
export async function finishDeployedJobs(
  database: Database,
  { builtAt, now }: { builtAt: number; now: number },
): Promise<number> {
  const done = await database
    .selectFrom("jobs")
    .selectAll()
    .where("status", "in", ["queued", "in_progress"])
    .where("created_at", "<", builtAt)
    .execute();
  let finished = 0;
  for (const row of done) {
    const line = `A deployment built at ${new Date(builtAt).toISOString()} has started.`;
    const result = await database
      .updateTable("jobs")
      .set({
        ...ended,
        status: "success",
        summary: "Deployed again.",
        started_at: row.started_at ?? now,
        ended_at: now,
        logs: toLogs([...parseLogs(row.logs), line]),
      })
      .where("id", "=", row.id)
      .where("status", "=", row.status)
      .executeTakeFirst();
    if (isDone(result)) finished += 1;
  }
  return finished;
}

/** Forgets jobs that ended before a time. */
export async function deleteOldJobs(database: Database, endedBefore: number): Promise<void> {
  await database.deleteFrom("jobs").where("ended_at", "<", endedBefore).execute();
}

function held(database: Database, { id, owner }: Claim) {
  return database.updateTable("jobs").where("id", "=", id).where("owner", "=", owner).where("status", "=", "in_progress");
}

function isDone({ numUpdatedRows }: { numUpdatedRows: bigint }): boolean {
  return numUpdatedRows > 0n;
}
