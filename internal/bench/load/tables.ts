import { readFileSync, writeFileSync } from "node:fs";
import { kindOf } from "./kinds.ts";
import { workOf } from "./prediction.ts";
import { responseTime, type Station } from "./queueing.ts";
import type { CapacityFigures, Results, SetupFigures } from "./results.ts";

/** The manual's page that shows the results. */
export const SIZING_PAGE = "content/en/v2/sizing.mdx";

/** Returns the tables of the page, each as Markdown; the first line tells them apart. */
export function toTables(results: Results): string[] {
  return [toKinds(results), toSetups(results), toSizes(results), toStreams(results), toExamples(results)];
}

/** Writes the tables into the page, each in the place of the one with the same first line. @throws Error when there is none. */
export function writeTables(results: Results): void {
  let page = readFileSync(SIZING_PAGE, "utf8");
  for (const table of toTables(results)) {
    const [head = ""] = table.split("\n");
    const lines = page.split("\n");
    const start = lines.indexOf(head);
    if (start < 0) throw new Error(`${SIZING_PAGE} has no table that begins with "${head}".`);
    const length = lines.slice(start).findIndex((line) => !line.startsWith("|"));
    lines.splice(start, length < 0 ? lines.length : length, ...table.split("\n"));
    page = lines.join("\n");
  }
  writeFileSync(SIZING_PAGE, page);
}

function toKinds(results: Results): string {
  const { capacities } = requireSetup(results, "sqlite");
  return toTable(
    ["Request", "Processor time", "Requests a second on one core", "p50 and p99 at half", "p50 and p99 at four fifths"],
    capacities.map((one) => [
      kindOf(one.traffic).title,
      `${one.cpuMs} ms`,
      format(one.perCore),
      timesOf(one.half),
      timesOf(one.fourFifths),
    ]),
  );
}

function toSetups({ setups }: Results): string {
  const rows = setups.flatMap((setup) => {
    const mix = setup.capacities.find(({ traffic }) => traffic === "mix");
    const name = `${setup.store === "sqlite" ? "SQLite" : "Postgres"}, ${setup.processes} ${setup.processes === 1 ? "process" : "processes"}`;
    if (!mix) return [];
    const queries = mix.queries === null ? "not counted" : String(mix.queries);
    return [
      [
        name,
        format(mix.highest),
        `${mix.cpuMs} ms`,
        `${mix.databaseCpuMs} ms`,
        timesOf(mix.fourFifths),
        queries,
        `${mix.fourFifths.residentMiB} MiB`,
      ],
    ];
  });
  const head = [
    "Store",
    "Highest rate of the mix",
    "Processor time of the servers",
    "and of Postgres",
    "p50 and p99 at four fifths",
    "Queries a request",
    "Memory",
  ];
  return toTable(head, rows);
}

function toSizes(results: Results): string {
  const { memory } = results;
  const grown = (store: SetupFigures["store"]) => {
    const asked = requireSetup(results, store).capacities.find(({ traffic }) => traffic === "question");
    return asked?.storeBytes ? `${(asked.storeBytes / 1_000).toPrecision(2)} MB` : "not measured";
  };
  return toTable(
    ["Grows with", "By"],
    [
      ["1,000 pages, memory of each process", memory ? `${memory.perThousandPagesMiB} MiB` : "not measured"],
      [
        `${format(memory?.measured.at(-1)?.pages ?? 0)} pages, first search after a start`,
        memory ? `${memory.measured.at(-1)?.firstSearchSeconds} s` : "not measured",
      ],
      ["1,000 answers, SQLite file", grown("sqlite")],
      ["1,000 answers, Postgres", grown("postgres")],
    ],
  );
}

function toStreams({ streams = [] }: Results): string {
  return toTable(
    ["Open answers", "Memory of each", "Search beside them, p50 and p99", "Health beside them, p99"],
    streams.map(({ streams: count, store, eachKiB, searchP50Ms, searchP99Ms, healthP99Ms }) => [
      `${format(count)}, ${store === "sqlite" ? "SQLite" : "Postgres"}`,
      `${eachKiB} KiB`,
      `${searchP50Ms} ms, ${searchP99Ms} ms`,
      `${healthP99Ms} ms`,
    ]),
  );
}

/** Requests of one page view, files that the browser does not have yet among them. */
const REQUESTS_PER_VIEW = 5;
/** Share of a day's views in its busiest hour, and how far the busiest minute is above that hour's mean. */
const [BUSIEST_HOUR, BUSIEST_MINUTE] = [0.1, 2];
const GOAL = { share: 0.99, seconds: 0.25 } as const;

const EXAMPLES = [
  { name: "A startup's docs", views: 2_000, sites: 1, pages: 200 },
  { name: "1 million page views a day", views: 1_000_000, sites: 1, pages: 1_000 },
  { name: "100 sites on one host", views: 50_000, sites: 100, pages: 100 },
] as const;

function toExamples(results: Results): string {
  const sqlite = requireSetup(results, "sqlite");
  const mix = sqlite.capacities.find(({ traffic }) => traffic === "mix");
  const cpuMs = mix ? mix.cpuMs + mix.databaseCpuMs : 0;
  const perThousand = results.memory?.perThousandPagesMiB ?? 0;
  const rows = EXAMPLES.map(({ name, views, sites, pages }) => {
    const rate = ((views * BUSIEST_HOUR) / 3_600) * BUSIEST_MINUTE * REQUESTS_PER_VIEW;
    const processes = Math.max(sites, processesFor(rate, sqlite.capacities));
    const memory = processes * (sqlite.idleMiB + (perThousand * pages) / 1_000);
    const cores = (rate * cpuMs) / 1_000;
    return [name, format(views), format(rate), cores.toPrecision(2), String(processes), `${(memory / 1_024).toFixed(1)} GiB`];
  });
  const head = [
    "Site",
    "Page views a day",
    "Requests a second in the busiest minute",
    "Cores in use then",
    "Processes",
    "Memory",
  ];
  return toTable(head, rows);
}

/** Returns the least number of processes, each with a core, at which the goal is kept. */
export function processesFor(rate: number, capacities: readonly CapacityFigures[]): number {
  const work = workOf(capacities);
  const stationOf = (servers: number): Station => ({ servers, work });
  for (let servers = 1; servers < 1_000; servers += 1)
    if (responseTime(stationOf(servers), rate, GOAL.share) <= GOAL.seconds) return servers;
  return 1_000;
}

function requireSetup({ setups }: Results, store: SetupFigures["store"]): SetupFigures {
  const found = setups.find((setup) => setup.store === store && setup.processes === 1);
  if (!found) throw new Error(`There are no figures of one process on ${store}.`);
  return found;
}

const timesOf = ({ p50Ms, p99Ms }: CapacityFigures["half"]) => `${p50Ms} ms, ${p99Ms} ms`;

const format = (value: number) => Number(value.toPrecision(3)).toLocaleString("en-US");

function toTable(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
