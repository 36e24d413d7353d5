import { mentionUnusedKey } from "./config/config.ts";
import { closeStore } from "./db/db.ts";
import { listenToServer } from "./http/node-server.ts";
import { endOnSignal } from "./http/shutdown.ts";
import { finishInsights } from "./insights/insights.ts";
import { outliveReaders } from "./log.ts";
import { startMetrics } from "./metrics/metrics.ts";
import { startRevalidation } from "./site/revalidate.ts";
import { currentGeneration } from "./site/site.ts";
import { startTraces } from "./traces.ts";
import { countWaitingUpdates } from "./updates/updates.ts";
import { startWorker } from "./updates/worker.ts";

/**
 * Starts what a server process has besides its requests, and what ends with it. Called once.
 * @param builtFrom the fingerprint of what the pages were built from.
 */
export async function startServer(builtFrom: string | undefined): Promise<void> {
  outliveReaders();
  listenToServer();
  startMetrics({ generation: currentGeneration, waitingUpdates: countWaitingUpdates });
  startRevalidation(builtFrom);
  mentionUnusedKey();
  const endTraces = await startTraces();
  const stopWork = startWorker();
  endOnSignal({ stopWork, close: () => finishInsights().then(closeStore).finally(endTraces) });
}
