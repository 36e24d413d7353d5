import path from "node:path";
import { checkConfig, getMainProject, type Project } from "../../lib/config/config.ts";
import { buildSite } from "../../lib/content/content.ts";
import { readContentFiles } from "../../lib/content/files/files.ts";
import type { Site } from "../../lib/content/site/site.ts";
import { readArguments, UsageError } from "../../scripts/command-line.ts";
import { firstTextMs, intervalOf, listMisses, type Share, toFigures } from "./answer-figures.ts";
import { type GroundingRow, ground, toGrounding } from "./answer-grounding.ts";
import { type AnswerQuestion, readOwnQuestions, readQuestions } from "./answer-questions.ts";
import { type AnswerRow, askAll } from "./answer-rows.ts";

/** Makes the site of a folder, or of the configured project. */
export async function readSite(folder?: string): Promise<Site> {
  const project = folder === undefined ? getMainProject() : projectOf(folder);
  return buildSite(project, await readContentFiles(project));
}

function projectOf(content: string): Project {
  const project = { id: "bench", domain: "bench", name: "Bench", siteUrl: "https://docs.test", content };
  const config = checkConfig({ organisation: { id: "bench", name: "Bench" }, projects: [project] }, "the bench's configuration");
  return config.projects[0] as Project;
}

export const help = `npm run bench -- answers [--docs FOLDER --questions FILE]... [--misses] [--models]

Asks the configured answerer, and prints what it shows, cites and refuses: for each site, and with
intervals of 95 % for all together.

  --docs FOLDER      other pages than those of the configured project; may be given again
  --questions FILE   other questions than those of its questions.yaml; one for each --docs
  --misses           also each question that went wrong, and where its answer was lost
  --models           instead what language models get and what readers get of them: one that answers from
                     its passages, one that cites what does not say it and invents links, and one that
                     answers from memory, each by a script`;

/** Asks every question and prints the figures. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = readArguments(args, {
    options: {
      docs: { type: "string", multiple: true },
      questions: { type: "string", multiple: true },
      misses: { type: "boolean" },
      models: { type: "boolean" },
    },
  });
  const { docs = [], questions = [] } = values;
  if (docs.length > 0 && docs.length !== questions.length)
    throw new UsageError("--docs and --questions belong together: give one file of questions for each folder.");
  const sets = await readSets(docs, questions);
  if (values.models) return console.log(await tableOfModels(sets));
  const sites: SiteRows[] = [];
  for (const { name, site, asked } of sets) sites.push({ name, rows: await askAll(site, asked) });
  console.log(`${toTable(sites, toFigures)}\n\n${toTimes(sites)}`);
  if (values.misses) for (const { name, rows } of sites) console.log([`\n${name}`, ...listMisses(rows)].join("\n"));
}

/** A site, and the questions that it is asked. */
interface AskedSite {
  readonly name: string;
  readonly site: Site;
  readonly asked: readonly AnswerQuestion[];
}

async function readSets(docs: readonly string[], questions: readonly string[]): Promise<AskedSite[]> {
  const sets: AskedSite[] = [];
  for (const [index, file] of questions.entries())
    sets.push({ name: path.basename(file, ".jsonl"), site: await readSite(docs[index]), asked: await readQuestions(file) });
  if (sets.length > 0) return sets;
  const site = await readSite();
  return [{ name: site.project.name, site, asked: readOwnQuestions(site) }];
}

async function tableOfModels(sets: readonly AskedSite[]): Promise<string> {
  const sites: SiteRows<GroundingRow>[] = [];
  for (const { name, site, asked } of sets) sites.push({ name, rows: await ground(site, asked) });
  return toTable(sites, toGrounding);
}

interface SiteRows<Row = AnswerRow> {
  readonly name: string;
  readonly rows: readonly Row[];
}

/** A table with a line for each figure that has cases, a column for each site, and one for all. */
function toTable<Row, Name extends string>(
  sites: readonly SiteRows<Row>[],
  toShares: (rows: readonly Row[]) => Readonly<Record<Name, Share>>,
): string {
  const columns = sites.map(({ rows }) => toShares(rows));
  const total = toShares(sites.flatMap(({ rows }) => rows));
  const names = (Object.keys(total) as Name[]).filter((name) => total[name].of > 0);
  const several = sites.length > 1;
  const lines = names.map((name) => [
    name,
    ...(several ? columns.map((figures) => toCell(figures[name])) : []),
    toCell(total[name]),
    intervalOf(total[name])
      .map((bound) => bound.toFixed(2))
      .join("–"),
    String(total[name].of),
  ]);
  const head = ["", ...(several ? sites.map(({ name }) => name) : []), "all", "95 %", "of"];
  return [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}

function toTimes(sites: readonly SiteRows[]): string {
  const all = sites.flatMap(({ rows }) => rows);
  const { p50, p95 } = firstTextMs(all);
  return `${all.length} questions; first text after ${p50.toFixed(1)} ms (p50), ${p95.toFixed(1)} ms (p95).`;
}

function toCell({ value, of }: Share): string {
  return of === 0 ? "" : value.toFixed(3);
}
