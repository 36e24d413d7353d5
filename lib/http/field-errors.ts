import type { z } from "zod";
import { requestBounds } from "../request-bounds.ts";
import { type FieldError, ServiceError } from "../service-error.ts";

type RawIssue = z.core.$ZodRawIssue;

/**
 * Returns a value from outside as its schema reads it.
 * @throws ServiceError `invalid_request` that names every wrong field, or the first 20, its rule and how to fix it.
 */
export function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value, { error: describeIssue });
  if (parsed.success) return parsed.data;
  throw invalidRequest(parsed.error.issues.slice(0, requestBounds.faults).flatMap(toFieldErrors));
}

/** Returns the refusal of a request with wrong fields. An empty path is the body itself. */
export function invalidRequest(errors: readonly FieldError[]): ServiceError {
  const shown = errors.slice(0, requestBounds.faults);
  const [first] = shown;
  const rest = shown.length > 1 ? ` (and ${shown.length - 1} more; see errors)` : "";
  const words = first ? toSentence(first) : "The request is not as expected";
  return new ServiceError("invalid_request", `${words}${rest}`, { errors: shown });
}

function toSentence({ path, message }: FieldError): string {
  return path ? `${path}: ${message}` : `The body ${message}`;
}

/** Returns the errors of an issue. Of a union, those of the form that came closest: it is probably the one that was meant. */
function toFieldErrors(issue: z.core.$ZodIssue): FieldError[] {
  const path = issue.path.map(String).join(".");
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const closest = issue.errors.reduce((best, form) => (form.length < best.length ? form : best));
    return closest.flatMap((inner) => toFieldErrors({ ...inner, path: [...issue.path, ...inner.path] } as z.core.$ZodIssue));
  }
  return [{ path, message: issue.message }];
}

/** Returns the message of an issue whose schema has none: the value, the rule, how to fix it. */
function describeIssue(issue: RawIssue): string | undefined {
  if (issue.code !== "invalid_value" && issue.input === undefined) return "is required; send a value";
  switch (issue.code) {
    case "invalid_type":
      return issue.expected === "nonoptional"
        ? "is required; send a value"
        : `is ${jsonKind(issue.input)} and must be ${article(issue.expected)}`;
    case "too_big":
      return tooBig(issue);
    case "too_small":
      return tooSmall(issue);
    case "invalid_value":
      return issue.input === undefined
        ? `is required; send ${oneOf(issue.values)}`
        : `is ${show(issue.input)}; send ${oneOf(issue.values)}`;
    case "invalid_format":
      return `is ${show(issue.input)}, which is not a valid ${issue.format === "datetime" ? "date-time, such as 2026-01-31T12:00:00Z" : issue.format}`;
    case "invalid_union":
      if (isDiscriminated(issue)) return `is ${show(issue.input[issue.discriminator])}; send ${oneOf(issue.options)}`;
      return `is ${jsonKind(issue.input)} of a form that is not known here`;
    default:
      return undefined;
  }
}

function tooBig({ origin, maximum, input }: Extract<RawIssue, { code: "too_big" }>): string {
  if (origin === "string") return `has ${String(input).length} characters; send at most ${maximum}`;
  if (origin === "array") return `has ${(input as unknown[]).length} items; send at most ${maximum}`;
  return `${String(input)} is above ${maximum}; send at most ${maximum}`;
}

function tooSmall({ origin, minimum, input }: Extract<RawIssue, { code: "too_small" }>): string {
  if (origin === "string")
    return minimum === 1 ? "is empty; send at least one character" : `is too short; send at least ${minimum} characters`;
  if (origin === "array")
    return minimum === 1 ? "is empty; send at least one item" : `has too few items; send at least ${minimum}`;
  return `${String(input)} is below ${minimum}; send at least ${minimum}`;
}

/** Returns true for a union whose forms differ by one field, where no form fits. */
function isDiscriminated(
  issue: RawIssue,
): issue is RawIssue & { discriminator: string; options: readonly unknown[]; input: Record<string, unknown> } {
  return "discriminator" in issue && Array.isArray(issue.options) && typeof issue.input === "object" && issue.input !== null;
}

function oneOf(values: readonly unknown[]): string {
  const words = values.map((value) => JSON.stringify(value));
  return words.length === 1 ? String(words[0]) : `one of ${words.join(", ")}`;
}

function show(value: unknown): string {
  if (typeof value !== "string") return jsonKind(value);
  return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value);
}

function jsonKind(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number" && !Number.isInteger(value)) return `${value}`;
  return article(typeof value);
}

function article(kind: string): string {
  if (kind === "int") return "a whole number";
  return /^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`;
}
