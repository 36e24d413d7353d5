import { LRUCache } from "lru-cache";
import { lastHeading, type Passage } from "../../content/model/passage.ts";
import type { Analyzer } from "../analyze/analyze.ts";
import { passageText } from "../corpus.ts";
import { dotPacked, type PackedMatrix, pack, type RoundedVector, stack } from "../dense/matrix.ts";
import type { WordsEmbedding } from "../dense/words-embedding.ts";
import { toWords } from "./phrases.ts";
import { highest } from "./rank.ts";
import { listSections, readTerms, type Section, type SectionReader, type SectionTerms } from "./section.ts";

/** A passage with its place in a ranking: the higher, the better. */
export interface RankedPassage {
  readonly passage: Passage;
  readonly rank: number;
  /** Share of the query that it holds, in its words or in synonyms, 0 to 1. */
  readonly expandedCoverage: number;
  /** The weight of its page, which its rank already has in it. */
  readonly pageShare: number;
}

/**
 * Number of the best hits that are reranked; the others follow as they were. Measured: more change nothing among the first
 * five.
 */
export const RERANK_DEPTH = 16;
/**
 * Weights of the cosines: the best of a passage's headings, that of the page's description and the best of its blocks,
 * beside the rank of the best passage, which counts 1.
 */
const HEADING_SHARE = 0.6;
const BLOCK_SHARE = 1;
/** Weight of the share of the query that a passage holds: the sum of its words' scores may come from a few of them. */
const COVERAGE_SHARE = 0.5;

interface RerankQuery {
  readonly queryVector: RoundedVector;
  /** The best rank by words and vectors alone, which the weights are shares of. */
  readonly top: number;
}

/**
 * Reranks the best of hits that come best first: by the cosines of the query with title and heading and with the block that is
 * nearest, and by how much of the query they hold. A heading says in a few words
 * what a section is about, and one sentence of it may be the answer; in the vector of the whole passage both are lost.
 */
export function rerank<Hit extends RankedPassage>(
  hits: readonly Hit[],
  { queryVector, top }: RerankQuery,
  { readVectors }: Pick<PassageReader, "readVectors">,
): Hit[] {
  const reranked = hits.slice(0, RERANK_DEPTH).map((hit) => {
    const { rows, headings } = readVectors(hit.passage);
    const cosines = dotPacked(rows, queryVector);
    const byCoverage = COVERAGE_SHARE * hit.expandedCoverage;
    const byHeading = HEADING_SHARE * highest(cosines, 0, headings);
    const byBlock = BLOCK_SHARE * highest(cosines, headings);
    return { ...hit, rank: hit.rank + hit.pageShare * top * (byCoverage + byHeading + byBlock) };
  });
  return [...reranked.sort((left, right) => right.rank - left.rank), ...hits.slice(RERANK_DEPTH)];
}

/** The vectors of a passage: the title with the heading of each section that it joins, its blocks. */
interface PassageVectors {
  readonly rows: PackedMatrix;
  /** The number of headings. */
  readonly headings: number;
}

/** Reads passages of one engine for ranking. What does not depend on the query is computed when a passage is first met, and cached. */
export interface PassageReader extends SectionReader {
  /** Returns the vectors of a passage; none without a word table. */
  readVectors(passage: Passage): PassageVectors;
  /** Returns the words of title, headings and text, folded, with a space before and after each. */
  readWords(passage: Passage): string;
}

/** Characters of a block that its vector is computed from, more than most blocks have. */
const VECTOR_LENGTH = 2_000;
/** Characters that terms are read of: a block may be as long as a page. */
const TERMS_LENGTH = 10_000;
/** Rows of all vectors kept: 17 MB. */
const MAX_ROWS = 64_000;
/** Terms of all sections kept: about 20 MB. */
const MAX_TERMS = 300_000;
/** Characters of all texts kept as words: 8 MB. */
const MAX_WORDS_LENGTH = 4_000_000;

/** Makes the reader of an engine's passages. */
export function createPassageReader(
  analyzer: Pick<Analyzer, "terms">,
  words: Pick<WordsEmbedding, "encode" | "dimensions"> | undefined,
): PassageReader {
  const encode = (texts: readonly string[]): PackedMatrix =>
    words ? pack(stack(texts.map(words.encode), words.dimensions)) : pack({ columns: 0, values: new Float32Array(0) });
  const vectors = new LRUCache<Passage, PassageVectors>({
    maxSize: MAX_ROWS,
    sizeCalculation: ({ rows }) => 1 + rows.scales.length,
    memoMethod: (passage) => {
      const headings = headingsOf(passage);
      const blocks = passage.blocks.map(({ text }) => text.slice(0, VECTOR_LENGTH));
      return { rows: encode([...headings, ...blocks]), headings: headings.length };
    },
  });
  const sections = new LRUCache<Passage, readonly SectionTerms[]>({
    maxSize: MAX_TERMS,
    sizeCalculation: (read) => read.reduce((sum, { terms }) => sum + 1 + terms.size, 0),
    memoMethod: (passage) => listSections(passage).map((section) => readSection(section, passage, analyzer)),
  });
  const texts = new LRUCache<Passage, string>({
    maxSize: MAX_WORDS_LENGTH,
    sizeCalculation: (text) => 1 + text.length,
    memoMethod: (passage) => toWords(passageText(passage).slice(0, TERMS_LENGTH)),
  });
  return {
    readWords: (passage) => texts.memo(passage),
    readVectors: (passage) => vectors.memo(passage),
    readSections: (passage) => sections.memo(passage),
  };
}

/** Returns the title with the heading of each section that a passage joins. */
function headingsOf({ title, heading, blocks }: Passage): string[] {
  const inside = blocks.slice(1).flatMap(({ kind, anchor, text }) => (kind === "label" && anchor ? [text] : []));
  return [heading, ...inside].map((each) => `${title} ${each}`);
}

function readSection(section: Section, { blocks, title }: Passage, analyzer: Pick<Analyzer, "terms">): SectionTerms {
  const texts = blocks.slice(section.from, section.to).map(({ text }) => text.slice(0, TERMS_LENGTH));
  return { section, ...readTerms({ name: lastHeading(section.heading) || title, text: texts.join("\n") }, analyzer) };
}
