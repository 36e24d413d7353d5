import { installLocale } from "./locale.ts";
import { installModules } from "./modules.ts";
import { installReact } from "./react.ts";
import { installRender } from "./render.ts";
import { installValues } from "./values.ts";

/** A part of a page: an element of React, or a node of Markdown that the host knows by its number. */
export interface GuestElement {
  readonly $element: true;
  readonly type: unknown;
  readonly props: Record<string, unknown>;
  readonly key: unknown;
  /** Where an element of JSX is written, as `file:line:column`. */
  readonly source: string | undefined;
  /** What the host knows it by, for what is written in a page. */
  readonly node: GuestNode | undefined;
}

/** A node of Markdown: the number of its file, its own number there, and what of it the host has to be told. */
export interface GuestNode {
  readonly file: number;
  readonly id: number;
  /** `node`: Markdown; `element`: a tag; `code`: a fence that is filled in; `failed`: an expression without a value. */
  readonly kind: "node" | "element" | "code" | "failed";
  /** The name of a tag as it is written. */
  readonly name?: string | undefined;
  /** Whether there is code in it, so that its children come back one by one. */
  readonly isOpen?: boolean;
  readonly lost?: readonly (readonly [name: string, fault: GuestFault])[];
  readonly fault?: GuestFault;
}

/** Why something has no value, with the stack of the guest, which the host knows to read. */
export interface GuestFault {
  readonly message: string;
  readonly stack: string;
}

/** A part of what a page shows, in the form that output.ts reads. */
export type GuestItem = string | { [name: string]: unknown };

/** Where a name comes from: a file, a text or an address that the host has found, or a package. */
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

/** What the parts of the guest share, and what the host gives them. */
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
  /** Set by a hook that keeps a state: what is hidden at first could be shown later. */
  isStateful: boolean;

  /** A component that the host draws. */
  host: (name: string, from?: string) => unknown;
  require: (path: string) => GuestModule;
  /** What packages give besides React, by their names. */
  packages: (specifier: string) => Record<string, unknown> | undefined;
  /** Stands for a value that is not known: it may be handed on, and costs what asks anything of it. */
  unknown: (why: string, from?: string) => unknown;
  /** What a value that is not known would be from; undefined for one that is known. */
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
  /** The Markdown that a component of states was given and has not shown, since nothing can show it later. */
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

/** The code that makes a bare engine the guest: each part is a function that names nothing outside of itself. */
export const GUEST_SOURCE: string = [
  'Object.defineProperty(globalThis, "$guest", { value: {} });',
  ...[installReact, installModules, installRender, installValues, installLocale].map((install) => `(${install})(globalThis);`),
].join("\n");
