import { withoutBasePath } from "../../lib/content/model/urls.ts";
import { announceText } from "../owner-texts.ts";
import { ServiceFailed, toServiceFailed } from "../service-failure.ts";
import type { SiteScope } from "../site-scope.ts";
import { fetchWithSiteToken } from "../site-token.ts";

/** One passage found, ready to show. */
export interface SearchHit {
  readonly title: string;
  /** Headings from the page's second level down, outermost first; empty at the top of a page. */
  readonly headings: readonly string[];
  /** Text of the section that is named, as far as the passage has it. */
  readonly content: string;
  /** Path of the page for `next/link`, without anchor. */
  readonly path: string;
  /** Path with anchor. */
  readonly href: string;
  readonly kind: "guide" | "api";
  /** Method of the page's operation. */
  readonly method?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly language: string;
  readonly version: string | null;
  /** Relevance to the query, 0 to 1. */
  readonly score: number;
  /** Titles above the page in the navigation, outermost first. */
  readonly breadcrumb: readonly string[];
}

/** The answer of the service to a search. */
export interface SearchAnswer {
  /** Best first. */
  readonly pages: readonly PageHits[];
  /** The query that was searched for, where words of the reader's were misspelt. */
  readonly correctedQuery: string | undefined;
}

/** Hits of one page, at the position of its best one. */
export interface PageHits extends Omit<SearchHit, "headings" | "content" | "href"> {
  readonly hits: readonly SearchHit[];
  /** The best score of its hits. */
  readonly score: number;
}

/** A page with less than this share of the best page's score is set apart. */
const LIKELY_SHARE = 0.25;
/** Below this score nothing fits well. */
const FITS_WELL = 0.5;

/** A search of the dialog. A null language or version means all of them. */
export interface SearchBoxRequest {
  readonly query: string;
  readonly language: string | null;
  readonly version: string | null;
  /** Only pages of this kind are shown; null for all. */
  readonly kind: ResultKind | null;
}

/** A kind of pages that readers can choose. */
export type ResultKind = "guide" | "api" | "changelog";

interface WireResult {
  readonly content: string;
  readonly path: string;
  readonly metadata: {
    readonly title: string;
    readonly heading: string;
    readonly anchor: string;
    readonly range?: readonly [number, number];
    readonly kind: "guide" | "api";
    readonly method?: string;
    readonly endpoint?: string;
    readonly language: string;
    readonly version: string | null;
    readonly score: number;
    readonly breadcrumb?: readonly string[];
    readonly correctedQuery?: string;
  };
}

const PAGE_SIZE = 18;
/** So that enough are left of the kind that was chosen. */
const PAGE_SIZE_OF_KIND = 50;

/** Asks the service, best page first. @throws ServiceFailed; an aborted search throws the signal's reason instead. */
export async function fetchResults(site: SiteScope, request: SearchBoxRequest, signal: AbortSignal): Promise<SearchAnswer> {
  const response = await ask(site, request, signal);
  if (!response.ok) throw toServiceFailed(response);
  const results = (await response.json()) as WireResult[];
  const pages = groupByPage(results.map((result) => toHit(site, result)));
  return { pages, correctedQuery: results[0]?.metadata.correctedQuery };
}

/**
 * Tells the service which page a reader opened from the results, without holding up the click, and nothing of who it was.
 * A browser that asks not to be tracked tells nothing.
 */
export function reportOpened(site: SiteScope, { query, language, version }: Omit<SearchBoxRequest, "kind">, page: string): void {
  announceText("search_opened", query, { length: query.length, page });
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
  if (globalPrivacyControl || doNotTrack === "1") return;
  const body = JSON.stringify({ query, page, language, version });
  navigator.sendBeacon?.(`${site.basePath}/api/insights`, new Blob([body], { type: "application/json" }));
}

async function ask(
  site: SiteScope,
  { query, language, version, kind }: SearchBoxRequest,
  signal: AbortSignal,
): Promise<Response> {
  const filter = { ...(language && { language }), ...(version && { version }) };
  const body = JSON.stringify({ query, pageSize: kind ? PAGE_SIZE_OF_KIND : PAGE_SIZE, filter });
  const path = `/v1/search/${encodeURIComponent(site.domain)}`;
  try {
    return await fetchWithSiteToken(site, path, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
      signal,
    });
  } catch (cause) {
    signal.throwIfAborted();
    throw new ServiceFailed({ kind: "offline" }, { cause });
  }
}

function toHit(site: SiteScope, { content: passage, path: fullPath, metadata }: WireResult): SearchHit {
  const content = metadata.range ? passage.slice(...metadata.range) : passage;
  const { title, heading, anchor, kind, method, endpoint, language, version, score, breadcrumb = [] } = metadata;
  const path = withoutBasePath(site.basePath, fullPath);
  const headings = heading ? heading.split(" > ") : [];
  const href = anchor ? `${path}#${anchor}` : path;
  return { title, headings, content, path, href, kind, method, endpoint, language, version, score, breadcrumb };
}

function groupByPage(hits: readonly SearchHit[]): PageHits[] {
  const pages = new Map<string, SearchHit[]>();
  for (const hit of hits) pages.set(hit.path, [...(pages.get(hit.path) ?? []), hit]);
  return [...pages.values()].map((ofPage) => ({
    ...ofPage[0]!,
    hits: ofPage,
    score: Math.max(...ofPage.map(({ score }) => score)),
  }));
}

/** Returns the kind of a page for readers: one that lists releases is not a guide. */
export function kindOf({ changelogs }: Pick<SiteScope, "changelogs">, { path, kind }: PageHits): ResultKind {
  const isChangelog = changelogs.includes(path) || /\/(?:change-?log|release-?notes|releases|whats-new)(?:\/|$)/.test(path);
  return kind === "guide" && isChangelog ? "changelog" : kind;
}

/**
 * Returns the hits of a page that are sections of it, each section once, however many passages it was cut into; the others are its
 * beginning, which its title leads to.
 */
export function sectionsOf({ path, hits }: PageHits): readonly SearchHit[] {
  return hits.filter(({ href }, index) => href !== path && hits.findIndex((hit) => hit.href === href) === index);
}

/**
 * Returns the pages in two groups, each in the order of the service: those that may well be meant, and those far below the
 * best.
 */
export function splitByLikelihood(pages: readonly PageHits[]): { likely: PageHits[]; lessLikely: PageHits[] } {
  const best = Math.max(0, ...pages.map(({ score }) => score));
  const isLikely = ({ score }: PageHits) => score >= best * LIKELY_SHARE;
  return { likely: pages.filter(isLikely), lessLikely: pages.filter((page) => !isLikely(page)) };
}

/** Returns true for a question in prose that no page answers well: then the assistant comes first. */
export function isOpenQuestion(query: string, pages: readonly PageHits[]): boolean {
  const asks = query.trim().endsWith("?") || query.trim().split(/\s+/).length >= 4;
  return asks && pages.every(({ score }) => score < FITS_WELL);
}
