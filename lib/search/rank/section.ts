import type { Passage } from "../../content/model/passage.ts";
import { dotPacked, type PackedMatrix, type RoundedVector } from "../dense/matrix.ts";
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

/** The sections of a passage as terms, and the vectors of their headings where there is a word table. */
export interface PassageSections {
  readonly sections: readonly SectionTerms[];
  readonly headings: PackedMatrix | undefined;
}

export interface SectionTerms {
  readonly section: Section;
  /** The terms of the heading; those of the title for a section without one. */
  readonly heading: readonly string[];
  /** The terms of heading and text. */
  readonly terms: ReadonlySet<string>;
}

/** Reads the sections of passages. */
export interface SectionReader {
  readSections(passage: Passage): PassageSections;
}

/** A query as sections are chosen by it. */
export interface SectionQuery {
  readonly words: readonly WeighedWord[];
  /** Undefined where no word table is used. */
  readonly queryVector: RoundedVector | undefined;
  /** The section of this passage whose heading was typed whole. */
  readonly typedAnchor?: string | undefined;
}

/** Weight of the cosine of query and heading, beside the share of the query that the heading holds, which has 1. */
const NEARNESS_SHARE = 0.6;
/** Weight of a heading's precision: the share of it that the query asks for. */
const PRECISION_SHARE = 0.3;
const TEXT_SHARE = 0.5;

/** Lists the sections that a passage joins, in their order; one at least. A heading right above another one is not a section. */
export function listSections({ blocks, heading, anchor }: Passage): Section[] {
  const sections: Section[] = [{ heading, anchor, from: 0, to: blocks.length }];
  for (const [index, label] of blocks.entries()) {
    if (label.kind !== "label" || !label.anchor) continue;
    const above = sections.pop() as Section;
    if (index > 0) sections.push({ ...above, to: index });
    sections.push({ heading: label.heading ?? label.text, anchor: label.anchor, from: index + 1, to: blocks.length });
  }
  return sections;
}

/** Returns the section of a passage that fits a query best: by its heading first, by its text second. */
export function findSection(passage: Passage, { words, queryVector, typedAnchor }: SectionQuery, reader: SectionReader): Section {
  const [only, ...others] = listSections(passage);
  if (only && others.length === 0) return only;
  const typed = [only, ...others].find((section) => section && section.anchor === typedAnchor);
  if (typed) return typed;
  const { sections, headings } = reader.readSections(passage);
  const asked = new Set(words.flatMap(({ alternatives }) => alternatives.map(({ term }) => term)));
  const nearness = headings && queryVector ? dotPacked(headings, queryVector) : [];
  const scored = sections.map(({ section, heading, terms }, index) => {
    const fit =
      NEARNESS_SHARE * (nearness[index] ?? 0) +
      shareIn(new Set(heading), words) +
      PRECISION_SHARE * precision(heading, asked) +
      TEXT_SHARE * shareIn(terms, words);
    return { section, fit };
  });
  return scored.reduce((best, other) => (other.fit > best.fit ? other : best)).section;
}

/** Share of the query, weighted by rarity, that these terms hold. */
function shareIn(terms: ReadonlySet<string>, words: readonly WeighedWord[]): number {
  const strength = ({ alternatives }: WeighedWord) =>
    alternatives.reduce((best, { term, weight }) => (terms.has(term) ? Math.max(best, weight) : best), 0);
  return words.reduce((sum, word) => sum + word.share * strength(word), 0);
}

/** Share of a heading's terms that the query has. */
function precision(heading: readonly string[], asked: ReadonlySet<string>): number {
  return heading.length === 0 ? 0 : heading.filter((term) => asked.has(term)).length / heading.length;
}
