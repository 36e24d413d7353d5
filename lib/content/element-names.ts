import { htmlTagNames } from "html-tag-names";
import { svgTagNames } from "svg-tag-names";
import { KNOWN_COMPONENTS } from "./components.ts";

const TAGS: ReadonlySet<string> = new Set([...htmlTagNames, ...svgTagNames]);

/** True for the name of a component, an HTML or SVG element, or a custom element. A name with a dot is only that of a member that a component declares. */
export function isKnownName(name: string): boolean {
  return KNOWN_COMPONENTS.has(name) || TAGS.has(name) || /^[a-z][a-z0-9]*(?:-[a-z0-9]+)+$/.test(name);
}

/** True for a name that may be a component, of Docent or of the fork: a single word that begins with a capital letter. */
export function isComponentName(name: string): boolean {
  return /^[A-Z][A-Za-z0-9]*$/.test(name);
}
