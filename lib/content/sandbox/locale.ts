import { z } from "zod";

const MAX_CALL_CHARS = 10_000;

const Call = z.tuple([
  z.enum(["NumberFormat", "DateTimeFormat", "PluralRules", "RelativeTimeFormat", "ListFormat", "DisplayNames", "Collator"]),
  z.union([z.string(), z.array(z.string())]).nullish(),
  z.record(z.string(), z.unknown()).nullish(),
  z.enum(["format", "formatToParts", "formatRange", "select", "of", "compare"]),
  z.array(z.union([z.string(), z.number(), z.array(z.string())]).nullable()),
]);

/** Answers a call of the guest's Intl with this process's: JSON in, JSON out. English and UTC where the page names no other. @throws Error */
export function callIntl(text: string): string {
  if (text.length > MAX_CALL_CHARS) throw new Error("what is to be put into words is too long");
  const [kind, locales, options, method, args] = Call.parse(JSON.parse(text));
  const defaults = kind === "DateTimeFormat" ? { timeZone: "UTC" } : {};
  const Format = Intl[kind] as unknown as new (
    locales: unknown,
    options: object,
  ) => Record<string, (...args: unknown[]) => unknown>;
  const format = new Format(locales ?? "en", { ...defaults, ...options });
  return JSON.stringify(format[method]?.(...args) ?? null);
}
