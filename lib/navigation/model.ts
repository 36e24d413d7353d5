/** A page of the site where the navigation lists it. */
export interface NavPage {
  readonly type: "page";
  /** The same between two states of a site, so that what was opened stays open. */
  readonly id: string;
  readonly title: string;
  /** Path without base path. */
  readonly path: string;
  readonly icon: string | undefined;
  readonly tag: string | undefined;
  /** HTTP method of the operation that the page shows. */
  readonly method: string | undefined;
}

/** An address that is not a page of the site, or is one by another name. */
export interface NavLink {
  readonly type: "link";
  readonly id: string;
  readonly title: string;
  /** A path without base path, or an address with its scheme. */
  readonly url: string;
  readonly icon: string | undefined;
  readonly isExternal: boolean;
}

/** Words above the entries that follow. */
export interface NavLabel {
  readonly type: "label";
  /** Empty when a section ends and none begins. */
  readonly title: string;
  readonly icon: string | undefined;
}

/** Entries that collapse below a title. */
export interface NavGroup {
  readonly type: "group";
  readonly id: string;
  readonly title: string;
  readonly icon: string | undefined;
  readonly tag: string | undefined;
  readonly description: string | undefined;
  /** Undefined: open where its page is read, or, at the top of a docs.json navigation, always. */
  readonly isOpen: boolean | undefined;
  /** The page that the title links to. */
  readonly index: NavPage | undefined;
  readonly children: readonly NavNode[];
}

export type SectionKind = "version" | "product" | "dropdown" | "tab" | "item" | "anchor";

/** A part of the navigation of which readers see one at a time, such as a tab. */
export interface NavSection {
  readonly type: "section";
  readonly id: string;
  readonly kind: SectionKind;
  readonly title: string;
  readonly icon: string | undefined;
  readonly description: string | undefined;
  readonly tag: string | undefined;
  /** Link of a section without entries. */
  readonly url: string | undefined;
  readonly children: readonly NavNode[];
}

export type NavNode = NavPage | NavLink | NavLabel | NavGroup | NavSection;

/** Returns every page of nodes, in reading order; a group's own page before what is in it. */
export function pagesOf(nodes: readonly NavNode[]): NavPage[] {
  return nodes.flatMap((node) => {
    if (node.type === "page") return [node];
    if (node.type === "group") return [...(node.index ? [node.index] : []), ...pagesOf(node.children)];
    return node.type === "section" ? pagesOf(node.children) : [];
  });
}

/** Returns true for a URL outside of the site. */
export function isExternal(url: string): boolean {
  return /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i.test(url);
}
