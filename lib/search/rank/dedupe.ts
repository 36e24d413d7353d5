import type { Project } from "../../config/config.ts";
import { counterpartOf } from "../../content/docs-json/locales.ts";
import type { Passage } from "../../content/model/passage.ts";

/** A found passage with its relevance, 0 to 1. */
export interface Scored {
  readonly passage: Passage;
  readonly score: number;
}

/** The hits of one language and version, best first. */
export interface EngineResult<Hit extends Scored> {
  readonly language: string;
  readonly version: string | null;
  readonly hits: readonly Hit[];
}

/**
 * The default language answers unless another one fits the query clearly better. Only that decides which language a page that exists in
 * several is shown in, so that a question in Spanish gets the Spanish pages.
 */
const CLEARLY_BETTER = 1.4;
/** Below this relevance nothing fits: the order of the languages means nothing then, and the default one comes first. */
const MIN_RELEVANCE = 0.2;
/** Pages that exist only in another language or version come too, behind equally relevant ones of the default. */
const AWAY_FROM_DEFAULT = 0.9;

/** Joins the results of several engines into one list, best first. A page that exists in several languages or versions appears once, nearest to the default. */
export function dedupe<Hit extends Scored>(
  results: readonly EngineResult<Hit>[],
  project: Project,
  preferred = preferredLanguage(results, project),
): Hit[] {
  if (results.length <= 1) return [...(results[0]?.hits ?? [])];
  const nearestFirst = orderByNearness(results, project, preferred);
  const nearest = nearestFirst[0] as EngineResult<Hit>;
  // Pages outside of all versions are as near as those of the version.
  const isNear = ({ language, version }: Passage) =>
    language === nearest.language && (version === null || version === nearest.version);
  const takenBy = new Map<string, number>();
  const merged: { hit: Hit; nearness: number; order: number }[] = [];
  nearestFirst.forEach(({ hits }, nearness) => {
    for (const [order, hit] of hits.entries()) {
      const key = pageKey(hit.passage, project);
      const owner = takenBy.get(key) ?? nearness;
      takenBy.set(key, owner);
      if (owner === nearness) merged.push({ hit, nearness, order });
    }
  });
  const rank = ({ hit }: { hit: Hit }) => Math.max(hit.score, MIN_RELEVANCE) * (isNear(hit.passage) ? 1 : AWAY_FROM_DEFAULT);
  return merged.sort((a, b) => rank(b) - rank(a) || a.nearness - b.nearness || a.order - b.order).map(({ hit }) => hit);
}

function orderByNearness<Hit extends Scored>(
  results: readonly EngineResult<Hit>[],
  project: Project,
  preferred: string,
): EngineResult<Hit>[] {
  const languages = [preferred, project.defaultLanguage, ...project.languages.map(({ id }) => id)];
  const versions = [project.defaultVersion, ...project.versions.map(({ id }) => id), null];
  return [...results].sort(
    (a, b) =>
      languages.indexOf(a.language) - languages.indexOf(b.language) || versions.indexOf(a.version) - versions.indexOf(b.version),
  );
}

function preferredLanguage<Hit extends Scored>(results: readonly EngineResult<Hit>[], project: Project): string {
  const best = new Map<string, number>();
  for (const { language, hits } of results) best.set(language, Math.max(best.get(language) ?? 0, hits[0]?.score ?? 0));
  let preferred = project.defaultLanguage;
  let needed = Math.max((best.get(preferred) ?? 0) * CLEARLY_BETTER, MIN_RELEVANCE);
  for (const [language, score] of best) if (score > needed) [preferred, needed] = [language, score];
  return preferred;
}

/** Returns a key that is the same for a page in every language and version: its path without both. */
export function pageKey({ path, language, version }: Passage, project: Project): string {
  if (project.addresses === "paths") return counterpartOf(path, { language, version });
  const withoutLanguage = language === project.defaultLanguage ? path : path.replace(new RegExp(`^/${language}(?=/|$)`), "");
  if (version === null || version === project.defaultVersion) return withoutLanguage || "/";
  const folder = project.pagesAt === "root" ? "" : "/docs";
  return withoutLanguage.replace(`${folder}/${version}`, folder) || "/";
}
