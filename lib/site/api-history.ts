import { z } from "zod";
import { getConfig, getEnvironment } from "../config/config.ts";
import { getDatabase } from "../db/db.ts";
import { log, toLogFields } from "../log.ts";
import { ApiChanges, isUnchanged } from "../openapi/compare.ts";
import { perProcess } from "../process-state.ts";

const MAX_ENTRIES = 100;
const KNOWN_MS = 5_000;
/** Time for which an operation is marked as changed. */
const MARKED_MS = 30 * 24 * 60 * 60_000;

/** The changes of the API that one update published. */
export interface ApiHistoryEntry {
  readonly statusId: string;
  readonly date: Date;
  readonly changes: ApiChanges;
}

/** The API changes of an update as its job keeps them, among the changed pages. */
const StoredApiChanges = z.object({ api: ApiChanges.optional() });

interface Known {
  readonly until: number;
  readonly entries: Promise<readonly ApiHistoryEntry[]>;
}

const known = perProcess("api-history", () => new Map<string, Known>());

/**
 * Reads the API changes of the last 100 updates that changed the API of a project, newest first. Empty in a build, and while
 * the store is away; asked at most every five seconds.
 */
export async function readApiHistory(projectId: string): Promise<readonly ApiHistoryEntry[]> {
  if (getEnvironment().building) return [];
  const kept = known.get().get(projectId);
  if (kept && kept.until > Date.now()) return kept.entries;
  const entries = readEntries(projectId).catch((cause: unknown) => {
    log("warn", "the changes of the API cannot be read now", toLogFields(cause));
    return [];
  });
  known.get().set(projectId, { until: Date.now() + KNOWN_MS, entries });
  return entries;
}

async function readEntries(projectId: string): Promise<ApiHistoryEntry[]> {
  const database = await getDatabase();
  const rows = await database
    .selectFrom("jobs")
    .select(["id", "ended_at", "changes"])
    .where("project", "=", projectId)
    .where("status", "=", "success")
    .where("changes", "like", '%"api":{%')
    .orderBy("ended_at", "desc")
    .limit(MAX_ENTRIES)
    .execute();
  return rows.flatMap(({ id, ended_at, changes }) => {
    const { api } = StoredApiChanges.parse(JSON.parse(changes ?? "{}"));
    return api && ended_at !== null && !isUnchanged(api) ? [{ statusId: id, date: new Date(ended_at), changes: api }] : [];
  });
}

/** A change of one operation that is not older than 30 days. */
export interface RecentChange {
  readonly date: Date;
  readonly kind: "added" | "deprecated" | "changed";
  /** One sentence for each difference. */
  readonly what: readonly { readonly what: string; readonly breaking: boolean }[];
}

/** Finds the newest change of an operation, such as `POST /pets`, within the last 30 days. */
export async function findRecentChange(projectId: string, operation: string): Promise<RecentChange | undefined> {
  if (!getConfig().projects.some(({ id }) => id === projectId)) return undefined;
  for (const { date, changes } of await readApiHistory(projectId)) {
    if (date.getTime() < Date.now() - MARKED_MS) return undefined;
    const what = changes.changed.filter((change) => change.operation === operation);
    if (what.length > 0) return { date, kind: "changed", what };
    if (changes.deprecated.includes(operation)) return { date, kind: "deprecated", what };
    if (changes.added.includes(operation)) return { date, kind: "added", what };
  }
  return undefined;
}
