import { z } from "zod";
import { compareSchemas, type SchemaChange } from "./compare-schemas.ts";
import { memberOf, objectOf } from "./json.ts";
import { type ApiResponse, type Content, listOperations, type Operation, type Parameter, readOperation } from "./operation.ts";
import { type OpenApiDocument, toPointer } from "./reference.ts";

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

/** Compares two API descriptions: operations, parameters, bodies, responses and authentication. Lists at most 500 changes. */
export function compareDescriptions(before: OpenApiDocument, after: OpenApiDocument): ApiChanges {
  const [old, now] = [readAll(before), readAll(after)];
  const isSame = sameness(before, after);
  const kept = [...now].flatMap(([name, operation]) => {
    const earlier = old.get(name);
    return earlier && !isSame(name) ? [{ name, earlier: earlier(), operation: operation() }] : [];
  });
  const changed = kept.flatMap(({ name, earlier, operation }) =>
    earlier && operation
      ? compareOperations(earlier, operation)
          .slice(0, MAX_OF_OPERATION)
          .map((change) => ({ operation: name, ...change }))
      : [],
  );
  return {
    added: [...now.keys()].filter((name) => !old.has(name)).slice(0, MAX_CHANGES),
    removed: [...old.keys()].filter((name) => !now.has(name)).slice(0, MAX_CHANGES),
    deprecated: kept
      .filter(({ earlier, operation }) => operation?.deprecated && !earlier?.deprecated)
      .map(({ name }) => name)
      .slice(0, MAX_CHANGES),
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

/** Returns the operations of a description, each read when it is asked for: two large descriptions at once would fill the memory. */
function readAll(document: OpenApiDocument): Map<string, () => Operation | undefined> {
  return new Map(listOperations(document).map((key) => [`${key.method} ${key.path}`, () => readOperation(document, key)]));
}

/**
 * Tells which operations are written alike in two descriptions, with all that they refer to: these are not read. In a large
 * description nearly all of them are.
 */
function sameness(before: OpenApiDocument, after: OpenApiDocument): (name: string) => boolean {
  if (["security", "servers"].some((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))) return () => false;
  const changed = changedParts(before, after);
  return (name) => {
    const path = name.slice(name.indexOf(" ") + 1);
    const [old, now] = [before, after].map(({ paths }) => JSON.stringify(memberOf(objectOf(paths), path)));
    return old === now && now !== undefined && !refersTo(now, changed) && !now.includes('"#/paths/');
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
