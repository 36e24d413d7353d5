import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { compilePage } from "../../lib/content/output/compile.ts";
import { pagesByPath, type Site } from "../../lib/content/site/site.ts";
import { searchPassages } from "../../lib/search/search.ts";
import { askSite, type Given, plain, toPlace, warns } from "../../scripts/questions/judge.ts";
import { readLabel, type Shown } from "./answer-labels.ts";
import type { AnswerQuestion } from "./answer-questions.ts";
import { type ReadAnswer, readAnswer } from "./answer-text.ts";

/** A question with its answer, judged. */
export interface AnswerRow {
  readonly question: AnswerQuestion;
  readonly text: string;
  readonly failed: boolean;
  readonly firstTextMs: number;
  /** An answer without sources. */
  readonly refused: boolean;
  /** The first line says that the docs may not answer, or names a word that they lack. */
  readonly warned: boolean;
  /** Undefined for a question whose answer nobody has marked. */
  readonly shown: Shown | undefined;
  /** The same of the first quote alone. */
  readonly firstShows: Shown | undefined;
  /** The first stage that had lost the answer; undefined when it is shown or not marked. */
  readonly lostAt: LostAt | undefined;
  /** Paths of the cited pages, each once. */
  readonly citedPages: readonly string[];
  readonly sources: number;
  /** Cited addresses that lead to no element of a page. */
  readonly brokenSources: readonly string[];
  /** The blocks of the quotes, lists item by item. */
  readonly blocks: readonly { readonly block: string; readonly isInPage: boolean }[];
}

/** The stages that an answer passes: the search has its page, the answerer gets it, and quotes its section and its words. */
export type LostAt = "not among the search's first five pages" | "page not read" | "section not quoted" | "part not quoted";

/** Asks every question of a site with the engine that the environment chooses, and judges the answers. */
export async function askAll(site: Site, questions: readonly AnswerQuestion[]): Promise<AnswerRow[]> {
  // The first question pays for the indexes, as the first reader after a start does.
  await askSite(site, { text: "warm up" });
  const rendered = new Map<string, Promise<string>>();
  const rows: AnswerRow[] = [];
  for (const question of questions) {
    const { question: text, before: after, language, version } = question;
    const given = await askSite(site, { text, after, language, version });
    rows.push(await judge(site, question, given, rendered));
  }
  return rows;
}

type Rendered = Map<string, Promise<string>>;

async function judge(site: Site, question: AnswerQuestion, given: Given, rendered: Rendered): Promise<AnswerRow> {
  const { parts, partly } = question;
  const label = parts && (await readLabel(site, { parts, partly }));
  const read = readAnswer(given.text);
  const texts = read.quotes.map(({ text }) => text);
  const shown = label?.shownIn(texts);
  const quotedPlaces = read.quotes.map(({ url }) => toPlace(site, url));
  const isSectionQuoted = quotedPlaces.some((place) => label?.places.has(place));
  return {
    question,
    text: given.text,
    failed: given.failed,
    firstTextMs: given.firstTextMs,
    refused: given.cited.length === 0,
    warned: warns(given.text),
    shown,
    firstShows: label?.shownIn(texts.slice(0, 1)),
    lostAt: shown && shown !== "fully" ? await findLoss(site, question, given, isSectionQuoted) : undefined,
    citedPages: [...new Set(given.cited.map((place) => place.replace(/#.*$/, "")))],
    sources: given.cited.length,
    brokenSources: await findBroken(site, given.cited, rendered),
    blocks: given.cited.length === 0 ? [] : traceBlocks(site, read),
  };
}

async function findLoss(site: Site, question: AnswerQuestion, { read }: Given, isSectionQuoted: boolean): Promise<LostAt> {
  if (isSectionQuoted) return "part not quoted";
  if (read.some((page) => question.pages.includes(page))) return "section not quoted";
  const { version, language } = question;
  const found = await searchPassages(site, { query: question.question, limit: 50, filter: { version, language } });
  const pages = [...new Set(found.map(({ passage }) => passage.path))].slice(0, 5);
  return pages.some((page) => question.pages.includes(page)) ? "page not read" : "not among the search's first five pages";
}

function traceBlocks(site: Site, { quotes }: ReadAnswer): { block: string; isInPage: boolean }[] {
  return quotes.flatMap(({ url, blocks }) => {
    const path = toPlace(site, url).replace(/#.*$/, "");
    const passages = site.passages.filter((passage) => passage.path === path);
    const page = plain(passages.map(({ heading, text }) => `${heading}\n${text}`).join("\n"));
    return blocks.map((block) => ({ block, isInPage: page.includes(block) }));
  });
}

/** Looks for the anchor of every cited address in its page's HTML. */
async function findBroken(site: Site, places: readonly string[], rendered: Rendered): Promise<string[]> {
  const broken: string[] = [];
  for (const place of places) {
    const [path = "", anchor] = place.split("#");
    const page = pagesByPath(site).get(path);
    if (!page) broken.push(place);
    if (!page || !anchor || page.kind === "api") continue;
    const html = rendered.get(path) ?? renderPage(page);
    rendered.set(path, html);
    if (!(await html).includes(`id="${anchor}"`)) broken.push(place);
  }
  return broken;
}

async function renderPage(page: Parameters<typeof compilePage>[0]): Promise<string> {
  const { body } = await compilePage(page);
  const components = Object.fromEntries(WITH_ANCHOR.map((name) => [name, Anchored]));
  return renderToStaticMarkup(createElement(body as (props: { components: object }) => React.ReactNode, { components }));
}

/** Components that can be linked to. */
const WITH_ANCHOR = ["Accordion", "Expandable", "ParamField", "ResponseField", "Tab", "Update", "View"];

function Anchored({ id, children }: { id?: string; children?: React.ReactNode }): React.ReactNode {
  return createElement("div", { id }, children);
}
