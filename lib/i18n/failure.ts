/** The failure of a search or an answer; each kind leaves the reader something else to do. */
export interface Failure {
  readonly kind: "offline" | "limited" | "server" | "broken" | "empty";
  /** Of `limited`: seconds until the next try, where the service says so. */
  readonly seconds?: number | undefined;
}

/** The message of a failure. */
export interface FailureMessage {
  readonly title: string;
  readonly howToFix: string;
}

/** Returns seconds in the unit that a person would use: 40 seconds, 5 minutes, 3 hours, 12 days. */
export function formatDuration(seconds: number, language: string): string {
  const units = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  const [unit, length] = units.find(([, size]) => seconds >= size * 1.5) ?? (["second", 1] as const);
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(Math.ceil(seconds / length));
}
