/** Returns words in lower case, joined with hyphens: `searchDocs` and `Search docs` give `search-docs`. */
export function toSlug(text: string): string {
  return text
    .replace(/([\p{Ll}\p{N}])(\p{Lu})|(\p{Lu})(?=\p{Lu}\p{Ll})/gu, "$1$3-$2")
    .replace(/[^\p{L}\p{N}]+/gu, "-")
    .replace(/^-|-$/g, "")
    .toLowerCase();
}

/**
 * Returns a heading in the spelling that docs.json repositories link to: dots and brackets part words as spaces do, quotes and
 * emoji are left out, every other sign is kept, so that `VAD & Turn (v1.0)` gives `vad-&-turn-v1-0`.
 */
export function toSignSlug(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\s.!~*'()-]+/g, "-")
    .replace(/^-|-$/g, "")
    .replace(/[?,;:"[\]{}]|\p{Emoji_Presentation}|\p{Extended_Pictographic}|[\u200D\uFE0E\uFE0F]/gu, "");
}

/**
 * Returns the number that a name of a file or folder begins with, as `02-install` does; undefined for a name without, and for
 * a date.
 */
export function numberOf(name: string): number | undefined {
  const digits = /^(\d{1,4})[-_. ]+(?=[^\d\s._-])/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Returns the name without the number that it begins with. */
export function withoutNumber(name: string): string {
  return numberOf(name) === undefined ? name : name.replace(/^\d+[-_. ]+/, "");
}

/** Returns a heading with hyphens for its spaces and every other sign as it is: `Step 2: call()` gives `step-2:-call()`. */
export function toSpaceSlug(text: string): string {
  return text.trim().toLowerCase().replace(/\s+/g, "-");
}

/** Returns a slug, numbered when it is taken, and takes it. Counts on from the last number, so that thousands of one name take no time. */
export function takeSlug(taken: Map<string, number>, slug: string): string {
  let number = taken.get(slug) ?? 1;
  let free = number === 1 ? slug : `${slug}-${number}`;
  for (; taken.has(free); free = `${slug}-${number}`) number += 1;
  taken.set(slug, number);
  if (free !== slug) taken.set(free, 1);
  return free;
}
