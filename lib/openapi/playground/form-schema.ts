import { plainText, toJson } from "../description/json-text.ts";
import { byDuty, type Schema, type SchemaLimits } from "../document/schema.ts";

/** Parts of a body that a form has fields for; what is beyond is written as JSON. */
const MAX_NODES = 160;
const MAX_HINT_CHARS = 160;
const MAX_DEFAULT_CHARS = 60;

/** The schema of a value that a reader fills in: plain data for the browser, without what only the API sends. */
export interface FormSchema {
  /** `any` is written as JSON. */
  readonly kind: Schema["kind"];
  readonly type: string;
  readonly title?: string;
  /** The start of its description, as plain text. */
  readonly hint?: string;
  readonly format?: string;
  readonly allowed?: readonly unknown[];
  readonly limits?: SchemaLimits;
  /** The start of the value that the API takes where none is sent, as text. */
  readonly default?: string;
  readonly nullable?: boolean;
  /** Required ones first. */
  readonly members?: readonly FormMember[];
  readonly items?: FormSchema;
  readonly choices?: readonly FormSchema[];
}

/** A named value inside an object of a form. */
export interface FormMember {
  readonly name: string;
  readonly required: boolean;
  readonly schema: FormSchema;
}

/** Builds the form of a schema; at most 160 of its parts have fields. */
export function toFormSchema(schema: Schema): FormSchema {
  return formOf(schema, { nodes: 0 });
}

function formOf(schema: Schema, walk: { nodes: number }): FormSchema {
  walk.nodes += 1;
  const { kind, type, title, description, format, allowed, limits, nullable, members, items, choices } = schema;
  const fallback = schema.default ?? undefined;
  const base = {
    kind,
    type,
    ...(title && { title }),
    ...(description && { hint: toHint(description) }),
    ...(format && { format }),
    ...(allowed.length > 0 && { allowed }),
    ...(Object.keys(limits).length > 0 && { limits }),
    ...(fallback !== undefined && { default: toText(fallback) }),
    ...(nullable && { nullable }),
  };
  const sent = members.filter((member) => !member.schema.readOnly);
  const parts = sent.length + choices.length + (items ? 1 : 0);
  const isLeaf = parts === 0 && (kind === "object" || kind === "array" || kind === "choice");
  if (isLeaf || walk.nodes + parts > MAX_NODES) return parts === 0 && !isLeaf ? base : { ...base, kind: "any" };
  const ordered = sent.toSorted(byDuty);
  return {
    ...base,
    ...(ordered.length > 0 && {
      members: ordered.map((member) => ({ name: member.name, required: member.required, schema: formOf(member.schema, walk) })),
    }),
    ...(items && { items: formOf(items, walk) }),
    ...(choices.length > 0 && { choices: choices.map((choice) => formOf(choice, walk)) }),
  };
}

function toText(value: unknown): string {
  const text = typeof value === "string" ? plainText(value) : toJson(value);
  return text.length > MAX_DEFAULT_CHARS ? `${text.slice(0, MAX_DEFAULT_CHARS)}…` : text;
}

/** Begins another block of a Markdown text: a blank line, a list, a heading, a quote or a table. */
const NEXT_BLOCK = /\n[ \t]*(?:\n|[-*+] |\d{1,3}[.)] |#{1,6} |[>|])/;

/** Returns the first sentence of a Markdown text without its marks. */
function toHint(markdown: string): string {
  const [first = ""] = markdown.slice(0, 600).split(NEXT_BLOCK);
  const plain = first
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/<[^>]*>|[`*]/g, "")
    .replace(/\s+/g, " ")
    .trim();
  const [sentence = plain] = /^.+?(?<!\b(?:e\.g|i\.e|etc|vs))[.!?。](?=\s|$)/.exec(plain) ?? [];
  return sentence.length > MAX_HINT_CHARS ? `${sentence.slice(0, MAX_HINT_CHARS).replace(/\s+\S*$/, "")}…` : sentence;
}
