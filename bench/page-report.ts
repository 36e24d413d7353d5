import type { ContentProblem, Notice, NoticeKind } from "../lib/content/model/notice.ts";
import type { Page } from "../lib/content/model/page.ts";
import { readPage, toPageText } from "../lib/content/parse/parse.ts";

/** Kinds of notices that take something from a reader; the others cost looks or safety's price. */
const MISSING: ReadonlySet<NoticeKind> = new Set(["component", "import", "expression", "syntax"]);

/** The state of one page: whole, with parts missing, or plain text because it cannot be parsed. */
export interface PageReport {
  readonly page: Page;
  readonly outcome: "complete" | "partial" | "broken";
  /** The reasons why parts are missing or not shown as they are meant. */
  readonly notices: readonly Notice[];
  readonly problem: ContentProblem | undefined;
}

/** The number of pages in each state, and of pages with each reason, most frequent first. */
export interface ContentReport {
  readonly pages: readonly PageReport[];
  readonly complete: number;
  readonly reasons: readonly { readonly reason: string; readonly kind: NoticeKind | "broken"; readonly pages: number }[];
}

/** Reads every page as readers get it and says what of it is missing. Pages of an API description are left out. */
export async function reportPages(pages: readonly Page[]): Promise<ContentReport> {
  const reports: PageReport[] = [];
  for (const page of pages) if (page.file !== null) reports.push(await reportPage(page));
  const counts = new Map<string, { reason: string; kind: NoticeKind | "broken"; pages: number }>();
  for (const { notices, problem } of reports) {
    const reasons = [...notices, ...(problem ? [{ kind: "broken" as const, reason: problem.reason }] : [])];
    const unique = new Map(reasons.map(({ kind, reason }) => [`${kind} ${reason}`, { kind, reason }]));
    for (const [key, each] of unique) counts.set(key, { ...each, pages: (counts.get(key)?.pages ?? 0) + 1 });
  }
  return {
    pages: reports,
    complete: reports.filter(({ outcome }) => outcome === "complete").length,
    reasons: [...counts.values()].sort((left, right) => right.pages - left.pages),
  };
}

async function reportPage(page: Page): Promise<PageReport> {
  if (page.problem) return { page, outcome: "broken", notices: [], problem: page.problem };
  const {
    digest: { notices, problems },
  } = await readPage(toPageText(page));
  const [problem] = problems;
  const isPartial = notices.some(({ kind }) => MISSING.has(kind));
  return { page, outcome: problem ? "broken" : isPartial ? "partial" : "complete", notices, problem };
}
