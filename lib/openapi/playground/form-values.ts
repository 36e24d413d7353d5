import { integerOf, isLongInteger, toJson } from "../description/json-text.ts";
import { boundsOf } from "../document/schema-words.ts";
import type { FormMember, FormSchema } from "./form-schema.ts";

/** Patterns of a description run on values up to this length. */
const MAX_MATCHED_CHARS = 300;

/** A fault of a value that was filled in. */
export interface ValueFault {
  /** Key of its field: that of the whole, then the names inside it, such as `body/messages/0/role`. */
  readonly field: string;
  readonly reason: "missing" | "number" | "integer" | "type" | "allowed" | "limits";
  /** The rule that is broken, such as `length 1 to 9`; the type for `type`. */
  readonly rule?: string;
}

/** Lists the faults of a value; empty when the API accepts it according to its description. */
export function findFaults(schema: FormSchema, value: unknown, field: string): ValueFault[] {
  if (value === undefined || (value === null && (schema.nullable || schema.kind === "null" || schema.kind === "any"))) return [];
  if (schema.allowed && !schema.allowed.some((allowed) => JSON.stringify(allowed) === JSON.stringify(value)))
    return [
      {
        field,
        reason: "allowed",
        rule: schema.allowed
          .slice(0, 8)
          .map((one) => toJson(one))
          .join(", "),
      },
    ];
  if (schema.kind === "choice") return faultsOfChoice(schema, value, field);
  return CHECKS[schema.kind]?.(schema, value, field) ?? [];
}

type Check = (schema: FormSchema, value: unknown, field: string) => ValueFault[];

const CHECKS: { readonly [kind in FormSchema["kind"]]?: Check } = {
  string: (schema, value, field) => {
    if (isFile(value)) return [];
    if (typeof value !== "string") return [wrongType(schema, field)];
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern } = schema.limits ?? {};
    const length = [...value].length;
    if (length < minLength || length > maxLength) return [brokenLimit(schema, field)];
    return pattern !== undefined && !fits(pattern, value) ? [{ field, reason: "limits", rule: `matches ${pattern}` }] : [];
  },
  number: checkNumber,
  integer: (schema, value, field) =>
    typeof value === "number" && !Number.isInteger(value) ? [{ field, reason: "integer" }] : checkNumber(schema, value, field),
  boolean: (schema, value, field) => (typeof value === "boolean" ? [] : [wrongType(schema, field)]),
  null: (schema, _, field) => [wrongType(schema, field)],
  array: (schema, value, field) => {
    if (!Array.isArray(value)) return [wrongType(schema, field)];
    const { minItems = 0, maxItems = Number.POSITIVE_INFINITY } = schema.limits ?? {};
    const { items } = schema;
    const inside = items
      ? value.flatMap((item, index) => memberFaults({ name: String(index), required: true, schema: items }, item, field))
      : [];
    return value.length < minItems || value.length > maxItems ? [brokenLimit(schema, field), ...inside] : inside;
  },
  object: (schema, value, field) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return [wrongType(schema, field)];
    return (schema.members ?? []).flatMap((member) => memberFaults(member, memberOf(value, member.name), field));
  },
};

function memberFaults({ name, required, schema }: FormMember, value: unknown, field: string): ValueFault[] {
  const inside = `${field}/${name}`;
  const isMissing = value === undefined || (value === null && isFileSchema(schema));
  return isMissing ? (required ? [{ field: inside, reason: "missing" }] : []) : findFaults(schema, value, inside);
}

function memberOf(value: object, name: string): unknown {
  return Object.hasOwn(value, name) ? (value as Record<string, unknown>)[name] : undefined;
}

function faultsOfChoice({ choices = [] }: FormSchema, value: unknown, field: string): ValueFault[] {
  const choice = choices[nearestChoice(choices, value)];
  return choice ? findFaults(choice, value, field) : [];
}

/** Added to the faults of a choice of another kind than the value. */
const WRONG_KIND = 1_000;

/** Finds the choice that a value is nearest to. */
export function nearestChoice(choices: readonly FormSchema[], value: unknown): number {
  const faults = choices.map((choice) =>
    value === undefined ? 0 : findFaults(choice, value, "").length + (isKind(choice, value) ? 0 : WRONG_KIND),
  );
  return faults.indexOf(Math.min(...faults));
}

function isKind({ kind }: FormSchema, value: unknown): boolean {
  if (Array.isArray(value)) return kind === "array";
  return typeof value === kind || (typeof value === "number" && kind === "integer");
}

function checkNumber(schema: FormSchema, value: unknown, field: string): ValueFault[] {
  if (isLongInteger(value)) return [];
  if (typeof value !== "number") return [{ field, reason: "number" }];
  const {
    minimum = -Infinity,
    maximum = Infinity,
    exclusiveMinimum = -Infinity,
    exclusiveMaximum = Infinity,
  } = schema.limits ?? {};
  const fitsIn = value >= minimum && value <= maximum && value > exclusiveMinimum && value < exclusiveMaximum;
  return fitsIn ? [] : [brokenLimit(schema, field)];
}

function wrongType({ type }: FormSchema, field: string): ValueFault {
  return { field, reason: "type", rule: type };
}

function brokenLimit({ limits }: FormSchema, field: string): ValueFault {
  return { field, reason: "limits", rule: boundsOf({ ...limits }).join(", ") };
}

/**
 * Matches where that is sure to end soon. A pattern with a repeated group, or with more than two parts that may be longer or shorter
 * (three where all starts at the text's start, as addresses of mail have), could take forever, so it refuses nothing: the service that
 * gets the request does.
 */
function fits(pattern: string, value: string): boolean {
  const flexibleParts = pattern.match(/[*+?]|\{\d*,/g)?.length ?? 0;
  const isAnchored = pattern.startsWith("^") && !pattern.includes("|");
  if (flexibleParts > (isAnchored ? 3 : 2) || value.length > MAX_MATCHED_CHARS || /\)[*+{?]|\\[1-9]|\(\?</.test(pattern))
    return true;
  try {
    return new RegExp(pattern, "u").test(value);
  } catch {
    return true;
  }
}

/**
 * Reads what a reader types for a number; undefined for nothing. Text that is not a number stays text; an integer with more digits than a
 * number of JavaScript holds, such as an id of 64 bits, stays as it is.
 */
export function toNumber(text: string): unknown {
  if (!text.trim()) return undefined;
  const number = Number(text);
  if (/^\s*-?\d+\s*$/.test(text)) return integerOf(text.trim());
  return Number.isFinite(number) ? number : text;
}

/** Returns true for a file that a reader chose. */
export function isFile(value: unknown): value is File {
  return typeof File !== "undefined" && value instanceof File;
}

export function isFileSchema({ kind, format, allowed }: FormSchema): boolean {
  return format === "binary" && !allowed && (kind === "string" || kind === "any");
}

export function holdsFiles({ items, ...schema }: FormSchema): boolean {
  return isFileSchema(items ?? schema);
}

/** Returns the members of an object; of a choice, those of the one that a value is nearest to. */
export function membersFor({ members, choices = [] }: FormSchema, value: unknown): readonly FormMember[] {
  return members ?? choices[nearestChoice(choices, value)]?.members ?? [];
}

/** Makes the value that a field begins with when a reader adds it: required members, first choices. */
export function firstValue(schema: FormSchema, depth = 0): unknown {
  const { kind, allowed, members = [], choices = [] } = schema;
  if (allowed && allowed.length > 0) return allowed[0];
  if (kind === "choice") return choices[0] && firstValue(choices[0], depth);
  if (kind === "array") return [];
  if (kind === "boolean") return false;
  if (kind === "string" && !isFileSchema(schema)) return "";
  if (kind !== "object" || depth > 6) return undefined;
  const required = members
    .filter((member) => member.required)
    .map(({ name, schema: inner }) => [name, firstValue(inner, depth + 1)]);
  return Object.fromEntries(required.filter(([, value]) => value !== undefined && value !== ""));
}
