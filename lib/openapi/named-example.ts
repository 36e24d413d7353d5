import type { JsonObject } from "./json.ts";
import { titleOf } from "./words.ts";

/** Values by the last words of a name, written as `user_name`; the first that fits is taken. */
const TEXTS: readonly (readonly [names: RegExp, value: string])[] = [
  [/(?:^|_)e_?mail(?:_address)?$/, "user@example.com"],
  [/(?:^|_)ur[il](?:_|$)|^(?:website|homepage|webhook)$/, "https://example.com"],
  [/(?:^|_)(?:uuid|guid)$|^uid$/, "3fa85f64-5717-4562-b3fc-2c963f66afa6"],
  [/_(?:at|timestamp|datetime)$|^(?:timestamp|datetime)$/, "2026-01-15T09:30:00Z"],
  [/(?:^|_)date$|^(?:birthday|dob)$/, "2026-01-15"],
  [/(?:^|_)(?:phone|phone_number|mobile|fax)$/, "+15555550100"],
  [/(?:^|_)(?:ip|ip_address|ipv4)$/, "192.0.2.1"],
  [/(?:^|_)(?:hostname|host|domain|domain_name)$/, "example.com"],
  [/(?:^|_)country(?:_code)?$/, "US"],
  [/(?:^|_)currency(?:_code)?$/, "USD"],
  [/(?:^|_)(?:language|lang|locale)$/, "en"],
  [/(?:^|_)time_?zone$/, "UTC"],
  [/(?:^|_)(?:first|given)_name$/, "Jane"],
  [/(?:^|_)(?:last|family)_name$|^surname$/, "Doe"],
  [/^(?:full|display|account_holder|cardholder)_name$/, "Jane Doe"],
  [/(?:^|_)city$/, "Berlin"],
  [/(?:^|_)(?:postal_code|zip|zip_code|postcode)$/, "10115"],
  [/^(?:address_)?line_?1$|(?:^|_)street$/, "1 Main Street"],
  [/(?:^|_)(?:file_?name)$/, "file.txt"],
  [/(?:^|_)(?:mime|content|media)_type$/, "application/json"],
  [/(?:^|_)(?:title|description|summary|message|comment|note|subject)$/, "Example"],
  [/(?:^|_)(?:name|username|slug)$/, "example"],
  [/(?:^|_)last_?4$/, "4242"],
  [/(?:^|_)id$/, "abc123"],
];

const NUMBERS: readonly (readonly [names: RegExp, value: number])[] = [
  [/(?:^|_)id$/, 123],
  [/(?:^|_)(?:amount|balance|cost|price|subtotal|total)$/, 1000],
  [/(?:^|_)(?:count|quantity)$/, 1],
];

/** 2026-01-15T09:30:00Z in seconds. */
const UNIX_TIME = 1_768_469_400;

/**
 * Returns a value that reads like one of its name, such as an address for `return_url`; undefined when the name tells nothing, or
 * when the schema says which values it takes.
 */
export function namedExample(name: string, { type, format, pattern, ...limits }: JsonObject): string | number | undefined {
  if (pattern !== undefined) return undefined;
  const isNumber = type === "integer" || type === "number";
  if (isNumber && /^unix[-_]?time/i.test(String(format))) return UNIX_TIME;
  if (type === "string" && format === undefined)
    return findFitting(name, TEXTS, ({ length }) => isWithin(length, limits.minLength, limits.maxLength));
  return isNumber && hasNoBounds(limits) ? findFitting(name, NUMBERS, () => true) : undefined;
}

function findFitting<Value>(
  name: string,
  values: readonly (readonly [RegExp, Value])[],
  fits: (value: Value) => boolean,
): Value | undefined {
  const words = titleOf(name).toLowerCase().replaceAll(" ", "_");
  return values.find(([names, value]) => names.test(words) && fits(value))?.[1];
}

function isWithin(length: number, least: unknown, most: unknown): boolean {
  return length >= Number(least ?? 0) && length <= Number(most ?? Number.POSITIVE_INFINITY);
}

function hasNoBounds({ minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf }: JsonObject): boolean {
  return [minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf].every((bound) => bound === undefined);
}
