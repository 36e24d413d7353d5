import { isObject } from "../../openapi/json.ts";
import { createRecord } from "../model/records.ts";
import { CHILD_LISTS } from "./schema.ts";

const MAX_SETTINGS_DEPTH = 60;

/** Gives what may be written as text or as an object one form, so that one schema without alternatives checks it. */
export function toCanonical(raw: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const file = createRecord(raw);
  if (isObject(file.navbar)) {
    const { links, primary } = file.navbar;
    file.navbar = { ...file.navbar, ...(Array.isArray(links) && { links: links.map(withIcon) }), primary: withIcon(primary) };
  }
  for (const name of ["logo", "favicon"])
    if (typeof file[name] === "string") file[name] = { light: file[name], dark: file[name] };
  if (isObject(file.navigation)) file.navigation = toCanonicalNode(file.navigation, 0);
  else if (Array.isArray(file.navigation)) file.navigation = toCanonicalNode({ groups: file.navigation }, 0);
  if (isObject(file.api) && file.api.openapi !== undefined) file.api = { ...file.api, openapi: toDescription(file.api.openapi) };
  if (isObject(file.styling)) file.styling = { ...file.styling, codeblocks: toCodeBlocks(file.styling.codeblocks) };
  return file;
}

/** Code of both schemes has one theme, or one each. */
function toCodeBlocks(value: unknown): unknown {
  if (!isObject(value)) return {};
  return typeof value.theme === "string" ? { theme: { light: value.theme, dark: value.theme } } : value;
}

function toCanonicalNode(raw: Readonly<Record<string, unknown>>, depth: number): Record<string, unknown> {
  const node = createRecord(withIcon(raw) as Record<string, unknown>);
  if (node.openapi !== undefined) node.openapi = toDescription(node.openapi);
  if (isObject(node.global)) node.global = toCanonicalNode(node.global, depth + 1);
  for (const name of Object.keys(CHILD_LISTS)) {
    const list = node[name];
    // Deeper than anyone can read: left out, so that nothing below has to be bounded again.
    if (Array.isArray(list)) node[name] = depth < MAX_SETTINGS_DEPTH ? list.map((child) => toChild(child, depth)) : [];
  }
  return node;
}

/** Returns an icon as its name; docs.json may name its library beside it. */
function withIcon(raw: unknown): unknown {
  return isObject(raw) && isObject(raw.icon) && typeof raw.icon.name === "string" ? { ...raw, icon: raw.icon.name } : raw;
}

function toChild(child: unknown, depth: number): unknown {
  if (typeof child === "string") return { page: child };
  return isObject(child) ? toCanonicalNode(child, depth + 1) : child;
}

function toDescription(value: unknown): unknown {
  if (typeof value === "string") return { sources: [value] };
  if (Array.isArray(value)) return { sources: value };
  if (!isObject(value)) return value;
  const { source, sources, directory } = value;
  const list = sources ?? (Array.isArray(source) ? source : source === undefined ? [] : [source]);
  return { sources: list, ...(typeof directory === "string" && directory ? { directory } : {}) };
}
