// Tested in aliases.test.ts.
import type * as Syntax from "estree-jsx";
import type { RootContent } from "mdast";
import { shownAtAll } from "./attributes.ts";
import { createElement, intoSlot, takesSlots } from "./elements.ts";
import { attributeName, elementName, jsxText, payText, sourceOf, toContent } from "./jsx.ts";
import type { At, State } from "./place.ts";
import { entriesOf } from "./run.ts";
import type { Scope } from "./scope.ts";
import { type NodesValue, Outside, toNodesValue, type Value } from "./value.ts";

/** JSX in an expression or a component as a part of the page. */
export function toJsxNodes(node: Syntax.JSXElement | Syntax.JSXFragment, scope: Scope, state: State): NodesValue {
  state.run.budget.spend("nodes");
  const name = node.type === "JSXFragment" ? null : elementName(node.openingElement.name);
  const hasSlots = node.children.some((child) => slotOf(child) !== undefined) && takesSlots(name, scope);
  const children = node.children.flatMap((child, index): RootContent[] => {
    if (isGap(node.children, index, scope)) return [{ type: "text", value: " " }];
    return intoSlot(hasSlots ? slotOf(child) : undefined, toChildren(child, scope, state));
  });
  if (node.type === "JSXFragment") return toNodesValue(children);
  const props = readProps(node.openingElement.attributes, scope, state);
  const made = { name, props, children, inText: state.inText, position: positionOf(node) };
  return toNodesValue(createElement(made, { scope }, state));
}

const IN_LINE = /^(?:a|abbr|b|code|em|i|kbd|mark|small|span|strong|sub|sup|time|u|Badge|Icon)$/;

/** Whether lines end between two elements of a line in a template of Astro, where that is a space as in HTML, and none in JSX. */
function isGap(children: readonly Child[], index: number, { file }: Scope): boolean {
  const [before, child, after] = [children[index - 1], children[index], children[index + 1]];
  if (child?.type !== "JSXText" || !file.endsWith(".astro") || !child.value.includes("\n") || child.value.trim()) return false;
  return [before, after].every((each) => each?.type === "JSXElement" && IN_LINE.test(elementName(each.openingElement.name)));
}

type Child = Syntax.JSXElement["children"][number];

/** The place by name that an element is for. */
function slotOf(child: Child): string | undefined {
  if (child.type !== "JSXElement") return undefined;
  const attribute = child.openingElement.attributes.find((each) => each.type === "JSXAttribute" && each.name.name === "slot");
  const value = attribute?.type === "JSXAttribute" ? attribute.value : undefined;
  return value?.type === "Literal" && typeof value.value === "string" ? value.value : undefined;
}

function toChildren(child: Child, scope: Scope, state: State): RootContent[] {
  if (child.type === "JSXText") return jsxText(String(payText(child.value, state.run.budget)));
  if (child.type === "JSXElement" || child.type === "JSXFragment") return toJsxNodes(child, scope, state).nodes;
  const { expression } = child;
  if (expression.type === "JSXEmptyExpression") return [];
  try {
    return toContent(state.run.evaluate(expression, scope, state.run), state.run.budget);
  } catch (cause) {
    requireOutside(cause, state);
    state.notice("expression", `An expression is not shown: ${cause.message}.`, placeOf(expression, scope));
    const source = sourceOf(expression);
    return source === undefined ? [] : [{ type: "text", value: `{${source}}` }];
  }
}

/** Goes on where something is outside of what can be worked out, unless the whole expression may run as code. */
function requireOutside(cause: unknown, { keepCode, components }: State): asserts cause is Error {
  if (!(cause instanceof Outside || cause instanceof RangeError)) throw cause;
  if (keepCode && components === 0 && cause instanceof Outside && cause.isCode) throw cause;
}

function readProps(attributes: Syntax.JSXOpeningElement["attributes"], scope: Scope, state: State): Map<string, Value> {
  const props = new Map<string, Value>();
  const { budget } = state.run;
  for (const attribute of attributes) {
    try {
      if (attribute.type === "JSXAttribute")
        props.set(attributeName(attribute.name), payText(readProp(attribute, scope, state), budget));
      else
        for (const [name, value] of entriesOf(state.run.evaluate(attribute.argument, scope, state.run)))
          props.set(name, payText(value, budget));
    } catch (cause) {
      requireOutside(cause, state);
      const name = attribute.type === "JSXAttribute" ? attributeName(attribute.name) : "An attribute in braces";
      state.notice("attribute", `${name} is left out: ${cause.message}.`, placeOf(attribute, scope));
    }
  }
  return props;
}

function readProp({ name, value }: Syntax.JSXAttribute, scope: Scope, state: State): Value {
  if (value === null) return true;
  if (value.type === "Literal") return value.value as Value;
  if (value.type !== "JSXExpressionContainer") return toJsxNodes(value, scope, state);
  if (value.expression.type === "JSXEmptyExpression") return undefined;
  return shownAtAll(attributeName(name), state.run.evaluate(value.expression, scope, state.run), value.expression);
}

function placeOf({ loc }: Syntax.Node, { file }: Scope): At {
  return { file, line: loc?.start.line, column: loc ? loc.start.column + 1 : undefined };
}

function positionOf({ loc, start, end }: Syntax.JSXElement & { start?: number; end?: number }): RootContent["position"] {
  if (!loc) return undefined;
  return {
    start: { line: loc.start.line, column: loc.start.column + 1, ...(start === undefined ? {} : { offset: start }) },
    end: { line: loc.end.line, column: loc.end.column + 1, ...(end === undefined ? {} : { offset: end }) },
  };
}
