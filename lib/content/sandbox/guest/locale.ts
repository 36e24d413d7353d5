import type { Guest, GuestGlobals } from "./guest.ts";

/**
 * Puts dates and numbers in the words of a language into the sandbox, by the host's Intl. Runs inside it, as text: nothing outside of
 * the function may be named.
 */
export function installLocale(globals: GuestGlobals): void {
  const guest = globals.$guest as Guest;
  const { stringify, parse } = JSON;
  const ask = (kind: string, given: readonly unknown[], method: string, args: readonly unknown[]): unknown => {
    const plain = args.map((each) => (each instanceof Date ? each.getTime() : each));
    return parse(guest.intl(stringify([kind, ...given.slice(0, 2), ...[null, null].slice(given.length), method, plain])));
  };
  const METHODS = {
    NumberFormat: ["format", "formatToParts"],
    DateTimeFormat: ["format", "formatToParts", "formatRange"],
    PluralRules: ["select"],
    RelativeTimeFormat: ["format"],
    ListFormat: ["format"],
    DisplayNames: ["of"],
    Collator: ["compare"],
  };
  const kinds = Object.entries(METHODS).map(([kind, methods]) => {
    const make = (...given: unknown[]) =>
      Object.fromEntries(methods.map((method) => [method, (...args: unknown[]) => ask(kind, given, method, args)]));
    // With `new` or without.
    return [
      kind,
      function Format(...given: unknown[]) {
        return make(...given);
      },
    ] as const;
  });
  globals.Intl = Object.fromEntries(kinds);

  const give = (prototype: object, name: string, work: (this: unknown, ...given: unknown[]) => unknown) =>
    Object.defineProperty(prototype, name, { value: work, configurable: true, writable: true });
  give(Number.prototype, "toLocaleString", function (...given) {
    return ask("NumberFormat", given, "format", [Number(this)]);
  });
  const ofDates: Record<string, object> = {
    toLocaleString: {
      dateStyle: undefined,
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
      second: "numeric",
    },
    toLocaleDateString: { year: "numeric", month: "numeric", day: "numeric" },
    toLocaleTimeString: { hour: "numeric", minute: "numeric", second: "numeric" },
  };
  for (const [name, usual] of Object.entries(ofDates))
    give(Date.prototype, name, function (locales, options) {
      const asked =
        options && Object.keys(options).some((key) => key !== "timeZone" && key !== "hour12")
          ? options
          : { ...usual, ...(options as object) };
      return ask("DateTimeFormat", [locales, asked], "format", [(this as Date).getTime()]);
    });
  give(String.prototype, "localeCompare", function (other, ...given) {
    return ask("Collator", given, "compare", [String(this), String(other)]);
  });
}
