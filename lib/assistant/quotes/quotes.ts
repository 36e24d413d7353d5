/*
 * Quotes: what an answer without a language model says, word for word from the pages, or that they do not answer.
 * Found passages come in; quotes with their places come out, best first, under a line that says how sure they are.
 * Start at `chooseQuotes`. `question.ts` reads the question, `window.ts` chooses the part of a page, `quote.ts` writes it as Markdown.
 */

import { getConfig } from "../../config/config.ts";
import { sitePathOf } from "../../content/model/urls.ts";
import { findPageAt, passagesByPath } from "../../content/site/site.ts";
import { type QuoteMessages, quoteMessages } from "../../i18n/quote-messages.ts";
import { codesIn } from "../../search/query/code.ts";
import { listSections } from "../../search/rank/section.ts";
import type { ScoredPassage } from "../../search/search.ts";
import { placeOf, type Retrieval, type ToolScope, titleOf } from "../sources/retrieval.ts";
import type { Ask } from "../wire/conversation.ts";
import { type CorpusStats, confidence, corpusStats, sureness, topicality } from "./corpus-stats.ts";
import { createPageCutter } from "./cut-page.ts";
import { detectLanguage, isNameIn, isVarying, lacksPrice, type Query, toQuery } from "./question.ts";
import { type Quote, type QuotePiece, toQuote } from "./quote.ts";
import { askedTerms, createWindows, type QuotablePage, type RatedPage, ratePage } from "./window.ts";

/** Everything from which an answer of quotes is written. */
export interface QuotesInput extends ToolScope {
  readonly ask: Ask;
}

/** Below it nothing is quoted: the question is about something else. */
const LEAST_TOPICALITY = 0.3;
/** The same for a language of whose words nothing is known: half of what is below 0.3 there is about the docs. */
const LEAST_CONFIDENCE = 0.02;
/**
 * Below both a refused question has no word of the docs' own and nothing close was found: their closest pages would be odd. That is so for
 * four of ten questions of everyday life.
 */
const [LEAST_TYPICALITY, LEAST_RELEVANCE] = [-1.4, 0.1];
/** From here on, quotes are given without a warning. */
const SURE = 0.62;
/** From here on a question is about numbers, and quotes of them are doubted. */
const MOSTLY_NUMBERS = 0.8;
/** About how many characters each quote may have. */
const ROOMS = [900, 350, 350];
/** Windows that are written for the quotes of an answer: pages may share texts. */
const MOST_TRIES = 20;
/** Number of leading characters that identify a section's beginning. */
const BEGINNING = 120;
/** A name as rare as this is what a question is about. */
const RARE = 0.6;

/** The content of an answer that quotes: its quotes, best first, or none. */
export interface Choice {
  readonly input: QuotesInput;
  readonly messages: QuoteMessages;
  readonly quoted: readonly Quoted[];
  /** Paths of the pages that were found and are about what is asked now; of a refusal those that it may name. */
  readonly pages: ReadonlySet<string>;
  /** The first line: that these are quotes, or that they may not answer; empty without quotes. */
  readonly lead: string;
}

/** Chooses what to quote of all that a search found. */
export function chooseQuotes(input: QuotesInput, all: readonly ScoredPassage[]): Choice {
  const { site, retrieval, ask } = input;
  const language = all[0]?.passage.language ?? ask.filter.language ?? site.project.defaultLanguage;
  const messages = quoteMessages(detectLanguage(ask.question.text), language);
  const query = queryOf(input, language);
  const stats = corpusStats(site, language);
  const found = onTopic(all, query, stats);
  const codes = codesIn(ask.question.text).filter((code) =>
    found.some(({ passage }) => passage.text.toLowerCase().includes(code)),
  );
  const rated = ratePages(found, codes, { site, stats });
  const best = quoteAll(rated, ROOMS, retrieval);
  const quoted = best.slice(0, ask.retrievalPageSize);
  const coverages = quoted.map(({ coverage }) => coverage);
  const typicality = corpusStats(site, askedLanguage(input, language)).typicality(query.text);
  const isOurs =
    typicality === undefined
      ? confidence(all, coverages) >= LEAST_CONFIDENCE
      : topicality(all, coverages, typicality) >= LEAST_TOPICALITY;
  const pages = new Set(found.map(({ passage }) => passage.path));
  if (!isOurs && !hasName(ask.question.text, all, stats)) {
    const isFar = typicality !== undefined && typicality < LEAST_TYPICALITY && (all[0]?.score ?? 0) < LEAST_RELEVANCE;
    const closest = isFar ? [] : all.map(({ passage }) => passage.path);
    return { input, messages, quoted: [], pages: new Set(closest), lead: "" };
  }
  const fits = best.map(({ fit }) => fit);
  const isSure = sureness(found, fits) >= SURE && shareOfNumbers(found) < MOSTLY_NUMBERS;
  // Words that completed the question are of an earlier one, and the first one has its capital as such.
  const asked = (query.focus.length > 0 ? query.focus : query.text.split(" ")).filter(
    (word) => isNameIn(ask.question.text, word) && !isVarying(word),
  );
  const unquoted = unquotedNames(asked, quoted, stats);
  const missing = unquoted.filter((word) => !isInDocs(word, all, stats));
  // What the docs do mention, and no quote, leaves a doubt.
  const texts = quoted.map(({ quote }) => quote.markdown);
  const hasAll = unquoted.length === missing.length && !lacksPrice(ask.question.text, texts);
  const lead = isSure && hasAll ? messages.lead : messages.doubt;
  const said = missing.length > 0 ? `${messages.notMentioned(missing.map((word) => `*${word}*`).join(", "))} ${lead}` : lead;
  return { input, messages, quoted, pages, lead: said };
}

/** Returns true when a passage has a name in code that the question has: the docs speak of what it is about. */
function hasName(question: string, found: readonly ScoredPassage[], { analyzer }: CorpusStats): boolean {
  const names = new Set(analyzer.tokens(question).flatMap(({ joined, term }) => (joined ? [term] : [])));
  return found.some(({ termMatches }) => termMatches.some(({ term, strength }) => strength === 1 && names.has(term)));
}

/** Returns the share of a question, weighted by rarity, that is numbers: a table may hold any of them by chance. */
function shareOfNumbers([best]: readonly ScoredPassage[]): number {
  const numbers = best?.termMatches.filter(({ term }) => /^\p{N}+$/u.test(term)) ?? [];
  return numbers.reduce((sum, { share }) => sum + share, 0);
}

/** A quote and where it is from. */
export interface Quoted {
  /** The best passage of its page. */
  readonly hit: ScoredPassage;
  /** The section that it begins in. */
  readonly cited: ScoredPassage;
  readonly quote: Quote;
  /** Share of the question that the quote and its headings hold. */
  readonly coverage: number;
  /** Its fit to the question; a higher one is better. */
  readonly fit: number;
}

/** Weight of a word of the question itself beside one of an earlier question that completed it. */
const OWN_WEIGHT = 4;

/**
 * Keeps hits with a word of the question itself, where earlier ones completed it: the others are about the earlier question. What they
 * have of both counts, and of the question itself more.
 */
function onTopic(
  found: readonly ScoredPassage[],
  { focus, required }: Query,
  { analyzer }: CorpusStats,
): readonly ScoredPassage[] {
  const [own, needed] = [new Set(analyzer.terms(focus.join(" "))), new Set(analyzer.terms(required.join(" ")))];
  if (own.size === 0) return found;
  const sharesOf = (terms: ReadonlySet<string>) =>
    found.map(({ termMatches }) =>
      termMatches.reduce((sum, { term, share, expandedStrength }) => sum + (terms.has(term) ? share * expandedStrength : 0), 0),
    );
  const [ofOwn, ofNeeded] = [sharesOf(own), sharesOf(needed)];
  const least = Math.max(...ofNeeded) / 2;
  if (required.length > 0 && least === 0) return [];
  // "can I raise it?" is still about its subject where the docs say nothing of raising; that word weighs, so that there is doubt.
  const isSaid = Math.max(...ofOwn) > 0;
  return found.flatMap((hit, index) => {
    if ((isSaid && ofOwn[index] === 0) || (ofNeeded[index] as number) < least) return [];
    const termMatches = hit.termMatches.map((match) =>
      own.has(match.term) ? { ...match, share: OWN_WEIGHT * match.share } : match,
    );
    return [{ ...hit, termMatches }];
  });
}

/** Rates the pages that were found, and each of their pieces by what it has of the question. */
function ratePages(
  found: readonly ScoredPassage[],
  codes: readonly string[],
  { site, stats }: { readonly site: ToolScope["site"]; readonly stats: CorpusStats },
): RatedPage[] {
  const { analyzer } = stats;
  const terms = askedTerms(found[0]?.termMatches ?? []);
  return [...Map.groupBy(found, ({ passage }) => passage.path)].map(([path, hits]) => {
    const page = cutPage(passagesByPath(site).get(path) ?? [], { terms, stats });
    return ratePage({ hits: hits as [ScoredPassage, ...ScoredPassage[]], ...page }, analyzer, codes);
  });
}

const cutPage = createPageCutter();

function quoteAll(pages: readonly RatedPage[], rooms: readonly number[], retrieval: Retrieval): Quoted[] {
  const nextWindow = createWindows(pages);
  const quoted: Quoted[] = [];
  for (let tries = 0; tries < MOST_TRIES && quoted.length < rooms.length; tries += 1) {
    const window = nextWindow(rooms[quoted.length] as number);
    const [first] = window?.pieces ?? [];
    if (!window || !first) break;
    const [hit] = window.page.hits;
    const quote = toQuote(window, (link) => retrieval.urlOfLink(hit.passage, link));
    if (!quote || isShown(quote, quoted)) continue;
    quoted.push({ hit, cited: citedHit(first, window.page.hits), quote, coverage: window.coverage, fit: window.score });
  }
  return quoted;
}

/** Returns the section of a piece as a hit; a passage that was not found itself has the relevance of its page. */
function citedHit({ passage, heading, anchor }: QuotePiece, hits: QuotablePage["hits"]): ScoredPassage {
  const hit = hits.find((found) => found.passage.id === passage.id) ?? hits[0];
  const section = listSections(passage).find((each) => each.heading === heading && each.anchor === anchor);
  return { ...hit, passage, section: section ?? hit.section };
}

/** Returns true when an earlier quote has the beginning of this one: pages may share texts. */
function isShown({ markdown }: Quote, quoted: readonly Quoted[]): boolean {
  const beginning = markdown.replace(/^…\n+/, "").slice(0, BEGINNING);
  return quoted.some(({ quote }) => quote.markdown.includes(beginning));
}

/** Returns true for a word that a passage has: the search finds those that have a rare one. */
function isInDocs(word: string, found: readonly ScoredPassage[], { analyzer }: CorpusStats): boolean {
  const term = analyzer.terms(word).at(-1) ?? "";
  return found.some(
    ({ passage: { title, heading, text }, termMatches }) =>
      termMatches.some((match) => match.term === term && match.alternatives.some(({ terms }) => terms.join(" ") === term)) ||
      analyzer.terms(`${title}\n${heading}\n${text}`).includes(term),
  );
}

/** Lists names of the question that are rare in the docs and neither in a quote nor in its place. */
function unquotedNames(asked: readonly string[], quoted: readonly Quoted[], { analyzer, rarity }: CorpusStats): string[] {
  const rare = asked.flatMap((word) => {
    // The last term is the whole word: "PayPal" is one thing, and not what pays a pal; 4.9 is neither 4 nor 9.
    const term = analyzer.terms(word).at(-1);
    return term !== undefined && rarity(term) >= RARE ? [{ word, term }] : [];
  });
  if (rare.length === 0) return [];
  const texts = quoted.map(({ cited, quote }) =>
    [cited.passage.path, cited.passage.description, titleOf(placeOf(cited)), quote.markdown].join("\n"),
  );
  const held = new Set(analyzer.terms(texts.join("\n")));
  return rare.flatMap(({ word, term }) => (held.has(term) ? [] : [word]));
}

/** Builds the query for pages of a language. */
export function queryOf(input: QuotesInput, language: string): Query {
  return toQuery({ ...input.ask, question: input.ask.question.text, currentTitle: currentTitle(input), language });
}

/** Returns the language of the question if the docs have it, since another language may contain its words by chance. */
function askedLanguage({ site, ask }: QuotesInput, language: string): string {
  const asked = detectLanguage(ask.question.text);
  return site.project.languages.find(({ id }) => id.split("-")[0] === asked)?.id ?? language;
}

/** Returns the title of the reader's current page; undefined when it is not a page of the docs. */
export function currentTitle({ site, ask }: { site: QuotesInput["site"]; ask: Pick<Ask, "currentPath"> }): string | undefined {
  const path = sitePathOf({ siteUrl: site.project.siteUrl, basePath: getConfig().basePath }, ask.currentPath ?? "");
  return path === undefined ? undefined : findPageAt(site, path)?.page.title;
}
