import { type AnswerInput, answer } from "../../lib/assistant/answer.ts";
import { createQuotesModel } from "../../lib/assistant/model/quotes-model.ts";
import type { Turn } from "../../lib/assistant/wire/conversation.ts";
import { getConfig } from "../../lib/config/config.ts";
import type { Question } from "../../lib/content/site/questions.ts";
import { findPageAt, pagesByPath, type Site } from "../../lib/content/site/site.ts";
import { describeMissingPage } from "../../lib/content/site/suggest-pages.ts";
import { listQuoteMessages, type QuoteMessages } from "../../lib/i18n/quote-messages.ts";
import { searchSite } from "../../lib/search/request.ts";

/** A question with what became of it. */
export interface Judgement {
  readonly question: Question;
  readonly state: "passes" | "doubted" | "fails";
  /** Each with the place that was shown instead; empty for one that passes. */
  readonly reasons: readonly string[];
}

/** Pages that a reader sees without scrolling. */
const MAX_RANK = 5;
const SEARCHED = 50;

/** Searches and asks a site for each question as its readers do, and compares with what the question expects. */
export async function judgeAll(site: Site, questions: readonly Question[]): Promise<Judgement[]> {
  const outcomes: Judgement[] = [];
  for (const question of questions) outcomes.push(await judge(site, question));
  return outcomes;
}

async function judge(site: Site, question: Question): Promise<Judgement> {
  const reader = toReader(site, question);
  const unknown = findUnknown(site, question, reader);
  if (unknown.length > 0) return { question, state: "fails", reasons: unknown };
  const found = await findPages(site, question, reader);
  // An answer of the owner's own has words that the page need not have.
  const isSearched = question.after.length === 0 && question.answer === undefined;
  const inSearch = isSearched ? judgeSearch(question, found) : [];
  if (question.kind === "search") return { question, state: inSearch.length > 0 ? "fails" : "passes", reasons: inSearch };
  const given = await askSite(site, { ...question, ...reader, choose: chooseQuotesModel });
  const { state, reasons } = judgeAnswer(question, given, found);
  return { question, state: inSearch.length > 0 ? "fails" : state, reasons: [...inSearch, ...reasons] };
}

/** The language and version that a reader searches and asks in. */
interface Reader {
  readonly language: string;
  readonly version: string | undefined;
}

/** Returns what a question is asked in: what it names, or else what the first page has that answers it. */
export function toReader(site: Site, { answeredBy: [first] = [], ...question }: Question): Reader {
  const page = first === undefined ? undefined : findPageAt(site, pathOf(first))?.page;
  const { defaultLanguage, defaultVersion } = site.project;
  return {
    language: question.language ?? page?.language ?? defaultLanguage,
    version: question.version ?? page?.version ?? defaultVersion ?? undefined,
  };
}

/** Lists what a question names and the site does not have. */
function findUnknown(site: Site, { answeredBy = [] }: Question, { language, version }: Reader): string[] {
  const { languages, versions } = site.project;
  const named = (ids: readonly { id: string }[]) => ids.map(({ id }) => id).join(", ") || "none";
  const unknown: string[] = [];
  if (!languages.some(({ id }) => id === language))
    unknown.push(`the site has no language "${language}"; it has ${named(languages)}`);
  if (version !== undefined && !versions.some(({ id }) => id === version))
    unknown.push(`the site has no version "${version}"; it has ${named(versions)}`);
  for (const place of answeredBy) {
    const [path = "", anchor] = place.split("#");
    if (!pagesByPath(site).has(path)) unknown.push(describeMissingPage(site, getConfig().basePath + path).replace(/\.$/, ""));
    else if (anchor !== undefined && !anchorsOf(site, path).has(anchor))
      unknown.push(`${path} has no section #${anchor}; it has ${[...anchorsOf(site, path)].map((id) => `#${id}`).join(", ")}`);
  }
  return unknown;
}

function anchorsOf({ passages }: Site, path: string): Set<string> {
  const own = passages.filter((passage) => passage.path === path);
  const anchors = own.flatMap(({ anchor, blocks }) => [anchor, ...blocks.map((block) => block.anchor ?? "")]);
  return new Set(anchors.filter(Boolean));
}

/** Returns the pages that the search finds, best first, each at the section that its result opens. */
async function findPages(site: Site, { text }: Question, filter: Reader): Promise<string[]> {
  const results = await searchSite(site, { query: text, pageSize: SEARCHED, filter });
  const places = results.map(({ url }) => toPlace(site, url));
  return places.filter((place, index) => places.findIndex((other) => pathOf(other) === pathOf(place)) === index);
}

/** Returns the faults of a search: it must open the section that answers; for a question to the assistant the page is enough. */
function judgeSearch({ kind, answeredBy, todo }: Question, found: readonly string[]): string[] {
  if (!answeredBy && kind === "search" && todo)
    return ["no page is named that it should find: write one, and name it in answeredBy"];
  if (!answeredBy?.length) return [];
  const rank = found.findIndex((place) => answeredBy.some((wanted) => pathOf(wanted) === pathOf(place))) + 1;
  const place = found[rank - 1];
  const rather = found[0] === undefined ? "it finds nothing" : `first is ${found[0]}`;
  if (place === undefined) return [`the search misses ${list(answeredBy, "or")}; ${rather}`];
  if (rank > MAX_RANK) return [`the search has ${pathOf(place)} in place ${rank}; ${rather}`];
  if (kind === "question" || answeredBy.some((wanted) => holds(wanted, place))) return [];
  return [`the search opens ${place}, not ${list(answeredBy, "or")}`];
}

function judgeAnswer(question: Question, given: Given, found: readonly string[]): Pick<Judgement, "state" | "reasons"> {
  const { answeredBy, shows } = question;
  const { cited, text } = given;
  const doubted = cited.length > 0 && warns(text);
  if (answeredBy?.length === 0) {
    if (cited.length === 0 || doubted) return { state: "passes", reasons: [] };
    return { state: "fails", reasons: [`nothing answers it here, and the assistant quotes ${list(cited)} without doubt`] };
  }
  if (cited.length === 0) {
    const nearest = found[0] === undefined ? "no page is near" : `the nearest page is ${found[0]}`;
    return { state: "fails", reasons: [`the assistant says that the docs do not answer; ${nearest}`] };
  }
  const right = cited.find((place) => answeredBy?.some((wanted) => holds(wanted, place)));
  if (answeredBy && right === undefined)
    return { state: "fails", reasons: [`the assistant quotes ${list(cited)}, not ${list(answeredBy, "or")}`] };
  const missing = shows.filter((words) => !plain(text).includes(plain(words)));
  if (missing.length > 0)
    return { state: "fails", reasons: missing.map((words) => `the assistant quotes ${list(cited)} without “${words}”`) };
  if (!doubted) return { state: "passes", reasons: [] };
  return { state: "doubted", reasons: [`the assistant quotes ${right ?? cited[0]}, and doubts it: “${text.split("\n")[0]}”`] };
}

/** Returns true for a place that is a wanted section, or on a wanted page. */
function holds(wanted: string, place: string): boolean {
  return wanted === place || wanted === pathOf(place);
}

function pathOf(place: string): string {
  return place.replace(/#.*$/, "");
}

function list(names: readonly string[], word: "and" | "or" = "and"): string {
  return new Intl.ListFormat("en", { type: word === "and" ? "conjunction" : "disjunction" }).format(names);
}

/** A question of a reader of one language and version. */
interface Asked {
  readonly text: string;
  /** The reader's earlier questions. */
  readonly after?: readonly string[];
  readonly language?: string | undefined;
  readonly version?: string | undefined;
  /** Chooses the engine that answers. Default: the environment's. */
  readonly choose?: AnswerInput["choose"];
}

/** An answer as a reader gets it. */
export interface Given {
  readonly text: string;
  /** Path and anchor of each cited place, best first. */
  readonly cited: readonly string[];
  /** Paths of the passages that the answerer got. */
  readonly read: readonly string[];
  /** Places of the hits of the last search's result. */
  readonly hits: readonly string[];
  readonly failed: boolean;
  readonly firstTextMs: number;
}

/** The answerer without a model, whatever the environment chooses: equal content gives equal answers. */
const chooseQuotesModel: NonNullable<AnswerInput["choose"]> = async (input) => ({
  ...createQuotesModel(input),
  engine: () => "excerpts",
});

/** Asks the assistant of a site, its earlier questions first. */
export async function askSite(site: Site, { text: question, after = [], ...asked }: Asked): Promise<Given> {
  const history: Turn[] = [];
  for (const earlier of after) {
    const { text } = await askOnce(site, { ...asked, text: earlier, history });
    history.push({ role: "user", text: earlier }, { role: "assistant", text });
  }
  return askOnce(site, { ...asked, text: question, history });
}

type OneTurn = Omit<Asked, "after"> & { readonly history: readonly Turn[] };

async function askOnce(site: Site, { text, history, language, version, choose }: OneTurn): Promise<Given> {
  const started = performance.now();
  const { events, retrieval } = await answer({
    site,
    threadId: "th_question",
    signal: new AbortController().signal,
    ask: {
      fp: "question",
      threadId: undefined,
      retrievalPageSize: 5,
      filter: { version, language },
      currentPath: undefined,
      context: [],
      history,
      question: { id: "question", text, attachments: [] },
    },
    ...(choose && { choose }),
  });
  const given = { text: "", cited: [] as string[], failed: false, firstTextMs: 0 };
  for await (const event of events) {
    if (event.type === "text" && !given.text) given.firstTextMs = performance.now() - started;
    if (event.type === "text") given.text += event.delta;
    if (event.type === "source") given.cited.push(toPlace(site, event.url));
    if (event.type === "error") given.failed = true;
  }
  return {
    ...given,
    read: retrieval.found.map(({ passage }) => passage.path),
    hits: retrieval.hits.map(({ passage, section }) => `${passage.path}${section.anchor && `#${section.anchor}`}`),
  };
}

/** Returns path and anchor of an address of the site, without base path. */
export function toPlace({ project }: Site, url: string): string {
  return url.replace(`${project.siteUrl}${getConfig().basePath}`, "");
}

/** Returns true for an answer of quotes that says that the docs may not answer, or that they lack a word; the owner's own never do. */
export function warns(text: string): boolean {
  const isSure = ({ lead, own }: QuoteMessages) => text.startsWith(lead) || text.startsWith(own);
  return !listQuoteMessages().some(isSure);
}

/** Letters and digits alone: marks and white space differ between a page and its Markdown. */
export function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
}
