import type { Program } from "estree-jsx";
import { splitAstro } from "./astro-source.ts";
import { type AnyNode, isNode, mapSyntax, parseScript } from "./engine/pages.ts";

/**
 * Converts a component of Astro to a script that exports it: it renders the template and runs the component's
 * script each time. Styles and scripts of the file are left out.
 */
export function toAstroProgram(text: string): Program {
  const { script, template } = splitAstro(text);
  const own = parseScript("component.ts", script);
  const [shown] = parseScript("component.tsx", template).body;
  if (shown?.type !== "ExpressionStatement") throw new SyntaxError("it has no template");
  const isImport = ({ type }: Program["body"][number]) => type === "ImportDeclaration";
  const [component] = parseScript("component.js", COMPONENT).body as unknown as [AnyNode];
  const program = {
    type: "Program",
    sourceType: "module",
    body: [...own.body.filter(isImport), component],
  } as unknown as AnyNode;
  const { body } = (component.declaration as AnyNode).body as { body: AnyNode[] };
  const last = body.pop() as AnyNode;
  body.push(...(own.body.filter((each) => !isImport(each)) as unknown as AnyNode[]), { ...last, argument: shown.expression });
  mapSyntax(program, (node) => (node.type === "JSXElement" ? toAstroElement(node) : node));
  return program as unknown as Program;
}

const COMPONENT = "export default async function Component($props) { const Astro = $astro($props); return null; }";
const IN_LINE = /^(?:a|abbr|b|code|em|i|kbd|mark|small|span|strong|sub|sup|time|u|Badge|Icon)$/;

/** Marks `<slot>` for the page's content, and turns line breaks between inline elements into a space, as HTML does. */
function toAstroElement(node: AnyNode): AnyNode {
  const opening = node.openingElement as AnyNode;
  const closing = node.closingElement as AnyNode | null;
  if (nameOf(node) === "slot") {
    opening.name = SLOT;
    if (closing) closing.name = SLOT;
  }
  const children = node.children as AnyNode[];
  node.children = children.map((child, index) => (isGap(children, index) ? { ...child, value: " ", raw: " " } : child));
  return node;
}

const SLOT = {
  type: "JSXMemberExpression",
  object: { type: "JSXIdentifier", name: "Astro" },
  property: { type: "JSXIdentifier", name: "Slot" },
};

function isGap(children: readonly AnyNode[], index: number): boolean {
  const [before, child, after] = [children[index - 1], children[index], children[index + 1]];
  if (child?.type !== "JSXText" || !String(child.value).includes("\n") || String(child.value).trim()) return false;
  return [before, after].every((each) => each?.type === "JSXElement" && IN_LINE.test(nameOf(each)));
}

function nameOf(element: AnyNode): string {
  const { name } = (element.openingElement as AnyNode).name as { name?: unknown };
  return isNode(element) && typeof name === "string" ? name : "";
}
