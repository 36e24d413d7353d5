import { getCounters, getDatabase } from "../db/db.ts";
import { kinds } from "./kinds.ts";
import { before, type InsightScope, type Period, toDay } from "./period.ts";
import {
  type DayTotals,
  type FamilyCount,
  type FamilyReads,
  readAgentPages,
  readFamilies,
  readSubjects,
  readTotals,
  type SubjectCount,
  type Totals,
} from "./sums.ts";
import {
  type CommentRow,
  groupTexts,
  type MissingRow,
  type QuestionRow,
  readComments,
  readMissing,
  readSearches,
  readUnanswered,
  type SearchRow,
  type TextGroup,
} from "./texts.ts";

/** The most failed searches that the page counts. */
const MAX_SEARCHES = 200;

/** The content of the insights page for a period. */
export interface Dashboard {
  readonly totals: Totals;
  readonly earlier: Totals;
  readonly days: readonly DayTotals[];
  readonly questions: readonly TextGroup<QuestionRow>[];
  readonly searches: readonly SearchRow[];
  readonly pages: readonly SubjectCount[];
  readonly comments: readonly CommentRow[];
  readonly sections: readonly SubjectCount[];
  /** Questions of the widget, by the origin of the page around it. */
  readonly widget: readonly SubjectCount[];
  readonly missing: readonly MissingRow[];
  readonly agents: AgentsDashboard;
  readonly keys: readonly Row[];
  readonly updates: readonly Row[];
  /** True when nothing was counted in this period and the one before. */
  readonly isEmpty: boolean;
}

/** What agents and crawlers did. */
export interface AgentsDashboard {
  readonly families: readonly FamilyCount[];
  readonly pages: readonly FamilyReads[];
  /** Searches of agents that found nothing. */
  readonly searches: readonly SearchRow[];
  readonly missing: readonly MissingRow[];
  /** What agents reported of pages. */
  readonly reports: readonly CommentRow[];
}

async function readAgents(scope: InsightScope, period: Period): Promise<AgentsDashboard> {
  const [families, pages, searches, missing, found] = await Promise.all([
    readFamilies(scope, period),
    readAgentPages(scope, period),
    readSearches(scope, period, { failed: true, sender: "agents", limit: MAX_SEARCHES }),
    readMissing(scope, period, "agents"),
    readComments(scope, period, "agents"),
  ]);
  return { families, pages, searches, missing, reports: found };
}

/** Reads the dashboard of a period, with the sums of the one before. */
export async function readDashboard(scope: InsightScope, period: Period, now: number): Promise<Dashboard> {
  const [sums, earlier, questions, searches, pages, comments, sections, widget, missing, agents, keys, updates] =
    await Promise.all([
      readTotals(scope, period),
      readTotals(scope, before(period)),
      readUnanswered(scope, period),
      readSearches(scope, period, { failed: true, limit: MAX_SEARCHES }),
      readSubjects(scope, period, ["page_down", "page_up"]),
      readComments(scope, period),
      readSubjects(scope, period, ["section"]),
      readSubjects(scope, period, ["question_embedded"]),
      readMissing(scope, period),
      readAgents(scope, period),
      reports.keys.read(scope, period, now),
      reports.updates.read(scope, period),
    ]);
  const all = [...Object.values(sums.totals), ...Object.values(earlier.totals)];
  return {
    totals: sums.totals,
    earlier: earlier.totals,
    days: sums.days,
    questions: groupTexts(questions),
    searches,
    pages: pages.filter(({ counts }) => (counts.page_down ?? 0) > 0),
    comments,
    sections,
    widget,
    missing,
    agents,
    keys,
    updates,
    isEmpty: all.every((count) => count === 0),
  };
}

/** A row of a report. */
type Row = Readonly<Record<string, string | number | null>>;

interface Report {
  /** Names of the columns, in order. */
  readonly columns: readonly string[];
  readonly read: (scope: InsightScope, period: Period, now: number) => Promise<Row[]>;
}

const atTime = (time: number | null) => (time === null ? null : new Date(time).toISOString());

/** The reports about a project's readers. */
export const reports = {
  overview: {
    columns: ["day", ...kinds, "robot"],
    read: async (scope, period) => (await readTotals(scope, period)).days.map((day) => ({ ...day })),
  },
  questions: {
    columns: ["group", "text", "outcome", "language", "version", "threadId", "lastAt"],
    read: async (scope, period) =>
      groupTexts(await readUnanswered(scope, period)).flatMap(({ label, items }) =>
        items.map(({ lastAt, ...question }) => ({ group: label, ...question, lastAt: atTime(lastAt) })),
      ),
  },
  searches: {
    columns: ["text", "language", "version", "searches", "empty", "opened", "page", "lastAt"],
    read: async (scope, period) => (await readSearches(scope, period)).map((row) => ({ ...row, lastAt: atTime(row.lastAt) })),
  },
  "failed-searches": {
    columns: ["text", "language", "version", "searches", "empty", "lastAt"],
    read: async (scope, period) =>
      (await readSearches(scope, period, { failed: true })).map(({ opened, page, ...row }) => ({
        ...row,
        lastAt: atTime(row.lastAt),
      })),
  },
  pages: {
    columns: ["page", "up", "down"],
    read: async (scope, period) =>
      (await readSubjects(scope, period, ["page_down", "page_up"])).map(({ subject, counts }) => ({
        page: subject,
        up: counts.page_up ?? 0,
        down: counts.page_down ?? 0,
      })),
  },
  comments: {
    columns: ["page", "rating", "text", "lastAt"],
    read: async (scope, period) => (await readComments(scope, period)).map((row) => ({ ...row, lastAt: atTime(row.lastAt) })),
  },
  sections: {
    columns: ["section", "answers"],
    read: async (scope, period) =>
      (await readSubjects(scope, period, ["section"])).map(({ subject, counts }) => ({
        section: subject,
        answers: counts.section ?? 0,
      })),
  },
  widget: {
    columns: ["origin", "questions"],
    read: async (scope, period) =>
      (await readSubjects(scope, period, ["question_embedded"])).map(({ subject, counts }) => ({
        origin: subject,
        questions: counts.question_embedded ?? 0,
      })),
  },
  missing: {
    columns: ["path", "from", "count", "lastAt"],
    read: async (scope, period) => (await readMissing(scope, period)).map((row) => ({ ...row, lastAt: atTime(row.lastAt) })),
  },
  agents: {
    columns: ["family", "kind", "reads", "searches", "empty", "missing", "reports"],
    read: async (scope, period) =>
      (await readFamilies(scope, period)).map(({ family, isCrawler, ...counts }) => {
        return { family, kind: isCrawler ? "crawler" : "agent", ...counts };
      }),
  },
  "agent-pages": {
    columns: ["page", "family", "reads"],
    read: async (scope, period) => (await readAgentPages(scope, period)).map((row) => ({ ...row })),
  },
  "agent-searches": {
    columns: ["text", "language", "version", "searches", "empty", "lastAt"],
    read: async (scope, period) =>
      (await readSearches(scope, period, { sender: "agents" })).map(({ opened, page, ...row }) => ({
        ...row,
        lastAt: atTime(row.lastAt),
      })),
  },
  "agent-missing": {
    columns: ["path", "count", "lastAt"],
    read: async (scope, period) =>
      (await readMissing(scope, period, "agents")).map(({ from, ...row }) => ({ ...row, lastAt: atTime(row.lastAt) })),
  },
  "agent-reports": {
    columns: ["page", "text", "lastAt"],
    read: async (scope, period) =>
      (await readComments(scope, period, "agents")).map(({ rating, ...row }) => ({ ...row, lastAt: atTime(row.lastAt) })),
  },
  keys: { columns: ["id", "name", "messages", "limit", "windowEnds"], read: readKeys },
  updates: { columns: ["statusId", "day", "status", "summary", "error"], read: readUpdates },
} satisfies Record<string, Report>;

export type ReportName = keyof typeof reports;
export const reportNames = Object.keys(reports) as [ReportName, ...ReportName[]];

/** Reads the use of the project's assistant keys in their present window; the nearest to its limit comes first. */
async function readKeys({ project }: InsightScope, _: Period, now: number): Promise<Row[]> {
  const keys = await (await getDatabase())
    .selectFrom("keys")
    .select(["id", "name"])
    .where("project", "=", project)
    .where("revoked_at", "is", null)
    .execute();
  const names = new Map(keys.map(({ id, name }) => [id, name]));
  const counters = await (await getCounters())
    .selectFrom("counters")
    .select(["bucket", "count", "quota", "ends_at"])
    .where("bucket", "like", "key:%")
    .where("ends_at", ">", now)
    .execute();
  return counters
    .map((row) => ({ ...row, id: row.bucket.slice("key:".length) }))
    .filter(({ id }) => names.has(id))
    .sort((left, right) => right.count / right.quota - left.count / left.quota)
    .map(({ id, count, quota, ends_at }) => {
      return { id, name: names.get(id) ?? "", messages: count, limit: quota, windowEnds: atTime(ends_at) };
    });
}

const MAX_UPDATES = 500;

async function readUpdates({ project }: InsightScope, { from, to }: Period): Promise<Row[]> {
  const jobs = await (await getDatabase())
    .selectFrom("jobs")
    .select(["id", "created_at", "status", "summary", "error"])
    .where("project", "=", project)
    .where("created_at", ">=", from)
    .where("created_at", "<", to)
    .orderBy("created_at", "desc")
    .limit(MAX_UPDATES)
    .execute();
  return jobs.map(({ id, created_at, ...job }) => ({ statusId: id, day: toDay(created_at), ...job }));
}
