// Tested in aliases.test.ts.
import path from "node:path/posix";
import type { RootContent } from "mdast";
import { toFunction, toNodesValue, type Value } from "./value.ts";

/** Packages of documentation systems. Docent has what they give, by the same names, so that their imports mean nothing here. */
const KNOWN =
  /^(?:fumadocs-(?:ui|core|mdx|openapi|twoslash|typescript)|nextra(?:-theme-\w+)?|@astrojs\/\w+|astro|@theme(?:-\w+)?|@docusaurus|@mdx-js\/react|react|next|@mintlify)(?:[/:]|$)/;
const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;

/** True for a package whose names Docent has itself. */
export function isKnownPackage(specifier: string): boolean {
  return KNOWN.test(specifier);
}

/** What an import of a picture gives: its address. Undefined for anything else. */
export function pictureAddress(from: string, specifier: string): string | undefined {
  if (!IMAGE.test(specifier)) return undefined;
  if (specifier.startsWith("/")) return specifier;
  const whole = path.join(path.dirname(from), specifier);
  return /^\.\.?\//.test(specifier) && !whole.startsWith("..") ? `/${whole}` : undefined;
}

/** A component of lucide-react: the icon of that name. */
export function toIcon(name: string): Value {
  const icon = name
    .replace(/Icon$/, "")
    .replace(/([a-z])([A-Z0-9])/g, "$1-$2")
    .toLowerCase();
  const node: RootContent = {
    type: "mdxJsxTextElement",
    name: "Icon",
    attributes: [{ type: "mdxJsxAttribute", name: "icon", value: icon }],
    children: [],
  };
  return toFunction(() => toNodesValue([node]));
}
