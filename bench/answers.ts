import path from "node:path";
import { checkConfig, getMainProject, type Project } from "../lib/config/config.ts";
import { buildSite } from "../lib/content/content.ts";
import { readContentFiles } from "../lib/content/files/files.ts";
import type { Site } from "../lib/content/site/site.ts";
import { readArguments, UsageError } from "../scripts/command-line.ts";
import { type AnswerFigures, firstTextMs, intervalOf, listMisses, type Share, toFigures } from "./answer-figures.ts";
import { readOwnQuestions, readQuestions } from "./answer-questions.ts";
import { type AnswerRow, askAll } from "./answer-rows.ts";

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

export const help = `npm run bench -- answers [--docs FOLDER --questions FILE]... [--misses]

Asks the configured answerer, and prints what it shows, cites and refuses: for each site, and with
intervals of 95 % for all together.

  --docs FOLDER      other pages than those of the configured project; may be given again
  --questions FILE   other questions than those of its questions.yaml; one for each --docs
  --misses           also each question that went wrong, and where its answer was lost`;

/** Asks every question and prints the figures. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = readArguments(args, {
    options: {
      docs: { type: "string", multiple: true },
      questions: { type: "string", multiple: true },
      misses: { type: "boolean" },
    },
  });
  const { docs = [], questions = [] } = values;
  if (docs.length > 0 && docs.length !== questions.length)
    throw new UsageError("--docs and --questions belong together: give one file of questions for each folder.");
  const sites: { name: string; rows: AnswerRow[] }[] = [];
  for (const [index, file] of questions.entries()) {
    const rows = await askAll(await readSite(docs[index]), await readQuestions(file));
    sites.push({ name: path.basename(file, ".jsonl"), rows });
  }
  if (questions.length === 0) {
    const site = await readSite();
    sites.push({ name: site.project.name, rows: await askAll(site, readOwnQuestions(site)) });
  }
  console.log(toTable(sites));
  if (values.misses) for (const { name, rows } of sites) console.log([`\n${name}`, ...listMisses(rows)].join("\n"));
}

interface SiteRows {
  readonly name: string;
  readonly rows: readonly AnswerRow[];
}

/** A table with a line for each figure that has cases, a column for each site, and one for all. */
function toTable(sites: readonly SiteRows[]): string {
  const all = sites.flatMap(({ rows }) => rows);
  const columns = sites.map(({ rows }) => toFigures(rows));
  const total = toFigures(all);
  const names = (Object.keys(total) as (keyof AnswerFigures)[]).filter((name) => total[name].of > 0);
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
  const { p50, p95 } = firstTextMs(all);
  const head = ["", ...(several ? sites.map(({ name }) => name) : []), "all", "95 %", "of"];
  const table = [head, head.map(() => "---"), ...lines].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
  return `${table}\n\n${all.length} questions; first text after ${p50.toFixed(1)} ms (p50), ${p95.toFixed(1)} ms (p95).`;
}

function toCell({ value, of }: Share): string {
  return of === 0 ? "" : value.toFixed(3);
}
