// Tested in check.test.ts.
/** Words in lower case, joined with hyphens: `searchDocs` and `Search docs` give `search-docs`. */
export function toSlug(text: string): string {
  return text
    .replace(/([\p{Ll}\p{N}])(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1$3-$2")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();
}
