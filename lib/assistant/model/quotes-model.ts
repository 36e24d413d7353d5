import { getConfig } from "../../config/config.ts";
import type { Passage } from "../../content/model/passage.ts";
import { type QuoteMessages, quoteMessages } from "../../i18n/quote-messages.ts";
import { takeTurn } from "../../turns.ts";
import { findOwnAnswer, type GivenAnswer, writeOwnAnswer } from "../quotes/own-answers.ts";
import { detectLanguage, type Query, replyToSmallTalk } from "../quotes/question.ts";
import { type Choice, chooseQuotes, type QuotesInput, queryOf } from "../quotes/quotes.ts";
import { placeOf, type Retrieval, type ToolScope } from "../sources/retrieval.ts";
import type { Ask } from "../wire/conversation.ts";
import { toReadableStream } from "../wire/readable-stream.ts";
import { type ChosenModel, type ModelStreamPart, streamedModel } from "./language-model.ts";
import { escapeText } from "./passages.ts";
import { listKnownValues } from "./tools.ts";

const CLOSEST_PAGES = 3;
const NO_TOKENS = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/**
 * Creates a model that needs no provider: it searches once and quotes the closest sections, word for word and each
 * under its place, or says that the docs do not answer. It serves one request, by its steps or, behind a provider's model, in the same
 * loop as that. The quotes are chosen right after the search, so that its result lists what they cite.
 */
export function createQuotesModel(input: QuotesInput): Pick<ChosenModel, "model" | "cite" | "steps"> {
  const own = findOwnAnswer(input);
  let hasSearched = false;
  let choice: Choice | undefined;
  const parts = (): Generator<ModelStreamPart, void, void> => {
    if (own && hasSearched) return writeOwn(input, own);
    if (choice) return writeAnswer(choice);
    // Without a choice the search has failed.
    if (hasSearched) throw new Error("The search failed.");
    hasSearched = true;
    return begin(input);
  };
  return {
    steps: parts,
    model: streamedModel({ provider: "docent", modelId: "quotes" }, async () => {
      await takeTurn();
      return { stream: toReadableStream(parts()) };
    }),
    cite: (found) => {
      if (own) {
        input.retrieval.found = [own.cited];
        return [own.cited];
      }
      choice = chooseQuotes(input, found);
      return choice.quoted.map(({ cited }) => cited);
    },
  };
}

/** Answers small talk, and searches for anything else. */
function* begin(input: QuotesInput): Generator<ModelStreamPart, void, void> {
  const language = input.ask.filter.language ?? input.site.project.defaultLanguage;
  const question = input.ask.question.text;
  const smallTalk = replyToSmallTalk(question, quoteMessages(detectLanguage(question), language));
  yield { type: "stream-start", warnings: [] };
  yield* smallTalk === undefined ? callSearch(queryOf(input, language)) : writeText([smallTalk]);
}

/** Writes a call of `search`, as a model does. */
export function* callSearch({ text }: Query, kind = "call-"): Generator<ModelStreamPart, void, void> {
  const toolCallId = `${kind}${crypto.randomUUID()}`;
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

/** Writes what the owner says to this question, as the owner's. */
function writeOwn({ ask, retrieval }: QuotesInput, own: GivenAnswer): Generator<ModelStreamPart, void, void> {
  const messages = quoteMessages(detectLanguage(ask.question.text), own.cited.passage.language);
  retrieval.citeByMarkersAlone();
  return writeText([messages.own, writeOwnAnswer(own, retrieval)]);
}

/** Writes quotes under the places that they are from, or a refusal, as paragraphs of Markdown. */
function writeAnswer(choice: Choice): Generator<ModelStreamPart, void, void> {
  const { input, messages, quoted, lead } = choice;
  const { retrieval, ask } = input;
  const unknown = describeUnknownFilter(input, messages);
  if (unknown) return writeText([unknown]);
  // Links inside of quotes are the page's own; only markers cite.
  retrieval.citeByMarkersAlone();
  retrieval.allow(quoted.flatMap(({ quote }) => quote.links));
  const attachments = ask.question.attachments.length > 0 ? [messages.attachments] : [];
  const quotes = quoted.flatMap(({ cited, quote }) => [headingOf(placeOf(cited), retrieval), quote.markdown]);
  retrieval.isDoubted = lead.endsWith(messages.doubt);
  const answer = lead ? [lead, ...quotes, ...furtherPages(choice)] : refuse(choice);
  return writeText([...attachments, ...answer]);
}

/** Links page and section, with the number to cite it by. */
function headingOf(place: Passage, retrieval: Retrieval): string {
  return `**[${escapeText(retrieval.nameOf(place))}](${retrieval.urlOf(place)})** ${retrieval.marker(place)}`;
}

/** Links to the pages of the other hits. */
function furtherPages({ input: { retrieval }, quoted, pages, messages }: Choice): string[] {
  const others = pages.difference(new Set(quoted.map(({ cited }) => cited.passage.path)));
  const links = pageLinks(
    retrieval.hits.filter(({ passage }) => others.has(passage.path)),
    retrieval,
  );
  return links ? [messages.further, links] : [];
}

function pageLinks(hits: Retrieval["hits"], retrieval: Retrieval): string {
  const pages = [...new Map(hits.map(({ passage }) => [passage.path, passage])).values()].slice(0, CLOSEST_PAGES);
  return pages.map(({ title, path }) => `- [${escapeText(title)}](${retrieval.urlOf({ path, anchor: "" })})`).join("\n");
}

/** Says which versions or languages there are, for a filter that names another one. */
function describeUnknownFilter({ site, ask }: QuotesInput, messages: QuoteMessages): string | undefined {
  const { versions, languages } = listKnownValues(site.project, ask.filter);
  if (!versions && !languages) return undefined;
  if (versions?.length === 0) return messages.noVersions;
  const known = [versions, languages].flatMap((ids) => (ids ? [ids.map((id) => `\`${id}\``).join(", ")] : []));
  return messages.unknownFilter(known.join("; "));
}

function refuse({ input: { site, retrieval, ask }, messages, pages }: Choice): string[] {
  const close = retrieval.hits.filter(({ passage }) => pages.has(passage.path));
  const links = pageLinks(inLanguageOf(ask.question.text, close), retrieval);
  const { support } = getConfig().assistant;
  const help = support ? [messages.support(`<${support}>`)] : [];
  return [...otherLanguage(site, ask, messages), ...(links ? [messages.refusal, links] : [messages.nothing]), ...help];
}

/** Returns the hits in the language of the question; all of them when that is unknown or has none. */
function inLanguageOf(question: string, hits: Retrieval["hits"]): Retrieval["hits"] {
  const asked = detectLanguage(question);
  const readable = hits.filter(({ passage }) => passage.language.split("-")[0] === asked);
  return readable.length > 0 ? readable : hits;
}

/** Returns a note when the docs do not have the language of the question, since that alone may be why nothing was found. */
function otherLanguage({ project }: ToolScope["site"], { question }: Ask, messages: QuoteMessages): string[] {
  const asked = detectLanguage(question.text);
  const languages = project.languages;
  if (!asked || languages.some(({ id }) => id.split("-")[0] === asked)) return [];
  return [messages.otherLanguage(languages.map(({ label }) => label).join(", "))];
}
