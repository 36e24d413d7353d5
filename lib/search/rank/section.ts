// Tested in lib/search/results.test.ts.
import type { Passage } from "../../content/passage.ts";
import type { Analyzer } from "../analyze/analyze.ts";
import { dotRows, stack } from "../dense/matrix.ts";
import type { WeighedWord } from "./coverage.ts";
import type { QueryVector } from "./rerank.ts";

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

/** What a section is chosen by. */
export interface SectionQuery {
  readonly words: readonly WeighedWord[];
  readonly analyzer: Analyzer;
  /** Undefined where no word table is used. */
  readonly vector: QueryVector | undefined;
}

/** What the cosine of the query with the heading counts, beside the share of the query that the heading holds, which counts 1. */
const NEARNESS_SHARE = 0.6;
/** What it counts that a heading says nothing but the query. */
const PRECISION_SHARE = 0.3;
const TEXT_SHARE = 0.5;
/** Characters that are read of a block: one may be as long as a page, and each search that finds it would read all of it. */
const LONGEST_BLOCK = 10_000;

/** The sections that a passage joins, in their order; one at least. A heading right above another one is not a section. */
export function sectionsOf({ blocks, heading, anchor }: Passage): Section[] {
  const sections: Section[] = [{ heading, anchor, from: 0, to: blocks.length }];
  for (const [index, label] of blocks.entries()) {
    if (label.kind !== "label" || !label.anchor) continue;
    const above = sections.pop() as Section;
    if (index > 0) sections.push({ ...above, to: index });
    sections.push({ heading: label.heading ?? label.text, anchor: label.anchor, from: index + 1, to: blocks.length });
  }
  return sections;
}

/** The section of a passage that fits a query best: by its heading first, by its text second. */
export async function findSection(passage: Passage, query: SectionQuery): Promise<Section> {
  const { terms } = query.analyzer;
  const sections = sectionsOf(passage);
  const [only, ...others] = sections;
  if (only && others.length === 0) return only;
  const nearness = await nearnessOf(sections, passage.title, query);
  const scored = sections.map((section, index) => {
    const heading = terms(lastOf(section.heading) || passage.title);
    const blocks = passage.blocks.slice(section.from, section.to);
    const text = new Set([...heading, ...terms(blocks.map(({ text }) => text.slice(0, LONGEST_BLOCK)).join("\n"))]);
    const fit =
      NEARNESS_SHARE * (nearness[index] ?? 0) +
      shareIn(new Set(heading), query.words) +
      PRECISION_SHARE * precision(heading, query.words) +
      TEXT_SHARE * shareIn(text, query.words);
    return { section, fit };
  });
  return scored.reduce((best, other) => (other.fit > best.fit ? other : best)).section;
}

async function nearnessOf(sections: readonly Section[], title: string, { vector }: SectionQuery): Promise<Float32Array | []> {
  if (!vector) return [];
  const { embedding, queryVector } = vector;
  const headings = await embedding.embed(sections.map(({ heading }) => lastOf(heading) || title));
  return dotRows(stack(headings, embedding.dimensions), queryVector);
}

function lastOf(heading: string): string {
  return heading.split(" > ").at(-1) ?? "";
}

/** Share of the query, weighted by rarity, that these terms hold. */
function shareIn(terms: ReadonlySet<string>, words: readonly WeighedWord[]): number {
  const strength = ({ alternatives }: WeighedWord) =>
    alternatives.reduce((best, { term, weight }) => (terms.has(term) ? Math.max(best, weight) : best), 0);
  return words.reduce((sum, word) => sum + word.share * strength(word), 0);
}

/** Share of a heading's terms that the query has. */
function precision(heading: readonly string[], words: readonly WeighedWord[]): number {
  const asked = new Set(words.flatMap(({ alternatives }) => alternatives.map(({ term }) => term)));
  return heading.length === 0 ? 0 : heading.filter((term) => asked.has(term)).length / heading.length;
}
