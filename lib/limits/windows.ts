/** Fixed windows that follow the UTC calendar: a month starts on its first day, an hour at minute 0. */
export type Window = "minute" | "hour" | "day" | "month";

const lengths = { minute: 60_000, hour: 3_600_000, day: 86_400_000 } as const;

/** Returns the start (inclusive) and the end (exclusive) of the window that a moment is in, in milliseconds since 1970. */
export function windowAt(window: Window, now: number): { startsAt: number; endsAt: number } {
  if (window === "month") {
    const date = new Date(now);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    return { startsAt: Date.UTC(year, month), endsAt: Date.UTC(year, month + 1) };
  }
  const startsAt = Math.floor(now / lengths[window]) * lengths[window];
  return { startsAt, endsAt: startsAt + lengths[window] };
}
