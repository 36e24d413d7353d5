import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import type { Order, Plan, Report } from "./generator.ts";
import type { RunFigures } from "./run-schedule.ts";
import type { StreamCounts } from "./sender.ts";

/** The process that sends traffic. */
export interface Generator {
  readonly pid: number;
  /** Carries out a plan; `onWarm` is called when what counts begins. */
  readonly run: (plan: Plan, onWarm?: () => void) => Promise<RunFigures>;
  readonly countStreams: () => Promise<StreamCounts>;
  /** Ends a share of the open streams, as readers do who leave. */
  readonly leave: (share: number) => void;
  readonly stop: () => Promise<void>;
}

/** Starts it. It ends with this process, in whatever way that ends. */
export function startGenerator(): Generator {
  const child = fork(fileURLToPath(new URL("./generator.ts", import.meta.url)), { stdio: "inherit" });
  const order = (one: Order) => child.send(one);
  /** Waits for one kind of report. */
  const next = <Event extends Report["event"]>(event: Event, onWarm?: () => void) =>
    new Promise<Extract<Report, { event: Event }>>((resolve, reject) => {
      const fail = () => reject(new Error("The generator has ended."));
      child.on("message", function listen(report: Report) {
        if (report.event === "warm") onWarm?.();
        if (report.event !== event) return;
        child.off("message", listen).off("exit", fail);
        resolve(report as Extract<Report, { event: Event }>);
      });
      child.once("exit", fail);
    });
  return {
    pid: child.pid as number,
    run: async (plan, onWarm) => {
      order({ plan });
      return (await next("done", onWarm)).figures;
    },
    countStreams: async () => {
      order("count");
      return (await next("counts")).counts;
    },
    leave: (share) => order({ leave: share }),
    stop: async () => {
      child.disconnect();
      await once(child, "exit");
    },
  };
}
