/** Returns true for the name of a tag in the head that every page writes itself. */
export function isWrittenTag(name: string): boolean {
  return /^(?:canonical|robots|description|viewport|charset|theme-color|og:|twitter:card$)/i.test(name);
}
