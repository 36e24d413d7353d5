/*
 * Who may read which part of the content: the groups that front matter, meta.json and docs.json name.
 * A rule that cannot be read, or names a group that no setting names, is for nobody.
 */

import type { ContentFile } from "../model/content-file.ts";
import { readersOfFolder, readersOfPage } from "../site/closed.ts";
import type { Audience } from "../site/site.ts";

/** Who the site is for, as the configuration says. */
export interface Access {
  /** `"signed-in"`: only pages that say `public: true` are open to readers who are not signed in. */
  readonly readers: "everyone" | "signed-in";
  /** The groups that content may name. */
  readonly groups: readonly string[];
}

/** Readers who are not signed in, crawlers and caches among them. */
export const PUBLIC: Audience = { isSignedIn: false, groups: [] };

/** Returns the audience of a signed-in reader with these groups; those that the configuration does not name are left out. */
export function toAudience(access: Access, groups: readonly string[]): Audience {
  return { isSignedIn: true, groups: [...new Set(groups)].filter((name) => access.groups.includes(name)).sort() };
}

/** Returns the audience of the owner, who may read everything that somebody may. */
export function everyGroup(access: Access): Audience {
  return toAudience(access, access.groups);
}

/** Lists of groups: a reader needs one of each list. Empty for what everyone may read. */
export type ReadRule = readonly (readonly string[])[];

/** Names no group: those are words without a space. */
const SIGNED_IN = "signed in";

/** Returns true when an audience may read what a rule is about. */
export function mayRead(rule: ReadRule, { isSignedIn, groups }: Audience): boolean {
  return rule.every((names) => names.some((name) => (name === SIGNED_IN ? isSignedIn : groups.includes(name))));
}

/** Returns the rule of all that says nothing itself. */
export function baseRule({ readers }: Access): ReadRule {
  return readers === "signed-in" ? [[SIGNED_IN]] : [];
}

/** The rules of the files of a content folder. */
export interface FileRules {
  /** Returns the rule of a page: its own groups, and those of every folder above. */
  readonly ofPage: (file: ContentFile) => ReadRule;
  /** Returns the rule of what is at a path and says nothing itself, by the folders above it. */
  readonly ofPath: (path: string) => ReadRule;
}

/** Reads the rules of all folders of a content folder, and of each page when it is asked for. */
export function createFileRules(files: readonly ContentFile[], access: Access): FileRules {
  const folders = new Map<string, readonly string[]>();
  for (const file of files) {
    const [, folder] = /^(?:(.*)\/)?meta\.json$/.exec(file.path) ?? [];
    const groups = file.path.endsWith("meta.json") ? readersOfFolder(file) : [];
    if (groups.length > 0) folders.set(folder ?? "", groups);
  }
  const foldersOf = (path: string): ReadRule => {
    const names = path.split("/").slice(0, -1);
    const above = ["", ...names.map((_, index) => names.slice(0, index + 1).join("/"))];
    return above.flatMap((folder) => (folders.has(folder) ? [folders.get(folder) ?? []] : []));
  };
  const base = baseRule(access);
  return {
    ofPage: (file) => {
      const { groups, isPublic } = readersOfPage(file);
      const closed = [...foldersOf(file.path), ...(groups.length > 0 ? [groups] : [])];
      return isPublic && closed.length === 0 ? [] : [...base, ...closed];
    },
    ofPath: (path) => [...base, ...foldersOf(path)],
  };
}
