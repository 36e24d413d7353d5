import { z } from "zod";
import { getConfig, type Project } from "../config/config.ts";
import { rangeIn } from "./rank/section.ts";
import { type ScoredPassage, type SearchableSite, searchPassages } from "./search.ts";

const scope = z.string({ error: "must be a string" }).max(256, "must be at most 256 characters");

/** Version and language of the results; an absent member does not restrict them. */
export const SearchFilter = z
  .object({
    version: scope.nullish().describe("Only this version of the documentation. An unknown one matches nothing."),
    language: scope.nullish().describe("Only this language. An unknown one matches nothing."),
  })
  .describe("Restricts the results. Members that are given restrict exactly, and together.");
export type SearchFilter = z.infer<typeof SearchFilter>;

/** Body of `POST /v1/search/{domain}`. */
export const SearchRequest = z.object({
  query: z
    .string()
    .trim()
    .min(1, "is empty; send 1 to 1,000 characters of what is searched for")
    .max(1_000, "is too long; send at most 1,000 characters")
    .describe("The search text. 1 to 1,000 characters after trimming. Words in quotation marks are required, in this order."),
  pageSize: z
    .int({ error: (issue) => (issue.input === undefined ? undefined : "must be a whole number from 1 to 50") })
    .min(1, { error: ({ input }) => `${input} is below 1; ask for at least 1 result` })
    .max(50, { error: ({ input }) => `${input} is above 50; ask for at most 50 results` })
    .default(10)
    .describe("The most results to give, 1 to 50."),
  filter: SearchFilter.nullish(),
  scoreThreshold: z
    .number({ error: "must be a number from 0 to 1" })
    .min(0, "must be 0 or more")
    .max(1, "must be at most 1")
    .nullish()
    .describe("Extension: leaves out results whose score is lower."),
  completeLastWord: z
    .boolean({ error: "must be true or false" })
    .nullish()
    .describe("Extension: the last word may be the beginning of one. Default: true with a site token, else false."),
});
export type SearchRequest = z.infer<typeof SearchRequest>;

/** Query of `GET /v1/search/{domain}`. */
export const SearchQuery = z.object({
  query: SearchRequest.shape.query,
  pageSize: z.coerce
    .number("must be a whole number from 1 to 50")
    .int("must be a whole number from 1 to 50")
    .min(1, "is below 1; ask for at least 1 result")
    .max(50, "is above 50; ask for at most 50 results")
    .default(10)
    .describe("The most results to give, 1 to 50."),
  version: scope.optional().describe("Only this version of the documentation. An unknown one matches nothing."),
  language: scope.optional().describe("Only this language. An unknown one matches nothing."),
});
export type SearchQuery = z.infer<typeof SearchQuery>;

/** One element of the answer. */
export const SearchResult = z.object({
  content: z.string().describe("Plain text of the passage."),
  path: z.string().describe("URL path of the page that holds the passage."),
  url: z
    .string()
    .describe(
      "Address of the section that fits best: the project's siteUrl, the path and the anchor. The same as `metadata.url`.",
    ),
  metadata: z.object({
    title: z.string().describe("Title of the page."),
    heading: z
      .string()
      .describe(
        "Headings of the section in the passage that fits best, outermost first, joined with ` > `; empty at the top of a page.",
      ),
    anchor: z.string().describe("Id of that section's heading in the page; empty for the top."),
    url: z.string().describe("Address of that section: the project's siteUrl, the path and the anchor."),
    range: z
      .tuple([z.int(), z.int()])
      .optional()
      .describe("Where the section's text begins and ends in `content`, in UTF-16 units; absent where it is all."),
    version: z.string().nullable().describe("Version of the page; null where the project has none."),
    language: z.string().describe("Language of the page."),
    score: z.number().min(0).max(1).describe("Relevance to the query, whatever the other results are."),
    kind: z.enum(["guide", "api"]).describe("Whether the page is written or made from the API description."),
    method: z.string().optional().describe("HTTP method of the operation that the page shows; absent for other pages."),
    endpoint: z.string().optional().describe("Path of that operation in its API; absent for other pages."),
    breadcrumb: z
      .array(z.string())
      .optional()
      .describe("Titles above the page in the navigation, outermost first: tab, group; absent where it has none."),
    correctedQuery: z
      .string()
      .optional()
      .describe("The query that was searched for, where words of it were misspelt; else absent."),
  }),
});
export type SearchResult = z.infer<typeof SearchResult>;

export interface SearchOptions {
  /** Completes the last word of the query where the request does not say, as for a search box. Default false. */
  readonly completeLastWord?: boolean;
  /** Titles above a page in the navigation, by its path without base path. */
  readonly breadcrumbs?: ReadonlyMap<string, readonly string[]>;
  readonly signal?: AbortSignal;
}

/** Searches a site, and gives results as the API shows them, best first. */
export async function searchSite(
  site: SearchableSite,
  request: SearchRequest,
  { breadcrumbs, ...options }: SearchOptions = {},
): Promise<SearchResult[]> {
  const { query, pageSize, filter, scoreThreshold, completeLastWord } = request;
  const found = await searchPassages(site, {
    ...options,
    ...(completeLastWord != null && { completeLastWord }),
    query,
    requireQuoted: true,
    limit: pageSize,
    filter: filter && { version: filter.version ?? undefined, language: filter.language ?? undefined },
  });
  return found
    .filter(({ score }) => score >= (scoreThreshold ?? 0))
    .map((hit) =>
      toSearchResult(site.project, {
        ...hit,
        range: rangeIn(hit.passage, hit.section),
        breadcrumb: breadcrumbs?.get(hit.passage.path),
      }),
    );
}

/** A passage to show as a result, with the section of it that the result leads to. */
export interface ResultHit extends Pick<ScoredPassage, "passage" | "score"> {
  readonly section: Pick<ScoredPassage["section"], "heading" | "anchor">;
  readonly range?: [number, number] | undefined;
  readonly breadcrumb?: readonly string[] | undefined;
  readonly correctedQuery?: string | undefined;
}

/**
 * Returns a found passage as the API shows it, at its best section. Addresses come from the configuration, never from a
 * request.
 */
export function toSearchResult({ siteUrl }: Project, hit: ResultHit): SearchResult {
  const { title, version, language, kind, method, endpoint, text, path: pagePath } = hit.passage;
  const { heading, anchor } = hit.section;
  const path = `${getConfig().basePath}${pagePath}`;
  const url = `${siteUrl}${path}${anchor && `#${anchor}`}`;
  const metadata = {
    ...{ title, heading, anchor, url, version, language, score: hit.score, kind },
    ...(hit.range && { range: hit.range }),
    ...(method && { method, endpoint }),
    ...(hit.breadcrumb?.length && { breadcrumb: [...hit.breadcrumb] }),
    ...(hit.correctedQuery !== undefined && { correctedQuery: hit.correctedQuery }),
  };
  return { content: text, path, url, metadata };
}
