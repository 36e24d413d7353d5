import { z } from "zod";
import { findSimilar } from "./likeness.ts";

type RawIssue = z.core.$ZodRawIssue;

/**
 * Returns the message of a wrong value in a file that a person wrote, where its schema has none: what the value must be, and
 * what it is. Undefined for an issue that zod itself describes well.
 */
export function describeFileIssue(issue: RawIssue): string | undefined {
  switch (issue.code) {
    case "unrecognized_keys":
      return describeUnknownKeys(issue);
    case "invalid_type":
      return issue.input === undefined
        ? `is missing; give it ${kindOf(issue.expected)}`
        : `must be ${kindOf(issue.expected)}, and is ${showValue(issue.input)}`;
    case "invalid_value":
      return `must be ${issue.values.map((value) => JSON.stringify(value)).join(" or ")}, and is ${showValue(issue.input)}`;
    case "invalid_format":
      return issue.format === "url"
        ? `must be an address such as "https://example.com", and is ${showValue(issue.input)}`
        : undefined;
    default:
      return undefined;
  }
}

/** Returns the message for names that are not settings: the one that may be meant, or all that there are. */
function describeUnknownKeys({ inst, ...issue }: RawIssue): string {
  const known = inst instanceof z.ZodObject ? Object.keys(inst.shape) : [];
  return (issue.keys as string[]).map((key) => describeUnknownName(key, known)).join(" ");
}

/** Returns the message for an unknown setting. */
export function describeUnknownName(name: string, known: readonly string[]): string {
  const meant = findMeantName(name, known);
  return `there is no setting "${name}". ${meant ? `Did you mean "${meant}"?` : `Choose one of: ${known.join(", ")}.`}`;
}

/** Returns the known name that may be meant by an unknown one. */
export function findMeantName(name: string, known: readonly string[]): string | undefined {
  return findSimilar(name, new Set(known), { least: LEAST_LIKENESS })[0];
}

/** Lets two letters of a short name change places. */
const LEAST_LIKENESS = 0.5;

const KINDS: Readonly<Record<string, string>> = {
  string: "a text",
  boolean: "true or false",
  number: "a number",
  int: "a whole number",
  array: "a list in [ ]",
  object: "a group in { }",
  record: "a group of names and values in { }",
};

function kindOf(expected: string): string {
  return KINDS[expected] ?? `a value of the kind ${expected}`;
}

const MAX_SHOWN_CHARS = 60;

/** Returns a wrong value in a few words. */
export function showValue(value: unknown): string {
  if (value === undefined) return "missing";
  if (Array.isArray(value)) return "a list";
  if (typeof value === "object" && value !== null) return "a group";
  if (typeof value !== "string") return String(value);
  return JSON.stringify(value.length > MAX_SHOWN_CHARS ? `${value.slice(0, MAX_SHOWN_CHARS)}…` : value);
}
