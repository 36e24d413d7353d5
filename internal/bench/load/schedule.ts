/** A request that is due, counted from the start of its run. */
export interface Arrival<Name extends string = string> {
  readonly atMs: number;
  readonly kind: Name;
}

/** The rate of a run, its length, and the share of each kind in it. */
export interface ScheduleOptions<Name extends string> {
  /** Requests a second. */
  readonly rate: number;
  readonly seconds: number;
  /** Weights; they need not sum to 1. */
  readonly shares: Readonly<Partial<Record<Name, number>>>;
  readonly random: () => number;
}

/** Returns arrivals as of many readers who know nothing of each other: a Poisson process, each of a kind drawn by the shares. */
export function scheduleArrivals<Name extends string>(options: ScheduleOptions<Name>): Arrival<Name>[] {
  const { rate, seconds, shares, random } = options;
  const arrivals: Arrival<Name>[] = [];
  for (let atMs = 0; ; ) {
    atMs += (-Math.log(1 - random()) / rate) * 1_000;
    if (atMs >= seconds * 1_000) return arrivals;
    arrivals.push({ atMs, kind: drawKind(shares, random()) });
  }
}

function drawKind<Name extends string>(shares: Readonly<Partial<Record<Name, number>>>, drawn: number): Name {
  const entries = Object.entries(shares) as [Name, number][];
  let rest = drawn * entries.reduce((sum, [, share]) => sum + share, 0);
  for (const [kind, share] of entries) {
    rest -= share;
    if (rest < 0) return kind;
  }
  return (entries.at(-1) as [Name, number])[0];
}
