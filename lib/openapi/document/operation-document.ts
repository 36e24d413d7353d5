import type { Fact } from "./facts.ts";
import {
  type ApiObject,
  type ChoicesBlock,
  type FieldBlock,
  type FieldCount,
  listFields,
  toFieldBlocks,
  toFields,
} from "./fields.ts";
import {
  type ApiResponse,
  type Body,
  type CodeSample,
  type Content,
  isError,
  type Operation,
  type ParameterPlace,
  PLACES,
  preferredContent,
  type Security,
  type SecurityPart,
} from "./operation.ts";
import type { ApiOverview, SchemeWords, ServerWords } from "./overview.ts";

/** A section, which stands for its heading. */
export type Section = { readonly id: string } & (
  | { readonly name: "authentication" | "requestBody" | "responses" | "servers" | "operationList" }
  | { readonly name: "parametersIn"; readonly place: ParameterPlace }
);

/** A part of the reference of an operation or of a whole API. Each writer, of HTML and of Markdown, shows every kind or says why not. */
export type Block =
  | { readonly kind: "section"; readonly section: Section; readonly blocks: readonly Block[] }
  /** Parameters of one place, or the inside of an object that has a page. */
  | { readonly kind: "fields"; readonly fields: readonly (FieldBlock | ChoicesBlock)[] }
  | { readonly kind: "body"; readonly body: BodyBlock }
  | { readonly kind: "responses"; readonly responses: readonly ResponseBlock[] }
  | { readonly kind: "samples"; readonly samples: readonly CodeSample[] }
  /** Addresses below which the path of an operation is, and those of this operation alone with what is said of them. */
  | { readonly kind: "bases"; readonly urls: readonly string[]; readonly own: Operation["ownServers"] }
  /** Credentials that an operation asks for. */
  | { readonly kind: "credentials"; readonly ways: Operation["ways"]; readonly credentials: readonly Credential[] }
  | { readonly kind: "introduction"; readonly parts: readonly IntroductionPart[] }
  | { readonly kind: "about"; readonly about: ApiOverview }
  | { readonly kind: "servers"; readonly servers: readonly ServerWords[] }
  | { readonly kind: "schemes"; readonly schemes: readonly SchemeWords[] }
  | { readonly kind: "group"; readonly group: GroupBlock };

/** A heading of a page, of the second level or below. */
export interface DocumentHeading {
  readonly id: string;
  readonly title: string;
  readonly depth: 2 | 3 | 4;
}

/** A part of the introduction of an API. */
export interface IntroductionPart {
  readonly markdown: string;
  /** Its headings in their order. */
  readonly headings: readonly DocumentHeading[];
}

/** A scheme that an operation asks for. */
export interface Credential extends Security {
  /** True when every way to authenticate takes it. */
  readonly required: boolean;
  /** Those of the only way; empty where there are several, which name their own. */
  readonly scopes: SecurityPart["scopes"];
}

export interface BodyBlock {
  readonly required: boolean;
  /** Markdown. */
  readonly description: string;
  /** The media types of all contents, the preferred one first. */
  readonly types: readonly string[];
  /** The preferred one first. */
  readonly contents: readonly ContentBlock[];
}

export interface ResponseBlock {
  readonly id: string;
  readonly status: string;
  readonly isFailure: boolean;
  /** Markdown. */
  readonly description: string;
  readonly headers: readonly FieldBlock[];
  /** The preferred one first; empty for a response without a body. */
  readonly contents: readonly ContentBlock[];
  /** Status of an earlier response whose preferred content has the same fields, as errors most often have. */
  readonly sameAs: string | undefined;
}

/** A body, in all media types in which it is the same. */
export interface ContentBlock extends Pick<Content, "description" | "given" | "named"> {
  readonly types: readonly string[];
  readonly type: string;
  /** True where the schema says nothing. */
  readonly isAny: boolean;
  readonly facts: readonly Fact[];
  readonly blocks: readonly (FieldBlock | ChoicesBlock)[];
  /** True when it differs from the preferred content in its example alone. */
  readonly isRepeated: boolean;
}

/** A tag, or another group of operations, with what it links to. */
export interface GroupBlock {
  /** Undefined for one whose heading is that of the page or of the section around it. */
  readonly heading: Pick<DocumentHeading, "id" | "depth"> | undefined;
  readonly title: string;
  /** Markdown. */
  readonly description: string;
  /** Address of its own page; undefined without one. */
  readonly address: string | undefined;
  readonly operations: readonly {
    readonly method: string;
    readonly path: string;
    readonly title: string;
    readonly address: string;
  }[];
  /** False where its own page lists the operations. */
  readonly isListed: boolean;
}

/** Returns all that a description says of an operation below its own description, in reading order. */
export function toOperationDocument(operation: Operation): Block[] {
  const { servers, ownServers, samples } = operation;
  const page = { shown: 0 };
  return [
    { kind: "bases", urls: servers.filter(Boolean), own: ownServers },
    ...credentialsOf(operation),
    ...parametersOf(operation, page),
    ...bodyOf(operation.body, page),
    ...responsesOf(operation.responses, page),
    { kind: "samples", samples },
  ];
}

function toSection(section: Section, ...blocks: Block[]): Block {
  return { kind: "section", section, blocks };
}

function credentialsOf({ security, ways }: Operation): Block[] {
  if (security.length === 0) return [];
  const [only = [], ...others] = ways;
  const credentials = security.map((scheme) => ({
    ...scheme,
    required: ways.every((way) => way.some(({ name }) => name === scheme.name)),
    scopes: others.length === 0 ? (only.find(({ name }) => name === scheme.name)?.scopes ?? []) : [],
  }));
  return [toSection({ id: "authentication", name: "authentication" }, { kind: "credentials", ways, credentials })];
}

function parametersOf({ parameters }: Operation, page: FieldCount): Block[] {
  return PLACES.flatMap((place): Block[] => {
    const members = parameters.filter((parameter) => parameter.place === place);
    if (members.length === 0) return [];
    const fields = toFields(members, { id: place }, page);
    return [toSection({ id: `${place}-parameters`, name: "parametersIn", place }, { kind: "fields", fields })];
  });
}

function bodyOf(body: Body | undefined, page: FieldCount): Block[] {
  if (!body) return [];
  const { required, description } = body;
  const contents = toContents(body.contents, "body", page);
  const types = preferredFirst(body.contents).map(({ contentType }) => contentType);
  return [
    toSection({ id: "request-body", name: "requestBody" }, { kind: "body", body: { required, description, types, contents } }),
  ];
}

function responsesOf(responses: readonly ApiResponse[], page: FieldCount): Block[] {
  if (responses.length === 0) return [];
  const written = new Map<string, string>();
  const blocks = responses
    .toSorted((left, right) => Number(isError(left.status)) - Number(isError(right.status)))
    .map(({ status, description, headers, contents }): ResponseBlock => {
      const id = `response-${status}`;
      const withHeaders = toFields(headers, { id: `${id}-header` }, page);
      const count = { ...page };
      const read = toContents(contents, id, count);
      const fields = listFields(read[0]?.blocks ?? []);
      const key = JSON.stringify(fields);
      const sameAs = fields.length > 0 ? written.get(key) : undefined;
      if (sameAs === undefined) Object.assign(page, count);
      written.set(key, sameAs ?? status);
      return { id, status, isFailure: isError(status), description, headers: withHeaders, contents: read, sameAs };
    });
  return [toSection({ id: "responses", name: "responses" }, { kind: "responses", responses: blocks })];
}

function preferredFirst(contents: readonly Content[]): Content[] {
  const preferred = preferredContent(contents);
  return preferred ? [preferred, ...contents.filter((content) => content !== preferred)] : [];
}

/** Returns the contents of a body, those that are the same in several media types as one. */
function toContents(contents: readonly Content[], id: string, page: FieldCount): ContentBlock[] {
  const blocks = new Map<string, ContentBlock>();
  let main: string | undefined;
  let others = 0;
  for (const { contentType, schema, description, given, named } of preferredFirst(contents)) {
    const count = { ...page };
    const inside = toFieldBlocks(schema, { id: main === undefined ? id : `${id}-other-${others + 1}` }, count);
    const said = JSON.stringify([listFields(inside), schema.facts, description]);
    const key = JSON.stringify([schema.type, said, given]);
    const { type, kind, facts } = schema;
    const isRepeated = said === main && typeof given !== "string";
    const isAny = kind === "any" && facts.length === 0;
    const block = { types: [], type, isAny, facts, blocks: inside, description, given, named, isRepeated };
    const same = blocks.get(key) ?? block;
    if (same === block && !isRepeated) {
      Object.assign(page, count);
      if (main !== undefined) others += 1;
    }
    main ??= said;
    blocks.set(key, { ...same, types: [...same.types, contentType] });
  }
  return [...blocks.values()];
}

/** Returns the fields of an object, below its description. */
export function toObjectDocument({ schema }: ApiObject): Block[] {
  return [{ kind: "fields", fields: toFieldBlocks(schema, { id: "field" }) }];
}

/** Lists the ids of the sections, responses and fields that a page shows of a document, in their order. */
export function listIds(blocks: readonly Block[]): string[] {
  return blocks.flatMap((block): string[] => {
    switch (block.kind) {
      case "section":
        return [block.section.id, ...listIds(block.blocks)];
      case "fields":
        return block.fields.flatMap(idsInside);
      case "body":
        return idsOfContents(block.body.contents);
      case "responses":
        return block.responses.flatMap(({ id, headers, contents, sameAs }) => [
          id,
          ...headers.flatMap(idsInside),
          ...idsOfContents(sameAs === undefined ? contents : contents.slice(1)),
        ]);
      case "introduction":
        return block.parts.flatMap(({ headings }) => headings.map(({ id }) => id));
      case "group":
        return block.group.heading ? [block.group.heading.id] : [];
      default:
        return [];
    }
  });
}

function idsOfContents(contents: readonly ContentBlock[]): string[] {
  return contents.filter(({ isRepeated }) => !isRepeated).flatMap(({ blocks }) => blocks.flatMap(idsInside));
}

/** Lists the ids of a field and of those inside it, also of those that come when it is unfolded. */
function idsInside(block: FieldBlock | ChoicesBlock): string[] {
  const insides = block.kind === "field" ? [block.inside] : block.choices.map(({ inside }) => inside);
  const own = block.kind === "field" ? [block.id] : [];
  return [...own, ...insides.flatMap((inside) => inside?.blocks.flatMap(idsInside) ?? [])];
}
