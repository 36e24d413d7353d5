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
  outlineOperation,
  type Parameter,
} from "./operation.ts";
import { OperationReader } from "./reading.ts";
import type { Schema, SchemaMember } from "./schema.ts";
import { boundsOf } from "./schema-words.ts";

const MAX_CHANGES = 500;
const MAX_OF_OPERATION = 50;
const MAX_OUTDATED = 2_000;

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

/** Something that a description says no longer, which pages may still say. */
export interface Outdated {
  readonly kind: "operation" | "parameter" | "field" | "value" | "limit" | "code";
  /** Such as `POST /pets`, `pageSize`, `messages[].role`, `draft`, `100` or `429`. */
  readonly name: string;
  /** The parameter or field that a value or limit is of. */
  readonly of?: string;
  /** The name that it has now, where that is plain. */
  readonly renamedTo?: string | undefined;
  /** The operations that it was in. */
  readonly operations: readonly OutdatedIn[];
}

interface OutdatedIn {
  /** Method and path. */
  readonly operation: string;
  readonly operationId: string | undefined;
}

/** The differences of two descriptions, and what the second one says no longer. */
export interface Comparison {
  readonly changes: ApiChanges;
  readonly outdated: readonly Outdated[];
}

/**
 * Compares two API descriptions: operations, parameters, bodies, responses and authentication. Lists at most 500 changes. Of
 * operations that say more than is read of a description, only what their outline says is compared.
 */
export function compareDescriptions(before: OpenApiDocument, after: OpenApiDocument): ApiChanges {
  return compareInDetail(before, after).changes;
}

/** Compares two API descriptions as `compareDescriptions` does, and lists at most 2,000 names and values that are gone. */
export function compareInDetail(before: OpenApiDocument, after: OpenApiDocument): Comparison {
  const [old, now] = [keysByName(before), keysByName(after)];
  const [earlier, later] = [before, after].map((document) => new OperationReader(document, 1 / 3)) as [
    OperationReader,
    OperationReader,
  ];
  const isSame = sameness(before, after);
  const [deprecated, changed]: [string[], ApiChanges["changed"]] = [[], []];
  const outdated: Outdated[] = [];
  // One at a time: two large descriptions together would fill the memory.
  for (const [name, key] of now) {
    const oldKey = old.get(name);
    if (!oldKey || isSame(name)) continue;
    const [was, is] = [earlier.read(oldKey), later.read(key)];
    if (!was || !is) continue;
    if (is.deprecated && !was.deprecated) deprecated.push(name);
    if (changed.length >= MAX_CHANGES || !earlier.isWhole(was) || !later.isWhole(is)) continue;
    const found = compareOperations(was, is);
    for (const { what, breaking } of found.slice(0, MAX_OF_OPERATION)) changed.push({ operation: name, what, breaking });
    for (const { gone = [] } of found)
      for (const each of gone) outdated.push({ ...each, operations: [{ operation: name, operationId: was.id || undefined }] });
  }
  const added = [...now.keys()].filter((name) => !old.has(name));
  const removed = [...old.keys()].filter((name) => !now.has(name));
  const idOf = (document: OpenApiDocument, key: OperationKey | undefined) =>
    (key && outlineOperation(document, key)?.id) || undefined;
  for (const name of removed) {
    const operationId = idOf(before, old.get(name));
    const renamedTo = added.find((other) => operationId !== undefined && idOf(after, now.get(other)) === operationId);
    outdated.push({ kind: "operation", name, renamedTo, operations: [{ operation: name, operationId }] });
  }
  return {
    changes: {
      added: added.slice(0, MAX_CHANGES),
      removed: removed.slice(0, MAX_CHANGES),
      deprecated: deprecated.slice(0, MAX_CHANGES),
      changed: changed.slice(0, MAX_CHANGES),
    },
    outdated: joinOutdated(outdated).slice(0, MAX_OUTDATED),
  };
}

/** Joins what is gone from several operations, as the fields of a schema that they share are. */
function joinOutdated(outdated: readonly Outdated[]): Outdated[] {
  const groups = Map.groupBy(outdated, ({ kind, name, of, renamedTo }) => JSON.stringify([kind, name, of, renamedTo]));
  return [...groups.values()].map(([first, ...others]) => {
    const operations = new Map(
      [first as Outdated, ...others].flatMap((each) => each.operations.map((one) => [one.operation, one])),
    );
    return { ...(first as Outdated), operations: [...operations.values()] };
  });
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
    ...compareParameters(before.parameters, after.parameters, namesInBody(after)),
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

function namesInBody({ body }: Operation): ReadonlySet<string> {
  return new Set(body?.contents.flatMap(({ schema }) => schema.members.map(({ name }) => name)));
}

function compareParameters(
  before: readonly Parameter[],
  after: readonly Parameter[],
  inBody: ReadonlySet<string>,
): SchemaChange[] {
  const keyed = (parameters: readonly Parameter[]) =>
    new Map(parameters.map((one) => [`${one.place} parameter \`${one.name}\``, one]));
  const [old, now] = [keyed(before), keyed(after)];
  return [
    ...[...old]
      .filter(([name]) => !now.has(name))
      .map(([words, { name, schema, place }]): SchemaChange => {
        const others = after.filter((one) => !before.some((was) => was.name === one.name && was.place === one.place));
        const gone = { kind: "parameter", name, renamedTo: findRenamed(name, schema, others) } as const;
        // The path itself says which variables it has, and what moved into the body is called the same.
        const isGone = place !== "path" && !inBody.has(name);
        return { what: `The ${words} is removed.`, breaking: true, ...(isGone && { gone: [gone] }) };
      }),
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
        ...compareSchemas(earlier.schema, parameter.schema, {
          ...{ direction: "request", path: "", within: `the ${name}`, parameter: parameter.name },
        }),
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
      if (!later) {
        const gone = [{ kind: "code", name: status }] as const;
        return [{ what: `The response ${status} is removed.`, breaking: isSuccess(status), gone }];
      }
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
      .map((type) => ({
        what: `${Within} can no longer be ${type}.`,
        breaking: true,
        gone: [{ kind: "value", name: type }] as const,
      })),
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
  /** The names and values that it takes away. */
  readonly gone?: readonly Gone[];
}

type Gone = Omit<Outdated, "operations">;

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
  /** The name of the parameter, inside of one. */
  readonly parameter?: string;
}

function change({ path, within }: Place, words: string, breaking: boolean, gone: readonly Gone[] = []): SchemaChange {
  const name = path ? `\`${path}\` in ${within}` : within;
  const what = `${name.charAt(0).toUpperCase()}${name.slice(1)} ${words}`;
  return { what, breaking, ...(gone.length > 0 && { gone }) };
}

/** Returns the part with the name that a value has: its field, or else its parameter. */
function goneAt({ path, parameter }: Place): { readonly of?: string } {
  const of = path || parameter;
  return of ? { of } : {};
}

/** Returns the new name of a part that is gone: the only one beside it that is new and of its type and shares a word with it. */
function findRenamed(name: string, schema: Schema, others: readonly { name: string; schema: Schema }[]): string | undefined {
  const words = (text: string) => text.split(/(?<=[a-z0-9])(?=[A-Z])|[^A-Za-z0-9]+/).map((word) => word.toLowerCase());
  const like = others.filter(
    (other) =>
      other.schema.type === schema.type && words(other.name).some((word) => word.length > 2 && words(name).includes(word)),
  );
  return like.length === 1 ? like[0]?.name : undefined;
}

function compareKinds(before: Schema, after: Schema, place: Place): SchemaChange {
  // A request may be given more than before, a response may hold less.
  const [narrow, wide] = place.direction === "request" ? [before, after] : [after, before];
  const widens =
    wide.kind === "any" ||
    (narrow.kind === "integer" && wide.kind === "number") ||
    (wide.kind === "choice" && wide.choices.some(({ kind }) => kind === narrow.kind));
  const { of } = goneAt(place);
  const gone = of === undefined ? [] : [{ kind: place.path ? "field" : "parameter", name: of } as const];
  return change(place, `was ${before.type} and is ${after.type}.`, !widens, gone);
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
  const gone = before.allowed
    .filter((value) => removed.includes(toJson(value)))
    .map((value) => ({ kind: "value", name: String(value), ...goneAt(place) }) as const);
  return [
    ...(added.length > 0 ? [change(place, `may be ${list(added)} as well.`, !isRequest)] : []),
    ...(removed.length > 0 ? [change(place, `can no longer be ${list(removed)}.`, isRequest, gone)] : []),
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
  const gone = [...LOWER, ...UPPER]
    .filter((name) => before.limits[name] !== undefined && before.limits[name] !== after.limits[name])
    .map((name) => ({ kind: "limit", name: String(before.limits[name]), ...goneAt(place) }) as const);
  return [change(place, `has other bounds: ${bounds}.`, place.direction === "request" && tightened, gone)];
}

function compareMembers(before: Schema, after: Schema, place: Place): SchemaChange[] {
  const sent = ({ schema }: SchemaMember) => !(place.direction === "request" ? schema.readOnly : schema.writeOnly);
  const old = new Map(before.members.filter(sent).map((member) => [member.name, member]));
  const now = new Map(after.members.filter(sent).map((member) => [member.name, member]));
  const inside = (name: string): Place => ({ ...place, path: place.path ? `${place.path}.${name}` : name });
  const others = [...now.values()].filter(({ name }) => !old.has(name));
  // An object that is cut off has its members all the same.
  const isCut = after.cut !== undefined || (place.path !== "" && after.members.length === 0);
  const removed = [...(isCut ? [] : old.values())]
    .filter(({ name }) => !now.has(name))
    .map(({ name, schema }) => {
      const gone = { kind: "field", name: inside(name).path, renamedTo: findRenamed(name, schema, others) } as const;
      return change(inside(name), "is removed.", true, [gone]);
    });
  const kept = [...now].flatMap(([name, member]) => {
    const earlier = old.get(name);
    if (earlier) return compareMember(earlier, member, inside(name));
    return before.cut ? [] : [added(member, inside(name))];
  });
  return [...removed, ...kept];
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
