import { LRUCache } from "lru-cache";
import type { Passage } from "../../content/model/passage.ts";
import type { Analyzer } from "../analyze/analyze.ts";
import { type PackedMatrix, pack, stack } from "../dense/matrix.ts";
import type { WordsEmbedding } from "../dense/words-embedding.ts";
import { listSections, type PassageSections, type Section, type SectionReader, type SectionTerms } from "./section.ts";

/** The vectors of a passage: the title with the heading of each section that it joins, its page's description, its blocks. */
export interface PassageVectors {
  readonly rows: PackedMatrix;
  /** The number of headings. */
  readonly headings: number;
}

/** Reads passages of one engine for ranking. What does not depend on the query is made when a passage is first met, and kept. */
export interface PassageReader extends SectionReader {
  /** Returns the vectors of a passage; none without a word table. */
  readVectors(passage: Passage): PassageVectors;
}

/** Characters of a block that a vector is made of, more than most blocks have. */
const VECTOR_LENGTH = 2_000;
/** Characters that terms are read of: a block may be as long as a page. */
const TERMS_LENGTH = 10_000;
/** Rows of all vectors kept: 17 MB. */
const MAX_ROWS = 64_000;
/** Terms of all sections kept: about 20 MB. */
const MAX_TERMS = 300_000;

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
      return { rows: encode([...headings, passage.description, ...blocks]), headings: headings.length };
    },
  });
  const sections = new LRUCache<Passage, PassageSections>({
    maxSize: MAX_TERMS,
    sizeCalculation: (read) => read.sections.reduce((sum, { terms }) => sum + 1 + terms.size, 0),
    memoMethod: (passage) => {
      const read = listSections(passage).map((section) => readSection(section, passage, analyzer));
      const headings = words && encode(read.map(({ section }) => lastHeading(section.heading) || passage.title));
      return { sections: read, headings };
    },
  });
  return { readVectors: (passage) => vectors.memo(passage), readSections: (passage) => sections.memo(passage) };
}

/** The title with the heading of each section that a passage joins. */
function headingsOf({ title, heading, blocks }: Passage): string[] {
  const inside = blocks.slice(1).flatMap(({ kind, anchor, text }) => (kind === "label" && anchor ? [text] : []));
  return [heading, ...inside].map((each) => `${title} ${each}`);
}

function readSection(section: Section, { blocks, title }: Passage, { terms }: Pick<Analyzer, "terms">): SectionTerms {
  const heading = terms(lastHeading(section.heading) || title);
  const texts = blocks.slice(section.from, section.to).map(({ text }) => text.slice(0, TERMS_LENGTH));
  return { section, heading, terms: new Set([...heading, ...terms(texts.join("\n"))]) };
}

function lastHeading(heading: string): string {
  return heading.split(" > ").at(-1) ?? "";
}
