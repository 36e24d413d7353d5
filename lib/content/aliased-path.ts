/** A path that begins with a short name, such as `@components/a.astro` or `~/assets/a.png`, without its mark; undefined for any other. */
export function aliasedPath(name: string): string | undefined {
  return /^(?:[~@]\/|@[\w-]+\/)/.test(name) ? name.replace(/^[~@]\/?/, "") : undefined;
}

/** A path without the steps out of the content folder that it begins with: what is above is copied into it. */
export function withoutAbove(path: string): string {
  return path.replace(/^(?:\.\.\/)+/, "");
}
