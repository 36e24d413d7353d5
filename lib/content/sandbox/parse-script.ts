import { tsPlugin } from "@sveltejs/acorn-typescript";
import { type Comment, Parser } from "acorn";
import acornJsx from "acorn-jsx";
import type { Program } from "estree-jsx";
import { type AnyNode, identifier, literal, mapSyntax } from "./syntax.ts";

const JavaScript = Parser.extend(acornJsx());
const TypeScript = Parser.extend(tsPlugin());
const TypeScriptWithJsx = Parser.extend(tsPlugin({ jsx: true }));

/** Returns the syntax tree of a file of JavaScript or TypeScript, without types. @throws SyntaxError */
export function parseScript(file: string, text: string): Program {
  const program = parseTyped(file, text);
  if (TYPED.test(file)) mapSyntax(program as unknown as AnyNode, withoutTypes);
  return program;
}

const TYPED = /\.[cm]?tsx?$/;

/** Returns the same with its types; `comments` gets what it says beside. @throws SyntaxError */
export function parseTyped(file: string, text: string, comments?: Comment[]): Program {
  const parser = /\.tsx$/.test(file) ? TypeScriptWithJsx : TYPED.test(file) ? TypeScript : JavaScript;
  const options = {
    ecmaVersion: "latest",
    sourceType: "module",
    locations: true,
    ...(comments && { onComment: comments }),
  } as const;
  return parser.parse(text, options) as unknown as Program;
}

/** Nodes that only state the type of a value. */
const AROUND_VALUES: ReadonlySet<string> = new Set([
  "TSAsExpression",
  "TSSatisfiesExpression",
  "TSNonNullExpression",
  "TSTypeAssertion",
  "TSInstantiationExpression",
]);

function withoutTypes(node: AnyNode): AnyNode | null {
  if (AROUND_VALUES.has(node.type)) return node.expression as AnyNode;
  if (node.type === "TSParameterProperty") return node.parameter as AnyNode;
  if (node.type === "TSEnumDeclaration") return node.declare ? null : enumToRecord(node);
  if (/^TS(?!Qualified)/.test(node.type) && node.type !== "TSEnumMember") return null;
  if (node.declare || node.importKind === "type" || node.exportKind === "type") return null;
  if (node.type === "ExportNamedDeclaration" && node.declaration === null && !node.source && !node.specifiers) return null;
  if (node.type === "PropertyDefinition" && node.abstract) return null;
  if (/Function/.test(node.type) && Array.isArray(node.params)) node.params = node.params.filter(({ name }) => name !== "this");
  return node;
}

/** `enum A { B, C = "c" }` as a record. */
function enumToRecord({ id, members }: AnyNode): AnyNode {
  let next = 0;
  const properties = (members as AnyNode[]).map((member) => {
    const { name, value } = member.id as { name?: string; value?: string };
    const given = member.initializer as AnyNode | undefined;
    if (typeof given?.value === "number") next = given.value;
    const held = given ?? literal(next);
    next += 1;
    return { type: "Property", kind: "init", key: literal(String(name ?? value)), value: held, computed: false };
  });
  const init = { type: "ObjectExpression", properties };
  const declaration = { type: "VariableDeclarator", id: identifier((id as { name: string }).name), init };
  return { type: "VariableDeclaration", kind: "const", declarations: [declaration] };
}
