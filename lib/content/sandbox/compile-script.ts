import { generate } from "astring";
import type * as Syntax from "estree-jsx";
import { buildJsx } from "estree-util-build-jsx";
import type { Root, RootContent } from "mdast";
import { isKnownName } from "../components/components.ts";
import { attributeText, type Element, isElement } from "../tree/jsx.ts";
import { toText } from "../tree/text.ts";
import {
  type AnyNode,
  array,
  callOf,
  identifier,
  literal,
  mapSyntax,
  member,
  record,
  statement,
  TOOLS,
  thunk,
  toFunction,
  tool,
} from "./syntax.ts";

/** An import that a file writes, with the names that it gets from it. */
export interface WrittenImport {
  readonly specifier: string;
  readonly line: number | undefined;
  readonly names: readonly { readonly local: string; readonly imported: string }[];
}

/** A file as a function that the guest runs: it depends on nothing but the text. */
export interface CompiledCode {
  /** A function expression, which gets the guest's tools. */
  readonly code: string;
  /** For each line of the code, from one, the lines of the file that its columns are from. */
  readonly lines: readonly (readonly CodePlace[] | undefined)[];
  readonly imports: readonly WrittenImport[];
  /** All files and packages that it names. */
  readonly specifiers: readonly string[];
  /** Names of components that it uses. */
  readonly components: readonly string[];
}

export interface CodePlace {
  readonly column: number;
  /** The line of the file. */
  readonly line: number;
}

type Statements = Syntax.Program["body"];
type Thunks = Map<string, Syntax.Expression>;

/** The statements at the top of a file, sorted by kind. */
interface Top {
  /** Names of the file, each with what gives its value. */
  readonly names: Thunks;
  readonly exported: Thunks;
  readonly imported: Map<string, Syntax.Expression>;
  readonly imports: WrittenImport[];
  /** Statements that run when the file is read. */
  readonly body: Syntax.Statement[];
}

/** Compiles the statements of a file, and what comes after its names, such as the content of a page. */
export function compileScript(file: string, statements: Statements, more: Syntax.Statement[] = []): CompiledCode {
  const top: Top = { names: new Map(), exported: new Map(), imported: new Map(), imports: [], body: [] };
  for (const each of statements) addStatement(each, top, /\.mdx?$/.test(file));
  const names = statement(tool("names", [record(top.names), record(top.exported)]));
  const inner: Syntax.BlockStatement = {
    type: "BlockStatement",
    body: [names, ...more, ...top.body, statement(tool("finish", []))],
  };
  const program = { type: "Program", sourceType: "script", body: [inner] } as unknown as AnyNode;
  const { specifiers, components } = rewrite(program);
  buildJsx(program as never, { runtime: "automatic", development: true, filePath: file });
  const body = (program.body as AnyNode[]).filter(({ type }) => type !== "ImportDeclaration");
  const scoped = { type: "WithStatement", object: tool("scope", [record(top.imported)]), body: body[0] };
  const lines: CodePlace[][] = [];
  const code = generate(toFunction([TOOLS], scoped as unknown as Syntax.Statement), {
    indent: "",
    sourceMap: {
      addMapping: ({ original, generated }: Mapping) => {
        if (!original) return;
        lines[generated.line] ??= [];
        lines[generated.line]?.push({ column: generated.column, line: original.line });
      },
    } as never,
  });
  return {
    code: `(${code})`,
    lines,
    imports: top.imports,
    specifiers: [...new Set([...top.imports.map(({ specifier }) => specifier), ...specifiers])],
    components: [...components],
  };
}

interface Mapping {
  readonly original?: { readonly line: number } | null;
  readonly generated: { readonly line: number; readonly column: number };
}

function addStatement(node: Statements[number], top: Top, isPage: boolean): void {
  switch (node.type) {
    case "ImportDeclaration":
      addImport(node, top);
      return;
    case "ExportAllDeclaration":
      if (node.exported) addImported(bindingNameOf(node.exported), node, "*", top);
      if (node.exported) top.exported.set(bindingNameOf(node.exported), thunk(identifier(bindingNameOf(node.exported))));
      else top.body.push(statement(tool("exportAll", [literal(String(node.source.value))])));
      noteImport(node, [], top);
      return;
    case "ExportNamedDeclaration":
      addNamedExport(node, top);
      return;
    case "ExportDefaultDeclaration":
      addDefault(node.declaration as Syntax.Expression | Syntax.FunctionDeclaration, top, isPage);
      return;
    default:
      addPlain(node as Syntax.Statement, top);
  }
}

function addImport(node: Syntax.ImportDeclaration, top: Top): void {
  const names = node.specifiers.map((each) => ({
    local: each.local.name,
    imported:
      each.type === "ImportSpecifier" ? bindingNameOf(each.imported) : each.type === "ImportDefaultSpecifier" ? "default" : "*",
  }));
  for (const { local, imported } of names) {
    addImported(local, node, imported, top);
    top.names.set(local, thunk(identifier(local)));
  }
  noteImport(node, names, top);
}

function addImported(local: string, { source }: { source?: unknown }, name: string, top: Top): void {
  top.imported.set(local, array([literal(String((source as Syntax.Literal).value)), literal(name)]));
}

function noteImport({ source, loc }: Syntax.Node & { source?: unknown }, names: WrittenImport["names"], top: Top): void {
  top.imports.push({ specifier: String((source as Syntax.Literal).value), line: loc?.start.line, names });
}

function addNamedExport(node: Syntax.ExportNamedDeclaration, top: Top): void {
  if (node.declaration) {
    for (const name of addPlain(node.declaration, top)) top.exported.set(name, thunk(identifier(name)));
    return;
  }
  for (const { local, exported } of node.specifiers) {
    const from = bindingNameOf(local);
    if (node.source) addImported(`$from_${bindingNameOf(exported)}`, node, from, top);
    top.exported.set(bindingNameOf(exported), thunk(identifier(node.source ? `$from_${bindingNameOf(exported)}` : from)));
  }
  if (node.source) noteImport(node, [], top);
}

/** Adds the default export of a Markdown file: the layout of its content. */
function addDefault(node: Syntax.Expression | Syntax.FunctionDeclaration | Syntax.ClassDeclaration, top: Top, isPage: boolean) {
  const give = (value: Syntax.Expression) => (isPage ? tool("layout", [value]) : tool("give", [literal("default"), value]));
  const isDeclaration = node.type === "FunctionDeclaration" || node.type === "ClassDeclaration";
  if (isDeclaration && node.id) {
    addPlain(node, top);
    const given = statement(give(identifier(node.id.name)));
    if (node.type === "FunctionDeclaration") top.body.unshift(given);
    else top.body.push(given);
    return;
  }
  const type = isDeclaration ? node.type.replace("Declaration", "Expression") : node.type;
  top.body.push(attempt(give({ ...node, type } as Syntax.Expression)));
}

/** Adds a statement that neither imports nor exports. If it fails, only its own names are missing. Returns those. */
function addPlain(node: Syntax.Statement | Syntax.Declaration, top: Top): string[] {
  if (node.type === "FunctionDeclaration") {
    top.body.push(node);
    return declare([node.id.name], top);
  }
  if (node.type === "ClassDeclaration") {
    const value = { ...node, type: "ClassExpression" } as Syntax.ClassExpression;
    return addValue({ type: "Identifier", name: node.id.name }, value, top);
  }
  if (node.type === "VariableDeclaration")
    return node.declarations.flatMap(({ id, init }) => addValue(id, init ?? undefined, top));
  if (node.type === "ExpressionStatement" && "directive" in node && node.directive) return [];
  top.body.push(node.type === "ExpressionStatement" ? attempt(node.expression) : attempt(block(node)));
  return [];
}

function addValue(target: Syntax.Pattern, init: Syntax.Expression | undefined, top: Top): string[] {
  const names = namesIn(target);
  const declarations = names.map((name): Syntax.VariableDeclarator => ({ type: "VariableDeclarator", id: identifier(name) }));
  top.body.push({ type: "VariableDeclaration", kind: "var", declarations });
  // A block: an arrow whose body begins with a brace is not printed as an expression.
  if (init) top.body.push(attempt(block(statement({ type: "AssignmentExpression", operator: "=", left: target, right: init }))));
  return declare(names, top);
}

function declare(names: string[], top: Top): string[] {
  for (const name of names) top.names.set(name, thunk(identifier(name)));
  return names;
}

function attempt(work: Syntax.Expression | Syntax.BlockStatement): Syntax.ExpressionStatement {
  return statement(tool("attempt", [thunk(work)]));
}

function block(node: Syntax.Statement | Syntax.Declaration): Syntax.BlockStatement {
  return { type: "BlockStatement", body: [node as Syntax.Statement] };
}

function namesIn(target: Syntax.Pattern): string[] {
  switch (target.type) {
    case "Identifier":
      return [target.name];
    case "ObjectPattern":
      return target.properties.flatMap((each) => namesIn(each.type === "RestElement" ? each.argument : each.value));
    case "ArrayPattern":
      return target.elements.flatMap((each) => (each ? namesIn(each) : []));
    case "AssignmentPattern":
      return namesIn(target.left);
    case "RestElement":
      return namesIn(target.argument);
    default:
      return [];
  }
}

function bindingNameOf(name: Syntax.Identifier | Syntax.Literal): string {
  return name.type === "Identifier" ? name.name : String(name.value);
}

/** Replaces what only modules have by the guest's names, and lists what the code names. */
function rewrite(program: AnyNode): { specifiers: Set<string>; components: Set<string> } {
  const specifiers = new Set<string>();
  const components = new Set<string>();
  mapSyntax(program, (node, isInFunction) => {
    switch (node.type) {
      case "MetaProperty":
        return (node.meta as { name: string }).name === "import" ? (identifier("$meta") as unknown as AnyNode) : node;
      case "ImportExpression":
      case "CallExpression":
        return rewriteCall(node, specifiers);
      case "AwaitExpression":
        return isInFunction ? node : (callOf("$await", [node.argument as Syntax.Expression]) as unknown as AnyNode);
      case "JSXOpeningElement": {
        const root = rootOf(node.name as AnyNode);
        if (/^[A-Z]/.test(root)) components.add(root);
        return node;
      }
      default:
        return node;
    }
  });
  return { specifiers, components };
}

function rewriteCall(node: AnyNode, specifiers: Set<string>): AnyNode {
  const isImport = node.type === "ImportExpression";
  const { name: snippet } = Object((node.callee as AnyNode | undefined)?.property) as { name?: unknown };
  const isSnippet = snippet === "snippet" && ((node.callee as AnyNode).object as AnyNode).name === TOOLS;
  if (isSnippet) specifiers.add(`snippet:${String((node.arguments as AnyNode[])[0]?.value)}`);
  const [given] = isImport ? [node.source as AnyNode] : (node.arguments as AnyNode[]);
  const isRequire = !isImport && (node.callee as AnyNode).name === "require";
  if ((!isImport && !isRequire) || given?.type !== "Literal") return node;
  specifiers.add(String(given.value));
  return isImport ? (tool("import", [given as unknown as Syntax.Expression]) as unknown as AnyNode) : node;
}

function rootOf(name: AnyNode): string {
  return name.type === "JSXMemberExpression" ? rootOf(name.object as AnyNode) : String(name.name);
}

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

/** Builds `function (props) { with ($m.props(props)) { return …; } }`. */
function inProps(argument: Syntax.Expression): Syntax.Expression {
  const body: Syntax.Statement = { type: "BlockStatement", body: [{ type: "ReturnStatement", argument }] };
  const scoped = { type: "WithStatement", object: tool("props", [identifier("props")]), body } as const;
  return toFunction(["props"], scoped);
}

/** Collects programs inside elements too, where some pages put what an example needs. */
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
    return expression ? tool("value", [id, thunk(readFirst(expression))]) : literal(null);
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
    // The parser turns `{...props}` into an object that spreads it.
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

/** Builds the function that looks up a component. A value named as an element, such as `label`, does not replace the element. */
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

/**
 * Returns an expression that reads the names that it sets, as `{job="api"}` in prose would: one that the page does not have fails, as
 * in a module, so that the words are shown.
 */
function readFirst(expression: Syntax.Expression): Syntax.Expression {
  const parts = expression.type === "SequenceExpression" ? expression.expressions : [expression];
  const set = parts.flatMap((each) => (each.type === "AssignmentExpression" ? namesIn(each.left as Syntax.Pattern) : []));
  return set.length > 0 ? { type: "SequenceExpression", expressions: [...set.map(identifier), expression] } : expression;
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

/** Returns the element name of a node for components that inspect their children. */
function tagOf(node: RootContent): string {
  if (node.type === "heading") return `h${node.depth}`;
  if (node.type === "list") return node.ordered ? "ol" : "ul";
  return GUEST_TAGS[node.type] ?? node.type;
}
