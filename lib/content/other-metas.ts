// Tested in other-metas.test.ts and check.test.ts.
import { z } from "zod";
import { readYaml } from "../yaml.ts";
import type { ContentFile } from "./files.ts";
import type { FolderMeta } from "./folder-meta.ts";
import { createRecord } from "./own.ts";
import { readModuleValue } from "./snippets/module-value.ts";

type Entry = readonly [folder: string, meta: FolderMeta];
type MetaReader = (file: ContentFile, files: ReadonlyMap<string, ContentFile>) => Entry[];

/** How a file of another system tells order and titles of folders; undefined for any other file. */
export function metaReaderOf(path: string): MetaReader | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1);
  if (/^_meta(?:\.global)?\.(?:[jt]sx?|json)$/.test(name)) return readNextraMeta;
  return /^_category_\.(?:json|ya?ml)$/.test(name) ? readCategory : undefined;
}

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

const words = z.string().trim().min(1).optional().catch(undefined);
const Category = z.object({
  label: words,
  position: z.number().optional().catch(undefined),
  collapsed: z.boolean().optional().catch(undefined),
  description: words,
  link: z.object({ description: words }).optional().catch(undefined),
});

/** `_category_.json` and `_category_.yml` of Docusaurus. */
const readCategory: MetaReader = ({ path, text }) => {
  const raw = path.endsWith(".json") ? JSON.parse(text) : fromYaml(text);
  const { label, position, collapsed, description, link } = Category.parse(raw);
  const meta = {
    title: label,
    position,
    description: description ?? link?.description,
    defaultOpen: collapsed === false || undefined,
  };
  return [[folderOf(path), withoutAbsent(meta)]];
};

function fromYaml(yaml: string): unknown {
  const document = readYaml(yaml);
  if (document.errors[0]) throw document.errors[0];
  return document.toJS({ maxAliasCount: 20 });
}

const NextraItem = z.union([
  z.string(),
  z.object({
    title: words,
    type: words,
    display: words,
    href: words,
    items: z.record(z.string(), z.unknown()).optional().catch(undefined),
  }),
]);
const DEEPEST = 10;

/** `_meta.js` of Nextra and its kin: the names of pages and folders in their order, each with a title or more. */
const readNextraMeta: MetaReader = (file, files) => {
  const value = readModuleValue(file, files);
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error("it exports no list of names by default");
  return toMetas(folderOf(file.path), value, 0);
};

function toMetas(folder: string, items: object, depth: number): Entry[] {
  const pages: string[] = [];
  const titles = createRecord<string>();
  const below: Entry[] = [];
  for (const [name, raw] of Object.entries(items)) {
    const item = NextraItem.safeParse(raw).data;
    if (item === undefined || name === "*") continue;
    const {
      title,
      type,
      display,
      href,
      items: inner,
    } = typeof item === "string" ? { title: item.trim() || undefined } : { ...item };
    if (type === "separator") pages.push(`---${(title ?? "").replace(/^-+|(?<!-)-+$/g, "")}---`);
    else if (href) pages.push(`[${(title ?? name).replace(/[[\]]/g, "")}](${href.replace(/[\s()]/g, encodeURIComponent)})`);
    else pages.push(display === "hidden" ? `!${name}` : name);
    if (title && type !== "separator" && !href) titles[name] = title;
    const path = [folder, name].filter(Boolean).join("/");
    if (type === "page" && name !== "index" && !href) below.push([path, { root: true }]);
    if (inner && depth < DEEPEST) below.push(...toMetas(path, inner, depth + 1));
  }
  const named = below.filter(([, { root }]) => root);
  // A single page of the top bar is no choice.
  const tabs = named.length > 1 ? below : below.filter((entry) => !named.includes(entry));
  return [[folder, { pages: [...pages, "..."], titles }], ...tabs];
}

function withoutAbsent(meta: FolderMeta): FolderMeta {
  return Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== undefined));
}
