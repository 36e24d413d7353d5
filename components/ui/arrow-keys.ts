interface Stops {
  /** -1 while none of them has the focus. */
  readonly current: number;
  readonly count: number;
  /** Names of the keys that lead on and back. */
  readonly next: string;
  readonly previous: string;
}

/** Returns the stop that a key leads to: an arrow from one end to the other, Home and End; undefined for any other key. */
export function indexAt(key: string, { current, count, next, previous }: Stops): number | undefined {
  if (key === next) return (current + 1) % count;
  if (key === previous) return (Math.max(current, 0) - 1 + count) % count;
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : undefined;
}
