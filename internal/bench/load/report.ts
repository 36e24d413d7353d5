import { kindOf } from "./kinds.ts";
import type { Capacity, Measurement } from "./measure.ts";
import type { Prediction } from "./prediction.ts";
import type { ProfileRow } from "./profile.ts";
import type { Setup } from "./target.ts";

/** Prints the head of a setup's table. */
export function printSetup({ store, processes }: Setup, idleMiB: number): void {
  console.log(`\n${store}, ${processes} ${processes === 1 ? "process" : "processes"}; ${idleMiB} MiB before any traffic\n`);
  console.log(
    "kind       highest/s  a core/s   cpu ms  store ms    half: p50    p99   4/5: p50    p99   loop p99   MiB  queries  generator  errors",
  );
}

/** Prints a kind of traffic. */
export function printCapacity({ traffic, highest, perCore, half, fourFifths }: Capacity): void {
  const { cpuMs, databaseCpuMs, loop, residentMiB, queries, generatorShare } = fourFifths;
  const cells: [string, number][] = [
    [highest.toFixed(0), 10],
    [perCore.toFixed(0), 10],
    [cpuMs.toFixed(2), 9],
    [databaseCpuMs.toFixed(2), 10],
    [half.p50Ms.toFixed(1), 13],
    [half.p99Ms.toFixed(1), 7],
    [fourFifths.p50Ms.toFixed(1), 11],
    [fourFifths.p99Ms.toFixed(1), 7],
    [loop.p99Ms.toFixed(1), 11],
    [String(residentMiB), 6],
    [queries === null ? "-" : queries.toFixed(1), 9],
    [`${(generatorShare * 100).toFixed(0)} %`, 11],
  ];
  const errors = JSON.stringify({ ...half.errors, ...fourFifths.errors });
  console.log(
    `${traffic.padEnd(10)}${cells.map(([text, width]) => text.padStart(width)).join("")}  ${errors}${warningOf(traffic, fourFifths)}`,
  );
}

/** A figure of a generator that was late itself says little about the server. */
function warningOf(traffic: Capacity["traffic"], { lateP99Ms, isOverrun }: Measurement): string {
  if (isOverrun) return "  overrun";
  return lateP99Ms > kindOf(traffic).boundMs / 4 ? `  the generator was ${lateP99Ms.toFixed(0)} ms late (p99)` : "";
}

/** Prints the model's words beside the run's. */
export function printPrediction({ servers, predicted, measured }: Prediction): void {
  console.log(
    `\nThe model (M/G/c, ${servers.toFixed(2)} processors) says for the mix: at most ${predicted.highest} a second, p50 ${predicted.p50Ms} ms and p99 ${predicted.p99Ms} ms at four fifths of what was measured.`,
  );
  console.log(`Measured: ${measured.highest} a second, p50 ${measured.p50Ms} ms, p99 ${measured.p99Ms} ms.`);
}

/** Prints what a profile says of a kind. */
export function printProfile(traffic: string, { cpuMs }: Measurement, rows: readonly (readonly ProfileRow[])[]): void {
  console.log(`\n${traffic}: ${cpuMs.toFixed(2)} ms of processor each`);
  for (const table of rows) {
    for (const { name, share } of table) console.log(`  ${(share * 100).toFixed(1).padStart(5)} %  ${name}`);
    console.log("");
  }
}
