import { tool } from "ai";
import { z } from "zod";
import { getConfig, type Project } from "../config/config.ts";
import type { Passage } from "../content/model/passage.ts";
import { sitePathOf } from "../content/model/urls.ts";
import { findPageAt, type Site } from "../content/site/site.ts";
import { describeMissingPage } from "../content/site/suggest-pages.ts";
import { searchPassages } from "../search/search.ts";
import type { Ask } from "./conversation.ts";
import type { ChosenModel } from "./language-model.ts";
import { recordPage, searchText } from "./passages.ts";
import { findToQuote } from "./quotes/find.ts";
import { detectLanguage } from "./quotes/question.ts";
import type { Retrieval } from "./retrieval.ts";

const MAX_QUERY = 1_000;

/** The site and the question that the tools of one answer read. */
export interface ToolScope {
  readonly site: Site;
  readonly retrieval: Retrieval;
  readonly ask: Pick<Ask, "question" | "retrievalPageSize" | "filter">;
}

/**
 * The tools of one answer: they read the docs of one site, within the filter of the request, and change nothing. Their
 * results are hits; a model reads what they found as text, and quotes are made from what was found itself.
 */
export function createTools({ site, retrieval, ask }: ToolScope, { engine, cite }: Pick<ChosenModel, "engine" | "cite">) {
  const inFilter = ({ version, language }: Passage) =>
    (ask.filter.version === undefined || ask.filter.version === version) &&
    (ask.filter.language === undefined || ask.filter.language === language);
  // Written when a tool ends: a model may call several at once.
  const texts = new Map<string, string>();
  const toModelOutput = ({ toolCallId }: { toolCallId: string }) =>
    ({ type: "text", value: texts.get(toolCallId) ?? "" }) as const;
  return {
    search: tool({
      description: "Search the documentation. Returns the passages that fit best, each with a number to cite it by.",
      inputSchema: z.object({ query: z.string().min(1).describe("A few words that name what is looked for.") }),
      execute: async ({ query }, { abortSignal, toolCallId }) => {
        const limit = ask.retrievalPageSize;
        const question = ask.question.text;
        const preferredLanguage = languageIn(site, question);
        const signal = abortSignal && { signal: abortSignal };
        const request = { query: query.slice(0, MAX_QUERY), question, filter: ask.filter, preferredLanguage, ...signal };
        const found = engine() !== "model" ? await findToQuote(site, request) : await searchPassages(site, { ...request, limit });
        const result = retrieval.recordSearch(found, limit, cite);
        if (engine() === "model") texts.set(toolCallId, describeUnknownFilter(site, ask) ?? searchText(site, retrieval));
        return result;
      },
      toModelOutput,
    }),
    read_page: tool({
      description: "Read a whole page of the documentation that a search result names.",
      inputSchema: z.object({ path: z.string().min(1).describe("The page's path, such as /docs/quickstart.") }),
      execute: async ({ path }, { toolCallId }) => {
        const page = findRequestedPage(site, path);
        const passages = site.passages.filter((passage) => passage.path === page?.path && inFilter(passage));
        if (passages.length === 0) {
          const error = describeMissingPage(site, path);
          texts.set(toolCallId, error);
          return { error };
        }
        const { result, text } = recordPage(passages, retrieval);
        texts.set(toolCallId, text);
        return result;
      },
      toModelOutput,
    }),
  };
}

/** Returns the versions and languages that a site has, for each member of a filter that names none of them. */
export function listKnownValues({ versions, languages }: Project, filter: Ask["filter"]) {
  const missing = (asked: string | undefined, all: readonly { readonly id: string }[]) =>
    asked === undefined || all.some(({ id }) => id === asked) ? undefined : all.map(({ id }) => id);
  return { versions: missing(filter.version, versions), languages: missing(filter.language, languages) };
}

/** Tells a model that nothing can match the filter of a request, and what would; undefined for a filter that may match. */
function describeUnknownFilter({ project }: Site, { filter }: Pick<Ask, "filter">): string | undefined {
  const { versions, languages } = listKnownValues(project, filter);
  if (!versions && !languages) return undefined;
  const known = [
    versions && (versions.length > 0 ? `versions: ${versions.join(", ")}` : "no versions"),
    languages && `languages: ${languages.join(", ")}`,
  ].filter(Boolean);
  return `The request asks for a version or language that this documentation does not have. It has ${known.join("; ")}. Say so, and nothing else.`;
}

/** The language of the docs that a question is clearly written in. */
function languageIn({ project }: Site, question: string): string | undefined {
  const asked = detectLanguage(question);
  return project.languages.find(({ id }) => asked && id.split("-")[0] === asked)?.id;
}

/** The page that a path or URL of this site names, in the language that it names. */
function findRequestedPage(site: Site, url: string) {
  const path = sitePathOf({ siteUrl: site.project.siteUrl, basePath: getConfig().basePath }, url);
  return path === undefined ? undefined : findPageAt(site, path)?.page;
}
