/**
 * Fills a template of a translation: `{0}` is the first value; `{0|# page|# pages}` its singular or its plural by the rules
 * of the language, with `#` for the number; `{0:duration}` reads it as seconds.
 */
export function fillTemplate(template: string, values: readonly unknown[], language: string): string {
  return template.replace(
    /\{(\d)(?:\|([^|}]*)\|([^|}]*)|(:duration))?\}/g,
    (_, index, one?: string, other?: string, duration?: string) => {
      const value = values[Number(index)];
      if (duration) return formatDuration(Number(value), language);
      if (one === undefined || other === undefined) return String(value);
      const form = new Intl.PluralRules(language).select(Number(value)) === "one" ? one : other;
      return form.replaceAll("#", () => String(value));
    },
  );
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
