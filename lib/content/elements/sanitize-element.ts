import { isComponentName, isKnownName } from "../element-names.ts";
import { type Element, readLiteral } from "../expressions.ts";
import type { NoticeKind } from "../notice.ts";
import { splitClasses } from "../safe-classes.ts";
import { DRAWINGS, SAFE_LIST, SILENTLY_DROPPED, SILENTLY_DROPPED_STYLE } from "../safe-list.ts";
import { findUnsafeAttributes, findUnsafeName, IN_UNTRUSTED_CONTENT, isUnknownToComponent, splitStyle } from "../safe-tree.ts";
import { toAttribute, toStyle } from "./attributes.ts";
import { sizeOfIcon } from "./drawings.ts";
import { toRecord } from "./value.ts";

type Children = Element["children"];

export interface Sanitized {
  /** The element, or what is left of it. */
  readonly nodes: (Element | Children[number])[];
  readonly notices: readonly { readonly kind: NoticeKind; readonly reason: string }[];
}

/** Refused elements that were apart from their neighbours: without a box their words would run together. */
const BOXES: ReadonlySet<string> = new Set(["button", "dialog"]);

/** Elements around words and controls, which show nothing by themselves. */
const AROUND_CONTROLS: ReadonlySet<string> = new Set(["form", "fieldset", "label"]);

const RUNS = /^(?:on[a-z]|dangerously|ref$|suppress)/i;

/**
 * Leaves of an element what a page may hold: attributes that would run in the browser go, those in the spelling of HTML get
 * React's, and in content that did not come with the build everything goes that is not on the list of safe ones.
 */
export function sanitizeElement(element: Element, { trusted }: { trusted: boolean }): Sanitized {
  const { name } = element;
  if (name === null) return { nodes: element.children, notices: [] };
  if (!isKnownName(name) && !isComponentName(name))
    return { nodes: [nameless(element)], notices: [{ kind: "component", reason: unknown(name) }] };
  const refused = trusted ? undefined : findUnsafeName(name);
  if (refused && AROUND_CONTROLS.has(name)) return { nodes: element.children, notices: [] };
  if (refused) {
    const stripped = SAFE_LIST.strip?.includes(name.toLowerCase()) ? [] : element.children;
    const isMade = name.includes("-") && stripped.length > 0;
    const reason = isMade ? `<${name}> is an element that a script makes; its content is shown without it.` : refused;
    const isBox = BOXES.has(name) && element.type === "mdxJsxFlowElement" && stripped.length > 0;
    return { nodes: isBox ? [{ ...element, name: "div", attributes: [] }] : stripped, notices: [{ kind: "unsafe", reason }] };
  }
  // Sets, since an element may have as many attributes as its page has room for.
  const running = new Set(element.attributes.filter((attribute) => "name" in attribute && RUNS.test(attribute.name)));
  const spelled = {
    ...element,
    attributes: [...element.attributes.filter((each) => !running.has(each)).map(toReactSpelling(name)), ...sizeOfIcon(element)],
  };
  const { kept, refused: looks } = trusted ? { kept: spelled.attributes, refused: [] } : withSafeLooks(spelled);
  const unsafe = trusted ? [] : findUnsafeAttributes({ ...spelled, attributes: kept });
  const notices = [
    ...(isKnownName(name) ? [] : [{ kind: "component" as const, reason: unknown(name) }]),
    ...[...running].map((attribute) => ({
      kind: trusted ? ("attribute" as const) : ("unsafe" as const),
      reason: `${"name" in attribute ? attribute.name : ""} of <${name}> is left out: a page runs nothing in the browser.`,
    })),
    ...looks.map((what) => ({ kind: "unsafe" as const, reason: `${what} of <${name}> is refused ${IN_UNTRUSTED_CONTENT}.` })),
    ...unsafe.filter((each) => !isSilentlyDropped(name, each)).map(({ reason }) => ({ kind: "unsafe" as const, reason })),
  ];
  const refusedHere = new Set(unsafe.map(({ attribute }) => attribute));
  const attributes = kept.filter((attribute) => !refusedHere.has(attribute));
  return { nodes: [{ ...spelled, attributes } as Element], notices };
}

/** Attributes with what their styles and classes may hold, and names of what they may not. */
function withSafeLooks(element: Element): { kept: Element["attributes"]; refused: readonly string[] } {
  const looks = element.attributes.map((attribute) => {
    const style = splitStyle(element, attribute);
    const unsafe = style?.unsafe.filter((each) => !SILENTLY_DROPPED_STYLE.test(each)) ?? [];
    if (style) return { kept: toAttribute("style", toRecord(style.safe.declarations)), refused: toPlaces(unsafe, "style") };
    const classes = "name" in attribute && attribute.name === "className" ? readLiteral(attribute) : undefined;
    if (typeof classes !== "string") return { kept: attribute, refused: [] };
    const names = splitClasses(classes);
    return { kept: names.safe ? { ...attribute, value: names.safe } : undefined, refused: toPlaces(names.unsafe, "classes") };
  });
  return { kept: looks.flatMap(({ kept }) => kept ?? []), refused: looks.flatMap(({ refused }) => refused) };
}

function toPlaces(names: readonly string[], attribute: "style" | "classes"): string[] {
  return names.map((name) => `${name} in the ${attribute}`);
}

function isSilentlyDropped(element: string, { attribute }: { attribute: Element["attributes"][number] }): boolean {
  if (attribute.type !== "mdxJsxAttribute") return false;
  if (isUnknownToComponent(element, attribute)) return true;
  return SILENTLY_DROPPED.test(attribute.name) || (attribute.name === "id" && DRAWINGS.has(element));
}

/** Returns the parts of an unknown element that stay: its content and, for readers of the page as text, its title. */
function nameless(element: Element): Element {
  const titles = element.attributes.filter((attribute) => attribute.type === "mdxJsxAttribute" && attribute.name === "title");
  return { ...element, name: "Unknown", attributes: titles } as Element;
}

function unknown(name: string): string {
  return `<${name}> is no component of Docent; only its children are shown.`;
}

const SPELLING: ReadonlyMap<string, string> = new Map([
  ["class", "className"],
  ["for", "htmlFor"],
]);

function toReactSpelling(element: string): (attribute: Element["attributes"][number]) => Element["attributes"][number] {
  return (attribute) => {
    if (attribute.type !== "mdxJsxAttribute" || isComponentName(element)) return attribute;
    if (attribute.name.toLowerCase() === "style" && typeof attribute.value === "string")
      return { ...attribute, ...toAttribute("style", toStyle(attribute.value)) } as typeof attribute;
    if (element === "iframe" && attribute.name === "src" && typeof attribute.value === "string")
      return { ...attribute, value: attribute.value.replace(/^\/\/(?=[^/])/, "https://") };
    const name = SPELLING.get(attribute.name);
    return name ? { ...attribute, name } : attribute;
  };
}
