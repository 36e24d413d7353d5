import { type JsonObject, objectOf, textOf } from "./json.ts";

/** Settings of an operation's page, from `x-mint`, `x-hidden` and `x-excluded`. */
export interface PageSettings {
  /** Path of the page, without slash at its ends; undefined where the description leaves it to the site. */
  readonly path: string | undefined;
  readonly title: string | undefined;
  readonly sidebarTitle: string | undefined;
  readonly description: string | undefined;
  readonly tag: string | undefined;
  /** MDX that is above the operation, from `x-mint.content`. It comes from outside: never to be run. */
  readonly content: string | undefined;
  /** Has a page, and no place in a navigation that is made from the description. */
  readonly hidden: boolean;
}

const MAX_LENGTH = 300;
const MAX_CONTENT_LENGTH = 100_000;

/** Reads what an operation says of its page. What is no text, or no path, is left out. */
export function readPageSettings(operation: JsonObject): PageSettings {
  const { href, metadata, content } = objectOf(operation["x-mint"]);
  const { title, sidebarTitle, description, tag } = objectOf(metadata);
  const toText = (value: unknown) => textOf(value).slice(0, MAX_LENGTH) || undefined;
  return {
    path: toPath(textOf(href)),
    title: toText(title),
    sidebarTitle: toText(sidebarTitle),
    description: toText(description),
    tag: toText(tag),
    hidden: operation["x-hidden"] === true,
    content: textOf(content).slice(0, MAX_CONTENT_LENGTH).trim() || undefined,
  };
}

/** Returns true for a path item or an operation that has no page at all. */
export function isLeftOut(part: JsonObject): boolean {
  return part["x-internal"] === true || part["x-excluded"] === true;
}

function toPath(href: string): string | undefined {
  const path = href.replace(/^\/+|\/+$/g, "");
  const isPath = path.split("/").every((segment) => /^[\p{L}\p{N}\p{M}._~-]+$/u.test(segment) && !/^\.+$/.test(segment));
  return isPath && path.length <= MAX_LENGTH ? path : undefined;
}
