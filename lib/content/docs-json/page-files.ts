import ignore from "ignore";
import { isPageFile } from "../files/file-kinds.ts";
import { findModule } from "../files/modules.ts";
import type { ContentFile } from "../model/content-file.ts";
import type { DescriptionUse } from "../pages/places.ts";
import type { DocsNode, DocsTree } from "./tree.ts";

const SNIPPET_FOLDERS = /(?:^|\/)_?snippets\/|(?:^|\/)_[^/]*$/;
const ABOUT_REPOSITORY = /(?:^|\/)(?:README|LICENSE|CHANGELOG|CONTRIBUTING|CODE_OF_CONDUCT|SECURITY|AGENTS|CLAUDE)\.md$/;
const OTHER_FOLDERS = /^(?:build|dist|coverage|tmp|temp)\//;
const IMPORT = /^[ \t]*import\s[^'"]{0,300}["']([^'"]{1,300}\.mdx?)["']/gm;

/**
 * Returns a filter for paths of the repository that are part of the site: not those of its .mintignore, nor folders of
 * tools.
 */
export function createIgnoreFilter(files: readonly ContentFile[]): (path: string) => boolean {
  const rules = ignore({ allowRelativePaths: true }).add(files.find(({ path }) => path === ".mintignore")?.text ?? "");
  return (path) => !OTHER_FOLDERS.test(path) && !rules.ignores(path);
}

/**
 * Returns the files that are pages: those that the navigation names, and what else is Markdown, but snippets, what another
 * file imports and what tells about the repository itself.
 */
export function listPageFiles(files: readonly ContentFile[], isKept: (path: string) => boolean, isNamed: IsNamed): ContentFile[] {
  const imported = listImported(files);
  return files.filter(({ path }) => {
    if (!isPageFile(path) || !isKept(path)) return false;
    return isNamed(path) || !(SNIPPET_FOLDERS.test(path) || ABOUT_REPOSITORY.test(path) || imported.has(path));
  });
}

/** Returns true for a file whose page the navigation names. */
type IsNamed = (path: string) => boolean;

function listImported(files: readonly ContentFile[]): Set<string> {
  const imported = new Set<string>();
  const names = new Set(files.map(({ path }) => path));
  for (const { path, text } of files) {
    if (!/\.mdx?$/i.test(path) || !text.includes("import")) continue;
    for (const [, target = ""] of text.matchAll(IMPORT)) {
      const found = findModule(path, /^[\w-]/.test(target) ? `./${target}` : target, (name) => names.has(name));
      if (found !== undefined) imported.add(found);
    }
  }
  return imported;
}

/** The place of a page in the navigation, and the settings that it has from the nodes above it. */
export interface PageUse {
  /** Undefined above all languages. */
  readonly language: string | undefined;
  /** Null outside of all versions. */
  readonly version: string | null;
  /** False for a page that is only below hidden nodes. */
  readonly listed: boolean;
  readonly searchable: boolean;
  /** Descriptions that an operation of the page may be in, the nearest first. */
  readonly openapi: DescriptionUse | undefined;
}

interface Inherited extends Omit<PageUse, "searchable"> {
  readonly searchable: boolean | undefined;
}

/**
 * Returns the place of every page that the navigation names, by path. A page in several places has the first one that is
 * shown. A hidden page is out of search unless its navigation says `searchable`.
 */
export function pageUses(tree: DocsTree): Map<string, PageUse> {
  const uses = new Map<string, PageUse>();
  const add = (path: string, { searchable, ...use }: Inherited) => {
    const known = uses.get(path);
    if (!known || (!known.listed && use.listed)) uses.set(path, { ...use, searchable: searchable ?? use.listed });
  };
  const visit = (nodes: readonly DocsNode[], inherited: Inherited) => {
    for (const node of nodes) {
      if (node.type === "page") add(node.path, inherited);
      if (!("children" in node)) continue;
      const own = below(node, inherited);
      if (node.type === "group" && node.root !== undefined) add(node.root, own);
      visit(node.children, own);
    }
  };
  visit(tree.children, { language: undefined, version: null, listed: true, searchable: undefined, openapi: tree.openapi });
  return uses;
}

function below(node: Extract<DocsNode, { children: unknown }>, inherited: Inherited): Inherited {
  const isSection = node.type === "section";
  return {
    language: isSection && node.kind === "language" ? node.title : inherited.language,
    version: isSection && node.kind === "version" ? node.title : inherited.version,
    listed: inherited.listed && !node.hidden,
    searchable: node.searchable ?? inherited.searchable,
    openapi: node.openapi ?? inherited.openapi,
  };
}
