/** Runs once when a server process starts. */
export async function register(): Promise<void> {
  // Written out, since the bundler then leaves the import out of builds for runtimes without Node's modules.
  if (process.env.NEXT_RUNTIME === "nodejs") {
    const { outliveReaders } = await import("./lib/log.ts");
    outliveReaders();
    const { prepareRequests } = await import("./lib/http/incoming.ts");
    prepareRequests();
    const { startMetrics } = await import("./lib/metrics/metrics.ts");
    const { currentGeneration } = await import("./lib/site/site.ts");
    const { countWaitingUpdates } = await import("./lib/updates/updates.ts");
    startMetrics({ generation: currentGeneration, waitingUpdates: countWaitingUpdates });
    const { protectPages } = await import("./lib/http/page-policy.ts");
    protectPages();
    const { keepCompressed } = await import("./lib/http/compression.ts");
    keepCompressed();
    const { startRevalidation } = await import("./lib/site/revalidate.ts");
    startRevalidation(process.env.DOCENT_BUILT_FROM);
    const { mentionUnusedKey } = await import("./lib/config/config.ts");
    mentionUnusedKey();
    const { startTraces } = await import("./lib/traces.ts");
    const endTraces = await startTraces();
    const { startWorker } = await import("./lib/updates/worker.ts");
    const stopWork = startWorker();
    const { closeStore } = await import("./lib/db/db.ts");
    const { finishInsights } = await import("./lib/insights/insights.ts");
    const { endOnSignal, followRequests } = await import("./lib/http/shutdown.ts");
    followRequests();
    endOnSignal({ stopWork, close: () => finishInsights().then(closeStore).finally(endTraces) });
  }
}
