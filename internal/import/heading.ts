/** Returns the words of the first heading of the first level, as they are written; undefined when there is none. */
export function findHeading(source: string): string | undefined {
  return /^#[ \t]+(.+?)[ \t#]*$/m.exec(source)?.[1];
}
