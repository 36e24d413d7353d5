import { mkdir, writeFile } from "node:fs/promises";
import { readArguments, UsageError } from "../../scripts/command-line.ts";
import { intervalOf, shareOf } from "./answer-figures.ts";
import { plotBars } from "./plot.ts";
import { type Contender, contenders, typedContenders } from "./search-engines.ts";
import { compare, type Figures, measure, misspell } from "./search-metrics.ts";
import { measureScale, type ScaleFigures } from "./search-scale.ts";
import { type QuerySet, readDefaultSets, readFolder, readFolderSet } from "./search-sets.ts";
import { typedSets } from "./search-typed.ts";

const PLOT = "public/bench/search.svg";

/** One engine on one set of queries. */
interface Row {
  readonly set: string;
  readonly engine: string;
  readonly clean: Figures;
  /** With a typo in one word of every query that allows one. */
  readonly misspelt: Figures;
  readonly buildMs: number;
}

export const help = `npm run bench -- search [--docs DIR --queries FILE]... [--only PATTERN] [--scale 1000,10000,100000 | --scale none]
npm run bench -- search --typed [--docs DIR [--queries FILE]]... [--language ID] [--only PATTERN]

Quality and speed of search beside other engines on the same passages and queries, then what an engine costs by size.

  --docs DIR --queries FILE   other pages and queries than the built-in sets; may be given again
  --typed                     queries made from the pages themselves: numbers and words that one page has, phrases, error
                              messages, headings in other forms, one or two words; and the questions of the files, of
                              which there are none or one for each folder; each kind over all sites
  --language ID               the language of the pages of --docs, English unless given
  --only PATTERN              only the engines whose name fits this regular expression
  --scale SIZES               numbers of passages to measure the cost for, or none`;

/** Measures each engine on each set, and prints the tables. */
export async function run(args: readonly string[]): Promise<void> {
  const { docs, queries, language, only, scale, typed } = readOptions(args);
  if (typed) return measureTyped({ docs, queries, language, only });
  const sets =
    docs.length > 0
      ? await Promise.all(docs.map((folder, at) => readFolderSet(folder, queries[at] ?? "", language)))
      : await readDefaultSets();
  const rows: Row[] = [];
  for (const set of sets) {
    console.log(`\n### ${set.name}: ${set.passages.length} passages, ${set.queries.length} queries\n\n${qualityHead}`);
    for (const contender of contenders.filter(({ name }) => only.test(name))) {
      const row = await measureOn(set, contender);
      rows.push(row);
      console.log(toQualityLine(row));
    }
  }
  console.log(`\n### ${contenders[0]?.name} against the others, MRR@10 over all ${sets.length} sets\n\n${comparisonHead}`);
  for (const line of toComparison(rows)) console.log(line);
  await writePlot(rows);
  if (scale.length > 0) console.log(`\n### Cost by number of passages\n\n${scaleHead}`);
  for (const passages of scale) console.log(toScaleLine(measureScale(passages)));
}

interface Options {
  readonly docs: readonly string[];
  readonly queries: readonly string[];
  readonly language: string;
  readonly only: RegExp;
  readonly scale: readonly number[];
  readonly typed: boolean;
}

function readOptions(args: readonly string[]): Options {
  const { values } = readArguments(args, {
    options: {
      docs: { type: "string", multiple: true },
      queries: { type: "string", multiple: true },
      language: { type: "string" },
      only: { type: "string" },
      scale: { type: "string" },
      typed: { type: "boolean" },
    },
  });
  const { docs = [], queries = [], language = "en", typed = false } = values;
  if (docs.length !== queries.length && !(typed && queries.length === 0))
    throw new UsageError("--docs and --queries belong together: a folder of pages and a file of queries.");
  const scale = values.scale === "none" ? [] : (values.scale ?? "1000,10000,100000").split(",").map(Number);
  if (scale.some((size) => !Number.isInteger(size) || size < 10))
    throw new UsageError("--scale takes whole numbers of 10 or more, such as 1000,10000, or none.");
  return {
    docs,
    queries,
    language,
    only: readPattern(values.only ?? "."),
    scale,
    typed,
  };
}

/** Measures each engine on each kind of typed queries of all sites, and prints a table for each kind. */
async function measureTyped({ docs, queries: files, language, only }: Pick<Options, "docs" | "queries" | "language" | "only">) {
  const engines = typedContenders.filter(({ name }) => only.test(name));
  const ranks = new Map<string, Map<string, number[]>>();
  for (const [at, folder] of docs.entries()) {
    const asked = files[at] ? await readFolderSet(folder, files[at], language) : undefined;
    const passages = asked?.passages ?? (await readFolder(folder, language));
    const sets = typedSets(passages, language, asked?.queries);
    for (const { name, prepare } of engines) {
      const search = await prepare(passages, language);
      for (const { kind, queries } of sets) {
        const byEngine = ranks.get(kind) ?? new Map<string, number[]>();
        ranks.set(kind, byEngine.set(name, [...(byEngine.get(name) ?? []), ...(await measure(search, queries)).ranks]));
      }
    }
  }
  console.log(typedHead);
  for (const [kind, byEngine] of ranks) {
    const [own = []] = byEngine.values();
    for (const [engine, found] of byEngine) console.log(toTypedLine({ kind, engine, found, own }));
  }
}

const typedHead = [
  "| Kind | of | Engine | first | 95 % | among five | 95 % | MRR@10 | Docent ahead by | 95 % |",
  "| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |",
].join("\n");

interface TypedRow {
  readonly kind: string;
  readonly engine: string;
  /** Reciprocal ranks of the first right page. */
  readonly found: readonly number[];
  /** Those of the first engine. */
  readonly own: readonly number[];
}

function toTypedLine({ kind, engine, found, own }: TypedRow): string {
  const shares = [1, 5].flatMap((place) => {
    const share = shareOf(found, (rank) => rank >= 1 / place);
    const [from, to] = intervalOf(share);
    return [share.value.toFixed(3), `${from.toFixed(2)}–${to.toFixed(2)}`];
  });
  const { mean: ahead, from, to } = compare(own, found);
  const difference = own === found ? ["", ""] : [ahead.toFixed(3), `${from.toFixed(3)} to ${to.toFixed(3)}`];
  return toLine([kind, String(found.length), engine, ...shares, mean(found).toFixed(3), ...difference]);
}

function readPattern(text: string): RegExp {
  try {
    return new RegExp(text, "i");
  } catch {
    throw new UsageError(`--only "${text}" is not a regular expression.`);
  }
}

async function measureOn({ name, language, passages, queries }: QuerySet, contender: Contender): Promise<Row> {
  const started = performance.now();
  const search = await contender.prepare(passages, language);
  const buildMs = performance.now() - started;
  const typos = queries.flatMap(({ text, gains }) => {
    const typo = misspell(text);
    return typo ? [{ text: typo, gains }] : [];
  });
  return {
    set: name,
    engine: contender.name,
    clean: await measure(search, queries),
    misspelt: await measure(search, typos),
    buildMs,
  };
}

const qualityHead = [
  "| Engine | nDCG@10 | MRR@10 | hit@5 | nDCG@10, one typo | p50 ms | p95 ms | build ms |",
  "| --- | --- | --- | --- | --- | --- | --- | --- |",
].join("\n");

function toQualityLine({ engine, clean, misspelt, buildMs }: Row): string {
  const shares = [clean.ndcg, clean.mrr, clean.hit5, misspelt.ndcg].map((value) => value.toFixed(3));
  return toLine([engine, ...shares, clean.p50Ms.toFixed(2), clean.p95Ms.toFixed(2), buildMs.toFixed(0)]);
}

const comparisonHead = [
  "| Against | MRR@10 | difference | 95 % | with one typo | difference | 95 % |",
  "| --- | --- | --- | --- | --- | --- | --- |",
].join("\n");

/** Compares the first engine with each other one, query by query over all sets. */
function toComparison(rows: readonly Row[]): string[] {
  const byEngine = Map.groupBy(rows, ({ engine }) => engine);
  const [own = [], ...others] = byEngine.values();
  const ranks = (some: readonly Row[], kind: "clean" | "misspelt") => some.flatMap((row) => row[kind].ranks);
  return [own, ...others].map((other) =>
    toLine([
      other[0]?.engine ?? "",
      ...(["clean", "misspelt"] as const).flatMap((kind) => {
        const { mean: difference, from, to } = compare(ranks(own, kind), ranks(other, kind));
        return [mean(ranks(other, kind)).toFixed(3), difference.toFixed(3), `${from.toFixed(3)} to ${to.toFixed(3)}`];
      }),
    ]),
  );
}

const scaleHead = [
  "| Passages | build s | load ms | p50 ms | p95 ms | p95 ms, keywords only | memory MB | saved MB | compressed MB |",
  "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
].join("\n");

function toScaleLine(figures: ScaleFigures): string {
  const { passages, buildMs, loadMs, p50Ms, p95Ms, keywordP95Ms, megabytes, savedMegabytes, compressedMegabytes } = figures;
  const sizes = [megabytes, savedMegabytes, compressedMegabytes].map((size) => size.toFixed(1));
  return toLine([
    passages.toLocaleString("en"),
    (buildMs / 1000).toFixed(1),
    loadMs.toFixed(0),
    p50Ms.toFixed(1),
    p95Ms.toFixed(1),
    keywordP95Ms.toFixed(1),
    ...sizes,
  ]);
}

function toLine(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** Draws the mean of every engine over all sets, best first, and says how a page shows the drawing. */
async function writePlot(rows: readonly Row[]): Promise<void> {
  const groups = [...Map.groupBy(rows, ({ engine }) => engine)]
    .map(([label, own]) => ({
      label,
      values: [mean(own.map(({ clean }) => clean.ndcg)), mean(own.map(({ misspelt }) => misspelt.ndcg))],
    }))
    .sort((a, b) => (b.values[0] ?? 0) - (a.values[0] ?? 0));
  const sets = new Set(rows.map(({ set }) => set));
  const title = `Search quality, mean nDCG@10 of ${sets.size} ${sets.size === 1 ? "set" : "sets"}`;
  await mkdir("public/bench", { recursive: true });
  await writeFile(PLOT, plotBars({ title, series: ["as written", "one typo in each query"], groups }));
  console.log(`\nThe drawing is in ${PLOT}; a page shows it with:\n\n![${title}](/bench/search.svg)`);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / (values.length || 1);
}
