import type { Project } from "../../lib/config/config.ts";
import { getConfig } from "../../lib/config/config.ts";
import { type InsightScope, lastDays, type Period } from "../../lib/insights/period.ts";

export const PERIODS = [7, 30, 90] as const;

/** The settings of an insights page, read from the query of its URL; unknown values count as absent. */
export interface InsightsView {
  readonly project: Project;
  readonly days: (typeof PERIODS)[number];
  readonly scope: InsightScope;
  readonly period: Period;
}

export type InsightsQuery = Readonly<Record<string, string | string[] | undefined>>;

/** Reads the query of an address. */
export function toView(query: InsightsQuery, now: number): InsightsView {
  const { projects } = getConfig();
  const project = projects.find(({ id }) => id === query.project) ?? (projects[0] as Project);
  const days = PERIODS.find((count) => String(count) === query.days) ?? 30;
  const language = project.languages.find(({ id }) => id === query.language)?.id;
  const version = project.versions.find(({ id }) => id === query.version)?.id;
  return { project, days, scope: { project: project.id, language, version }, period: lastDays(days, now) };
}

/** Returns the query of an address that shows a view, with more beside it. */
export function toInsightsQuery(
  { days, scope }: Pick<InsightsView, "days" | "scope">,
  more: Readonly<Record<string, string>> = {},
): string {
  const { project, language, version } = scope;
  const query = { project, days: String(days), ...(language && { language }), ...(version && { version }), ...more };
  return new URLSearchParams(query).toString();
}
