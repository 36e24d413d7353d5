import { KINDS, type KindName, MIX } from "./kinds.ts";
import { highestRate, responseTime, type Station, type Work } from "./queueing.ts";
import type { CapacityFigures } from "./results.ts";

/** The model's words about a setup, beside those of the run. Times are milliseconds. */
export interface Prediction {
  /** Processors that were left to the servers. */
  readonly servers: number;
  readonly predicted: { readonly highest: number; readonly p50Ms: number; readonly p99Ms: number };
  readonly measured: { readonly highest: number; readonly p50Ms: number; readonly p99Ms: number };
}

/** Figures that the prediction needs. */
export interface PredictionSource {
  /** Each kind alone, on one process. */
  readonly alone: readonly CapacityFigures[];
  /** The mix on one process: what it takes above the kinds alone is updates, which each process takes over by itself. */
  readonly mixOnOne: CapacityFigures;
  /** The mix on more processes. */
  readonly mixOnMany: CapacityFigures;
  /** Processes on the one machine. */
  readonly processes: number;
  /** Processors that are left to the servers and the store. */
  readonly cores: number;
}

/** Predicts the mix on many processes from figures of one: its highest rate, and the times at four fifths of the measured one. */
export function predictMix({ alone, mixOnOne, mixOnMany, processes, cores }: PredictionSource): Prediction {
  // One thread serves each process, and no more of them run concurrently than there are cores.
  const servers = Math.min(processes, cores);
  const work = workOf(alone);
  const [kindsMs, onOneMs] = [meanMs(work), mixOnOne.cpuMs + mixOnOne.databaseCpuMs];
  const updatesMs = Math.max(0, onOneMs - kindsMs);
  const station: Station = { servers, work: scaleTo(work, onOneMs + updatesMs * (processes - 1)) };
  const { rate, p50Ms, p99Ms } = mixOnMany.fourFifths;
  const toMs = (share: number) => Math.round(responseTime(station, rate, share) * 10_000) / 10;
  return {
    servers,
    predicted: {
      highest: Math.round(highestRate(station, { share: 0.99, boundSeconds: MIX.boundMs / 1_000 })),
      p50Ms: toMs(0.5),
      p99Ms: toMs(0.99),
    },
    measured: { highest: mixOnMany.highest, p50Ms, p99Ms },
  };
}

/** Returns the work of the mix, by the CPU time of each kind alone. */
export function workOf(alone: readonly CapacityFigures[]): Work[] {
  return alone.flatMap(({ traffic, cpuMs, databaseCpuMs }) => {
    const share = traffic === "mix" ? 0 : KINDS[traffic as KindName].share;
    return share > 0 ? [{ share, seconds: (cpuMs + databaseCpuMs) / 1_000 }] : [];
  });
}

function meanMs(work: readonly Work[]): number {
  const total = work.reduce((sum, { share }) => sum + share, 0);
  return work.reduce((sum, { share, seconds }) => sum + (share * seconds * 1_000) / total, 0);
}

/** Scales work to another mean: what is not in the kinds' own times is spread over them. */
function scaleTo(work: readonly Work[], toMs: number): Work[] {
  const factor = toMs / meanMs(work);
  return work.map(({ share, seconds }) => ({ share, seconds: seconds * factor }));
}
