import { tool } from "ai";
import { z } from "zod";
import { getConfig, type Project } from "../../config/config.ts";
import type { Passage } from "../../content/model/passage.ts";
import { sitePathOf } from "../../content/model/urls.ts";
import { findPageAt, type Site } from "../../content/site/site.ts";
import { describeMissingPage } from "../../content/site/suggest-pages.ts";
import type { SearchResult } from "../../search/request.ts";
import { searchPassages } from "../../search/search.ts";
import { findToQuote } from "../quotes/find.ts";
import { detectLanguage, movesOn } from "../quotes/question.ts";
import type { ToolScope } from "../sources/retrieval.ts";
import type { Ask } from "../wire/conversation.ts";
import type { ChosenModel } from "./language-model.ts";
import { recordPage, searchText } from "./passages.ts";

const MAX_QUERY = 1_000;
/** Begins the id of the call that looks a question up before a model is asked. */
export const OPENING_CALL = "opening-";

/**
 * Creates the tools of one answer: they read the docs of one site, within the filter of the request, and change nothing. Their
 * results are hits; a model reads the found passages as text, and quotes are cut from the passages themselves.
 */
export function createTools({ site, retrieval, ask }: ToolScope, { engine, cite }: Pick<ChosenModel, "engine" | "cite">) {
  const inFilter = ({ version, language }: Passage) =>
    (ask.filter.version === undefined || ask.filter.version === version) &&
    (ask.filter.language === undefined || ask.filter.language === language);
  const { versions, languages } = site.project;
  // Written when a tool ends: a model may call several concurrently.
  const texts = new Map<string, string>();
  const search = createSearch({ site, retrieval, ask }, { engine, cite }, texts);
  const toModelOutput = ({ toolCallId }: { toolCallId: string }) =>
    ({ type: "text", value: texts.get(toolCallId) ?? "" }) as const;
  return {
    search: tool({
      description: "Search the documentation. Returns the passages that fit best, each with a number to cite it by.",
      inputSchema: z.object({
        query: z.string().min(1).describe("A few words that name what is looked for, in the language of the documentation."),
        version: narrower(versions, "Only this version"),
        language: narrower(languages, "Only this language"),
      }),
      execute: search,
      toModelOutput,
    }),
    read_page: tool({
      description: "Read a whole page of the documentation that a search result names.",
      inputSchema: z.object({
        path: z.string().min(1).describe("The page's path, such as /docs/quickstart."),
        offset: z.int().min(0).default(0).describe("The section to begin at, as the end of a page that goes on names it."),
      }),
      execute: async ({ path, offset }, { toolCallId }) => {
        const page = findRequestedPage(site, path);
        const passages = site.passages.filter((passage) => passage.path === page?.path && inFilter(passage));
        if (passages.length === 0) {
          const error = describeMissingPage(site, path);
          texts.set(toolCallId, error);
          return { error };
        }
        const { result, text } = recordPage(passages, retrieval, offset);
        texts.set(toolCallId, text);
        return result;
      },
      toModelOutput,
    }),
  };
}

/** The search of one answer, as its tool calls it. */
export type Search = (
  input: { readonly query: string; readonly version?: string | undefined; readonly language?: string | undefined },
  call: { readonly toolCallId: string; readonly abortSignal?: AbortSignal | undefined },
) => Promise<SearchResult[]>;

/** Creates the search of one answer, which writes what a model reads of each result into `texts`. */
export function createSearch(
  { site, retrieval, ask }: ToolScope,
  { engine, cite }: Pick<ChosenModel, "engine" | "cite">,
  texts = new Map<string, string>(),
): Search {
  return async ({ query, version, language }, { abortSignal, toolCallId }) => {
    const limit = ask.retrievalPageSize;
    // What the request restricts to stays; a model can only narrow what is open.
    const filter = { version: ask.filter.version ?? version, language: ask.filter.language ?? language };
    const question = ask.question.text;
    const preferredLanguage = languageIn(site, question);
    const signal = abortSignal && { signal: abortSignal };
    const request = { query: query.slice(0, MAX_QUERY), question, filter, preferredLanguage, ...signal };
    const isWhole = engine() !== "model" || toolCallId.startsWith(OPENING_CALL);
    const found = isWhole
      ? await findToQuote(site, request, citedPages(site, ask))
      : await searchPassages(site, { ...request, limit });
    const result = retrieval.recordSearch(found, limit, cite);
    if (engine() === "model") texts.set(toolCallId, describeUnknownFilter(site, { filter }) ?? searchText(site, retrieval));
    return result;
  };
}

/** Describes an input that narrows a search to one of several versions or languages. */
function narrower(all: readonly { readonly id: string }[], words: string) {
  return z
    .string()
    .optional()
    .describe(`${words} of the documentation: ${all.map(({ id }) => id).join(", ") || "there is one only, leave it out"}.`);
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

/** Returns the language of the docs that a question is clearly written in. */
function languageIn({ project }: Site, question: string): string | undefined {
  const asked = detectLanguage(question);
  return project.languages.find(({ id }) => asked && id.split("-")[0] === asked)?.id;
}

/** Returns the page of the last answer's first link; none before the second question, nor for one that changes the subject. */
function citedPages(site: Site, { history, question }: Pick<Ask, "history" | "question">): ReadonlySet<string> {
  if (movesOn(question.text, site.project.defaultLanguage)) return new Set();
  const last = history.findLast(({ role }) => role === "assistant")?.text ?? "";
  const [, url] = /\]\(([^()\s]{1,2000})\)/.exec(last) ?? [];
  const page = url && findRequestedPage(site, url.replace(/#.*$/, ""));
  return new Set(page ? [page.path] : []);
}

/** Finds the page that a path or URL of this site names, in the language that it names. */
function findRequestedPage(site: Site, url: string) {
  const path = sitePathOf({ siteUrl: site.project.siteUrl, basePath: getConfig().basePath }, url);
  return path === undefined ? undefined : findPageAt(site, path)?.page;
}
