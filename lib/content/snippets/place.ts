// Tested in aliases.test.ts.
import type { RootContent } from "mdast";
import type { NoticeKind } from "../notice.ts";
import type { Loaded, ModuleParser } from "./load.ts";
import type { Modules } from "./modules.ts";
import type { Regions } from "./regions.ts";
import type { Run } from "./run.ts";
import type { Scope } from "./scope.ts";
import type { Outside } from "./value.ts";

/** Where a part of a page is. */
export interface Place {
  readonly scope: Scope;
  /** In a line, as opposed to among blocks. */
  readonly inText: boolean;
  /** In the page itself, as opposed to a file that it takes in. */
  readonly isPage: boolean;
  /** Puts the props of a snippet into its code. */
  readonly fill?: (code: string) => string;
}

/** A position in a file, for notices. */
export interface At {
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** What working out one page keeps in mind. */
export interface State {
  /** The file of the page. */
  readonly file: string;
  readonly modules: Modules;
  readonly parse: ModuleParser;
  readonly loaded: Map<string, Loaded | Outside>;
  /** Regions of files of code, by file, of those that were looked through. */
  readonly regions: Map<string, Regions>;
  /** Where components are imported from that is not there, by file and name. */
  readonly missing: Map<string, string>;
  /** Files whose content is being put in, outermost first. */
  readonly stack: string[];
  readonly trusted: boolean;
  readonly keepCode: boolean;
  readonly run: Run;
  readonly expand: (nodes: readonly RootContent[], place: Place) => RootContent[];
  /** An operation of an API description in words, by how a page names it; undefined for one that none has. */
  readonly describe: (reference: string) => readonly RootContent[] | undefined;
  /** Operations that are in the page: one that is named again shows method and path. */
  readonly shown: Set<string>;
  readonly notice: (kind: NoticeKind, reason: string, at: At) => void;
  /** The names of the page itself. A file that it takes in may use a component that the page alone imports. */
  page: Scope;
  hasCode: boolean;
  /** Whether the expression that is worked out is in a line. */
  inText: boolean;
  /** How many components are being worked out, one in another: nothing in them is left to run as code. */
  components: number;
}
