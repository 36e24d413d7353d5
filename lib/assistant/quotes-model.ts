import { getConfig } from "../config/config.ts";
import type { Passage } from "../content/passage.ts";
import { findPageAt } from "../content/site.ts";
import { sitePathOf } from "../content/urls.ts";
import { versionIn } from "../search/analyze/analyze.ts";
import type { ScoredPassage } from "../search/search.ts";
import { takeTurn } from "../turns.ts";
import type { Ask } from "./conversation.ts";
import type { LanguageModelV4, ModelCallOptions, ModelStreamPart } from "./language-model.ts";
import { confidence, topicality } from "./quotes/confidence.ts";
import { type CorpusStats, corpusStats } from "./quotes/corpus-stats.ts";
import { type QuoteMessages, quoteMessages } from "./quotes/messages.ts";
import { piecesOf } from "./quotes/pieces.ts";
import { type Query, toQuery } from "./quotes/query.ts";
import { detectLanguage } from "./quotes/question.ts";
import { type Quote, toQuote } from "./quotes/quote.ts";
import { replyToSmallTalk } from "./quotes/small-talk.ts";
import { createWindows, type RatedPage, ratePage } from "./quotes/window.ts";
import { type Retrieval, titleOf } from "./retrieval.ts";
import type { ToolScope } from "./tools.ts";

/** Everything that an answer of quotes is made from. */
export interface QuotesInput extends ToolScope {
  readonly ask: Ask;
}

const CLOSEST_PAGES = 3;
const NO_TOKENS = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/**
 * A model that needs no provider: it searches once and quotes the closest sections, word for word and each under its place,
 * or says that the docs do not answer. Made for one request; it runs in the same loop as any other model.
 */
export function createQuotesModel(input: QuotesInput): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "docent",
    modelId: "quotes",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("Quotes are streamed; use streamText.")),
    doStream: async (options) => {
      await takeTurn();
      return { stream: toStream(partsOf(input, options)) };
    },
  };
}

function* partsOf(input: QuotesInput, { prompt }: ModelCallOptions): Generator<ModelStreamPart, void, void> {
  yield { type: "stream-start", warnings: [] };
  const language = languageOf(input);
  const messages = quoteMessages(detectLanguage(input.ask.question.text), language);
  const smallTalk = replyToSmallTalk(input.ask.question.text, messages);
  if (smallTalk !== undefined) return yield* writeText([smallTalk]);
  const asked = toQuery({ ...input.ask, question: input.ask.question.text, currentTitle: currentTitle(input), language });
  const query = { ...asked, text: corpusStats(input.site, language).toCorpusForm(asked.text) };
  // A model that failed may have searched already; what it found is not what this query asks for.
  if (prompt.at(-1)?.role !== "tool" || !input.retrieval.searches) return yield* callSearch(query);
  const attachments = input.ask.question.attachments.length > 0 ? [messages.attachments] : [];
  yield* writeText([...attachments, ...answer({ ...input, query, language, messages })]);
}

function* callSearch({ text }: Query): Generator<ModelStreamPart, void, void> {
  const toolCallId = `call-${crypto.randomUUID()}`;
  const input = JSON.stringify({ query: text });
  yield { type: "tool-input-start", id: toolCallId, toolName: "search" };
  yield { type: "tool-input-delta", id: toolCallId, delta: input };
  yield { type: "tool-input-end", id: toolCallId };
  yield { type: "tool-call", toolCallId, toolName: "search", input };
  yield { type: "finish", finishReason: { unified: "tool-calls", raw: undefined }, usage: NO_TOKENS };
}

function* writeText(paragraphs: readonly string[]): Generator<ModelStreamPart, void, void> {
  yield { type: "text-start", id: "text" };
  for (const [index, paragraph] of paragraphs.entries())
    yield { type: "text-delta", id: "text", delta: index === 0 ? paragraph : `\n\n${paragraph}` };
  yield { type: "text-end", id: "text" };
  yield { type: "finish", finishReason: { unified: "stop", raw: undefined }, usage: NO_TOKENS };
}

interface AnswerInput extends QuotesInput {
  readonly query: Query;
  readonly language: string;
  readonly messages: QuoteMessages;
}

/** Paragraphs of Markdown: quotes under the places that they are from, or a refusal. */
function answer(input: AnswerInput): string[] {
  const { site, retrieval, query, language, messages } = input;
  const stats = corpusStats(site, language);
  // Links inside of quotes are the page's own; only markers cite.
  retrieval.citeByMarkersAlone();
  const found = onTopic(retrieval.found, query, stats);
  const pages = ratePages(found, site, stats);
  const quotes = quoteAll(pages, ROOMS, retrieval);
  const coverages = quotes.map(({ coverage }) => coverage);
  const sureness = confidence(retrieval.found, coverages);
  const typicality = corpusStats(site, askedLanguage(input)).typicality(query.text);
  const ours = typicality === undefined ? sureness : topicality(retrieval.found, coverages, typicality);
  if (ours < LEAST_TOPICALITY) return refuse(input);
  const quoted = sureness < SURE ? quoteAll(pages, DOUBTFUL_ROOMS, retrieval) : quotes;
  retrieval.allow(quoted.flatMap(({ quote }) => quote.links));
  const missing = missingWords(query.text, quoted, stats);
  const lead = sureness < SURE ? messages.doubt : messages.lead;
  const said = missing.length > 0 ? `${messages.notMentioned(missing.map((word) => `*${word}*`).join(", "))} ${lead}` : lead;
  return [said, ...quoted.flatMap(({ place, quote }) => [place, quote.markdown]), ...furtherPages(found, quoted, input)];
}

/** Below it nothing is quoted: the question is about something else. */
const LEAST_TOPICALITY = 0.5;
/** From this confidence on, quotes are given without a warning. */
const SURE = 0.985;
/** About how many characters each quote may have. */
const ROOMS = [900, 350, 350];
const DOUBTFUL_ROOMS = [800, 300, 300];
/** Windows that are written for the quotes of an answer: pages may share texts. */
const MOST_TRIES = 20;
/** So many characters tell one section's beginning from another's. */
const BEGINNING = 120;
/** A word as rare as this is what a question is about. */
const RARE = 0.6;

interface Quoted {
  readonly hit: ScoredPassage;
  readonly place: string;
  readonly quote: Quote;
  /** Share of the question that the quote and its headings hold. */
  readonly coverage: number;
}

/** What holds words of the question itself, where earlier ones completed it: all else is about what was asked before. */
function onTopic(found: readonly ScoredPassage[], { focus }: Query, { analyzer }: CorpusStats): readonly ScoredPassage[] {
  const own = new Set(analyzer.terms(focus.join(" ")));
  if (own.size === 0) return found;
  const held = ({ termMatches }: ScoredPassage) =>
    termMatches.reduce((sum, { term, share, expandedStrength }) => sum + (own.has(term) ? share * expandedStrength : 0), 0);
  const most = Math.max(...found.map(held));
  if (most === 0) return [];
  return found
    .filter((hit) => held(hit) >= most / 2)
    .map((hit) => ({ ...hit, termMatches: hit.termMatches.filter(({ term }) => own.has(term)) }));
}

/** The pages that were found, with what each of their pieces has of the question. */
function ratePages(found: readonly ScoredPassage[], site: ToolScope["site"], { analyzer }: CorpusStats): RatedPage[] {
  const asked = new Set(found[0]?.termMatches.flatMap(({ alternatives }) => alternatives.flatMap(({ terms }) => terms)));
  const share = (text: string) => new Set(analyzer.terms(text)).intersection(asked).size;
  const byPath = Map.groupBy(found, ({ passage }) => passage.path);
  const passages = Map.groupBy(
    site.passages.filter(({ path }) => byPath.has(path)),
    ({ path }) => path,
  );
  return [...byPath].map(([path, hits]) => {
    const pieces = piecesOf(passages.get(path) ?? [], share);
    return ratePage({ hits: hits as [ScoredPassage, ...ScoredPassage[]], pieces }, analyzer);
  });
}

function quoteAll(pages: readonly RatedPage[], rooms: readonly number[], retrieval: Retrieval): Quoted[] {
  const nextWindow = createWindows(pages);
  const quoted: Quoted[] = [];
  for (let tries = 0; tries < MOST_TRIES && quoted.length < rooms.length; tries += 1) {
    const window = nextWindow(rooms[quoted.length] as number);
    const [first] = window?.pieces ?? [];
    if (!window || !first) break;
    const [hit] = window.page.hits;
    const quote = toQuote(window.pieces, (link) => retrieval.urlOfLink(hit.passage, link));
    if (!quote || isShown(quote, quoted)) continue;
    const place = headingOf({ ...hit.passage, heading: first.heading, anchor: first.anchor }, retrieval);
    quoted.push({ hit, quote, place, coverage: window.coverage });
  }
  return quoted;
}

/** Whether an earlier quote has what this one begins with: pages may share texts. */
function isShown({ markdown }: Quote, quoted: readonly Quoted[]): boolean {
  const beginning = markdown.replace(/^…\n+/, "").slice(0, BEGINNING);
  return quoted.some(({ quote }) => quote.markdown.includes(beginning));
}

/** Page and section as a link, with the number to cite it by. */
function headingOf(place: Passage, retrieval: Retrieval): string {
  return `**[${escapeText(titleOf(place))}](${retrieval.urlOf(place)})** ${retrieval.marker(place)}`;
}

/** Rare words of the question that are in no quote, nor in its place, nor said there by a synonym or meant by a typo. */
function missingWords(query: string, quoted: readonly Quoted[], { analyzer, rarity, isWord }: CorpusStats): string[] {
  const texts = quoted.map(({ hit: { passage }, place, quote }) =>
    [passage.path, passage.description, place, quote.markdown].join("\n"),
  );
  const held = new Set(analyzer.terms(texts.join("\n")));
  const matches = quoted.flatMap(({ hit }) => hit.termMatches);
  const isMeant = (word: string, term: string) =>
    matches.some((match) => match.term === term && match.expandedStrength > (isWord(word) ? match.strength : 0));
  const isMissing = (term: string) => !held.has(term) && rarity(term) >= RARE;
  return query.split(" ").filter((word) => {
    const terms = analyzer.terms(word);
    // "PayPal" is one thing, and not what pays a pal; 4.9 is neither 4 nor 9.
    const name = isCompoundName(word) || versionIn(word) ? terms.at(-1) : undefined;
    if (name !== undefined && isMissing(name)) return true;
    return terms.length > 0 && terms.every((term) => isMissing(term) && !isMeant(word, term));
  });
}

/** Whether a word is a name that is written together from several, such as "PayPal" and "GitLab". */
function isCompoundName(word: string): boolean {
  return /^\p{Lu}\p{Ll}+\p{Lu}[\p{Lu}\p{Ll}]*$/u.test(word);
}

function furtherPages(
  found: readonly ScoredPassage[],
  quoted: readonly Quoted[],
  { retrieval, messages }: AnswerInput,
): string[] {
  const shown = new Set(quoted.map(({ hit }) => hit.passage.path));
  const links = pageLinks(
    found.filter(({ passage }) => !shown.has(passage.path)),
    retrieval,
  );
  return links ? [messages.further, links] : [];
}

function pageLinks(found: readonly ScoredPassage[], retrieval: Retrieval): string {
  const pages = [...new Map(found.map(({ passage }) => [passage.path, passage])).values()].slice(0, CLOSEST_PAGES);
  return pages.map(({ title, path }) => `- [${escapeText(title)}](${retrieval.urlOf({ path, anchor: "" })})`).join("\n");
}

function escapeText(text: string): string {
  return text.replace(/[\\`*_[\]<>]/g, "\\$&");
}

function refuse({ site, retrieval, ask, messages }: AnswerInput): string[] {
  const links = pageLinks(inLanguageOf(ask.question.text, retrieval.found), retrieval);
  return [...otherLanguage(site, ask, messages), ...(links ? [messages.refusal, links] : [messages.nothing])];
}

/** Pages that the reader can read; all of them where it cannot be told which those are. */
function inLanguageOf(question: string, found: Retrieval["found"]): Retrieval["found"] {
  const asked = detectLanguage(question);
  const readable = found.filter(({ passage }) => passage.language.split("-")[0] === asked);
  return readable.length > 0 ? readable : found;
}

/** A question in a language that the docs do not have finds nothing for that reason alone: the reader should know. */
function otherLanguage({ project }: ToolScope["site"], { question }: Ask, messages: QuoteMessages): string[] {
  const asked = detectLanguage(question.text);
  const languages = project.languages;
  if (!asked || languages.some(({ id }) => id.split("-")[0] === asked)) return [];
  return [messages.otherLanguage(languages.map(({ label }) => label).join(", "))];
}

/** The language of what was found, or of what will be looked through. */
function languageOf({ site, retrieval, ask }: QuotesInput): string {
  return retrieval.found[0]?.passage.language ?? ask.filter.language ?? site.project.defaultLanguage;
}

/** The language of the question, where the docs have it: chance alone may find words of it in another one. */
function askedLanguage({ site, ask, language }: AnswerInput): string {
  const asked = detectLanguage(ask.question.text);
  return site.project.languages.find(({ id }) => id.split("-")[0] === asked)?.id ?? language;
}

/** Title of the page that the reader looks at; undefined when it is none of the docs. */
export function currentTitle({ site, ask }: { site: QuotesInput["site"]; ask: Pick<Ask, "currentPath"> }): string | undefined {
  const path = sitePathOf({ siteUrl: site.project.siteUrl, basePath: getConfig().basePath }, ask.currentPath ?? "");
  return path === undefined ? undefined : findPageAt(site, path)?.page.title;
}

function toStream(parts: Generator<ModelStreamPart, void, void>): ReadableStream<ModelStreamPart> {
  return new ReadableStream<ModelStreamPart>(
    {
      pull(controller) {
        const { done, value } = parts.next();
        if (done) controller.close();
        else controller.enqueue(value);
      },
    },
    { highWaterMark: 0 },
  );
}
