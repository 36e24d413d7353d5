/** The importer's imports from lib, second of three: the text of one page as a tree, and the elements and code in it. */

export { readBlocks } from "../../../lib/content/elements/directives.ts";
export { createElement, type GivenElement } from "../../../lib/content/elements/element.ts";
export { expandPage } from "../../../lib/content/elements/expand.ts";
export { holdsCode, isRecord, NodesValue, toContent, type Value } from "../../../lib/content/elements/value.ts";
export { splitFrontMatter } from "../../../lib/content/parse/front-matter.ts";
export { outlineOf, readPage, toPageText } from "../../../lib/content/parse/parse.ts";
export { isMarkdown, parseMarkdown, parseText } from "../../../lib/content/parse/syntax.ts";
export type { Guest, GuestElement, GuestGlobals } from "../../../lib/content/sandbox/guest/guest.ts";
export { runPage } from "../../../lib/content/sandbox/run-page.ts";
export { type AnyNode, isNode, mapSyntax, parseScript, parseTyped } from "../../../lib/content/sandbox/syntax.ts";
export { attributeText, createJsx, type Element, isElement, walk } from "../../../lib/content/tree/jsx.ts";
export { listLinks, resolveLink } from "../../../lib/content/tree/links.ts";
export { hasContent, inlineMarkdown, isPhrasing } from "../../../lib/content/tree/plain-nodes.ts";
export { findRegion } from "../../../lib/content/tree/regions.ts";
export { toText } from "../../../lib/content/tree/text.ts";
