import { type BenchProvider, startBenchProvider } from "../attack/provider.ts";

/** The manner in which a scripted model writes. */
export interface SlowModel {
  /** Pause after each piece of an answer. */
  readonly pieceMs?: number;
  /** Time of a whole answer. */
  readonly writesMs?: number;
}

/** Starts a model that searches and then writes: by default ten pieces a second for 20 seconds. */
export async function startSlowModel({ pieceMs = 100, writesMs = 20_000 }: SlowModel = {}): Promise<BenchProvider> {
  const provider = await startBenchProvider();
  const pieces = Array.from({ length: writesMs / pieceMs }, (_, index) => `${index % 12 === 11 ? ".\n\n" : " "}word ${index}`);
  provider.say(pieces, { everyMs: pieceMs, query: "create a key" });
  return provider;
}
