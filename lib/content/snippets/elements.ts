// Tested in aliases.test.ts.
import type { Program } from "estree-jsx";
import type { RootContent } from "mdast";
import { isComponentName, isKnownName } from "../element-names.ts";
import { type Element, isElement } from "../expressions.ts";
import { holdsBlock } from "../holds-block.ts";
import { toText } from "../text.ts";
import { translate } from "./aliases.ts";
import { showApiPage } from "./api-page.ts";
import { toAttribute } from "./attributes.ts";
import { toCode } from "./code-elements.ts";
import { evaluateApart } from "./functions.ts";
import { givenPages } from "./given-pages.ts";
import { payText, toContent } from "./jsx.ts";
import { includeFile } from "./load.ts";
import { findIncluded, findSnippet, readModule } from "./modules.ts";
import type { At, Place, State } from "./place.ts";
import { codeOfFile } from "./regions.ts";
import { entriesOf } from "./run.ts";
import { Scope } from "./scope.ts";
import { settle } from "./settle.ts";
import { sharedComponent } from "./shared.ts";
import { aroundTabs, titleTab } from "./tab-panels.ts";
import { rowsInBody } from "./table-rows.ts";
import { listTypeFields } from "./type-table.ts";
import { isFunction, isNodes, isRecord, Outside, reasonOf, toNodesValue, toRecord, type Value } from "./value.ts";

type Attribute = Element["attributes"][number];

/** The values of an element's attributes, and those attributes that are left to run as code. */
export interface ReadAttributes {
  readonly props: Map<string, Value>;
  readonly kept: readonly Attribute[];
}

/** Works out the attributes of an element. One that cannot be is left out, with a notice. */
export function readAttributes(
  element: Element,
  { scope }: Place,
  state: State,
  keepsAsCode: (cause: unknown) => boolean,
): ReadAttributes {
  const props = new Map<string, Value>();
  const kept: Attribute[] = [];
  for (const attribute of element.attributes) {
    try {
      if (attribute.type === "mdxJsxAttribute") props.set(attribute.name, readValue(attribute, scope, state));
      else {
        for (const [name, value] of entriesOf(readSpread(attribute, scope, state)))
          props.set(name, payText(value, state.run.budget));
      }
    } catch (cause) {
      if (keepsAsCode(cause)) kept.push(attribute);
      else reportAttribute(cause, attribute, { file: scope.file, ...element.position?.start }, state);
    }
  }
  return { props, kept };
}

function readValue({ value }: Extract<Attribute, { type: "mdxJsxAttribute" }>, scope: Scope, state: State): Value {
  if (value === null || value === undefined) return true;
  if (typeof value === "string") return value;
  const [statement] = (value.data?.estree as Program | undefined)?.body ?? [];
  if (statement?.type !== "ExpressionStatement") throw new Outside("it has no value");
  return payText(evaluateApart(statement.expression, scope, state.run), state.run.budget);
}

/** `{...props}`: the parser gives an object that spreads it. */
function readSpread({ data }: Extract<Attribute, { type: "mdxJsxExpressionAttribute" }>, scope: Scope, state: State): Value {
  const [statement] = (data?.estree as Program | undefined)?.body ?? [];
  if (statement?.type !== "ExpressionStatement") return undefined;
  return evaluateApart(statement.expression, scope, state.run);
}

function reportAttribute(cause: unknown, attribute: Attribute, at: At, state: State): void {
  const name = attribute.type === "mdxJsxAttribute" ? attribute.name : "An attribute in braces";
  state.notice("attribute", `${name} is left out: ${reasonOf(cause)}.`, at);
}

export interface NewElement {
  /** Null for a fragment. */
  readonly name: string | null;
  readonly props: Map<string, Value>;
  readonly kept?: readonly Attribute[];
  readonly children: RootContent[];
  readonly inText: boolean;
  readonly position: RootContent["position"];
}

/** What an element shows: that of a component of the page or of a file it takes in, or the element itself, settled. */
export function createElement(given: NewElement, { scope }: Pick<Place, "scope">, state: State): RootContent[] {
  const made = { ...given, props: withoutKey(given.props) };
  const { name, props, position } = made;
  const children = name === "table" ? rowsInBody(made.children) : made.children;
  const at: At = { file: scope.file, ...position?.start };
  if (name === null) return children;
  try {
    const operations = showApiPage(name, props, at, state);
    if (operations) return operations;
    const own = findComponent(name, scope) ?? sharedComponent(name, state) ?? componentOfPage(name, state);
    // A name for another element, such as an import that is renamed, or `const Box = "section"`.
    if (typeof own === "string") return createElement({ ...made, name: own }, { scope: new Scope(undefined, scope.file) }, state);
    if (own !== undefined) return fitLine(titleTab(name, callComponent(own, made, state)), made.inText);
    if (name === "Snippet" && typeof props.get("file") === "string")
      return fitLine(toContent(includeSnippet(String(props.get("file")), props, state), state.run.budget), made.inText);
    if (name === "include") return include(made, scope, state);
    if (name === "auto-type-table" || name === "AutoTypeTable") return describeType(made, scope, state);
  } catch (cause) {
    const given = givenPages(props, state.run.budget);
    const shown = given.length > 0 ? "what it is given" : "its children";
    state.notice("component", `<${name}> shows ${shown} only: ${reasonOf(cause)}.`, at);
    return [...given, ...aroundTabs(children)];
  }
  if (name === "Fragment" || name === "React.Fragment") return children;
  const code = toCode({ name, props, children, position });
  if (code) return code;
  const { nodes, notices } = settle(
    toElement({ ...made, ...translate({ name, props, children }, state.run.budget) }, at, state),
    state,
  );
  const from = state.missing.get(`${scope.file} ${name}`);
  const why = (reason: string) =>
    from ? reason.replace("is no component of Docent", `comes from "${from}", which is no file of the content`) : reason;
  for (const { kind, reason } of notices) state.notice(kind, why(reason), at);
  return nodes as RootContent[];
}

/** A key is for React's own bookkeeping: no component gets it, and no element has it. */
function withoutKey(props: ReadonlyMap<string, Value>): Map<string, Value> {
  return new Map([...props].filter(([name]) => name !== "key"));
}

/** What a name stands for in the page, as a component; undefined for a name of Docent or HTML. @throws Outside when it is none. */
function findComponent(name: string, scope: Scope): Value {
  const [first = "", ...members] = name.split(".");
  if (!scope.has(first)) return undefined;
  // A value of the name of an element, such as `label`, does not change what the element is; `slot` is Astro's own.
  if (HTML_NAME.test(name) && isKnownName(name) && (name !== "slot" || !isFunction(scope.get(name)))) return undefined;
  return members.reduce<Value>((holder, member) => partOf(holder, member), scope.get(first));
}

/** What a file that is taken in does not import itself may be in the page. Names of Docent stay Docent's. */
function componentOfPage(name: string, { page }: State): Value {
  return isComponentName(name) && !isKnownName(name) ? findComponent(name, page) : undefined;
}

function partOf(holder: Value, name: string): Value {
  if (isRecord(holder)) return holder.entries.get(name);
  return isFunction(holder) ? holder.part?.(name) : undefined;
}

const HTML_NAME = /^[a-z][a-z0-9]*$/;

/** Whether a name is that of a component with places by name for its content. */
export function takesSlots(name: string | null, scope: Scope): boolean {
  try {
    const component = name === null ? undefined : findComponent(name, scope);
    return isFunction(component) && component.takesSlots === true;
  } catch (cause) {
    reasonOf(cause); // Told where the element is made.
    return false;
  }
}

/** Content marked with the place that it is for. */
export function intoSlot(name: string | undefined, children: RootContent[]): RootContent[] {
  return name === undefined ? children : [toSlot(name, children, "mdxJsxFlowElement")];
}

function callComponent(component: Value, { props, children }: NewElement, state: State): RootContent[] {
  if (isNodes(component)) return toContent(component, state.run.budget);
  if (!isFunction(component)) throw new Outside("it is no component");
  const given = toRecord(props);
  if (children.length > 0) given.entries.set("children", toNodesValue(children));
  state.components += 1;
  try {
    return state.run.budget.deeper(() => toContent(component.call([given], state.run.budget), state.run.budget));
  } finally {
    state.components -= 1;
  }
}

function includeSnippet(file: string, props: ReadonlyMap<string, Value>, state: State): Value {
  const target = findSnippet(file, (name) => Object.hasOwn(state.modules, name));
  if (!target) throw new Outside(`there is no file snippets/${file}`);
  return includeFile(target, props, state);
}

/** `<include>./part.mdx</include>`, as Fumadocs writes it: the content of a page, or a file of code as a fence. */
function include({ children, props, position }: NewElement, { file }: Scope, state: State): RootContent[] {
  const name = children.map(toText).join("").trim();
  const target = findIncluded(file, name, (path) => Object.hasOwn(state.modules, path));
  if (!target) throw new Outside(`there is no file ${name} in the content to include`);
  if (/\.mdx?$/.test(target)) return toContent(includeFile(target, new Map(), state), state.run.budget);
  const code = codeOfFile(target, /^[^#]*#(.+)$/.exec(name)?.[1], state);
  return (
    toCode({
      name: "Code",
      props: new Map<string, Value>([
        ["code", code],
        ["lang", target.split(".").at(-1)],
        ["meta", props.get("meta")],
        ["title", props.get("title")],
      ]),
      children: [],
      position,
    }) ?? []
  );
}

/** `<auto-type-table path="./props.ts" name="Props" />`, as Fumadocs writes it: the fields of a type, by its source. */
function describeType({ props }: NewElement, { file }: Scope, state: State): RootContent[] {
  const [path, name, type] = ["path", "name", "type"].map((each) => props.get(each));
  const target = typeof path === "string" ? findIncluded(file, path, (each) => Object.hasOwn(state.modules, each)) : undefined;
  if (typeof path === "string" && target === undefined) throw new Outside(`there is no file ${path} in the content`);
  const text = [target === undefined ? "" : (readModule(state.modules, target) ?? ""), typeof type === "string" ? type : ""].join(
    "\n",
  );
  payText(text, state.run.budget);
  const isDeclared = typeof type !== "string" || /\b(?:interface|type)\s/.test(type);
  return listTypeFields(
    isDeclared ? text : `${text.slice(0, -type.length)}type Own = ${type}`,
    isDeclared ? String(name) : "Own",
  ).map((field) => {
    const given = toRecord([
      ["name", field.name],
      ["type", field.type],
      ["required", field.required],
      ["default", field.default],
    ]);
    const position = undefined;
    return toElement(
      { name: "ResponseField", props: given.entries, children: field.description, inText: false, position },
      { file },
      state,
    ) as RootContent;
  });
}

/** Content inside a line has no paragraphs, and elements of it are in the line too where none of them is a block. */
function fitLine(nodes: RootContent[], inText: boolean): RootContent[] {
  if (!inText || nodes.length === 0) return nodes;
  if (!holdsBlock({ type: "root", children: nodes })) return nodes.map(toInline);
  if (!nodes.every((node) => node.type === "paragraph")) return nodes;
  return nodes.flatMap((node, index) => [...(index > 0 ? [{ type: "text" as const, value: " " }] : []), ...node.children]);
}

function toInline(node: RootContent): RootContent {
  if (!isElement(node)) return node;
  return { ...node, type: "mdxJsxTextElement", children: node.children.map(toInline) } as RootContent;
}

/** The element with its values written out. An element among its values becomes a child in a slot of that name. */
function toElement({ name, props, kept = [], children, inText, position }: NewElement, at: At, state: State): Element {
  const type = inText ? "mdxJsxTextElement" : "mdxJsxFlowElement";
  const attributes: Attribute[] = [...kept];
  const slots: RootContent[] = [];
  for (const [property, value] of props) {
    if (property === "children") slots.push(...toContent(value, state.run.budget));
    else if (isNodes(value) && isComponentName((name ?? "").split(".")[0] ?? ""))
      slots.push(toSlot(property, toContent(value, state.run.budget), type));
    else if (!isFunction(value) || !isUnmissed(property, props)) addAttribute(attributes, property, value, at, state);
  }
  return { type, name, attributes, children: [...slots, ...children], position } as Element;
}

/** Whether a page says the same without a handler: one for a pointer that is over something, or on a link, which leads on. */
function isUnmissed(handler: string, props: ReadonlyMap<string, Value>): boolean {
  return (
    /^on(?:Mouse|Pointer|Focus|Blur|Touch)/.test(handler) ||
    (/^on(?:Click|Key)/.test(handler) && typeof props.get("href") === "string")
  );
}

function addAttribute(attributes: Attribute[], name: string, value: Value, at: At, state: State): void {
  try {
    const attribute = toAttribute(name, value, state.run.budget);
    if (attribute) attributes.push(attribute);
    else if (isFunction(value)) state.notice("attribute", `${name} is left out: a page runs nothing in the browser.`, at);
  } catch (cause) {
    reportAttribute(cause, { type: "mdxJsxAttribute", name }, at, state);
  }
}

function toSlot(name: string, children: RootContent[], type: Element["type"]): RootContent {
  const attributes: Attribute[] = [{ type: "mdxJsxAttribute", name: "name", value: name }];
  return { type, name: "Slot", attributes, children } as RootContent;
}
