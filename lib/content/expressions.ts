import type { Nodes, Root } from "mdast";

/** A JSX element of a page, block or inline. */
export type Element = Extract<Nodes, { type: "mdxJsxFlowElement" | "mdxJsxTextElement" }>;
type Expression = Extract<Nodes, { type: "mdxFlowExpression" | "mdxTextExpression" }>;
type Attribute = Element["attributes"][number];

/** Part of an acorn syntax tree: only the shape that is read here. */
interface Syntax {
  readonly type: string;
  readonly [key: string]: unknown;
}

export interface Refusal {
  readonly line: number;
  readonly column: number;
  readonly reason: string;
}

const NO_IMPORT =
  "Pages cannot import or export. Use a component that Docent offers, or register your own in components/reading.";
const NO_CODE = "Only literal values may stand in braces here, since expressions run in the server.";
const NO_SCRIPT = "Scripts, event handlers and raw HTML are refused in content that did not come with the deployment.";

/**
 * The parts of a page that may not be there: imports and exports always; in content that is not trusted also
 * expressions that are more than a literal, and whatever would run as a script in the reader's browser.
 */
export function findRefusals(tree: Root, { trusted }: { trusted: boolean }): Refusal[] {
  return refusalsIn(tree, trusted);
}

function refusalsIn(node: Nodes, trusted: boolean): Refusal[] {
  const own = refusalOf(node, trusted);
  const here = own ? [{ line: node.position?.start.line ?? 1, column: node.position?.start.column ?? 1, reason: own }] : [];
  return "children" in node ? [...here, ...node.children.flatMap((child) => refusalsIn(child, trusted))] : here;
}

function refusalOf(node: Nodes, trusted: boolean): string | undefined {
  if (node.type === "mdxjsEsm") return NO_IMPORT;
  if (trusted) return undefined;
  if (node.type === "mdxFlowExpression" || node.type === "mdxTextExpression")
    return isHarmless(bodyOf(node)) ? undefined : NO_CODE;
  if (!isElement(node)) return undefined;
  if (/^(script|object|embed|base)$/i.test(node.name ?? "")) return NO_SCRIPT;
  return node.attributes.map(refusalOfAttribute).find((reason) => reason !== undefined);
}

function refusalOfAttribute(attribute: Attribute): string | undefined {
  if (attribute.type === "mdxJsxExpressionAttribute") return NO_CODE;
  if (/^on|^dangerouslysetinnerhtml$|^srcdoc$/i.test(attribute.name)) return NO_SCRIPT;
  const { value } = attribute;
  if (typeof value === "string") return /^\s*(javascript|vbscript):/i.test(value) ? NO_SCRIPT : undefined;
  return !value || isHarmless(bodyOf(value)) ? undefined : NO_CODE;
}

/** True for an element of either kind, whatever its name. */
export function isElement(node: Nodes): node is Element {
  return node.type === "mdxJsxFlowElement" || node.type === "mdxJsxTextElement";
}

/** An attribute's literal value; `true` for one without a value, undefined when it is absent or more than a literal. */
export function attributeValue(element: Element, name: string): string | number | boolean | undefined {
  const attribute = element.attributes.find((candidate) => candidate.type === "mdxJsxAttribute" && candidate.name === name);
  if (attribute?.type !== "mdxJsxAttribute") return undefined;
  if (attribute.value === null || attribute.value === undefined) return true;
  return typeof attribute.value === "string" ? attribute.value : literalIn(bodyOf(attribute.value));
}

/** An attribute's text; undefined when it is absent, empty or no text. */
export function attributeText(element: Element, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = attributeValue(element, name);
    if (typeof value === "string" || typeof value === "number") return String(value).trim() || undefined;
  }
  return undefined;
}

/** What a literal expression shows to the reader: text or number; undefined for all else, comments included. */
export function literalOf(node: Expression): string | number | undefined {
  const value = literalIn(bodyOf(node));
  return typeof value === "boolean" ? undefined : value;
}

function bodyOf(holder: { data?: unknown }): Syntax | undefined {
  const program = (holder.data as { estree?: { body?: Syntax[] } } | undefined)?.estree;
  const statement = program?.body?.[0];
  return statement?.type === "ExpressionStatement" ? (statement.expression as Syntax) : undefined;
}

function literalIn(syntax: Syntax | undefined): string | number | boolean | undefined {
  if (syntax?.type === "Literal") {
    const { value } = syntax;
    return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : undefined;
  }
  if (syntax?.type === "TemplateLiteral" && (syntax.expressions as Syntax[]).length === 0)
    return (syntax.quasis as { value: { cooked: string } }[])[0]?.value.cooked;
  if (syntax?.type === "UnaryExpression" && syntax.operator === "-") {
    const value = literalIn(syntax.argument as Syntax);
    return typeof value === "number" ? -value : undefined;
  }
  return undefined;
}

/** An empty expression (a comment), a literal, and arrays, objects and elements made of such. */
function isHarmless(syntax: Syntax | undefined): boolean {
  if (!syntax) return true;
  const all = (list: unknown) => (list as (Syntax | null)[]).every((item) => item !== null && isHarmless(item));
  switch (syntax.type) {
    case "ArrayExpression":
      return all(syntax.elements);
    case "ObjectExpression":
      return all(syntax.properties) && (syntax.properties as Syntax[]).every(({ key }) => !/^__/.test(nameOf(key)));
    case "Property":
      return !syntax.computed && syntax.kind === "init" && isHarmless(syntax.value as Syntax);
    case "JSXElement":
      return isHarmless(syntax.openingElement as Syntax) && all(syntax.children);
    case "JSXFragment":
      return all(syntax.children);
    case "JSXOpeningElement":
      return !/^(script|object|embed|base)$/i.test(nameOf(syntax.name)) && all(syntax.attributes);
    case "JSXAttribute":
      return (
        !/^on|^dangerouslysetinnerhtml$|^srcdoc$/i.test(nameOf(syntax.name)) &&
        (syntax.value === null || isHarmless(syntax.value as Syntax))
      );
    case "JSXExpressionContainer":
      return isHarmless(syntax.expression as Syntax);
    case "JSXText":
    case "JSXEmptyExpression":
      return true;
    default:
      return literalIn(syntax) !== undefined || (syntax.type === "Literal" && syntax.value === null);
  }
}

function nameOf(key: unknown): string {
  const { name, value } = (key ?? {}) as { name?: unknown; value?: unknown };
  return String(name ?? value ?? "");
}
