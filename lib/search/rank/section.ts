import { BETWEEN_BLOCKS, blocksText, type Passage } from "../../content/model/passage.ts";
import type { Analyzer } from "../analyze/analyze.ts";
import type { WeighedWord } from "./coverage.ts";

/** A run of blocks of a passage under one heading: a passage joins short sections of a page. */
export interface Section {
  /** As `Passage.heading`, of this section. */
  readonly heading: string;
  /** Id of the heading's element; empty for the top of the page. */
  readonly anchor: string;
  /** The first of its blocks, and the one after its last. */
  readonly from: number;
  readonly to: number;
}

/** The terms by which a section is found. */
export interface FoundBy {
  /** The terms of the heading; those of the title for a section without one. */
  readonly heading: ReadonlySet<string>;
  /** The terms of heading and text. */
  readonly terms: ReadonlySet<string>;
}

/** A section as terms. */
export interface SectionTerms extends FoundBy {
  readonly section: Section;
}

/** Reads the sections of passages. */
export interface SectionReader {
  readSections(passage: Passage): readonly SectionTerms[];
}

/** A query as sections are chosen by it. */
export interface SectionQuery {
  readonly words: readonly WeighedWord[];
  /** The section of this passage whose heading was typed whole. */
  readonly typedAnchor?: string | null | undefined;
}

/** Weight of the share of the query that heading and text hold, beside that of the heading alone, which has 1. */
const TEXT_SHARE = 0.5;

/**
 * Lists the sections that a passage joins, in their order; one at least. A heading right above another one is not a section. What comes
 * after a part that opens on demand is of the section around it again.
 */
export function listSections({ blocks, heading, anchor }: Passage): Section[] {
  const sections: Section[] = [];
  const named = new Map<string | undefined, Pick<Section, "heading" | "anchor">>([[undefined, { heading, anchor }]]);
  let open = { ...placeIn(named, blocks[0]?.within), from: 0 };
  const begin = (place: Pick<Section, "heading" | "anchor">, from: number, to: number) => {
    if (to > 0) sections.push({ ...open, to });
    open = { ...place, from };
  };
  for (const [index, { kind, text, within, ...block }] of blocks.entries()) {
    if (kind === "label" && block.anchor) {
      const place = { heading: block.heading ?? text, anchor: block.anchor };
      begin(place, index + 1, index);
      // A heading inside of a part does not name the part.
      if (within === undefined || within === block.anchor) named.set(within, place);
    } else if (index > 0 && within !== blocks[index - 1]?.within) begin(placeIn(named, within), index, index);
  }
  return [...sections, { ...open, to: blocks.length }];
}

/** Returns the heading and the anchor of a part, as far as the passage has its title; a part without an id is of the section around it. */
function placeIn(
  named: ReadonlyMap<string | undefined, Pick<Section, "heading" | "anchor">>,
  within: string | undefined,
): Pick<Section, "heading" | "anchor"> {
  const around = named.get(undefined) as Pick<Section, "heading" | "anchor">;
  return named.get(within) ?? (within ? { ...around, anchor: within } : around);
}

/** Returns where the text of a section begins and ends in that of its passage; undefined where it is all of it, or nothing. */
export function rangeIn(
  { blocks }: Pick<Passage, "blocks">,
  { from, to }: Pick<Section, "from" | "to">,
): [number, number] | undefined {
  if (from >= to || to - from >= blocks.length) return undefined;
  const start = blocksText(blocks.slice(0, from)).length + (from > 0 ? BETWEEN_BLOCKS.length : 0);
  return [start, start + blocksText(blocks.slice(from, to)).length];
}

/** Returns the section of a passage that fits a query best: by its heading first, by its text second. */
export function findSection(passage: Passage, { words, typedAnchor }: SectionQuery, reader: SectionReader): Section {
  const [only, ...others] = listSections(passage);
  if (only && others.length === 0) return only;
  const typed = [only, ...others].find((section) => section && section.anchor === typedAnchor);
  if (typed) return typed;
  return bestSection(reader.readSections(passage), words).section;
}

/** Returns the section that fits a query best; of equal ones the first. */
export function bestSection<Terms extends FoundBy>(sections: readonly Terms[], words: readonly WeighedWord[]): Terms {
  const scored = sections.map((section) => ({
    section,
    fit: shareIn(section.heading, words) + TEXT_SHARE * shareIn(section.terms, words),
  }));
  return scored.reduce((best, other) => (other.fit > best.fit ? other : best)).section;
}

/** Reads the terms of a section: `name` is its heading, or the title of its page where it has none. */
export function readTerms(
  { name, text }: { readonly name: string; readonly text: string },
  { terms }: Pick<Analyzer, "terms">,
): FoundBy {
  const heading = new Set(terms(name));
  return { heading, terms: new Set([...heading, ...terms(text)]) };
}

/** Returns the share of the query, weighted by rarity, that these terms hold. */
function shareIn(terms: ReadonlySet<string>, words: readonly WeighedWord[]): number {
  const strength = ({ alternatives }: WeighedWord) =>
    alternatives.reduce((best, { term, weight }) => (terms.has(term) ? Math.max(best, weight) : best), 0);
  return words.reduce((sum, word) => sum + word.share * strength(word), 0);
}
