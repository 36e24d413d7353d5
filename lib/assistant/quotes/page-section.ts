import { headingBlock } from "../../content/blocks.ts";
import type { Block, Passage } from "../../content/passage.ts";
import { sectionsOf } from "../../search/rank/section.ts";
import type { ScoredPassage } from "../../search/search.ts";

/** A section of a page, whatever passages it was cut into. */
export interface PageSection {
  /** What stands right under its heading. */
  readonly own: readonly Block[];
  /** What follows on the page, each section after its heading. */
  readonly after: Iterable<Block>;
}

interface Part {
  readonly anchor: string;
  readonly heading: string;
  readonly blocks: Block[];
}

/** The whole section that a search found, from the passages of its page in their order. */
export function toPageSection(page: readonly Passage[], found: Pick<ScoredPassage, "passage" | "section">): PageSection {
  const parts: Part[] = [];
  let start = 0;
  for (const each of page)
    for (const { anchor, heading, from, to } of sectionsOf(each)) {
      const last = parts.at(-1);
      const blocks = each.blocks.slice(from, to);
      if (last && last.anchor === anchor && last.heading === heading) last.blocks.push(...blocks);
      else parts.push({ anchor, heading, blocks });
      if (each === found.passage && from === found.section.from) start = parts.length - 1;
    }
  const [own, ...after] = parts.slice(start);
  return { own: own?.blocks ?? [], after: underHeadings(after) };
}

function* underHeadings(parts: readonly Part[]): Generator<Block, void, void> {
  for (const { anchor, heading, blocks } of parts) {
    yield* headingBlock(heading.split(" > ").at(-1) ?? "", anchor);
    yield* blocks;
  }
}
