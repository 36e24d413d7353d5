import type { Project } from "../../config/schema.ts";
import { languageTag } from "../../language-tag.ts";
import { type DocsNode, type DocsSection, type DocsTree, toPagePath } from "../site/docs-tree.ts";

/** Returns a project with the languages and versions that its navigation has, which alone say which there are. */
export function withNavigation(project: Project, tree: DocsTree): Project {
  const languages = uniqueTitles(tree, "language").map((id) => ({ id, label: languageLabel(id) }));
  const versions = uniqueTitles(tree, "version").map((id) => ({ id, label: id }));
  const known = languages.length > 0 ? languages : project.languages.filter(({ id }) => id === project.defaultLanguage);
  return {
    ...project,
    addresses: "paths",
    languages: known,
    versions,
    defaultLanguage: defaultOf(tree, "language") ?? known[0]?.id ?? project.defaultLanguage,
    defaultVersion: defaultOf(tree, "version") ?? null,
  };
}

/**
 * Returns the navigation without languages and versions most of whose pages are files that were left out: some are in each of
 * them.
 */
export function withoutLeftOut(tree: DocsTree, files: readonly { readonly path: string }[]): DocsTree {
  const paths = new Set(files.map(({ path }) => toPagePath(path)));
  const pagesOf = (node: DocsNode): string[] => {
    if (!("children" in node)) return node.type === "page" ? [node.path] : [];
    const root = node.type === "group" && node.root !== undefined ? [node.root] : [];
    return [...root, ...node.children.flatMap(pagesOf)];
  };
  // A language has fewer pages once its versions are gone.
  const prune = (nodes: readonly DocsNode[]): DocsNode[] =>
    nodes.flatMap((node) => {
      if (!("children" in node)) return node;
      const left = { ...node, children: prune(node.children) };
      if (node.type !== "section" || (node.kind !== "language" && node.kind !== "version")) return left;
      const pages = pagesOf(left);
      const isWhole =
        pages.length > 0 ? 2 * pages.filter((page) => paths.has(page)).length >= pages.length : pagesOf(node).length === 0;
      return isWhole ? left : [];
    });
  return { ...tree, children: prune(tree.children) };
}

function uniqueTitles(tree: DocsTree, kind: DocsSection["kind"]): string[] {
  return [...new Set(sectionsOf(tree.children, kind).map(({ title }) => title))];
}

function defaultOf(tree: DocsTree, kind: DocsSection["kind"]): string | undefined {
  const sections = sectionsOf(tree.children, kind);
  return (sections.find(({ isDefault }) => isDefault) ?? sections[0])?.title;
}

function sectionsOf(nodes: readonly DocsNode[], kind: DocsSection["kind"]): DocsSection[] {
  return nodes.flatMap((node) => {
    if (!("children" in node)) return [];
    const own = node.type === "section" && node.kind === kind && !node.hidden ? [node] : [];
    return [...own, ...sectionsOf(node.children, kind)];
  });
}

/** Returns the name of a language in itself; its tag when it has none. */
function languageLabel(tag: string): string {
  try {
    const known = languageTag(tag);
    const name = new Intl.DisplayNames([known], { type: "language", fallback: "none" }).of(known);
    return name ? name.charAt(0).toLocaleUpperCase(tag) + name.slice(1) : tag;
  } catch {
    return tag;
  }
}

/** The settings by which segments of a path name its language and version. */
interface PathLocale {
  readonly language: string;
  readonly version: string | null;
}

/**
 * Returns the path of a page without the segments that name its language and its version, which is the same for all of its
 * translations and versions.
 */
export function counterpartOf(path: string, { language, version }: PathLocale): string {
  const segments = path.split("/");
  const named = [
    segments.indexOf(language),
    version === null ? -1 : segments.findIndex((segment) => namesVersion(segment, version)),
  ];
  return segments.filter((_, index) => !named.includes(index)).join("/");
}

/**
 * Returns true for a segment that is the label of a version, or the word with a digit in it: `v2`, and `2025-06-18` of
 * `Version 2025-06-18 (latest)`.
 */
export function namesVersion(segment: string, version: string): boolean {
  if (segment.toLowerCase() === version.toLowerCase()) return true;
  return (
    /\d/.test(segment) &&
    version
      .toLowerCase()
      .split(/[\s()]+/)
      .includes(segment.toLowerCase())
  );
}
