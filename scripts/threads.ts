import { closeSync, openSync, writeSync } from "node:fs";
import { listUnanswered, listWholeThreads } from "../lib/assistant/threads/threads.ts";
import { getConfig } from "../lib/config/config.ts";
import { closeStore } from "../lib/db/db.ts";
import { groupTexts } from "../lib/insights/texts.ts";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { loadEnv } from "./load-env.ts";

loadEnv();
const help = `npm run threads -- unanswered [--days 30] [--domain ${nameDomain()}]
npm run threads -- --export FILE [--since 30d] [--domain ${nameDomain()}]

unanswered       lists the questions that were refused or answered without a citation, grouped by their meaning
--export FILE    writes every thread with its messages and ratings into a new file, a thread a line as JSON
--since          exports threads used in the last days (30d), or since a day (2026-11-01)`;

await runCommand(help, async (args) => {
  const { positionals, values } = readArguments(args, {
    options: {
      ...{ days: { type: "string", default: "30" }, domain: { type: "string" } },
      ...{ export: { type: "string" }, since: { type: "string" } },
    } as const,
    positionals: true,
  });
  const [command, extra] = positionals;
  const domain = readDomain(values.domain);
  if (values.export !== undefined && command === undefined)
    return exportThreads(values.export, { domain, since: readSince(values.since) });
  if (values.export !== undefined || values.since !== undefined)
    throw new UsageError("--since belongs to --export, which takes a file and stands alone.");
  if (command !== "unanswered" || extra !== undefined)
    throw new UsageError(command === undefined ? "Say what to list." : `There is no command "${positionals.join(" ")}".`);
  if (!/^[1-9]\d{0,3}$/.test(values.days)) throw new UsageError(`--days takes a number from 1 to 9999, not "${values.days}".`);
  await printUnanswered(Number(values.days), domain);
});

/** Returns a domain of this site for the help, which has to be shown where the settings are wrong, too. */
function nameDomain(): string {
  try {
    return getConfig().projects[0]?.domain ?? "docent";
  } catch {
    return "DOMAIN";
  }
}

function readDomain(domain: string | undefined): string | undefined {
  const known = getConfig().projects.map((project) => project.domain);
  if (domain === undefined || known.includes(domain)) return domain;
  throw new UsageError(`--domain must be one of: ${known.join(", ")}; there is no "${domain}".`);
}

/** Returns the time that `30d` or a day names, in milliseconds since 1970. */
function readSince(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const [, days] = /^([1-9]\d{0,3})d$/.exec(text) ?? [];
  const time = days === undefined ? Date.parse(text) : Date.now() - Number(days) * 24 * 60 * 60 * 1_000;
  if ((days !== undefined || /^\d{4}-\d{2}-\d{2}$/.test(text)) && !Number.isNaN(time)) return time;
  throw new UsageError(`--since takes days or a day, such as 30d or 2026-11-01, not "${text}".`);
}

async function exportThreads(file: string, scope: { readonly domain: string | undefined; readonly since: number | undefined }) {
  const domains = getConfig()
    .projects.map((project) => project.domain)
    .filter((each) => each === (scope.domain ?? each));
  const out = openNew(file);
  let count = 0;
  try {
    for (const domain of domains)
      for await (const { messageCount, ...thread } of listAll((cursor) =>
        listWholeThreads({ domain, since: scope.since }, cursor),
      )) {
        writeSync(out, `${JSON.stringify({ domain, ...thread })}\n`);
        count += 1;
      }
  } finally {
    closeSync(out);
    await closeStore();
  }
  console.log(`${file}: ${count} threads.`);
}

/** Opens a file that only its owner may read: it holds what readers have typed. */
function openNew(file: string): number {
  try {
    return openSync(file, "wx", 0o600);
  } catch (cause) {
    throw new UsageError(`${file} cannot be written: ${cause instanceof Error ? cause.message : cause}`, { cause });
  }
}

async function* listAll<Item>(
  read: (cursor?: string) => Promise<{ readonly items: readonly Item[]; readonly nextCursor: string | null }>,
): AsyncGenerator<Item> {
  for (let cursor: string | undefined; ; ) {
    const { items, nextCursor } = await read(cursor);
    yield* items;
    if (nextCursor === null) return;
    cursor = nextCursor;
  }
}

async function printUnanswered(days: number, domain: string | undefined): Promise<void> {
  try {
    const questions = await listUnanswered({ days, domain });
    if (questions.length === 0) console.log(`Every question of the last ${days} days was answered with a citation.`);
    const texts = questions.map((question) => ({ text: question.replace(/\s+/g, " ").slice(0, 200), language: "en" }));
    for (const { label, items } of groupTexts(texts)) {
      console.log(`${label} (${items.length})`);
      for (const { text } of items) if (text !== label) console.log(`  ${text}`);
    }
  } finally {
    await closeStore();
  }
}
