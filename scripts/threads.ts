import { listUnanswered } from "../lib/assistant/threads/threads.ts";
import { getConfig } from "../lib/config/config.ts";
import { closeStore } from "../lib/db/db.ts";
import { groupTexts } from "../lib/insights/texts.ts";
import { readArguments, runCommand, UsageError } from "./command-line.ts";
import { loadEnv } from "./load-env.ts";

const help = `npm run threads -- unanswered [--days 30] [--domain docent]

Lists the questions that were refused or answered without a citation, grouped by their meaning.`;

loadEnv();
await runCommand(help, async (args) => {
  const { positionals, values } = readArguments(args, {
    options: { days: { type: "string", default: "30" }, domain: { type: "string" } },
    positionals: true,
  });
  const [command, extra] = positionals;
  if (command !== "unanswered" || extra !== undefined)
    throw new UsageError(command === undefined ? "Say what to list." : `There is no command "${positionals.join(" ")}".`);
  if (!/^[1-9]\d{0,3}$/.test(values.days)) throw new UsageError(`--days takes a number from 1 to 9999, not "${values.days}".`);
  await printUnanswered(Number(values.days), readDomain(values.domain));
});

function readDomain(domain: string | undefined): string | undefined {
  const known = getConfig().projects.map((project) => project.domain);
  if (domain === undefined || known.includes(domain)) return domain;
  throw new UsageError(`--domain must be one of: ${known.join(", ")}; there is no "${domain}".`);
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
