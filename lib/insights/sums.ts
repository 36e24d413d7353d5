import type { SelectQueryBuilder } from "kysely";
import { getDatabase, type StoreTables } from "../db/db.ts";
import { type Kind, kinds } from "./kinds.ts";
import { type InsightScope, listDays, type Period, toDay } from "./period.ts";

/** The number of events of each kind. Those of robots have one separate count. */
export type Totals = Readonly<Record<Kind | "robot", number>>;

export interface DayTotals extends Totals {
  readonly day: string;
}

/** Reads the totals of a period, and of each of its days, also those on which nothing happened. */
export async function readTotals(scope: InsightScope, period: Period): Promise<{ totals: Totals; days: DayTotals[] }> {
  const rows = await within((await getDatabase()).selectFrom("insight_sums"), scope, period)
    .select(["starts_at", "kind", "agent"])
    .select(({ fn }) => fn.sum<number>("count").as("count"))
    .where("subject", "=", "")
    .groupBy(["starts_at", "kind", "agent"])
    .execute();
  const totals = zeros();
  const byDay = new Map(listDays(period).map((day) => [day, zeros()]));
  for (const { starts_at, kind, agent, count } of rows) {
    const name = agent === "robot" ? "robot" : (kind as Kind);
    if (!(name in totals)) continue; // A kind of a later version.
    for (const sums of [totals, byDay.get(toDay(starts_at))]) if (sums) sums[name] += Number(count);
  }
  return { totals, days: [...byDay].map(([day, sums]) => ({ day, ...sums })) };
}

/** A subject, such as a page, and its counts. */
export interface SubjectCount {
  readonly subject: string;
  readonly counts: Readonly<Partial<Record<Kind, number>>>;
}

/** Reads the subjects of some kinds, the highest count of the first kind first. Robots are left out. */
export async function readSubjects(
  scope: InsightScope,
  period: Period,
  wanted: readonly [Kind, ...Kind[]],
): Promise<SubjectCount[]> {
  const rows = await within((await getDatabase()).selectFrom("insight_sums"), scope, period)
    .select(["subject", "kind"])
    .select(({ fn }) => fn.sum<number>("count").as("count"))
    .where("subject", "!=", "")
    .where("agent", "!=", "robot")
    .where("kind", "in", wanted)
    .groupBy(["subject", "kind"])
    .execute();
  const bySubject = new Map<string, Partial<Record<Kind, number>>>();
  for (const { subject, kind, count } of rows) {
    const counts = bySubject.get(subject) ?? {};
    counts[kind as Kind] = Number(count);
    bySubject.set(subject, counts);
  }
  const [first] = wanted;
  return [...bySubject]
    .map(([subject, counts]) => ({ subject, counts }))
    .sort((left, right) => (right.counts[first] ?? 0) - (left.counts[first] ?? 0) || (left.subject < right.subject ? -1 : 1));
}

/** What one family of agents or crawlers did. */
export interface FamilyCount {
  readonly family: string;
  readonly isCrawler: boolean;
  readonly reads: number;
  readonly searches: number;
  /** Searches that found nothing. */
  readonly empty: number;
  /** Addresses without a page. */
  readonly missing: number;
  readonly reports: number;
}

const FAMILY_COUNTS = {
  agent_read: "reads",
  crawler_read: "reads",
  agent_search: "searches",
  agent_search_empty: "empty",
  agent_missing: "missing",
  agent_report: "reports",
} as const satisfies Partial<Record<Kind, keyof FamilyCount>>;

/** Reads what each family did: agents first, then crawlers, each the busiest first. */
export async function readFamilies(scope: InsightScope, period: Period): Promise<FamilyCount[]> {
  const rows = await within((await getDatabase()).selectFrom("insight_sums"), scope, period)
    .select(["agent", "kind"])
    .select(({ fn }) => fn.sum<number>("count").as("count"))
    .where("subject", "=", "")
    .where("kind", "in", Object.keys(FAMILY_COUNTS))
    .groupBy(["agent", "kind"])
    .execute();
  const families = new Map<string, { -readonly [Name in keyof FamilyCount]: FamilyCount[Name] }>();
  for (const { agent, kind, count } of rows) {
    const none = { family: agent, isCrawler: kind === "crawler_read", reads: 0, searches: 0, empty: 0, missing: 0, reports: 0 };
    const family = families.get(agent) ?? none;
    family[FAMILY_COUNTS[kind as keyof typeof FAMILY_COUNTS]] += Number(count);
    families.set(agent, family);
  }
  const acts = (family: FamilyCount) => family.reads + family.searches + family.missing + family.reports;
  return [...families.values()].sort(
    (left, right) => Number(left.isCrawler) - Number(right.isCrawler) || acts(right) - acts(left),
  );
}

/** A page, or a text such as llms.txt, and how often one family of agents read it. */
export interface FamilyReads {
  readonly page: string;
  readonly family: string;
  readonly reads: number;
}

/** Reads what agents read, by page and family, the most read first. */
export async function readAgentPages(scope: InsightScope, period: Period): Promise<FamilyReads[]> {
  const rows = await within((await getDatabase()).selectFrom("insight_sums"), scope, period)
    .select(["subject as page", "agent as family"])
    .select(({ fn }) => fn.sum<number>("count").as("reads"))
    .where("subject", "!=", "")
    .where("kind", "=", "agent_read")
    .groupBy(["subject", "agent"])
    .orderBy("reads", "desc")
    .orderBy("subject")
    .execute();
  return rows.map((row) => ({ ...row, reads: Number(row.reads) }));
}

type Sums = SelectQueryBuilder<StoreTables, "insight_sums", object>;

function within(query: Sums, { project, language, version }: InsightScope, { from, to }: Period): Sums {
  let found = query
    .where("project", "=", project)
    .where("grain", "=", "day")
    .where("starts_at", ">=", from)
    .where("starts_at", "<", to);
  if (language !== undefined) found = found.where("language", "=", language);
  if (version !== undefined) found = found.where("version", "=", version);
  return found;
}

function zeros(): Record<Kind | "robot", number> {
  return Object.fromEntries([...kinds, "robot"].map((kind) => [kind, 0])) as Record<Kind | "robot", number>;
}
