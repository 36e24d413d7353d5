// Tested in snippets/api-page.test.ts.
import type { RootContent } from "mdast";
import type { Page } from "./page.ts";
import { type ParsedSource, type ParseOptions, parseSource, type SourceText } from "./parse.ts";
import type { NamedOperation } from "./parsed-page.ts";

/** Their words are part of the page, so that there is a bound to how many it has. */
const MAX_DESCRIBED = 50;

/** A page that was parsed, and what its elements name of API descriptions. */
export interface DescribedSource {
  readonly parsed: ParsedSource;
  /** The one operation that the page is about: it is shown with all that it takes, and not in the place of its element. */
  readonly operation?: NamedOperation;
  /** For `Page`. */
  readonly described?: Page["described"];
}

/** Parses a page with the operations that its elements name, at most 50. */
export function parseDescribed(
  text: SourceText,
  options: ParseOptions,
  find: (reference: string) => NamedOperation | undefined,
): DescribedSource {
  const described = new Map<string, readonly RootContent[]>();
  let named = 0;
  let only: NamedOperation | undefined;
  const describe = (reference: string) => {
    named += 1;
    const known = described.get(reference);
    if (known || described.size >= MAX_DESCRIBED) return known;
    only = find(reference);
    const words = only && withoutPositions(only.write().children);
    if (words) described.set(reference, words);
    return words;
  };
  const parsed = parseSource(text, { ...options, describe });
  if (described.size === 0) return { parsed };
  if (named > 1 || !only) return { parsed, described: Object.fromEntries(described) };
  const [reference = ""] = described.keys();
  return { parsed: parseSource(text, { ...options, describe: () => [] }), operation: only, described: { [reference]: [] } };
}

/** They are those of a text of the description. */
function withoutPositions(nodes: readonly RootContent[]): RootContent[] {
  return JSON.parse(JSON.stringify(nodes, (name, value) => (name === "position" ? undefined : value)));
}
