import { z } from "zod";
import { getConfig, getEnvironment } from "../../config/config.ts";
import { toRss, toXml } from "../../content/markdown/updates.ts";
import type { Site } from "../../content/site/site.ts";
import { getDatabase } from "../../db/db.ts";
import { log, toLogFields } from "../../log.ts";
import { ApiChanges, isBreaking, isUnchanged } from "../../openapi/document/compare.ts";

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

const known = new Map<string, Known>();

/**
 * Reads the API changes of the last 100 updates that changed the API of a project, newest first. Empty in a build, and while
 * the store is unavailable; asked at most every five seconds.
 */
export async function readApiHistory(projectId: string): Promise<readonly ApiHistoryEntry[]> {
  if (getEnvironment().building) return [];
  const kept = known.get(projectId);
  if (kept && kept.until > Date.now()) return kept.entries;
  const entries = readEntries(projectId).catch((cause: unknown) => {
    log("warn", "the changes of the API cannot be read now", toLogFields(cause));
    return [];
  });
  known.set(projectId, { until: Date.now() + KNOWN_MS, entries });
  return entries;
}

/**
 * Returns the changes of operations that a site has, and of no others: where readers have different sites, what is gone is nobody's to
 * read of.
 */
export function historyOf(
  entries: readonly ApiHistoryEntry[],
  { audience, pages }: Pick<Site, "audience" | "pages">,
): readonly ApiHistoryEntry[] {
  if (!audience) return entries;
  const shown = new Set(pages.flatMap(({ operation }) => (operation ? [`${operation.method} ${operation.path}`] : [])));
  const cut = entries.map(({ changes, ...entry }) => ({
    ...entry,
    changes: {
      added: changes.added.filter((name) => shown.has(name)),
      removed: [],
      deprecated: changes.deprecated.filter((name) => shown.has(name)),
      changed: changes.changed.filter(({ operation }) => shown.has(operation)),
    },
  }));
  return cut.filter(({ changes }) => !isUnchanged(changes));
}

/** Makes the next call read the store again, for tests. */
export function forgetApiHistory(): void {
  known.clear();
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

interface FeedOptions {
  /** Name of the site. */
  readonly site: string;
  /** Absolute URLs of the page and of the feed itself. */
  readonly page: string;
  readonly feed: string;
}

/** Writes the changes of an API as RSS 2.0, one item for each update. */
export function toApiFeed(entries: readonly ApiHistoryEntry[], { site, page, feed }: FeedOptions): string {
  const items = entries.map(({ statusId, date, changes }) => {
    const link = `${page}#${statusId}`;
    const html = linesOf(changes).map(toXml).join("<br>\n");
    return { title: entryTitle(changes), link, guid: link, html, categories: isBreaking(changes) ? ["breaking"] : [], date };
  });
  return toRss({ title: `API changes · ${site}`, page, feed, text: `Changes of the API of ${site}`, items });
}

function entryTitle({ added, removed, deprecated, changed }: ApiChanges): string {
  const parts = [
    [added.length, "added"],
    [removed.length, "removed"],
    [deprecated.length, "deprecated"],
    [new Set(changed.map(({ operation }) => operation)).size, "changed"],
  ] as const;
  const words = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  return `Operations: ${words.join(", ")}`;
}

function linesOf({ added, removed, deprecated, changed }: ApiChanges): string[] {
  return [
    ...added.map((operation) => `Added: ${operation}`),
    ...removed.map((operation) => `Removed (breaking): ${operation}`),
    ...deprecated.map((operation) => `Deprecated: ${operation}`),
    ...changed.map(({ operation, what, breaking }) => `${operation}: ${what}${breaking ? " (breaking)" : ""}`),
  ];
}
