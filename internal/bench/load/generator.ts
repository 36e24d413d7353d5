import { createRandom } from "../../testing/random.ts";
import { type KindName, sharesOf, type TrafficName } from "./kinds.ts";
import { createRequests, type Facts } from "./requests.ts";
import { type RunFigures, runSchedule } from "./run-schedule.ts";
import { scheduleArrivals } from "./schedule.ts";
import { createSender, type StreamCounts } from "./sender.ts";

/*
 * A process that sends traffic, so that its own work delays neither the bench nor the server.
 * It takes one plan after another as messages, and answers each with figures. Own code, since a connection of autocannon (MIT) sends
 * its next request after the last one's answer also at a fixed rate, and k6 and vegeta are programs in Go beside Node.
 */

/** Traffic of one run. */
export interface Plan {
  readonly traffic: TrafficName;
  /** Servers, which take turns. */
  readonly urls: readonly string[];
  readonly facts: Facts;
  readonly seed: number;
  readonly rate: number;
  /** Seconds before those that are measured. */
  readonly warmSeconds: number;
  readonly seconds: number;
  /** Requests that may wait for an answer before the run is aborted. */
  readonly mostWaiting: number;
}

/** An order to the generator: traffic, readers that leave (a share of the open streams), or a question for counts. */
export type Order = { readonly plan: Plan } | { readonly leave: number } | "count";

/** Words of the generator: the warm-up is over, or the run is. */
export type Report =
  | { readonly event: "warm" }
  | { readonly event: "done"; readonly figures: RunFigures }
  | { readonly event: "counts"; readonly counts: StreamCounts };

const sender = createSender();

async function run({ traffic, urls, facts, seed, rate, warmSeconds, seconds, mostWaiting }: Plan): Promise<void> {
  const random = createRandom(seed);
  const arrivals = scheduleArrivals<KindName>({ rate, seconds: warmSeconds + seconds, shares: sharesOf(traffic), random });
  const figures = await runSchedule({
    arrivals,
    warmMs: warmSeconds * 1_000,
    urls,
    create: createRequests(facts, random),
    send: sender.send,
    waiting: sender.waiting,
    mostWaiting,
    onWarm: () => report({ event: "warm" }),
  });
  report({ event: "done", figures });
}

function report(message: Report): void {
  process.send?.(message);
}

process.on("message", (order: Order) => {
  if (order === "count") report({ event: "counts", counts: sender.counts() });
  else if ("leave" in order) sender.leave(order.leave);
  else void run(order.plan);
});
process.on("disconnect", () => process.exit(0));
