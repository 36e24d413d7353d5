import { markdownOf } from "../description/html.ts";
import { isObject, type JsonObject, listOf, objectOf, textOf } from "../description/json.ts";
import { toJson } from "../description/json-text.ts";
import { type OpenApiDocument, resolveReference } from "../description/reference.ts";
import { isLeftOut, METHODS, readSecurity, type Security } from "./operation.ts";
import { describedBy } from "./schema.ts";
import { titleOfTag } from "./words.ts";

const MAX_SERVERS = 100;
const MAX_VARIABLES = 50;
const MAX_VALUES = 200;
/** Characters of a value, which is part of an address. */
const MAX_VALUE_CHARS = 253;
const MAX_TAGS = 1_000;
const MAX_SCOPES = 300;
const MAX_SCHEMES = 50;
/** Parts that a long introduction is read in: none is longer than a text of a description may be. */
const MAX_PARTS = 40;
const PART_CHARS = 9_000;

/** All that a description says of an API as a whole. */
export interface ApiOverview {
  readonly title: string;
  readonly version: string;
  /** Markdown, in parts that are read one by one. */
  readonly introduction: readonly string[];
  /** Links and names: contact, licence, terms. */
  readonly contact: readonly NamedLink[];
  readonly licence: NamedLink | undefined;
  readonly terms: string | undefined;
  readonly servers: readonly ServerWords[];
  readonly security: readonly SchemeWords[];
}

interface NamedLink {
  readonly text: string;
  /** An address of the web or of mail; undefined for words alone. */
  readonly url: string | undefined;
}

/** A server, its variables as they are written in its address. */
export interface ServerWords {
  readonly url: string;
  readonly name: string;
  /** Markdown. */
  readonly description: string;
  readonly variables: readonly {
    readonly name: string;
    readonly preset: string;
    readonly allowed: readonly string[];
    /** Markdown. */
    readonly description: string;
  }[];
}

/** A way to authenticate, with where OAuth 2 and OpenID Connect give tokens. */
export interface SchemeWords extends Security {
  /** Such as `JWT`; empty without one. */
  readonly format: string;
  readonly addresses: readonly { readonly name: string; readonly url: string }[];
  readonly scopes: readonly { readonly name: string; readonly description: string }[];
}

/** A tag in the order of its description. */
export interface TagWords {
  readonly name: string;
  readonly title: string;
  /** Markdown. */
  readonly description: string;
  /** Title of its group in `x-tagGroups`; undefined without one. */
  readonly group: string | undefined;
}

/** Reads what a description says of its API besides operations. */
export function readOverview(document: OpenApiDocument): ApiOverview {
  const { title, version, summary, description, contact, license, termsOfService } = objectOf(document.info);
  const { name, url, email } = objectOf(contact);
  const licence = objectOf(license);
  const identifier = textOf(licence.identifier);
  const mail = /^[^\s@<>]+@[^\s@<>]+$/.test(textOf(email)) ? textOf(email) : "";
  const contacts = [
    ...(textOf(name) || webAddress(url) ? [{ text: textOf(name) || textOf(url), url: webAddress(url) }] : []),
    ...(mail ? [{ text: mail, url: `mailto:${mail}` }] : []),
  ];
  const spdx = /^[\w.+-]+$/.test(identifier) ? `https://spdx.org/licenses/${identifier}.html` : undefined;
  return {
    title: textOf(title),
    version: typeof version === "number" ? String(version) : textOf(version),
    introduction: [
      ...inParts(textOf(summary)),
      ...inParts(textOf(description)),
      describedBy({ externalDocs: document.externalDocs }),
    ]
      .map(markdownOf)
      .filter(Boolean),
    contact: contacts,
    licence: textOf(licence.name) ? { text: textOf(licence.name), url: webAddress(licence.url) ?? spdx } : undefined,
    terms: webAddress(termsOfService),
    servers: listOf(document.servers).filter(isObject).slice(0, MAX_SERVERS).map(wordsOfServer),
    security: wordsOfSchemes(document),
  };
}

function webAddress(url: unknown): string | undefined {
  return /^https?:\/\/[^\s<>()]+$/i.test(textOf(url)) && URL.canParse(textOf(url)) ? textOf(url) : undefined;
}

/** Addresses of a flow of OAuth 2, by their keys, with their names. */
const FLOW_URLS = [
  ["authorizationUrl", "Authorization URL"],
  ["deviceAuthorizationUrl", "Device authorization URL"],
  ["tokenUrl", "Token URL"],
  ["refreshUrl", "Refresh URL"],
] as const;

/** Divides a long text at headings and between paragraphs, outside of code. */
function inParts(text: string): string[] {
  if (text.length <= PART_CHARS) return text ? [text] : [];
  const parts: string[] = [""];
  let fence = "";
  for (const line of text.split("\n")) {
    const sign = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1]?.slice(0, 3) ?? "";
    if (sign) fence = fence === "" ? sign : fence === sign ? "" : fence;
    const last = parts.at(-1) ?? "";
    const room = /^#{1,6} /.test(line) ? PART_CHARS / 2 : line.trim() === "" ? PART_CHARS * 0.7 : Number.POSITIVE_INFINITY;
    if (fence === "" && last.length > room) parts.push(line);
    else parts[parts.length - 1] = last ? `${last}\n${line}` : line;
  }
  return parts.slice(0, MAX_PARTS);
}

function wordsOfServer({ url, name, description, variables }: JsonObject): ServerWords {
  return {
    url: textOf(url),
    name: textOf(name),
    description: markdownOf(description),
    variables: Object.entries(objectOf(variables))
      .slice(0, MAX_VARIABLES)
      .map(([variable, raw]) => {
        const { default: preset, enum: allowed, description: words } = objectOf(raw);
        const values = listOf(allowed).slice(0, MAX_VALUES).filter(isPlain).map(String);
        return { name: variable, preset: isPlain(preset) ? String(preset) : "", allowed: values, description: markdownOf(words) };
      }),
  };
}

function isPlain(value: unknown): value is string | number {
  return typeof value === "number" || (typeof value === "string" && value.length <= MAX_VALUE_CHARS);
}

function wordsOfSchemes(document: OpenApiDocument): SchemeWords[] {
  const schemes = objectOf(objectOf(document.components).securitySchemes);
  const all = Object.keys(schemes)
    .slice(0, MAX_SCHEMES)
    .map((name) => ({ [name]: [] }));
  return readSecurity(document, { security: all }).map((read) => {
    const scheme = resolveReference(document, schemes[read.name]);
    const flows = Object.values(objectOf(scheme.flows)).filter(isObject);
    const inFlows = flows.flatMap((flow) => FLOW_URLS.map(([key, name]) => ({ name, url: textOf(flow[key]) })));
    const found = [
      ...inFlows,
      { name: "OpenID Connect URL", url: textOf(scheme.openIdConnectUrl) },
      { name: "OAuth 2 metadata URL", url: textOf(scheme.oauth2MetadataUrl) },
    ];
    const addresses = new Map(found.filter(({ url }) => url !== "").map((one) => [`${one.name} ${one.url}`, one]));
    const scopes = new Map(flows.flatMap((flow) => Object.entries(objectOf(flow.scopes))).slice(0, MAX_SCOPES));
    return {
      ...read,
      format: textOf(scheme.bearerFormat),
      addresses: [...addresses.values()],
      scopes: [...scopes].map(([name, description]) => ({ name, description: textOf(description) })),
    };
  });
}

/** Lists the tags of a description as readers see them: those that `x-tagGroups` groups first, and each below its parent. */
export function listTags(document: OpenApiDocument): TagWords[] {
  const tags = listOf(document.tags).filter(isObject).slice(0, MAX_TAGS);
  const groups = new Map<string, string>();
  for (const group of listOf(document["x-tagGroups"]).filter(isObject).slice(0, MAX_TAGS))
    for (const name of listOf(group.tags).slice(0, MAX_TAGS))
      if (!groups.has(String(name))) groups.set(String(name), textOf(group.name));
  const byName = new Map(tags.map((tag) => [String(tag.name), tag]));
  const ordered = new Set(groups.keys());
  const children = Map.groupBy(byName.keys(), (name) => String(byName.get(name)?.parent));
  const read = new Set<string>();
  const add = (name: string, level: number): void => {
    if (level > MAX_LEVELS || read.has(name)) return;
    read.add(name);
    ordered.add(name);
    for (const child of children.get(name) ?? []) if (child !== name) add(child, level + 1);
  };
  const isBelow = ({ name, parent }: JsonObject) => parent !== undefined && parent !== name && byName.has(String(parent));
  for (const [name, tag] of byName) if (!isBelow(tag)) add(name, 0);
  return [...ordered].slice(0, MAX_TAGS).map((name) => {
    const { "x-displayName": title, summary, description, externalDocs } = byName.get(name) ?? {};
    return {
      name,
      title: textOf(title) || textOf(summary) || titleOfTag(name),
      description: describedBy({ description, externalDocs }),
      group: groups.get(name) || undefined,
    };
  });
}

const MAX_LEVELS = 6;

/** Returns the public text of a description: operations that readers do not see are left out. */
export function writeDescription(document: OpenApiDocument): string {
  const isHidden = (value: unknown) =>
    isObject(value) && isLeftOut(value) && PARTS_OF_PATHS.some((name) => Object.hasOwn(value, name));
  return `${toJson(document, 2, isHidden)}\n`;
}

/** Members by which an operation or a path item differs from other objects that may be marked as internal. */
const PARTS_OF_PATHS = [...METHODS, "responses", "requestBody", "additionalOperations"];
