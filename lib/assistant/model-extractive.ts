import { getConfig } from "../config/config.ts";
import type { Passage } from "../content/passage.ts";
import { findPageAt } from "../content/site.ts";
import { sitePathOf } from "../content/urls.ts";
import { synonymsIn } from "../search/query/thesaurus.ts";
import type { Ask } from "./conversation.ts";
import { askedTerms, shareOf, weighEvidence } from "./extractive/evidence.ts";
import { toMarkdown } from "./extractive/markdown.ts";
import { type Phrases, phrasesIn } from "./extractive/phrases.ts";
import { type Query, toQuery } from "./extractive/query.ts";
import { detectLanguage, questionKind } from "./extractive/question.ts";
import { selectExcerpts } from "./extractive/select.ts";
import { replyToSmallTalk } from "./extractive/small-talk.ts";
import { wordingOf } from "./extractive/wording.ts";
import type { LanguageModelV4, ModelCallOptions, ModelStreamPart } from "./language-model.ts";
import type { Retrieval } from "./retrieval.ts";
import type { ToolScope } from "./tools.ts";

/** Everything that an answer of excerpts is made from. */
export interface ExtractiveInput extends ToolScope {
  readonly ask: Ask;
}

const CLOSEST_PAGES = 3;
const NO_TOKENS = {
  inputTokens: { total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 0, text: 0, reasoning: 0 },
};

/**
 * A model that needs no provider: it searches once and quotes the passages that answer, word for word and each with its
 * citation, or says that the docs do not answer. Made for one request; it runs in the same loop as any other model.
 */
export function createExtractiveModel(input: ExtractiveInput): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "docent",
    modelId: "excerpts",
    supportedUrls: {},
    doGenerate: () => Promise.reject(new Error("Excerpts are streamed; use streamText.")),
    doStream: async (options) => ({ stream: toStream(partsOf(input, options)) }),
  };
}

function* partsOf(input: ExtractiveInput, { prompt }: ModelCallOptions): Generator<ModelStreamPart, void, void> {
  yield { type: "stream-start", warnings: [] };
  const language = languageOf(input);
  const phrases = phrasesIn(detectLanguage(input.ask.question.text), language);
  const smallTalk = replyToSmallTalk(input.ask.question.text, phrases);
  if (smallTalk !== undefined) return yield* writeText([smallTalk]);
  const asked = toQuery({ ...input.ask, question: input.ask.question.text, currentTitle: currentTitle(input), language });
  const query = { ...asked, text: wordingOf(input.site, language).inTheirForm(asked.text) };
  // A model that failed may have searched already; what it found is not what this query asks for.
  if (prompt.at(-1)?.role !== "tool" || !input.retrieval.searches) return yield* callSearch(query);
  const attachments = input.ask.question.attachments.length > 0 ? [phrases.attachments] : [];
  yield* writeText([...attachments, ...answer({ ...input, query, language, phrases })]);
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

interface AnswerInput extends ExtractiveInput {
  readonly query: Query;
  readonly language: string;
  readonly phrases: Phrases;
}

/** Paragraphs of Markdown: excerpts, or a refusal. */
function answer({ site, retrieval, ask, query, language, phrases }: AnswerInput): string[] {
  const wording = wordingOf(site, language);
  const { analyzer } = wording;
  const synonyms = getConfig().search.weights.thesaurus > 0 ? synonymsIn(ask.question.text, analyzer) : [];
  const asked = askedTerms(query.text, wording, synonyms);
  const evidence = weighEvidence(asked, retrieval.found, wording);
  const own = askedTerms(query.focus.join(" "), wording);
  const excerpts = selectExcerpts({
    evidence,
    relevance: retrieval.found[0]?.score ?? 0,
    unknown: retrieval.found[0]?.oovShare ?? 1,
    words: asked.size,
    focus: query.turns ? ({ title }) => shareOf(own, title, analyzer) : () => 0,
    kind: questionKind(ask.question.text),
  });
  if (excerpts.length === 0) return refuse({ site, retrieval, ask, phrases });
  return excerpts.flatMap(({ passage, blocks }) => toMarkdown(blocks, retrieval.marker(passage)));
}

function refuse({ site, retrieval, ask, phrases }: Pick<AnswerInput, "site" | "retrieval" | "ask" | "phrases">): string[] {
  retrieval.refuse();
  const found = inLanguageOf(ask.question.text, retrieval.found);
  const closest = [...new Map(found.map(({ passage }) => [passage.path, passage])).values()].slice(0, CLOSEST_PAGES);
  const links = closest.map((passage) => `- ${linkTo(passage, retrieval)}`).join("\n");
  return [...otherLanguage(site, ask, phrases), ...(links ? [phrases.refusal, links] : [phrases.nothing])];
}

/** Pages that the reader can read; all of them where it cannot be told which those are. */
function inLanguageOf(question: string, found: Retrieval["found"]): Retrieval["found"] {
  const asked = detectLanguage(question);
  const readable = found.filter(({ passage }) => passage.language.split("-")[0] === asked);
  return readable.length > 0 ? readable : found;
}

function linkTo(passage: Passage, retrieval: Retrieval): string {
  return `[${passage.title.replace(/[\\`*_[\]<>]/g, "\\$&")}](${retrieval.urlOf({ path: passage.path, anchor: "" })})`;
}

/** A question in a language that the docs do not have finds nothing for that reason alone: the reader should know. */
function otherLanguage({ project }: ToolScope["site"], { question }: Ask, phrases: Phrases): string[] {
  const asked = detectLanguage(question.text);
  const languages = project.languages;
  if (!asked || languages.some(({ id }) => id.split("-")[0] === asked)) return [];
  return [phrases.otherLanguage(languages.map(({ label }) => label).join(", "))];
}

/** The language of what was found, or of what will be looked through. */
function languageOf({ site, retrieval, ask }: ExtractiveInput): string {
  return retrieval.found[0]?.passage.language ?? ask.filter.language ?? site.project.defaultLanguage;
}

/** Title of the page that the reader looks at; undefined when it is none of the docs. */
export function currentTitle({
  site,
  ask,
}: {
  site: ExtractiveInput["site"];
  ask: Pick<Ask, "currentPath">;
}): string | undefined {
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
