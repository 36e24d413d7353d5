/** A part of a page: an element of React, or a node of Markdown that the host knows by its number. */
export interface GuestElement {
  readonly $element: true;
  readonly type: unknown;
  readonly props: Record<string, unknown>;
  readonly key: unknown;
  /** Position of the JSX element, as `file:line:column`. */
  readonly source: string | undefined;
  /** The host's number of the node, for an element that is written in a page. */
  readonly node: GuestNode | undefined;
}

/** A node of Markdown: the number of its file, its own number there, and what the host has to know about it. */
export interface GuestNode {
  readonly file: number;
  readonly id: number;
  /** `node`: Markdown; `element`: a tag; `code`: a fence that is filled in; `failed`: an expression without a value. */
  readonly kind: "node" | "element" | "code" | "failed";
  /** The name of a tag as it is written. */
  readonly name?: string | undefined;
  /** True when there is code in it, so that its children come back one by one. */
  readonly isOpen?: boolean;
  readonly lost?: readonly (readonly [name: string, fault: GuestFault])[];
  readonly fault?: GuestFault;
}

/** The reason why something has no value, with the guest's stack, which the host reads. */
export interface GuestFault {
  readonly message: string;
  readonly stack: string;
}

/** A part of what a page shows, in the form that output.ts reads. */
export type GuestItem = string | { [name: string]: unknown };

/** The source of a name: a file, a text or an address that the host has found, or a package. */
export type GuestSource =
  | readonly [kind: "file", path: string]
  | readonly [kind: "value", value: unknown]
  | readonly [kind: "package", name: string];

/** A file of the content inside the sandbox. */
export interface GuestModule {
  readonly exports: Record<string, unknown>;
  /** All names of the top of the file, for files that it takes in. */
  names: Record<string, () => unknown>;
}

/** State that the parts of the guest share, and the data that the host gives them. */
export interface Guest {
  /** Reads a file by its path: it calls `define`. */
  load: (path: string) => void;
  /** Calls a function of the host's Intl: JSON in, JSON out. */
  intl: (call: string) => string;

  isElement: (value: unknown) => value is GuestElement;
  create: (
    type: unknown,
    props: Record<string, unknown>,
    more?: { key?: unknown; source?: string | undefined; node?: GuestNode },
  ) => GuestElement;
  faultOf: (cause: unknown) => GuestFault;
  readonly Fragment: symbol;
  readonly React: Record<string, unknown>;
  /** Set by a hook that keeps state: children that are hidden at first could appear later. */
  isStateful: boolean;

  /** A component that the host draws. */
  host: (name: string, from?: string) => unknown;
  require: (path: string) => GuestModule;
  /** Returns the exports of a package besides React, by name. */
  packages: (specifier: string) => Record<string, unknown> | undefined;
  /** Stands for a value that is not known: it may be handed on, and costs what asks anything of it. */
  unknown: (why: string, from?: string) => unknown;
  /** Returns the origin of an unknown value; undefined for a known one. */
  originOf: (value: unknown) => string | undefined;
  /** A component of a package of icons: the icon of that name. */
  icon: (name: string) => unknown;
  /** A component that every page has by its name. */
  shared: (name: string) => unknown;
  /** The names of the page, which files that it takes in may use. */
  page: GuestModule | undefined;
  notes: { readonly file: string; readonly fault: GuestFault }[];

  /** Counts a part of the page. @throws Error when there are too many. */
  count: () => void;
  itemsOf: (value: unknown) => GuestItem[];
  /** Attributes in the form that output.ts reads. */
  entriesOf: (props: Record<string, unknown>) => [name: string, value: unknown][];
  /** The Markdown children that a component with state has not rendered, since nothing can render them later. */
  listHidden: (children: unknown, shown: readonly GuestItem[]) => unknown[];
  /** Reads the page. True when it exports a layout. */
  open: (path: string) => boolean;
  /** Renders one block of the page, or after the last one all in its layout, to be taken when promises are settled. */
  block: (index: number) => void;
  take: (index: number) => string;
  noteList: () => string;
}

/** Globals that the guest's own code and the code of pages see. */
export interface GuestGlobals {
  readonly $guest: Guest;
  [name: string]: unknown;
}
