import { isObject, type JsonObject, listOf, objectOf } from "../../openapi/description/json.ts";
import { toJson } from "../../openapi/description/json-text.ts";
import { type OpenApiDocument, pointerKeys, resolveReference } from "../../openapi/description/reference.ts";
import { parseText } from "../../openapi/description/referred-documents.ts";
import { METHODS, type OperationKey, WEBHOOK } from "../../openapi/document/operation.ts";
import { listGroups } from "../site/closed.ts";

/** Decides which parts of a description an audience may read. */
export interface DescriptionReader {
  /** Returns true when the audience is in one of these groups, or there are none. */
  readonly isIn: (groups: readonly string[]) => boolean;
  /** Returns whether pages that the audience may read show an operation; undefined when no page at all does. */
  readonly isShown: (operation: OperationKey) => boolean | undefined;
  /** Names of schemas that pages show by themselves. */
  readonly objects: readonly string[];
}

/**
 * Returns the text of a description without the operations that an audience may not read, and without the tags, schemas and other
 * parts that only those use. The text itself when it may read all, undefined when it may read none or the text cannot be read.
 */
export function descriptionFor(text: string, reader: DescriptionReader): string | undefined {
  const document = parse(text);
  if (!document || !reader.isIn(listGroups(document["x-groups"]))) return undefined;
  const operations = listAll(document);
  const tags = listOf(document.tags).filter(isObject);
  const groupsOfTag = new Map(tags.map((tag) => [String(tag.name), listGroups(tag["x-groups"])]));
  const states = operations.map(({ key, item, operation }) => {
    const named = [operation, item].map((part) => listGroups(part["x-groups"]));
    const ofTags = listOf(operation.tags).map((tag) => groupsOfTag.get(String(tag)) ?? []);
    return [...named, ...ofTags].every(reader.isIn) ? reader.isShown(key) : false;
  });
  const isCut = states.includes(false);
  // A tag of other readers may have no operation.
  const hasClosedTag = [...groupsOfTag.values()].some((groups) => !reader.isIn(groups));
  if (!isCut && !hasClosedTag) return text.includes("x-groups") ? write(document) : text;
  // Of what no page shows, nobody has said who reads it.
  const kept = operations.filter((_, index) => states[index] === true || (!isCut && states[index] === undefined));
  if (kept.length === 0 && isCut) return undefined;
  return write(cut(document, { kept, all: operations, reader, groupsOfTag }));
}

/** Returns undefined for a document that is no JSON: in YAML a value may be inside itself. */
function write(document: OpenApiDocument): string | undefined {
  try {
    return toJson(withoutMarks(document), 2);
  } catch {
    return undefined;
  }
}

function parse(text: string): OpenApiDocument | undefined {
  try {
    const value = parseText(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** An operation or webhook, and the path item that has it. */
interface Listed {
  readonly key: OperationKey;
  readonly item: JsonObject;
  readonly operation: JsonObject;
}

function listAll(document: OpenApiDocument): Listed[] {
  const ofItems = (items: unknown, toKey: (method: string, path: string) => OperationKey) =>
    Object.entries(objectOf(items)).flatMap(([path, raw]) => {
      const item = resolveReference(document, raw);
      const members = [
        ...METHODS.map((name) => [name, item[name]] as const),
        ...Object.entries(objectOf(item.additionalOperations)),
      ];
      return members.flatMap(([method, operation]) =>
        isObject(operation) ? [{ key: toKey(method.toUpperCase(), path), item, operation }] : [],
      );
    });
  return [
    ...ofItems(document.paths, (method, path) => ({ method, path })),
    ...ofItems(document.webhooks, (_, path) => ({ method: WEBHOOK, path })),
  ];
}

interface Cutting {
  readonly kept: readonly Listed[];
  readonly all: readonly Listed[];
  readonly reader: DescriptionReader;
  readonly groupsOfTag: ReadonlyMap<string, readonly string[]>;
}

/** The members of a description that are not about single operations; others may be about any of them. */
const WHOLE = ["openapi", "$self", "info", "jsonSchemaDialect", "servers", "security", "externalDocs"] as const;

function cut(document: OpenApiDocument, { kept, all, reader, groupsOfTag }: Cutting): OpenApiDocument {
  const keptOperations = new Set(kept.map(({ operation }) => operation));
  const cutItems = (items: unknown) =>
    Object.fromEntries(
      Object.entries(objectOf(items)).flatMap(([path, raw]) => {
        const item = cutItem(resolveReference(document, raw), keptOperations);
        return item ? [[path, item]] : [];
      }),
    );
  const tagsOf = (listed: readonly Listed[]) => new Set(listed.flatMap(({ operation }) => listOf(operation.tags).map(String)));
  const [keptTags, allTags] = [tagsOf(kept), tagsOf(all)];
  const isKeptTag = (name: string) => reader.isIn(groupsOfTag.get(name) ?? []) && (keptTags.has(name) || !allTags.has(name));
  const paths = cutItems(document.paths);
  const webhooks = cutItems(document.webhooks);
  const tags = listOf(document.tags).filter((tag) => isObject(tag) && isKeptTag(String(tag.name)));
  const tagGroups = listOf(document["x-tagGroups"]).flatMap((group) => {
    if (!isObject(group)) return [];
    const inside = listOf(group.tags).filter((name) => isKeptTag(String(name)));
    return inside.length > 0 ? [{ ...group, tags: inside }] : [];
  });
  const whole = Object.fromEntries(WHOLE.flatMap((name) => (name in document ? [[name, document[name]]] : [])));
  const roots = { paths, webhooks, security: document.security, objects: reader.objects.map(refTo) };
  return {
    ...whole,
    ...("paths" in document && { paths }),
    ...("webhooks" in document && { webhooks }),
    ...(tags.length > 0 && { tags }),
    ...(tagGroups.length > 0 && { "x-tagGroups": tagGroups }),
    ...("components" in document && { components: reachedComponents(document, roots) }),
  };
}

/** Returns a path item with its kept operations alone; undefined when it has none. */
function cutItem(item: JsonObject, kept: ReadonlySet<JsonObject>): JsonObject | undefined {
  const isKept = (operation: unknown) => isObject(operation) && kept.has(operation);
  const additional = Object.entries(objectOf(item.additionalOperations)).filter(([, operation]) => isKept(operation));
  const own = Object.entries(item).filter(([name, value]) =>
    (METHODS as readonly string[]).includes(name) ? isKept(value) : name !== "additionalOperations",
  );
  const hasOperation = additional.length > 0 || own.some(([name]) => (METHODS as readonly string[]).includes(name));
  if (!hasOperation) return undefined;
  return { ...Object.fromEntries(own), ...(additional.length > 0 && { additionalOperations: Object.fromEntries(additional) }) };
}

function refTo(name: string): JsonObject {
  return { $ref: `#/components/schemas/${name.replaceAll("~", "~0").replaceAll("/", "~1")}` };
}

/** Returns the components that a value reaches by references, mappings of discriminators and names of security schemes. */
function reachedComponents(document: OpenApiDocument, roots: unknown): JsonObject {
  const components = objectOf(document.components);
  const reached = new Map<string, Set<string>>();
  const seen = new Set<object>();
  const waiting: unknown[] = [roots];
  const reach = (kind: string, name: string) => {
    const part = objectOf(components[kind])[name];
    const names = reached.get(kind) ?? new Set();
    if (part === undefined || names.has(name)) return;
    reached.set(kind, names.add(name));
    waiting.push(part);
  };
  const follow = (reference: unknown) => {
    if (typeof reference !== "string") return;
    const [top, kind = "", name = ""] = reference.startsWith("#/") ? pointerKeys(reference) : [];
    if (top === "components") reach(kind, name);
    else if (top === undefined) reach("schemas", reference);
  };
  for (let value = waiting.pop(); waiting.length > 0 || value !== undefined; value = waiting.pop()) {
    if (typeof value !== "object" || value === null || seen.has(value)) continue;
    seen.add(value);
    for (const [name, member] of Object.entries(value)) {
      if (name === "$ref" || name === "$dynamicRef") follow(member);
      if (name === "discriminator" && isObject(member)) Object.values(objectOf(member.mapping)).forEach(follow);
      if (name === "security" && Array.isArray(member))
        for (const way of member) for (const scheme of Object.keys(objectOf(way))) reach("securitySchemes", scheme);
      if (member !== undefined) waiting.push(member);
    }
  }
  return Object.fromEntries(
    Object.entries(components).flatMap(([kind, parts]) => {
      const kept = Object.entries(objectOf(parts)).filter(([name]) => reached.get(kind)?.has(name));
      return kept.length > 0 ? [[kind, Object.fromEntries(kept)]] : [];
    }),
  );
}

/** Takes the names of groups out of a description: they are the owner's. */
function withoutMarks(document: OpenApiDocument): OpenApiDocument {
  const strip = ({ "x-groups": _, ...part }: JsonObject): JsonObject => part;
  const stripItem = (raw: unknown) =>
    isObject(raw)
      ? strip(
          Object.fromEntries(
            Object.entries(raw).map(([name, value]) => [name, isObject(value) && name !== "servers" ? strip(value) : value]),
          ),
        )
      : raw;
  const stripItems = (items: unknown) =>
    Object.fromEntries(Object.entries(objectOf(items)).map(([path, item]) => [path, stripItem(item)]));
  return {
    ...strip(document),
    ...("paths" in document && { paths: stripItems(document.paths) }),
    ...("webhooks" in document && { webhooks: stripItems(document.webhooks) }),
    ...(Array.isArray(document.tags) && { tags: document.tags.map((tag) => (isObject(tag) ? strip(tag) : tag)) }),
  };
}
