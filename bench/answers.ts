import { readFile } from "node:fs/promises";
import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { z } from "zod";
import { answer } from "../lib/assistant/answer.ts";
import type { Turn } from "../lib/assistant/conversation.ts";
import { checkConfig, getMainProject, type Project } from "../lib/config/config.ts";
import { compilePage } from "../lib/content/compile.ts";
import { readContentFiles } from "../lib/content/files.ts";
import { buildSite, pagesByPath, type Site } from "../lib/content/site.ts";
import { readArguments } from "../scripts/command-line.ts";
import { AnswerRange, type Label, readLabel } from "./answer-labels.ts";
import { plain, type ReadAnswer, readAnswer, warns } from "./answer-text.ts";

/** One line of a questions file. */
export const AnswerQuestion = z.object({
  kind: z.enum(["answerable", "follow-up", "off-topic", "near-domain", "injection"]),
  question: z.string(),
  /** What the reader asked before. */
  before: z.array(z.string()).default([]),
  /** Paths of the pages that answer it; any of them will do. */
  pages: z.array(z.string()).default([]),
  /** Where the pages' source has the sentence or the code that answers it; any of them will do. */
  answers: z.array(AnswerRange).optional(),
  /** What the answer must say. */
  says: z.string().optional(),
  /** What the answer must not say. */
  never: z.string().optional(),
  version: z.string().optional(),
  language: z.string().optional(),
});
export type AnswerQuestion = z.infer<typeof AnswerQuestion>;

/** An answer as a reader gets it. */
interface Given {
  readonly text: string;
  /** Addresses of the sources. */
  readonly cited: readonly string[];
  readonly failed: boolean;
  readonly firstTextMs: number;
}

export interface AnswerFigures {
  readonly questions: number;
  /** Share of the answerable questions whose answer cites a page that answers it, first and second turns apart. */
  readonly goldCited: number;
  readonly followUpGoldCited: number;
  /** Share of the cited pages that answer the question. */
  readonly citationPrecision: number;
  /** Share of the answers that say what they must. */
  readonly says: number;
  readonly offTopicRefused: number;
  readonly nearDomainRefused: number;
  /** Share of the near-domain questions that are refused, or answered with a warning in the first line. */
  readonly nearDomainWarned: number;
  readonly overRefusal: number;
  /** Share of the answerable questions whose first quote is from a page that answers it. */
  readonly firstQuoteRight: number;
  /** Share of the answerable questions with quotes, none from a page that answers it, and without a warning. */
  readonly misleading: number;
  /** How many questions have the place of their answer marked; the next three are shares of these. */
  readonly labelled: number;
  /** Share with the sentence or the code that answers it inside of the quotes. */
  readonly answerShown: number;
  /** Share with it inside of the first quote. */
  readonly firstQuoteShows: number;
  /** Share that shows neither the answer nor its section, and does not warn. */
  readonly misleadingShown: number;
  /** Share of the questions with an injection whose answer does not do what it asks. */
  readonly injectionsWithstood: number;
  /** Share of the cited addresses that lead to an element of a page. */
  readonly anchorsResolved: number;
  /** Share of the quoted blocks that are, word for word, in the page that they are quoted from. */
  readonly faithfulness: number;
  readonly failed: number;
  readonly firstTextP50Ms: number;
  readonly firstTextP95Ms: number;
  /** What went wrong, in words. */
  readonly misses: readonly string[];
}

/** Asks every question of a site, with the engine that the environment chooses, and says how good the answers are. */
export async function measureAnswers(site: Site, questions: readonly AnswerQuestion[]): Promise<AnswerFigures> {
  // The first question pays for the indexes, as the first reader after a start does.
  await ask(site, { kind: "off-topic", question: "warm up", before: [], pages: [] });
  const rows: Row[] = [];
  for (const question of questions) {
    const given = await ask(site, question);
    const label = question.answers && (await readLabel(site, question.answers));
    rows.push({ question, given, read: readAnswer(given.text), label });
  }
  const anchors = await checkAnchors(site, rows);
  return toFigures(site, rows, anchors);
}

interface Row {
  readonly question: AnswerQuestion;
  readonly given: Given;
  readonly read: ReadAnswer;
  /** Undefined for a question whose answer nobody has marked. */
  readonly label: Label | undefined;
}

async function ask(site: Site, { question, before, version, language }: AnswerQuestion): Promise<Given> {
  const history: Turn[] = [];
  for (const earlier of before) {
    const { text } = await askOnce(site, { question: earlier, history, version, language });
    history.push({ role: "user", text: earlier }, { role: "assistant", text });
  }
  return askOnce(site, { question, history, version, language });
}

interface OneTurn extends Pick<AnswerQuestion, "question" | "version" | "language"> {
  readonly history: readonly Turn[];
}

async function askOnce(site: Site, { question, history, version, language }: OneTurn): Promise<Given> {
  const started = performance.now();
  const { events } = await answer({
    site,
    threadId: "th_bench",
    signal: new AbortController().signal,
    ask: {
      fp: "bench",
      threadId: undefined,
      retrievalPageSize: 5,
      filter: { version, language },
      currentPath: undefined,
      context: [],
      history: [...history],
      question: { id: "question", text: question, attachments: [] },
    },
  });
  const given = { text: "", cited: [] as string[], failed: false, firstTextMs: 0 };
  for await (const event of events) {
    if (event.type === "text" && !given.text) given.firstTextMs = performance.now() - started;
    if (event.type === "text") given.text += event.delta;
    if (event.type === "source") given.cited.push(event.url);
    if (event.type === "error") given.failed = true;
  }
  return given;
}

function toFigures(site: Site, rows: readonly Row[], anchors: { checked: number; broken: readonly string[] }): AnswerFigures {
  const of = (...kinds: AnswerQuestion["kind"][]) => rows.filter(({ question }) => kinds.includes(question.kind));
  const answerable = of("answerable", "follow-up");
  const citesGold = ({ question, given }: Row) => citedPages(site, given).some((page) => question.pages.includes(page));
  const refused = ({ given }: Row) => given.cited.length === 0;
  const pages = answerable.flatMap(({ question, given }) => citedPages(site, given).map((page) => question.pages.includes(page)));
  const saying = answerable.filter(({ question }) => question.says !== undefined);
  const quoted = rows.filter((row) => !refused(row)).flatMap((row) => tracedBlocks(site, row));
  const labelled = answerable.filter(({ label }) => label !== undefined);
  const times = rows.map(({ given }) => given.firstTextMs).sort((left, right) => left - right);
  return {
    questions: rows.length,
    goldCited: share(of("answerable"), citesGold),
    followUpGoldCited: share(of("follow-up"), citesGold),
    citationPrecision: share(pages, (right) => right),
    says: share(saying, ({ question, given }) => plain(given.text).includes(plain(question.says ?? ""))),
    offTopicRefused: share(of("off-topic"), refused),
    nearDomainRefused: share(of("near-domain"), refused),
    nearDomainWarned: share(of("near-domain"), (row) => refused(row) || warns(row.given.text)),
    overRefusal: share(answerable, refused),
    firstQuoteRight: share(answerable, ({ question, given }) => question.pages.includes(citedPages(site, given)[0] ?? "")),
    misleading: share(answerable, (row) => !refused(row) && !warns(row.given.text) && !citesGold(row)),
    labelled: labelled.length,
    answerShown: share(labelled, ({ label, read }) => read.quotes.some(({ text }) => label?.isIn(text))),
    firstQuoteShows: share(labelled, ({ label, read }) => label?.isIn(read.quotes[0]?.text ?? "") ?? false),
    misleadingShown: share(labelled, (row) => !refused(row) && !warns(row.given.text) && !showsSection(site, row)),
    injectionsWithstood: share(of("injection"), ({ question, given }) => !obeys(given, question.never)),
    anchorsResolved: anchors.checked === 0 ? 1 : 1 - anchors.broken.length / anchors.checked,
    faithfulness: share(quoted, ({ traced }) => traced),
    failed: rows.filter(({ given }) => given.failed).length,
    firstTextP50Ms: times[Math.floor(times.length * 0.5)] ?? 0,
    firstTextP95Ms: times[Math.floor(times.length * 0.95)] ?? 0,
    misses: [
      ...answerable.filter((row) => !citesGold(row)).map((row) => `${refused(row) ? "refused" : "missed"}: ${tell(site, row)}`),
      ...of("off-topic", "near-domain")
        .filter((row) => !refused(row))
        .map((row) => `answered ${row.question.kind}: ${tell(site, row)}`),
      ...anchors.broken.map((url) => `no such anchor: ${url}`),
      ...quoted.filter(({ traced }) => !traced).map(({ block }) => `not in its page: ${block.slice(0, 200)}`),
      ...labelled
        .filter(({ label, read }) => !read.quotes.some(({ text }) => label?.isIn(text)))
        .map((row) => `answer not shown: ${tell(site, row)}`),
    ],
  };
}

/** A word that the lead names as one that no quote has is the reader's own, and no obedience. */
function obeys({ text }: Given, never: string | undefined): boolean {
  return never !== undefined && text.replaceAll(`*${never}*`, "").includes(never);
}

function tell(site: Site, { question, given }: Row): string {
  return `${[...question.before, question.question].join(" / ")} → ${citedPages(site, given).join(", ") || "nothing"}`;
}

function share<Item>(items: readonly Item[], isRight: (item: Item) => boolean): number {
  return items.length === 0 ? 1 : items.filter(isRight).length / items.length;
}

/** Paths of the pages that an answer cites, each once. */
function citedPages({ project }: Site, { cited }: Given): string[] {
  return [...new Set(cited.map((url) => url.replace(project.siteUrl, "").replace(/#.*$/, "")))];
}

/** Whether any quote is from the section that holds the answer, or shows it. */
function showsSection({ project }: Site, { label, read }: Row): boolean {
  const placeOf = (url: string) => url.replace(project.siteUrl, "");
  return read.quotes.some(({ url, text }) => label?.isIn(text) || label?.places.has(placeOf(url)));
}

/** The blocks of an answer's quotes, lists item by item, and whether each is in the page that it is quoted from. */
function tracedBlocks(site: Site, { read }: Row): { block: string; traced: boolean }[] {
  return read.quotes.flatMap(({ url, blocks }) => {
    const path = url.replace(site.project.siteUrl, "").replace(/#.*$/, "");
    const passages = site.passages.filter((passage) => passage.path === path);
    const page = plain(passages.map(({ heading, text }) => `${heading}\n${text}`).join("\n"));
    return blocks.map((block) => ({ block, traced: page.includes(block) }));
  });
}

/** Looks for the anchor of every cited address in its page's HTML. */
async function checkAnchors(site: Site, rows: readonly Row[]): Promise<{ checked: number; broken: string[] }> {
  const urls = [...new Set(rows.flatMap(({ given }) => given.cited))];
  const broken: string[] = [];
  const rendered = new Map<string, Promise<string>>();
  for (const url of urls) {
    const [path = "", anchor] = url.replace(site.project.siteUrl, "").split("#");
    const page = pagesByPath(site).get(path);
    if (!page) broken.push(url);
    if (!page || !anchor || page.kind === "api") continue;
    const html = await (rendered.get(path) ?? remember(rendered, path, renderPage(page)));
    if (!html.includes(`id="${anchor}"`)) broken.push(url);
  }
  return { checked: urls.length, broken };
}

function remember<Value>(known: Map<string, Value>, key: string, value: Value): Value {
  known.set(key, value);
  return value;
}

async function renderPage(page: Parameters<typeof compilePage>[0]): Promise<string> {
  const { body } = await compilePage(page);
  const components = Object.fromEntries(WITH_ANCHOR.map((name) => [name, Anchored]));
  return renderToStaticMarkup(createElement(body as (props: { components: object }) => React.ReactNode, { components }));
}

/** Components that can be linked to. */
const WITH_ANCHOR = ["Accordion", "ParamField", "ResponseField", "Tab", "Update"];

function Anchored({ id, children }: { id?: string; children?: React.ReactNode }): React.ReactNode {
  return createElement("div", { id }, children);
}

/** Reads a questions file: one JSON object a line. @throws Error that names the line. */
export async function readQuestions(file: string): Promise<AnswerQuestion[]> {
  const lines = (await readFile(file, "utf8")).split("\n");
  return lines.flatMap((line, index) => {
    if (line.trim() === "") return [];
    const parsed = AnswerQuestion.safeParse(JSON.parse(line));
    if (!parsed.success) throw new Error(`${file}:${index + 1}: ${z.prettifyError(parsed.error)}`);
    return [parsed.data];
  });
}

/** Makes the site of a folder, or of the configured project. */
export async function readSite(folder?: string): Promise<Site> {
  const project = folder === undefined ? getMainProject() : projectOf(folder);
  return buildSite(project, await readContentFiles(project), { isTrusted: () => true });
}

function projectOf(content: string): Project {
  const project = { id: "bench", domain: "bench", name: "Bench", siteUrl: "https://docs.test", content };
  const config = checkConfig({ organisation: { id: "bench", name: "Bench" }, projects: [project] }, "the bench's configuration");
  return config.projects[0] as Project;
}

export const help = `npm run bench -- answers [--docs FOLDER --questions FILE] [--misses]

Asks the configured answerer, and prints what it cites and refuses.

  --docs FOLDER      other pages than those of the configured project
  --questions FILE   other questions than manual/questions/answers.jsonl
  --misses           also each question that went wrong`;

/** Asks every question and prints the figures. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = readArguments(args, {
    options: { docs: { type: "string" }, questions: { type: "string" }, misses: { type: "boolean" } },
  });
  const site = await readSite(values.docs);
  const { misses, ...figures } = await measureAnswers(
    site,
    await readQuestions(values.questions ?? "manual/questions/answers.jsonl"),
  );
  console.table(Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, Number(value.toFixed(3))])));
  if (values.misses) console.log(misses.join("\n"));
}
