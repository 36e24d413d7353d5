import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import { readYaml, sha256 } from "./engine/files.ts";
import type { FolderMeta } from "./engine/site.ts";
import type { Repository } from "./repository.ts";
import { readSettings } from "./settings-value.ts";
import { readImported } from "./site-code.ts";
import { walkFiles } from "./walk-files.ts";

const MAX_FOLDERS = 10_000;
const MAX_BYTES = 256 * 1024;
const META = /^(?:_meta(?:\.global)?\.(?:[jt]sx?|json)|_category_\.(?:json|ya?ml))$/;
const DEEPEST = 10;

/** Order and titles of the folders of a content folder, and the files of which none can be read, with the reason. */
export interface OtherMetas {
  /** By the folder's path below the content folder. */
  readonly folders: ReadonlyMap<string, FolderMeta>;
  readonly faults: ReadonlyMap<string, string>;
}

type Entry = readonly [folder: string, meta: FolderMeta];

/** Reads what `_meta` files of Nextra and `_category_` files of Docusaurus say. Their names are those that files get here. */
export async function readOtherMetas({ content, rename }: Pick<Repository, "content" | "rename">): Promise<OtherMetas> {
  const folders = new Map<string, FolderMeta>();
  const faults = new Map<string, string>();
  for (const absolute of [...walkFiles(content, { folders: MAX_FOLDERS })].sort()) {
    if (!isMeta(path.basename(absolute)) || statSync(absolute).size > MAX_BYTES) continue;
    const written = path.relative(content, absolute).split(path.sep).join("/");
    const file = { path: written, text: readFileSync(absolute, "utf8"), hash: "" };
    try {
      const folder = path.posix.dirname(rename?.(written) ?? written).replace(/^\.$/, "");
      const entries = /_category_/.test(written)
        ? readCategory(folder, file.path, file.text)
        : toMetas(folder, asItems(await readSettings(file, readImported(content, file).values())), 0);
      for (const [name, meta] of entries) folders.set(name, { ...folders.get(name), ...meta });
    } catch (cause) {
      faults.set(written, cause instanceof Error ? cause.message : String(cause));
    }
  }
  return { folders, faults };
}

/** Returns whether a file orders a folder. Its name may contain a language: `_meta.fr.json`. */
function isMeta(name: string): boolean {
  return META.test(name.replace(/^(_meta)\.[a-z]{2}(?:-[A-Za-z]{2,4})?\./, "$1."));
}

/** Writes equivalent meta.json files, by path; the fields of a folder's existing meta.json win. */
export function writeMetas({ folders }: OtherMetas, written: ReadonlyMap<string, string>): Map<string, string> {
  return new Map(
    [...folders].map(([folder, meta]) => {
      const name = [folder, "meta.json"].filter(Boolean).join("/");
      const own = written.get(name);
      return [name, `${JSON.stringify({ ...meta, ...(own ? JSON.parse(own) : {}) }, null, 2)}\n`];
    }),
  );
}

const words = z.string().trim().min(1).optional().catch(undefined);
const Category = z.object({
  label: words,
  position: z.number().optional().catch(undefined),
  collapsed: z.boolean().optional().catch(undefined),
  description: words,
  link: z.object({ description: words }).optional().catch(undefined),
});

/** Reads `_category_.json` and `_category_.yml` of Docusaurus. */
function readCategory(folder: string, name: string, text: string): Entry[] {
  const { label, position, collapsed, description, link } = Category.parse(
    name.endsWith(".json") ? JSON.parse(text) : fromYaml(text),
  );
  const meta: FolderMeta = {
    title: label,
    position,
    description: description ?? link?.description,
    defaultOpen: collapsed === false || undefined,
  };
  return [[folder, Object.fromEntries(Object.entries(meta).filter(([, value]) => value !== undefined))]];
}

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

function asItems(value: unknown): object {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new Error("its default export is not a list of names");
  return value;
}

/** Converts a `_meta.js` as Nextra has it: the names of pages and folders in order, each with a title or more. */
function toMetas(folder: string, items: object, depth: number): Entry[] {
  const pages: string[] = [];
  const titles: Record<string, string> = {};
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
    const inside = [folder, name].filter(Boolean).join("/");
    if (type === "page" && name !== "index" && !href) below.push([inside, { root: true }]);
    if (inner && depth < DEEPEST) below.push(...toMetas(inside, inner, depth + 1));
  }
  const named = below.filter(([, { root }]) => root);
  // A single page of the top bar is not a choice.
  const tabs = named.length > 1 ? below : below.filter((entry) => !named.includes(entry));
  return [[folder, { pages: [...pages, "..."], titles }], ...tabs];
}

/** Creates a file of the import from its text. */
export function toFile(name: string, text: string) {
  return { path: name, text, hash: sha256(text) };
}
