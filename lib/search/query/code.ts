/** Marks in or around code that stands alone, and capitals within it. */
const ALONE = /[^\p{L}\p{M}\p{N}\s]|\p{Ll}\p{Lu}/u;
/** Marks of code in a sentence, which no word and no name such as GitHub or Next.js has. */
const IN_SENTENCE = /[_=:@$<>{}()[\]#\\/]|^[-.]|--/u;
/** Signs around code in a sentence. */
const AROUND = /^["'`“”]+|(?<!["'`“”?!.,;:])["'`“”?!.,;:]+$/gu;
const MAX_CHARACTERS = 4_000;
const MAX_CODES = 5;

/** Returns what is written as code, in lower case: flags, calls, paths and constants of a sentence, or all of a text without spaces. Linear; at most five. */
export function codesIn(text: string): string[] {
  const words = text
    .slice(0, MAX_CHARACTERS)
    .split(/\s+/)
    .map((word) => word.replace(AROUND, ""))
    .filter(Boolean);
  const marks = words.length > 1 ? IN_SENTENCE : ALONE;
  return [...new Set(words.filter((word) => marks.test(word)).map((word) => word.toLowerCase()))].slice(0, MAX_CODES);
}
