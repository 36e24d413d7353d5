// Tested in components.test.ts.
import { Outside, type PatternValue } from "./value.ts";

const ATOM = String.raw`(?:\\[sSdDwW.\-/]|\[\^?(?:\\[sSdDwWnrt.\-/\]^]|[^\]\\[])+\]|[\w ,:;!#%&=@~'"<>/-])`;
/** Characters one after the other, or one of them repeated: such a pattern goes over a text once, whatever the text is. */
const SIMPLE = new RegExp(`^\\^?(?:${ATOM}{1,20}|${ATOM}[+*])$`);
const LONGEST = 200;

/** A regular expression of a page, as in `title.replace(/\s+/g, "-")`. @throws Outside for one that may take long. */
export function toPattern(source: string, flags: string): PatternValue {
  if (source.length > LONGEST || !SIMPLE.test(source) || !/^[gi]*$/.test(flags))
    throw new Outside("such a regular expression is not worked out in a page", { isCode: true });
  return { kind: "pattern", pattern: new RegExp(source, flags) };
}
