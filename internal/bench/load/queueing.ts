/*
 * Predicts how long requests wait when there are more of them, or more processors.
 *
 * The model is M/G/c with first come, first served: requests come at random (Poisson), each takes its kind's time of one processor,
 * whichever of `c` is free takes the next, and nothing else slows them down. Waiting is that of M/M/c (Erlang C), scaled by how
 * much the times differ (Allen and Cunneen), and its tail falls exponentially. It knows of no locks, no collection of garbage, and
 * no processor that others use; with one queue for each process instead of one for all, waiting is longer than it says.
 */

/** A kind of request: its share of all, and the time that it takes of one processor. */
export interface Work {
  readonly share: number;
  readonly seconds: number;
}

/** A site in the model. */
export interface Station {
  readonly work: readonly Work[];
  /** Processors that serve. They need not be a whole number: half of one is one that is half as fast. */
  readonly servers: number;
}

/** Returns the probability that a request has to wait, with `load` the work that comes in, in processors (Erlang C). */
export function erlangC(servers: number, load: number): number {
  if (load >= servers) return 1;
  // The recursion of Erlang B, which never overflows.
  let blocked = 1;
  for (let count = 1; count <= servers; count += 1) blocked = (load * blocked) / (count + load * blocked);
  const utilisation = load / servers;
  return blocked / (1 - utilisation * (1 - blocked));
}

/** Returns the time that a share of the requests does not exceed, wait and service, in seconds; infinite where the work never ends. */
export function responseTime(station: Station, rate: number, share: number): number {
  const { work, servers } = normalise(station);
  const mean = momentOf(work, 1);
  const load = rate * mean;
  if (load >= servers) return Number.POSITIVE_INFINITY;
  const variability = momentOf(work, 2) / mean ** 2 - 1;
  const waits = erlangC(servers, load);
  const meanOfWaiting = ((1 + variability) / 2) * (mean / (servers - load));
  const exceeds = (seconds: number) =>
    work.reduce(
      (sum, one) => sum + one.share * (seconds < one.seconds ? 1 : waits * Math.exp(-(seconds - one.seconds) / meanOfWaiting)),
      0,
    );
  return bisect((seconds) => exceeds(seconds) <= 1 - share);
}

/** Returns the highest rate at which the share of the requests stays below a bound, in requests a second. */
export function highestRate(station: Station, { share, boundSeconds }: { share: number; boundSeconds: number }): number {
  if (responseTime(station, 0, share) > boundSeconds) return 0;
  return bisect((rate) => responseTime(station, rate, share) > boundSeconds);
}

/** Shares that sum to 1, and processors that are whole. */
function normalise({ work, servers }: Station): Station {
  const total = work.reduce((sum, { share }) => sum + share, 0);
  const whole = Math.max(1, Math.floor(servers));
  const speed = servers / whole;
  return { servers: whole, work: work.map((one) => ({ share: one.share / total, seconds: one.seconds / speed })) };
}

function momentOf(work: readonly Work[], power: number): number {
  return work.reduce((sum, { share, seconds }) => sum + share * seconds ** power, 0);
}

/** Finds where a condition that is false first becomes true. */
function bisect(isTrue: (value: number) => boolean): number {
  let [low, high] = [0, 1e-6];
  while (!isTrue(high) && high < 1e9) [low, high] = [high, high * 2];
  for (let step = 0; step < 60; step += 1) {
    const middle = (low + high) / 2;
    if (isTrue(middle)) high = middle;
    else low = middle;
  }
  return high;
}
