import type { Element, ElementContent, Root } from "hast";
import { toHtml } from "hast-util-to-html";
import { Fragment, isValidElement, type ReactElement, type ReactNode } from "react";
import { readAddress } from "../../lib/content/model/address.ts";

/**
 * Renders components that only the server runs to HTML text. React hydrates a text as one node instead of one for
 * each element, and a page sends it without component names and props. Every text and attribute is escaped, and an
 * address of a scheme that could run something is left out.
 * @throws Error for a component that waits or runs in the browser
 */
export function staticHtml(node: ReactNode): string {
  // What an element gives as HTML is the only thing that is not escaped.
  return toHtml({ type: "root", children: toHast(node) } satisfies Root, { allowDangerousHtml: true });
}

function toHast(node: ReactNode): ElementContent[] {
  if (node === null || node === undefined || typeof node === "boolean") return [];
  if (typeof node === "string" || typeof node === "number") return [{ type: "text", value: String(node) }];
  if (Array.isArray(node)) return node.flatMap(toHast);
  if (!isValidElement<Properties>(node)) throw new Error("Only components that render synchronously have static HTML.");
  return elementToHast(node);
}

interface Properties {
  readonly children?: ReactNode;
  readonly dangerouslySetInnerHTML?: { readonly __html: string };
  readonly [name: string]: unknown;
}

function elementToHast({ type, props }: ReactElement<Properties>): ElementContent[] {
  if (type === Fragment) return toHast(props.children);
  if (typeof type === "function") return toHast((type as (properties: Properties) => ReactNode)(props));
  if (typeof type !== "string") throw new Error("Components that run in the browser have no static HTML.");
  const { children, dangerouslySetInnerHTML: html, ...others } = props;
  const content: ElementContent[] = html ? [{ type: "raw", value: html.__html }] : toHast(children);
  return [{ type: "element", tagName: type, properties: toProperties(others), children: content }];
}

function toProperties(attributes: Readonly<Record<string, unknown>>): Element["properties"] {
  return Object.fromEntries(
    Object.entries(attributes).flatMap(([name, value]): [string, string | number | boolean][] => {
      if (name === "style" && typeof value === "object" && value !== null) return [["style", toStyle(value)]];
      if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean") return [];
      return name === "href" && !isLink(String(value)) ? [] : [[name, value]];
    }),
  );
}

/** Writes custom properties alone, which React writes as they are. */
function toStyle(style: object): string {
  return Object.entries(style)
    .filter(([name]) => name.startsWith("--"))
    .map(([name, value]) => `${name}:${value}`)
    .join(";");
}

/** Returns whether an address is a path, an anchor, or a URL that a browser opens and does not run. */
function isLink(address: string): boolean {
  const { kind } = readAddress(address) ?? {};
  return kind !== undefined && kind !== "picture";
}
