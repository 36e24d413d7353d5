import type { ElementContent, Element as HastElement, Nodes, Root, RootContent } from "hast";
import { sanitize } from "hast-util-sanitize";
import { find, html, svg } from "property-information";
import { COMPONENTS, isComponentName, isKnownName } from "../components/components.ts";
import { readAddress } from "../model/address.ts";
import { type Attribute, type Element, readLiteral, readValue, type StyleLiteral } from "../tree/jsx.ts";
import { splitClasses } from "./safe-classes.ts";
import { ADDRESSES, createSafeList, DRAWINGS, STYLE } from "./safe-list.ts";

/** All that a page which did not come with the build may hold. */
export const SAFE_LIST = createSafeList(COMPONENTS);
const ALLOWED_NAMES: ReadonlySet<string> = new Set(SAFE_LIST.tagNames);
const VOID_ELEMENTS = new Set(["br", "col", "hr", "img", "input", "source", "track", "wbr"]);
export const IN_UNTRUSTED_CONTENT = "in content that did not come with the build";

/**
 * Explains why an element of this name may not be shown when its page is not trusted; undefined when it may, as every
 * component may.
 */
export function findUnsafeName(name: string): string | undefined {
  return ALLOWED_NAMES.has(name) || isComponentName(name) ? undefined : describeName(name);
}

/**
 * Returns the attributes of an element that may not be there when its page is not trusted: those that `toSafeTree` takes away.
 */
export function findUnsafeAttributes(element: Element): { readonly attribute: Attribute; readonly reason: string }[] {
  const { name } = element;
  if (name === null) return [];
  return element.attributes.flatMap((attribute) =>
    isAllowed(name, attribute) ? [] : [{ attribute, reason: describeAttribute(name, attribute) }],
  );
}

/** Splits a style of an untrusted page into the allowed part and the names of the others. Undefined for what is no style. */
export function splitStyle(
  attribute: Attribute,
): { readonly safe: StyleLiteral; readonly unsafe: readonly string[] } | undefined {
  const literal = "name" in attribute && attribute.name === "style" ? readLiteral(attribute) : undefined;
  if (typeof literal !== "object" || Array.isArray(literal)) return undefined;
  const isSafe = (pair: StyleLiteral["declarations"][number]) => STYLE.test(toDeclarations({ declarations: [pair] }));
  const declarations = literal.declarations.filter((pair) => !isInFlow(pair));
  const unsafe = declarations.filter((pair) => !isSafe(pair)).map(([name]) => name);
  return { safe: { declarations: declarations.filter(isSafe) }, unsafe };
}

/** Returns true for a place that a box of the page has anyway. */
function isInFlow([name, value]: StyleLiteral["declarations"][number]): boolean {
  return name === "position" && /^(?:relative|static)$/.test(String(value));
}

function describeAttribute(name: string, attribute: Attribute): string {
  if (attribute.type === "mdxJsxExpressionAttribute") return `Attributes in braces are refused ${IN_UNTRUSTED_CONTENT}.`;
  if (readLiteral(attribute) === undefined)
    return `The value of ${attribute.name} of <${name}> must be text, a number, true or false ${IN_UNTRUSTED_CONTENT}.`;
  return `${attribute.name} of <${name}> is refused ${IN_UNTRUSTED_CONTENT}, with this value or at all.`;
}

function describeName(name: string): string {
  if (!isKnownName(name)) return `<${name}> is no component of Docent, and no HTML element.`;
  return `<${name}> is refused ${IN_UNTRUSTED_CONTENT}. Use Markdown or a component of Docent.`;
}

function isAllowed(name: string, attribute: Attribute): boolean {
  if (attribute.type === "mdxJsxExpressionAttribute") return false;
  const [property] = toProperty(name, attribute) ?? [];
  if (!property) return false;
  // React's own bookkeeping, and what a component does not know, reach no page.
  if (attribute.name === "key" || isUnknownToComponent(name, attribute)) return true;
  const before: HastElement = { type: "element", tagName: name, properties: Object.fromEntries([property]), children: [] };
  const after = sanitize(before, { ...SAFE_LIST, ancestors: {}, required: {} });
  const kept = after.type === "element" ? keepSafeValues(after.properties)[property[0]] : undefined;
  return kept !== undefined && (ADDRESSES.has(property[0]) || [kept].flat().join(" ") === [property[1]].flat().join(" "));
}

/** Attributes with the classes of the table alone, and with addresses as they are read; without those that may not be there. */
function keepSafeValues(properties: HastElement["properties"]): HastElement["properties"] {
  const kept = Object.entries(properties).map(([name, value]): [string, PropertyValue | undefined] => {
    if (name === "className") return [name, toSafeClasses([value].flat().join(" "))];
    if (name === "srcSet") return [name, toSafeSources(String(value))];
    return [name, ADDRESSES.has(name) ? toSafeAddress(name, String(value)) : value];
  });
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined));
}

function toSafeClasses(classes: string): string[] | undefined {
  const { safe } = splitClasses(classes);
  return safe === "" ? undefined : safe.split(" ");
}

function toSafeAddress(name: string, text: string): string | undefined {
  const { kind, href } = readAddress(text) ?? {};
  return kind && ADDRESSES.get(name)?.includes(kind) ? href : undefined;
}

/** Pictures of several sizes, each an address and its size. */
function toSafeSources(text: string): string | undefined {
  const sources = text.split(/,\s+/).map((source) => {
    const [address = "", ...size] = source.trim().split(/\s+/);
    const safe = toSafeAddress("srcSet", address);
    return safe && [safe, ...size].join(" ");
  });
  return sources.includes(undefined) ? undefined : sources.join(", ");
}

const RUNNING = /^on|^dangerously/i;

/** Returns true for an attribute that the component does not have: it is left out, and nothing is lost. */
export function isUnknownToComponent(name: string, attribute: Attribute): boolean {
  if (attribute.type !== "mdxJsxAttribute" || !isComponentOrMember(name) || RUNNING.test(attribute.name)) return false;
  return !SAFE_LIST.attributes?.[name]?.some((definition) => [definition].flat()[0] === attribute.name);
}

function isComponentOrMember(name: string): boolean {
  return isComponentName(name.replace(".", ""));
}

/**
 * Returns the tree of a page as plain elements, components too, and literals as text; of a page that did not come with the
 * build, nothing but what is on the list.
 */
export function toPlainElements(tree: Root, { trusted }: { trusted: boolean }): Root {
  const plain: Root = { ...tree, children: tree.children.flatMap((node) => toPlain(node, trusted) as RootContent[]) };
  if (trusted) return plain;
  const safe = sanitize(plain, SAFE_LIST);
  visitElements(safe, (element) => {
    element.properties = keepSafeValues(element.properties);
  });
  return safe.type === "root" ? safe : { type: "root", children: [safe as RootContent] };
}

function visitElements(node: Nodes, visit: (element: HastElement) => void): void {
  if (node.type === "element") visit(node);
  if ("children" in node) for (const child of node.children) visitElements(child, visit);
}

function toPlain(node: Nodes, trusted: boolean): Nodes[] {
  if (node.type === "mdxJsxFlowElement" || node.type === "mdxJsxTextElement")
    return toPlainElement(node as unknown as Element, trusted);
  if ("children" in node) return [{ ...node, children: node.children.flatMap((child) => toPlain(child, trusted)) } as Nodes];
  return [node];
}

function toPlainElement(element: Element, trusted: boolean): Nodes[] {
  const children = (element.children as unknown as Nodes[]).flatMap((child) => toPlain(child, trusted)) as ElementContent[];
  const { name } = element;
  if (name === null) return children;
  const properties = Object.fromEntries(
    element.attributes.flatMap((attribute) => toProperty(name, attribute) ?? (trusted ? toAnyProperty(attribute) : [])),
  );
  return [{ type: "element", tagName: name, properties, children: VOID_ELEMENTS.has(name) ? [] : children }];
}

/** Returns a value that no element of HTML takes, for a component of the fork. */
function toAnyProperty(attribute: Attribute): [[name: string, value: PropertyValue]] | [] {
  const value = attribute.type === "mdxJsxAttribute" ? readValue(attribute) : undefined;
  return value === undefined || attribute.type !== "mdxJsxAttribute" || attribute.name in Object.prototype
    ? []
    : [[attribute.name, value as PropertyValue]];
}

type PropertyValue = HastElement["properties"][string];

/** Returns an attribute as hast names and holds it, whatever its case and namespace; undefined when it is no literal. */
function toProperty(element: string, attribute: Attribute): [[name: string, value: PropertyValue]] | undefined {
  const literal = readLiteral(attribute);
  if (literal === undefined || attribute.type !== "mdxJsxAttribute" || attribute.name in Object.prototype) return undefined;
  const name = isComponentOrMember(element) ? attribute.name : find(DRAWINGS.has(element) ? svg : html, attribute.name).property;
  if (ADDRESSES.has(name) && typeof literal !== "string") return undefined;
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
