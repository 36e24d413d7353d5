import { getAccess } from "../config/config.ts";

/** A reader who is signed in. */
export interface Reader {
  /** Groups of the configuration that the reader is in, in order. */
  readonly groups: readonly string[];
  /** The reader's name or id at the provider; undefined for a shared password. Never shown. */
  readonly name?: string | undefined;
  /** Milliseconds since 1970; undefined while a proxy says with each request who reads. */
  readonly expiresAt?: number | undefined;
}

/** Returns the groups of the configuration among names of a provider: a group has its own name, and those that the configuration lists. */
export function declaredGroups(names: readonly string[]): string[] {
  const given = new Set(names);
  const groups = Object.entries(getAccess()?.groups ?? {});
  return groups.flatMap(([name, others]) => ([name, ...others].some((each) => given.has(each)) ? [name] : [])).sort();
}
