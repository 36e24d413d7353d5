import { z } from "zod";
import { memberOf, objectOf } from "../description/json.ts";
import { toJson } from "../description/json-text.ts";
import { type OpenApiDocument, toPointer } from "../description/reference.ts";
import {
  type ApiResponse,
  type Content,
  listOperations,
  type Operation,
  type OperationKey,
  type Parameter,
} from "./operation.ts";
import { OperationReader } from "./reading.ts";
import type { Schema, SchemaMember } from "./schema.ts";
import { boundsOf } from "./schema-words.ts";

const MAX_CHANGES = 500;
const MAX_OF_OPERATION = 50;

const operation = z.string().describe("Method and path, such as `POST /pets`.");

/** The differences of two API descriptions, by operation. */
export const ApiChanges = z.object({
  added: z.array(operation),
  removed: z.array(operation).describe("Each of them breaks programs that call it."),
  deprecated: z.array(operation).describe("Operations that are deprecated now and were not before."),
  changed: z.array(
    z.object({
      operation,
      what: z.string().describe("The change in one sentence."),
      breaking: z.boolean().describe("True when a program that was written for the description before may fail."),
    }),
  ),
});
export type ApiChanges = z.infer<typeof ApiChanges>;

/**
 * Compares two API descriptions: operations, parameters, bodies, responses and authentication. Lists at most 500 changes. Of
 * operations that say more than is read of a description, only what their outline says is compared.
 */
export function compareDescriptions(before: OpenApiDocument, after: OpenApiDocument): ApiChanges {
  const [old, now] = [keysByName(before), keysByName(after)];
  const [earlier, later] = [before, after].map((document) => new OperationReader(document, 1 / 3)) as [
    OperationReader,
    OperationReader,
  ];
  const isSame = sameness(before, after);
  const [deprecated, changed]: [string[], ApiChanges["changed"]] = [[], []];
  // One at a time: two large descriptions together would fill the memory.
  for (const [name, key] of now) {
    const oldKey = old.get(name);
    if (!oldKey || isSame(name)) continue;
    const [was, is] = [earlier.read(oldKey), later.read(key)];
    if (!was || !is) continue;
    if (is.deprecated && !was.deprecated) deprecated.push(name);
    if (changed.length >= MAX_CHANGES || !earlier.isWhole(was) || !later.isWhole(is)) continue;
    for (const change of compareOperations(was, is).slice(0, MAX_OF_OPERATION)) changed.push({ operation: name, ...change });
  }
  return {
    added: [...now.keys()].filter((name) => !old.has(name)).slice(0, MAX_CHANGES),
    removed: [...old.keys()].filter((name) => !now.has(name)).slice(0, MAX_CHANGES),
    deprecated: deprecated.slice(0, MAX_CHANGES),
    changed: changed.slice(0, MAX_CHANGES),
  };
}

/** Returns true when programs that were written for the description before may fail. */
export function isBreaking({ removed, changed }: ApiChanges): boolean {
  return removed.length > 0 || changed.some(({ breaking }) => breaking);
}

/** Returns true when two descriptions say the same of every operation. */
export function isUnchanged({ added, removed, deprecated, changed }: ApiChanges): boolean {
  return added.length + removed.length + deprecated.length + changed.length === 0;
}

/** Joins the changes of several descriptions of one site. */
export function joinApiChanges(parts: readonly ApiChanges[]): ApiChanges {
  return {
    added: parts.flatMap(({ added }) => added),
    removed: parts.flatMap(({ removed }) => removed),
    deprecated: parts.flatMap(({ deprecated }) => deprecated),
    changed: parts.flatMap(({ changed }) => changed),
  };
}

function keysByName(document: OpenApiDocument): Map<string, OperationKey> {
  return new Map(listOperations(document).map((key) => [`${key.method} ${key.path}`, key]));
}

/**
 * Tells which operations are written alike in two descriptions, with all that they refer to: these are not read. In a large
 * description nearly all of them are.
 */
function sameness(before: OpenApiDocument, after: OpenApiDocument): (name: string) => boolean {
  if (["security", "servers"].some((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))) return () => false;
  const changed = changedParts(before, after);
  const isSamePath = (path: string) => {
    const [old, now] = [before, after].map(({ paths }) => JSON.stringify(memberOf(objectOf(paths), path)));
    return old === now && now !== undefined && !refersTo(now, changed) && !now.includes('"#/paths/');
  };
  // A path may have any number of operations.
  const known = new Map<string, boolean>();
  return (name) => {
    const path = name.slice(name.indexOf(" ") + 1);
    const isSame = known.get(path) ?? isSamePath(path);
    known.set(path, isSame);
    return isSame;
  };
}

/** References to the components that differ, or that refer to one that does. */
function changedParts(before: OpenApiDocument, after: OpenApiDocument): ReadonlySet<string> {
  const [old, now] = [componentTexts(before), componentTexts(after)];
  const changed = new Set([...old.keys(), ...now.keys()].filter((name) => old.get(name) !== now.get(name)));
  const uses = [...old, ...now].flatMap(([user, text]) => referencesIn(text).map((used) => ({ user, used })));
  const users = Map.groupBy(uses, ({ used }) => used);
  const waiting = [...changed];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop())
    for (const { user } of users.get(part) ?? []) {
      if (changed.has(user)) continue;
      changed.add(user);
      waiting.push(user);
    }
  return changed;
}

/** Returns the components of a description as text, by the reference that leads to them. */
function componentTexts({ components }: OpenApiDocument): Map<string, string> {
  const kinds = Object.entries(objectOf(components));
  return new Map(
    kinds.flatMap(([kind, parts]) =>
      Object.entries(objectOf(parts)).map(
        ([name, part]) => [toPointer(["components", kind, name]), JSON.stringify(part)] as const,
      ),
    ),
  );
}

function referencesIn(text: string): string[] {
  return [...text.matchAll(/"(#\/components\/[^"/]+\/[^"/]+)/g)].map(([, reference = ""]) => reference);
}

function refersTo(text: string, parts: ReadonlySet<string>): boolean {
  return parts.size > 0 && referencesIn(text).some((reference) => parts.has(reference));
}

function compareOperations(before: Operation, after: Operation): SchemaChange[] {
  return [
    ...compareSecurity(before, after),
    ...compareParameters(before.parameters, after.parameters),
    ...compareBodies(before, after),
    ...compareResponses(before.responses, after.responses),
  ];
}

function compareSecurity(before: Operation, after: Operation): SchemaChange[] {
  const [old, now] = [before, after].map(({ security }) => security.map(({ name }) => name));
  if (!old || !now || old.join("\n") === now.join("\n")) return [];
  if (old.length === 0) return [{ what: `Authentication is required now: ${now.join(", ")}.`, breaking: true }];
  if (now.length === 0) return [{ what: "Authentication is no longer required.", breaking: false }];
  const gone = old.filter((name) => !now.includes(name));
  const added = now.filter((name) => !old.includes(name));
  return [
    ...(gone.length > 0 ? [{ what: `Authentication by ${gone.join(", ")} is removed.`, breaking: true }] : []),
    ...(added.length > 0 ? [{ what: `Authentication by ${added.join(", ")} is new.`, breaking: false }] : []),
  ];
}

function compareParameters(before: readonly Parameter[], after: readonly Parameter[]): SchemaChange[] {
  const keyed = (parameters: readonly Parameter[]) =>
    new Map(parameters.map((one) => [`${one.place} parameter \`${one.name}\``, one]));
  const [old, now] = [keyed(before), keyed(after)];
  return [
    ...[...old.keys()].filter((name) => !now.has(name)).map((name) => ({ what: `The ${name} is removed.`, breaking: true })),
    ...[...now].flatMap(([name, parameter]): SchemaChange[] => {
      const earlier = old.get(name);
      const words = `The ${name}`;
      if (!earlier)
        return [{ what: `${words} is new${parameter.required ? " and required" : ""}.`, breaking: parameter.required }];
      const duty =
        parameter.required === earlier.required
          ? []
          : [
              {
                what: `${words} is ${parameter.required ? "required now" : "no longer required"}.`,
                breaking: parameter.required,
              },
            ];
      const age = parameter.deprecated && !earlier.deprecated ? [{ what: `${words} is deprecated.`, breaking: false }] : [];
      return [
        ...duty,
        ...age,
        ...compareSchemas(earlier.schema, parameter.schema, { direction: "request", path: "", within: words.toLowerCase() }),
      ];
    }),
  ];
}

function compareBodies({ body: before }: Operation, { body: after }: Operation): SchemaChange[] {
  if (!before && !after) return [];
  if (!before)
    return [
      { what: `The request has a body now${after?.required ? ", which is required" : ""}.`, breaking: after?.required === true },
    ];
  if (!after) return [{ what: "The request has no body any more.", breaking: true }];
  const duty =
    before.required === after.required
      ? []
      : [{ what: `The request body is ${after.required ? "required now" : "no longer required"}.`, breaking: after.required }];
  return [
    ...duty,
    ...compareContents(before.contents, after.contents, { direction: "request", path: "", within: "the request body" }),
  ];
}

function compareResponses(before: readonly ApiResponse[], after: readonly ApiResponse[]): SchemaChange[] {
  const now = new Map(after.map((response) => [response.status, response]));
  const old = new Set(before.map(({ status }) => status));
  const isSuccess = (status: string) => status.startsWith("2");
  return [
    ...before.flatMap(({ status, contents }): SchemaChange[] => {
      const later = now.get(status);
      if (!later) return [{ what: `The response ${status} is removed.`, breaking: isSuccess(status) }];
      return compareContents(contents, later.contents, { direction: "response", path: "", within: `the response ${status}` });
    }),
    ...after
      .filter(({ status }) => !old.has(status))
      .map(({ status }) => ({ what: `The response ${status} is new.`, breaking: false })),
  ];
}

type Where = Parameters<typeof compareSchemas>[2];

function compareContents(before: readonly Content[], after: readonly Content[], place: Where): SchemaChange[] {
  const now = new Map(after.map((content) => [content.contentType, content]));
  const old = new Map(before.map((content) => [content.contentType, content]));
  const Within = `${place.within.charAt(0).toUpperCase()}${place.within.slice(1)}`;
  return [
    ...[...old.keys()]
      .filter((type) => !now.has(type))
      .map((type) => ({ what: `${Within} can no longer be ${type}.`, breaking: true })),
    ...[...now].flatMap(([type, content]): SchemaChange[] => {
      const earlier = old.get(type);
      return earlier
        ? compareSchemas(earlier.schema, content.schema, place)
        : [{ what: `${Within} may be ${type} as well.`, breaking: false }];
    }),
  ];
}

/** One difference of a body or parameter, as a sentence. */
interface SchemaChange {
  readonly what: string;
  /** A program that was written for the description before may fail. */
  readonly breaking: boolean;
}

/** Direction of a value: programs send what is in a request, and read what is in a response. */
type Direction = "request" | "response";

/** Lists the differences of two schemas at one place, such as `` `name` in the request body``. */
function compareSchemas(before: Schema, after: Schema, place: Place): SchemaChange[] {
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
interface Place {
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
