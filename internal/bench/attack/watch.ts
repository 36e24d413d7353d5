import { once } from "node:events";
import { Worker } from "node:worker_threads";

export interface Figures {
  /** Longest wait for a static file in milliseconds, less what other processes took of the CPU meanwhile. */
  readonly stallMs: number;
  /** Most resident memory, in MiB. */
  readonly peakMiB: number;
}

/** Follows a server from another thread, so that the bench's own work does not count. */
export interface Watch {
  /** Forgets what was seen so far. */
  readonly reset: () => void;
  readonly read: () => Promise<Figures>;
  readonly stop: () => Promise<void>;
}

/** Asks for `url` every 10 ms and weighs the process every 50 ms. */
export function startWatch(url: string, pid: number): Watch {
  const worker = new Worker(new URL("./watch-worker.ts", import.meta.url), { workerData: { url, pid } });
  return {
    reset: () => worker.postMessage("reset"),
    read: async () => {
      worker.postMessage("read");
      const [figures] = (await once(worker, "message")) as [Figures];
      return figures;
    },
    stop: async () => {
      await worker.terminate();
    },
  };
}
