import { toLogFields } from "../../lib/log.ts";
import { SettingsError } from "../../lib/service-error.ts";

/** A finding of the doctor about one part. */
export interface DoctorFinding {
  readonly name: string;
  /** `note`: works, but should be checked. */
  readonly state: "ok" | "note" | "fails";
  readonly says: string;
  /** Time that the part took to answer. */
  readonly ms?: number;
}

const marks = { ok: "ok   ", note: "note ", fails: "FAILS" } as const;

/** Returns a finding as a line of the terminal. */
export function findingLine({ name, state, says, ms }: DoctorFinding): string {
  const time = ms === undefined ? "" : ` (${Math.round(ms)} ms)`;
  return `${marks[state]}  ${name.padEnd(16)}  ${says}${time}`;
}

/** Asks a part that may be unavailable or slow. A part that answers later than `slowMs` is worth a note. */
export async function askPart(name: string, slowMs: number, question: () => Promise<string>): Promise<DoctorFinding> {
  const started = performance.now();
  try {
    const says = await question();
    const ms = performance.now() - started;
    return ms > slowMs ? { name, state: "note", says: `${says}; slow`, ms } : { name, state: "ok", says, ms };
  } catch (cause) {
    const says = cause instanceof SettingsError ? cause.message : toLogFields(cause).error;
    return { name, state: "fails", says, ms: performance.now() - started };
  }
}
