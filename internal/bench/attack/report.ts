import type { Attack, Outcome } from "./attack.ts";
import type { Figures } from "./watch.ts";

/** The measurements of one attack. */
export interface Row extends Outcome, Figures {
  /** The server died, hung or failed, and had to be started again. */
  readonly died: boolean;
}

/** Resident memory of one server in MiB: before the attacks, and a minute after the last one. */
export interface Memory {
  readonly baseMiB: number;
  readonly afterMiB: number;
}

/** A run of the bench. */
export interface Report {
  readonly rows: Readonly<Record<string, Row>>;
  readonly memory: Readonly<Record<string, Memory>>;
}

export const mostStallMs = 200;
const mostGrowth = 1.2;

/** Returns the reasons why a row is bad: those of the attack itself, answers of 500 and more or none, a stall, an end. Empty when it is good. */
export function judge({ allows = [] }: Pick<Attack, "allows">, row: Row): string[] {
  const unanswered = ["silent", "closed"].filter((status) => status in row.statuses);
  const faults = Object.keys(row.statuses).filter((status) => Number(status) >= 500 && !allows.includes(Number(status)));
  return [
    ...row.bad,
    ...faults,
    ...unanswered,
    ...(row.stallMs > mostStallMs ? [`stall ${row.stallMs} ms`] : []),
    ...(row.died ? ["had to be restarted"] : []),
  ];
}

/** Returns the reasons why a server's memory is bad; empty when it is back within 20 %. */
export function judgeMemory({ baseMiB, afterMiB }: Memory): string[] {
  const growth = afterMiB / baseMiB;
  return growth > mostGrowth ? [`${growth.toFixed(2)} of before`] : [];
}

/** One line for an attack: request, before, now, verdict. */
export function toLine(name: string, before: Row | undefined, now: Row, verdict: readonly string[]): string {
  const cells = [name.padEnd(54), describe(before).padEnd(50), describe(now).padEnd(50)];
  return `${cells.join(" | ")} | ${verdict.length === 0 ? "holds" : verdict.join("; ")}`;
}

function describe(row: Row | undefined): string {
  if (!row) return "not measured";
  const statuses = Object.entries(row.statuses).map(([status, count]) => (count === 1 ? status : `${count}×${status}`));
  const end = row.died ? ", had to be restarted" : "";
  return `${statuses.join(" ")}, ${row.stallMs} ms, ${row.peakMiB} MiB${row.seen ? `, ${row.seen}` : ""}${end}`;
}
