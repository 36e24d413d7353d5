import type { Comment } from "acorn";
import type { RootContent } from "mdast";
import { inlineMarkdown, parseTyped } from "./engine/pages.ts";

const MAX_FIELDS = 200;
const LONGEST_TYPE = 500;
/** Characters that are read of a type or a comment, lines and indents included. */
const LONGEST_SOURCE = 10_000;
const MAX_PARTS = 1_000;

/** A field of a type, as its source describes it. */
export interface TypeField {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly default: string | undefined;
  readonly description: RootContent[];
}

/** Part of a syntax tree of TypeScript: only the shape that is read here. */
interface Syntax {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

interface Source {
  readonly text: string;
  /** Comments by where they end. */
  readonly comments: ReadonlyMap<number, Comment>;
  /** Fields of the types that were read: others may name them very many times. */
  readonly known: Map<Syntax, readonly TypeField[]>;
  readonly types: ReadonlyMap<string, Syntax>;
  /** The number of parts of types that may still be read: a type may name another many times. */
  left: number;
}

/**
 * Lists the fields of an interface or object type in a text of TypeScript, with their comments; those of types of
 * the same text that it extends come first. At most 200.
 */
export function listTypeFields(text: string, name: string): TypeField[] {
  const source = readSource(text);
  const declaration = source.types.get(name);
  if (!declaration) throw new Error(`there is no type ${name}`);
  const fields = new Map(membersOf(declaration, source).map((member) => [member.name, member]));
  return [...fields.values()].slice(0, MAX_FIELDS);
}

function readSource(text: string): Source {
  const comments: Comment[] = [];
  const types = new Map<string, Syntax>();
  try {
    for (const statement of parseTyped("types.tsx", text, comments).body as unknown as Syntax[]) {
      const declared = (statement.declaration ?? statement) as Syntax;
      if (/^TS(?:Interface|TypeAlias)Declaration$/.test(declared.type))
        types.set((declared.id as { name: string }).name, declared);
    }
  } catch (cause) {
    throw new Error(`its types cannot be read (${cause instanceof Error ? cause.message : String(cause)})`);
  }
  const byEnd = new Map(comments.map((comment) => [comment.end, comment]));
  return { text, comments: byEnd, known: new Map(), types, left: MAX_PARTS };
}

function membersOf(node: Syntax, source: Source): TypeField[] {
  source.left -= 1;
  if (source.left < 0) return [];
  const below = (inner: Syntax) => membersOf(inner, source);
  const named = ({ name }: { name?: unknown }) => {
    const known = typeof name === "string" ? source.types.get(name) : undefined;
    return known ? below(known) : [];
  };
  switch (node.type) {
    case "TSInterfaceDeclaration": {
      const { body } = node.body as { body: Syntax[] };
      const extended = (node.extends ?? []) as { expression: { name?: unknown } }[];
      return [...extended.flatMap(({ expression }) => named(expression)), ...fieldsOf(node, body, source)];
    }
    case "TSTypeAliasDeclaration":
      return below(node.typeAnnotation as Syntax);
    case "TSTypeLiteral":
      return [...fieldsOf(node, node.members as Syntax[], source)];
    case "TSIntersectionType":
      return (node.types as Syntax[]).flatMap(below);
    case "TSTypeReference":
      return named(node.typeName as { name?: unknown });
    default:
      return [];
  }
}

function fieldsOf(node: Syntax, members: readonly Syntax[], source: Source): readonly TypeField[] {
  const fields = source.known.get(node) ?? toFields(members, source);
  source.known.set(node, fields);
  return fields;
}

function toFields(members: readonly Syntax[], { text, comments }: Source): TypeField[] {
  return members.slice(0, MAX_FIELDS).flatMap((member) => {
    const { key } = member as { key?: { name?: unknown; value?: unknown } };
    const name = key?.name ?? key?.value;
    if (!/^TS(?:Property|Method)Signature$/.test(member.type) || typeof name !== "string") return [];
    const annotation = (member.typeAnnotation as { typeAnnotation?: Syntax } | undefined)?.typeAnnotation;
    const { type: kind, value: comment = "" } = comments.get(text.slice(0, member.start).trimEnd().length) ?? {};
    const type = annotation
      ? text.slice(annotation.start, Math.min(annotation.end, annotation.start + LONGEST_SOURCE))
      : "function";
    return [
      {
        name,
        type: type.replace(/\s+/g, " ").slice(0, LONGEST_TYPE),
        required: member.optional !== true,
        ...readComment(kind === "Block" && comment.startsWith("*") ? comment.slice(0, LONGEST_SOURCE) : ""),
      },
    ];
  });
}

/** Returns the words of a documentation comment, and its `@default`. */
function readComment(comment: string): Pick<TypeField, "default" | "description"> {
  const lines = comment.split("\n").map((line) => line.replace(/^\s*\*+ ?/, "").trimEnd());
  const firstTag = lines.findIndex((line) => line.trimStart().startsWith("@"));
  const words = lines
    .slice(0, firstTag < 0 ? undefined : firstTag)
    .join(" ")
    .trim();
  const tag = lines.map((line) => /^\s*@default(?:Value)?\s+(.+)$/.exec(line)?.[1]).find(Boolean);
  return {
    default: tag?.replace(/^`|`$/g, "").trim(),
    description: words ? [{ type: "paragraph", children: inlineMarkdown(words) }] : [],
  };
}
