import { toJson } from "./json-text.ts";
import type { Schema, SchemaMember } from "./schema.ts";
import { boundsOf } from "./schema-words.ts";

/** One difference of a body or parameter, in words. */
export interface SchemaChange {
  readonly what: string;
  /** A program that was written for the description before may fail. */
  readonly breaking: boolean;
}

/** Which way a value goes: programs send what is in a request, and read what is in a response. */
type Direction = "request" | "response";

/** Lists the differences of two schemas at one place, such as `` `name` in the request body``. */
export function compareSchemas(before: Schema, after: Schema, place: Place): SchemaChange[] {
  if (before.kind !== after.kind) return [compareKinds(before, after, place)];
  return [
    ...compareNull(before, after, place),
    ...compareAllowed(before, after, place),
    ...compareLimits(before, after, place),
    ...compareMembers(before, after, place),
    ...(before.items && after.items ? compareSchemas(before.items, after.items, { ...place, path: `${place.path}[]` }) : []),
    ...compareChoices(before, after, place),
  ];
}

/** The location of a value: the path of names down to it, and the body or parameter in which the path begins. */
export interface Place {
  readonly direction: Direction;
  /** Such as `messages[].role`; empty for the whole. */
  readonly path: string;
  /** Such as `the request body`. */
  readonly within: string;
}

function change({ path, within }: Place, words: string, breaking: boolean): SchemaChange {
  const name = path ? `\`${path}\` in ${within}` : within;
  return { what: `${name.charAt(0).toUpperCase()}${name.slice(1)} ${words}`, breaking };
}

function compareKinds(before: Schema, after: Schema, place: Place): SchemaChange {
  // A request may be given more than before, a response may hold less.
  const [narrow, wide] = place.direction === "request" ? [before, after] : [after, before];
  const widens =
    wide.kind === "any" ||
    (narrow.kind === "integer" && wide.kind === "number") ||
    (wide.kind === "choice" && wide.choices.some(({ kind }) => kind === narrow.kind));
  return change(place, `was ${before.type} and is ${after.type}.`, !widens);
}

function compareNull(before: Schema, after: Schema, place: Place): SchemaChange[] {
  if (before.nullable === after.nullable) return [];
  const words = after.nullable ? "may be null now." : "may no longer be null.";
  return [change(place, words, after.nullable === (place.direction === "response"))];
}

function compareAllowed(before: Schema, after: Schema, place: Place): SchemaChange[] {
  const [old, now] = [before, after].map(({ allowed }) => new Set(allowed.map((value) => toJson(value))));
  if (!old || !now) return [];
  const isRequest = place.direction === "request";
  if (old.size === 0 && now.size === 0) return [];
  if (old.size === 0) return [change(place, `takes only ${list([...now])} now.`, isRequest)];
  if (now.size === 0) return [change(place, "is no longer limited to certain values.", !isRequest)];
  const added = [...now].filter((value) => !old.has(value));
  const removed = [...old].filter((value) => !now.has(value));
  return [
    ...(added.length > 0 ? [change(place, `may be ${list(added)} as well.`, !isRequest)] : []),
    ...(removed.length > 0 ? [change(place, `can no longer be ${list(removed)}.`, isRequest)] : []),
  ];
}

function list(values: readonly string[]): string {
  const shown = values.slice(0, 6).join(", ");
  return values.length > 6 ? `${shown} and ${values.length - 6} more` : shown;
}

const LOWER = ["minimum", "exclusiveMinimum", "minLength", "minItems"] as const;
const UPPER = ["maximum", "exclusiveMaximum", "maxLength", "maxItems"] as const;

function compareLimits(before: Schema, after: Schema, place: Place): SchemaChange[] {
  const tightened =
    LOWER.some((name) => (after.limits[name] ?? -Infinity) > (before.limits[name] ?? -Infinity)) ||
    UPPER.some((name) => (after.limits[name] ?? Infinity) < (before.limits[name] ?? Infinity)) ||
    (after.limits.pattern !== undefined && after.limits.pattern !== before.limits.pattern);
  const loosened =
    LOWER.some((name) => (after.limits[name] ?? -Infinity) < (before.limits[name] ?? -Infinity)) ||
    UPPER.some((name) => (after.limits[name] ?? Infinity) > (before.limits[name] ?? Infinity)) ||
    (before.limits.pattern !== undefined && after.limits.pattern !== before.limits.pattern);
  if (!tightened && !loosened) return [];
  const { pattern } = after.limits;
  const bounds = [...boundsOf({ ...after.limits }), ...(pattern ? [`matches ${pattern}`] : [])].join(", ") || "no bounds";
  return [change(place, `has other bounds: ${bounds}.`, place.direction === "request" && tightened)];
}

function compareMembers(before: Schema, after: Schema, place: Place): SchemaChange[] {
  const sent = ({ schema }: SchemaMember) => !(place.direction === "request" ? schema.readOnly : schema.writeOnly);
  const old = new Map(before.members.filter(sent).map((member) => [member.name, member]));
  const now = new Map(after.members.filter(sent).map((member) => [member.name, member]));
  const inside = (name: string): Place => ({ ...place, path: place.path ? `${place.path}.${name}` : name });
  const removed = [...old.keys()].filter((name) => !now.has(name)).map((name) => change(inside(name), "is removed.", true));
  const others = [...now].flatMap(([name, member]) => {
    const earlier = old.get(name);
    return earlier ? compareMember(earlier, member, inside(name)) : [added(member, inside(name))];
  });
  return [...removed, ...others];
}

function added({ required }: SchemaMember, place: Place): SchemaChange {
  const isNeeded = required && place.direction === "request";
  return change(place, isNeeded ? "is new and required." : "is new.", isNeeded);
}

function compareMember(before: SchemaMember, after: SchemaMember, place: Place): SchemaChange[] {
  const isRequest = place.direction === "request";
  const duty =
    before.required === after.required
      ? []
      : [change(place, after.required ? "is required now." : "is no longer required.", after.required === isRequest)];
  const age = after.schema.deprecated && !before.schema.deprecated ? [change(place, "is deprecated.", false)] : [];
  return [...duty, ...age, ...compareSchemas(before.schema, after.schema, place)];
}

function compareChoices(before: Schema, after: Schema, place: Place): SchemaChange[] {
  const key = ({ title, type }: Schema) => title || type;
  const old = new Map(before.choices.map((choice) => [key(choice), choice]));
  const now = new Map(after.choices.map((choice) => [key(choice), choice]));
  const isRequest = place.direction === "request";
  return [
    ...[...old.keys()].filter((name) => !now.has(name)).map((name) => change(place, `can no longer be ${name}.`, isRequest)),
    ...[...now].flatMap(([name, choice]) => {
      const earlier = old.get(name);
      return earlier ? compareSchemas(earlier, choice, place) : [change(place, `may be ${name} as well.`, !isRequest)];
    }),
  ];
}
