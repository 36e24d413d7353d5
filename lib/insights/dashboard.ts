import { groupTexts, type TextGroup } from "./groups.ts";
import { before, type InsightScope, type Period } from "./period.ts";
import { type Row, reports } from "./reports.ts";
import { type DayTotals, readSubjects, readTotals, type SubjectCount, type Totals } from "./sums.ts";
import {
  type CommentRow,
  type MissingRow,
  type QuestionRow,
  readComments,
  readMissing,
  readSearches,
  readUnanswered,
  type SearchRow,
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
  readonly missing: readonly MissingRow[];
  readonly keys: readonly Row[];
  readonly updates: readonly Row[];
  /** True where nothing was counted in this period and the one before. */
  readonly isEmpty: boolean;
}

/** Reads the dashboard of a period, with the sums of the one before. */
export async function readDashboard(scope: InsightScope, period: Period, now: number): Promise<Dashboard> {
  const [sums, earlier, questions, searches, pages, comments, sections, missing, keys, updates] = await Promise.all([
    readTotals(scope, period),
    readTotals(scope, before(period)),
    readUnanswered(scope, period),
    readSearches(scope, period, { failed: true, limit: MAX_SEARCHES }),
    readSubjects(scope, period, ["page_down", "page_up"]),
    readComments(scope, period),
    readSubjects(scope, period, ["section"]),
    readMissing(scope, period),
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
    missing,
    keys,
    updates,
    isEmpty: all.every((count) => count === 0),
  };
}
