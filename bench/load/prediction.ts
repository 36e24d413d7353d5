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
  /** The mix on one process: its processor time, of the store too, is what the kinds are scaled to. */
  readonly mixOnOne: CapacityFigures;
  /** The mix on more processes. */
  readonly mixOnMany: CapacityFigures;
  /** Processors that the servers and the store can use at the same time. */
  readonly servers: number;
}

/** Predicts the mix on many processes from figures of one: its highest rate, and the times at four fifths of the measured one. */
export function predictMix({ alone, mixOnOne, mixOnMany, servers }: PredictionSource): Prediction {
  const station: Station = { servers, work: scaleTo(workOf(alone), mixOnOne.cpuMs + mixOnOne.databaseCpuMs) };
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

/** Returns the work of the mix, by the processor time of each kind alone. */
export function workOf(alone: readonly CapacityFigures[]): Work[] {
  return alone.flatMap(({ traffic, cpuMs, databaseCpuMs }) => {
    const share = traffic === "mix" ? 0 : KINDS[traffic as KindName].share;
    return share > 0 ? [{ share, seconds: (cpuMs + databaseCpuMs) / 1_000 }] : [];
  });
}

/** Scales work, so that its mean is what the mix took: kinds of which there is no figure, updates and pauses count too. */
function scaleTo(work: readonly Work[], meanMs: number): Work[] {
  const total = work.reduce((sum, { share }) => sum + share, 0);
  const mean = work.reduce((sum, { share, seconds }) => sum + (share * seconds) / total, 0);
  return work.map(({ share, seconds }) => ({ share, seconds: (seconds * meanMs) / 1_000 / mean }));
}
