/*
 * A server process without its pages: what the tests of several processes start, kill and ask. It follows the store, works
 * on updates, and answers the message "state" with what it serves.
 */
import { getMainProject } from "../config/config.ts";
import { currentGeneration, currentSite } from "../content/live.ts";
import { closeStore } from "../db/client.ts";
import { startWorker } from "./worker.ts";

/** What a process of the tests serves. */
export interface ProcessState {
  readonly generation: number;
  readonly siteHash: string;
}

const { domain } = getMainProject();
await currentSite(domain);
const stop = startWorker();

process.on("message", async (message) => {
  if (message !== "state") return;
  const { hash } = await currentSite(domain);
  process.send?.({ generation: currentGeneration(), siteHash: hash } satisfies ProcessState);
});
process.once("SIGTERM", async () => {
  await stop();
  await closeStore();
  process.exit(0);
});
process.send?.("ready");
