import { getConfig, type Project } from "../lib/config/config.ts";
import { closeStore } from "../lib/db/db.ts";
import { before, type InsightScope, lastDays, type Period, toDay } from "../lib/insights/period.ts";
import { readAgentPages, readFamilies, readSubjects, readTotals, type Totals } from "../lib/insights/sums.ts";
import { groupTexts, readMissing, readSearches, readUnanswered } from "../lib/insights/texts.ts";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { loadEnv } from "./load-env.ts";

const help = `npm run insights -- [--days 7] [--project <id>]

Prints what readers searched, asked and missed in the last days, as text for a terminal.`;

const LINES = 10;

loadEnv();
await runCommand(help, async (args) => {
  const { values } = readArguments(args, { options: { days: { type: "string", default: "7" }, project: { type: "string" } } });
  if (!/^[1-9]\d{0,2}$/.test(values.days) || Number(values.days) > 200)
    throw new UsageError(`--days takes a number from 1 to 200, not "${values.days}".`);
  const project = findProject(values.project);
  const now = Date.now();
  try {
    await printReport(project, lastDays(Number(values.days), now), now);
  } finally {
    await closeStore();
  }
});

function findProject(id: string | undefined): Project {
  const { projects } = getConfig();
  const found = id === undefined ? projects[0] : projects.find((project) => project.id === id);
  if (found) return found;
  throw new UsageError(`--project must be one of: ${projects.map((project) => project.id).join(", ")}; there is no "${id}".`);
}

async function printReport(project: Project, period: Period, now: number): Promise<void> {
  const scope: InsightScope = { project: project.id };
  const [{ totals }, earlier] = [await readTotals(scope, period), await readTotals(scope, before(period))];
  console.log(`${project.name}, ${toDay(period.from)} to ${toDay(now)}\n`);
  printTable(["", "NOW", "BEFORE"], totalRows(totals, earlier.totals));
  printList(
    "Questions without a good answer",
    groupTexts(await readUnanswered(scope, period)).map(({ label, items }) => [items.length, label]),
  );
  const failed = await readSearches(scope, period, { failed: true });
  printList(
    "Searches without a result or a click",
    failed.map(({ text, searches }) => [searches, text]),
  );
  const pages = await readSubjects(scope, period, ["page_down"]);
  printList(
    "Pages that did not help",
    pages.map(({ subject, counts }) => [counts.page_down ?? 0, subject]),
  );
  printList(
    "Addresses not found",
    (await readMissing(scope, period)).map(({ path, count }) => [count, path]),
  );
  await printAgents(scope, period);
}

async function printAgents(scope: InsightScope, period: Period): Promise<void> {
  const families = await readFamilies(scope, period);
  const acts = ({ reads, searches, missing }: (typeof families)[number]) => reads + searches + missing;
  printList(
    "Agents and crawlers: reads, searches and missing addresses",
    families.map((family) => [acts(family), family.isCrawler ? `${family.family} (crawler)` : family.family]),
  );
  if (!families.some(({ isCrawler }) => !isCrawler)) return;
  const pages = await readAgentPages(scope, period);
  printList(
    "What agents read",
    pages.map(({ page, family, reads }) => [reads, `${page} (${family})`]),
  );
  const searches = await readSearches(scope, period, { failed: true, sender: "agents" });
  printList(
    "Searches of agents without a result",
    searches.map(({ text, empty }) => [empty, text]),
  );
  printList(
    "Addresses that agents guessed",
    (await readMissing(scope, period, "agents")).map(({ path, count }) => [count, path]),
  );
}

function totalRows(now: Totals, earlier: Totals): string[][] {
  const names: readonly (readonly [keyof Totals, string])[] = [
    ["search", "Searches"],
    ["search_empty", "  without a result"],
    ["question", "Questions"],
    ["question_refused", "  without an answer"],
    ["question_low", "  with a doubtful answer"],
    ["answer_down", "Answers rated down"],
    ["page_down", "Pages rated down"],
    ["missing", "Missing addresses"],
    ["robot", "By robots"],
  ];
  return names.map(([kind, name]) => [name, String(now[kind]), String(earlier[kind])]);
}

function printList(title: string, rows: readonly (readonly [number, string])[]): void {
  console.log(`\n${title}`);
  if (rows.length === 0) console.log("  none");
  for (const [count, text] of rows.slice(0, LINES)) console.log(`  ${String(count).padStart(5)}  ${toLine(text)}`);
  if (rows.length > LINES) console.log(`         and ${rows.length - LINES} more`);
}

/** Returns one line that changes nothing in a terminal: texts of readers are in it. */
function toLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]+/gu, " ").slice(0, 100);
}

function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  for (const [name = "", now = "", earlier = ""] of [head, ...rows])
    console.log(`${name.padEnd(28)}${now.padStart(8)}${earlier.padStart(8)}`);
}
