/** Why a search or an answer failed, in the terms of what the reader can do about it. */
export interface Failure {
  readonly kind: "offline" | "limited" | "server" | "broken" | "empty";
  /** For `limited`: seconds until the next try makes sense, where the service says. */
  readonly seconds?: number | undefined;
}

/** What a reader is told of a failure. */
export interface FailureMessage {
  readonly title: string;
  readonly howToFix: string;
}

/** Seconds in the unit that a person would say: 40 seconds, 5 minutes, 3 hours, 12 days. */
export function formatDuration(seconds: number, language: string): string {
  const units = [
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ] as const;
  const [unit, length] = units.find(([, size]) => seconds >= size * 1.5) ?? (["second", 1] as const);
  return new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" }).format(Math.ceil(seconds / length));
}
