import { describeMissingAddress, getAccess, getEnvironment, mentionUnusedKey } from "./config/config.ts";
import { closeStore } from "./db/db.ts";
import { listenToServer } from "./http/node-server.ts";
import { endOnSignal } from "./http/shutdown.ts";
import { finishInsights } from "./insights/insights.ts";
import { log, outliveReaders } from "./log.ts";
import { startMetrics } from "./metrics/metrics.ts";
import { startWatching } from "./site/made/watch.ts";
import { followReaders, prepareSites } from "./site/served/readiness.ts";
import { startRevalidation } from "./site/served/revalidate.ts";
import { warmUp } from "./site/served/warm-up.ts";
import { currentGeneration } from "./site/stored/sites.ts";
import { countWaitingUpdates } from "./updates/updates.ts";
import { startWorker } from "./updates/worker.ts";

/** The options that a server process starts with. */
interface Start {
  /** The fingerprint of what the pages were built from. */
  readonly builtFrom: string | undefined;
  /** Called when the process ends, once everything else has. */
  readonly onEnd: () => Promise<void>;
}

/** Starts what a server process has besides its requests, and what ends with it. Called once. */
export async function startServer({ builtFrom, onEnd }: Start): Promise<void> {
  outliveReaders();
  listenToServer();
  startMetrics({ generation: currentGeneration, waitingUpdates: countWaitingUpdates });
  startRevalidation(builtFrom);
  mentionUnusedKey();
  const missingAddress = getEnvironment().production ? describeMissingAddress() : undefined;
  if (missingAddress) log("warn", missingAddress);
  // In development and in functions, what nobody asks for is not read.
  const { production, development, onVercel } = getEnvironment();
  if (development) {
    startWatching();
    warmUp();
  }
  if (production && !onVercel) void prepareSites();
  if (production && !onVercel && getAccess()) followReaders();
  const stopWork = startWorker();
  endOnSignal({ stopWork, close: () => finishInsights().then(closeStore).finally(onEnd) });
}
