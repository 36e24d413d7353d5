import { costlyUnits, filterPieces, findPlanted, fragments } from "../lib/assistant/testing-link-filter.ts";
import { readArguments, UsageError } from "../scripts/command-line.ts";

export const help = `Cuts random fragments of Markdown at every position, and measures what the filter of answers costs.

  npm run bench -- link-filter [--fragments 100000] [--minutes 30] [--seed 1]

Stops by itself after so many minutes, and says how far it came.`;

const deltaGoalMs = 50;
const growthGoal = 6;

/** Fails when a fragment plants something, when a cut shows, or when a goal is missed. */
export async function run(args: readonly string[]): Promise<void> {
  const { values } = readArguments(args, {
    options: {
      fragments: { type: "string", default: "100000" },
      minutes: { type: "string", default: "30" },
      seed: { type: "string", default: "1" },
    },
  });
  const [count, minutes, seed] = [values.fragments, values.minutes, values.seed].map(toCount) as [number, number, number];
  const missed = [...measureDelta(), ...cutEverywhere(seed, count, Date.now() + minutes * 60_000)];
  console.log(missed.length === 0 ? "\nEvery goal is met." : `\nMissed: ${missed.join("; ")}`);
  if (missed.length > 0) process.exitCode = 1;
}

function toCount(text: string): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < 1) throw new UsageError(`"${text}" is not a whole number above 0.`);
  return count;
}

/** One delta of 20 kB, and how the cost of many small ones grows with the length of an answer. */
function measureDelta(): string[] {
  const answer = (bytes: number) => PARAGRAPH.repeat(Math.ceil(bytes / PARAGRAPH.length)).slice(0, bytes);
  const delta = fastest(() => filterPieces([answer(20_000)]));
  const small = (bytes: number) => fastest(() => filterPieces(answer(bytes).match(/.{1,4}/gs) ?? []));
  const growth = small(80_000) / small(20_000);
  const marks = costlyUnits.map((unit) => ({ unit, ms: fastest(() => filterPieces([unit.repeat(20_000 / unit.length)])) }));
  const worst = marks.reduce((most, one) => (one.ms > most.ms ? one : most));
  console.log(
    `one delta of 20 kB: ${delta.toFixed(1)} ms; at worst, of ${JSON.stringify(worst.unit)}: ${worst.ms.toFixed(1)} ms`,
  );
  console.log(`four times the answer in deltas of 4 characters costs ${growth.toFixed(1)} times as much`);
  return [
    ...(delta < deltaGoalMs ? [] : [`a delta of 20 kB took ${delta.toFixed(1)} ms`]),
    ...(worst.ms < deltaGoalMs ? [] : [`20 kB of ${JSON.stringify(worst.unit)} took ${worst.ms.toFixed(1)} ms`]),
    ...(growth < growthGoal ? [] : [`the cost grew ${growth.toFixed(1)} times`]),
  ];
}

function fastest(work: () => unknown): number {
  const times = Array.from({ length: 7 }, () => {
    const started = performance.now();
    work();
    return performance.now() - started;
  });
  return Math.min(...times);
}

function cutEverywhere(seed: number, count: number, until: number): string[] {
  let done = 0;
  for (const { text } of fragments(seed, count)) {
    if (Date.now() > until) break;
    const whole = filterPieces([text]);
    const planted = findPlanted(whole);
    if (planted.length > 0) return [`${JSON.stringify(text)} plants ${planted.join(", ")}`];
    for (let cut = 1; cut < text.length; cut += 1)
      if (filterPieces([text.slice(0, cut), text.slice(cut)]) !== whole)
        return [`${JSON.stringify(text)} shows its cut at ${cut}`];
    done += 1;
  }
  console.log(`${done} of ${count} fragments cut at every position: every cut shows the same, and nothing is planted`);
  return [];
}

const PARAGRAPH = `To create a key, run \`npm run keys -- create\` and store it [3]. See [Keys](/docs/keys) or https://docs.test/docs/keys#create.

- Each key belongs to **one** project, as [the guide](https://elsewhere.test) says.
- It has the form \`dk_…\`.

\`\`\`sh
curl https://docs.test -H "Authorization: Bearer <key>"
\`\`\`

`;
