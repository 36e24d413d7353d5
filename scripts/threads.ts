import { parseArgs } from "node:util";
import { listUnanswered } from "../lib/assistant/unanswered.ts";
import { closeStore } from "../lib/db/client.ts";
import { loadEnv } from "./load-env.ts";

const usage = `npm run threads -- unanswered [--days 30] [--domain docent]

Lists the questions that were refused or answered without a citation, grouped by the words they share.`;

loadEnv();
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { days: { type: "string", default: "30" }, domain: { type: "string" } },
});

if (positionals[0] === "unanswered" && /^\d{1,4}$/.test(values.days)) await printUnanswered(Number(values.days), values.domain);
else {
  console.error(usage);
  process.exitCode = 1;
}

async function printUnanswered(days: number, domain: string | undefined): Promise<void> {
  try {
    const groups = await listUnanswered({ days, domain });
    if (groups.length === 0) console.log(`Every question of the last ${days} days was answered with a citation.`);
    for (const { words, questions } of groups) {
      console.log(`${words.join(" ") || "other"} (${questions.length})`);
      for (const question of questions) console.log(`  ${question.replace(/\s+/g, " ").slice(0, 200)}`);
    }
  } finally {
    await closeStore();
  }
}
