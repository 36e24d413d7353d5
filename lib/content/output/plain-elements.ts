import type { ElementContent, Element as HastElement, Nodes, Root, RootContent } from "hast";
import { find, html, svg } from "property-information";
import { getConfig } from "../../config/config.ts";
import { isComponentName } from "../components/components.ts";
import { belowBasePath } from "../model/address.ts";
import { createRecord } from "../model/records.ts";
import { type Attribute, type Element, readLiteral, readValue, type StyleLiteral } from "../tree/jsx.ts";

const VOID_ELEMENTS = new Set(["br", "col", "hr", "img", "input", "source", "track", "wbr"]);

type PropertyValue = HastElement["properties"][string];

/** Returns the tree of a page as plain elements, components too, and literals as text. */
export function toPlainElements(tree: Root): Root {
  return { ...tree, children: tree.children.flatMap((node) => toPlain(node, false) as RootContent[]) };
}

function toPlain(node: Nodes, inDrawing: boolean): Nodes[] {
  if (node.type === "mdxJsxFlowElement" || node.type === "mdxJsxTextElement")
    return toPlainElement(node as unknown as Element, inDrawing);
  if (!("children" in node)) return [node];
  return [{ ...node, children: node.children.flatMap((child) => toPlain(child, inDrawing)) } as Nodes];
}

function toPlainElement(element: Element, inDrawing: boolean): Nodes[] {
  const { name } = element;
  const isDrawing = inDrawing || name === "svg";
  const nodes = element.children as unknown as Nodes[];
  const children = nodes.flatMap((node) => toPlain(node, isDrawing && name !== "foreignObject")) as ElementContent[];
  if (name === null) return children;
  const spelling = isComponentName(name.replace(".", "")) ? undefined : isDrawing ? svg : html;
  const properties = Object.fromEntries(
    element.attributes
      .flatMap((attribute) => toProperty(attribute, spelling) ?? toAnyProperty(attribute))
      .map(([property, value]) => [property, typeof value === "string" ? moveAddress(name, property, value) : value]),
  );
  const shown = name === "style" ? children.map(moveStyle) : children;
  return [{ type: "element", tagName: name, properties, children: VOID_ELEMENTS.has(name) ? [] : shown }];
}

/** Attributes with addresses of elements that no component draws; those of links, pictures and films are moved where they are drawn. */
const ADDRESSES: Readonly<Record<string, readonly string[]>> = createRecord({
  area: ["href"],
  embed: ["src"],
  feImage: ["href", "xLinkHref"],
  form: ["action"],
  image: ["href", "xLinkHref"],
  input: ["src"],
  object: ["data"],
  use: ["href", "xLinkHref"],
});

/** Returns a value of an element's attribute whose addresses within the site begin with the base path. */
function moveAddress(element: string, property: string, value: string): string {
  const { basePath } = getConfig();
  if (basePath === "" || isComponentName(element.replace(".", ""))) return value;
  if (property === "style") return belowBasePath(value, basePath);
  if (element === "img" && property === "srcSet") return value.replace(/(?<=^\s*|,\s+)(?=\/(?!\/))/g, basePath);
  return (ADDRESSES[element] ?? []).includes(property) && /^\/(?!\/)/.test(value) ? `${basePath}${value}` : value;
}

function moveStyle(node: ElementContent): ElementContent {
  return node.type === "text" ? { ...node, value: belowBasePath(node.value, getConfig().basePath) } : node;
}

/** Returns a value that no element of HTML takes, for a component of the fork. */
function toAnyProperty(attribute: Attribute): [[name: string, value: PropertyValue]] | [] {
  const value = attribute.type === "mdxJsxAttribute" ? readValue(attribute) : undefined;
  return value === undefined || attribute.type !== "mdxJsxAttribute" || attribute.name in Object.prototype
    ? []
    : [[attribute.name, value as PropertyValue]];
}

/** Returns an attribute as hast names and holds it, whatever its case and namespace; undefined when it is not a literal. */
function toProperty(attribute: Attribute, spelling: typeof html | undefined): [[name: string, value: PropertyValue]] | undefined {
  const literal = readLiteral(attribute);
  if (literal === undefined || attribute.type !== "mdxJsxAttribute" || attribute.name in Object.prototype) return undefined;
  const name = spelling ? find(spelling, attribute.name).property : attribute.name;
  if (typeof literal !== "object") return [[name, literal]];
  if (Array.isArray(literal)) return [[name, literal.map(String)]];
  return name === "style" ? [[name, toDeclarations(literal)]] : undefined;
}

const UNITLESS = new Set(["aspect-ratio", "font-weight", "line-height", "opacity"]);

function toDeclarations({ declarations }: StyleLiteral): string {
  return declarations
    .map(([name, value]) => {
      const property = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      return `${property}: ${value}${typeof value === "number" && value !== 0 && !UNITLESS.has(property) ? "px" : ""};`;
    })
    .join(" ");
}
