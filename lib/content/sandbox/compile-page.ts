import type * as Syntax from "estree-jsx";
import type { Root, RootContent } from "mdast";
import { isKnownName } from "../components/components.ts";
import { attributeText, type Element, isElement } from "../tree/jsx.ts";
import { toText } from "../tree/text.ts";
import { type CompiledCode, compileScript } from "./compile-script.ts";
import { array, identifier, literal, member, statement, thunk, toFunction, tool } from "./syntax.ts";

/** A file of Markdown as a function that the guest runs. */
export interface CompiledPageCode extends CompiledCode {
  /** Its nodes, by the number that the guest knows each by. */
  readonly nodes: readonly RootContent[];
  /** The blocks of the page, in order: a node without code in it, or the number of one that the guest gives. */
  readonly blocks: readonly (RootContent | number)[];
  /** The node of each block. */
  readonly shown: readonly RootContent[];
}

const MAX_PLAIN_CHARS = 500;

/** Compiles the code in a page. Its Markdown stays here: the guest gets numbers in its place. */
export function compilePageCode(file: string, tree: Root): CompiledPageCode {
  const nodes: RootContent[] = [];
  const statements = programsIn(tree.children).flatMap(({ body }) => body) as Syntax.Program["body"];
  const shown = tree.children.filter(({ type }) => type !== "mdxjsEsm");
  const thunks = array(shown.map((node) => thunk(toExpression(node, nodes))));
  const blocks = shown.map((node, index) => (hasMdxNode(node) ? index : node));
  const content = statement(tool("content", [inProps(thunks)]));
  return { ...compileScript(file, statements, [content]), nodes, blocks, shown };
}

/** `function (props) { with ($m.props(props)) { return …; } }` */
function inProps(argument: Syntax.Expression): Syntax.Expression {
  const body: Syntax.Statement = { type: "BlockStatement", body: [{ type: "ReturnStatement", argument }] };
  const scoped = { type: "WithStatement", object: tool("props", [identifier("props")]), body } as const;
  return toFunction(["props"], scoped);
}

/** Inside elements, too, where some pages put what an example of theirs needs. */
function programsIn(nodes: readonly RootContent[]): Syntax.Program[] {
  return nodes.flatMap((node) => {
    if (node.type === "mdxjsEsm" && node.data?.estree) return node.data.estree as Syntax.Program;
    return isElement(node) ? programsIn(node.children as RootContent[]) : [];
  });
}

/** Returns true for a node of MDX, or with one inside it. */
function hasMdxNode(node: RootContent): boolean {
  if (node.type.startsWith("mdx")) return true;
  return "children" in node && (node.children as RootContent[]).some(hasMdxNode);
}

function toExpression(node: RootContent, nodes: RootContent[]): Syntax.Expression {
  if (node.type === "text") return literal(node.value);
  const id = literal(nodes.push(node) - 1);
  if (node.type === "mdxFlowExpression" || node.type === "mdxTextExpression") {
    const expression = expressionOf(node);
    return expression ? tool("value", [id, thunk(expression)]) : literal(null);
  }
  if (isElement(node)) return compileElement(node, id, nodes);
  // Code in which `{name}` stands for a prop, where the file is taken in.
  if (node.type === "code" && FILLED.test(node.value)) return tool("fill", [id, literal(node.value), identifier("props")]);
  const children = hasMdxNode(node) && "children" in node ? (node.children as RootContent[]) : undefined;
  if (children) return tool("node", [id, literal(tagOf(node)), array(compileAll(children, nodes)), literal(true)]);
  const text = toText(node);
  const words = text.length <= MAX_PLAIN_CHARS ? literal(text) : identifier("undefined");
  return tool("node", [id, literal(tagOf(node)), words, literal(false)]);
}

function compileAll(children: readonly RootContent[], nodes: RootContent[]): Syntax.Expression[] {
  return children.filter(({ type }) => type !== "mdxjsEsm").map((child) => toExpression(child, nodes));
}

const FILLED = /\{[A-Za-z_$][\w$]*\}/;

function compileElement(element: Element, id: Syntax.Expression, nodes: RootContent[]): Syntax.Expression {
  const attributes = element.attributes.map((attribute) => {
    // Of `{...props}` the parser gives an object that spreads it.
    const [name, value] = attribute.type === "mdxJsxExpressionAttribute" ? [null, attribute] : [attribute.name, attribute.value];
    if (typeof value !== "object" || value === null) return array([literal(name), literal(value ?? true)]);
    return array([literal(name), thunk(expressionOf(value) ?? identifier("undefined"))]);
  });
  const { name } = element;
  const file = name === "Snippet" ? attributeText(element, "file") : undefined;
  const children = array(file === undefined ? compileAll(element.children as RootContent[], nodes) : []);
  const finder = file === undefined ? finderOf(name) : thunk(tool("snippet", [literal(file)]));
  return tool("element", [id, literal(name), finder, array(attributes), children]);
}

/** A value of the name of an element, such as `label`, does not change what the element is. */
function finderOf(name: string | null): Syntax.Expression {
  if (name === null || !/^[A-Za-z_$][\w$.]*$/.test(name) || (/^[a-z]/.test(name) && isKnownName(name))) return literal(null);
  const [first = "", ...members] = name.split(".");
  return thunk(members.reduce<Syntax.Expression>(member, identifier(first)));
}

/** Returns what is in braces; undefined for comments. */
function expressionOf({ data }: { readonly data?: object | null | undefined }): Syntax.Expression | undefined {
  const [body] = (data as { estree?: Syntax.Program } | undefined)?.estree?.body ?? [];
  return body?.type === "ExpressionStatement" ? body.expression : undefined;
}

const GUEST_TAGS: Readonly<Record<string, string>> = {
  paragraph: "p",
  listItem: "li",
  code: "pre",
  inlineCode: "code",
  link: "a",
  image: "img",
  strong: "strong",
  emphasis: "em",
  delete: "del",
  tableRow: "tr",
  tableCell: "td",
  thematicBreak: "hr",
  break: "br",
};

/** Returns the name under which components that look at what they are given know a node. */
function tagOf(node: RootContent): string {
  if (node.type === "heading") return `h${node.depth}`;
  if (node.type === "list") return node.ordered ? "ol" : "ul";
  return GUEST_TAGS[node.type] ?? node.type;
}
