import type { Passage } from "../content/model/passage.ts";
import { type Analyzer, joinedNeighbours, type Token } from "./analyze/analyze.ts";
import { createInterner } from "./interner.ts";
import type { FieldSource } from "./keyword/keyword.ts";
import type { VocabularyWord } from "./query/vocabulary.ts";

/** Passages of one language and version with the pages that they belong to. */
export interface Corpus {
  readonly passages: readonly Passage[];
  /** For each passage the number of its page. */
  readonly pageOf: Uint32Array;
  /** For each page the numbers of its passages, in their order. */
  readonly membersOf: readonly (readonly number[])[];
}

/** The sources of the keyword indexes and of the vocabulary. */
export interface KeywordSources {
  readonly passages: readonly FieldSource[];
  readonly pages: readonly FieldSource[];
  readonly words: VocabularyWord[];
}

/** Groups passages by their page, pages in the order in which they first appear. */
export function createCorpus(passages: readonly Passage[]): Corpus {
  const pages = Map.groupBy(passages.keys(), (passage) => passages[passage]?.path);
  const membersOf = [...pages.values()];
  const pageOf = new Uint32Array(passages.length);
  for (const [page, members] of membersOf.entries()) for (const passage of members) pageOf[passage] = page;
  return { passages, pageOf, membersOf };
}

/** Returns the text of a passage after its title and headings, as every retriever reads it. */
export function passageText({ title, heading, text }: Passage): string {
  return [title, heading, text].filter(Boolean).join("\n");
}

/** Returns the last part of a path: authors put the name of the thing there, often when the title does not have it. */
export function slugOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Analyzes every passage once and gives the fields of the passage index and of the page index. */
export function readKeywordSources({ passages, membersOf }: Corpus, analyzer: Analyzer): KeywordSources {
  const counts = new Map<string, number>();
  const read = createTermReader(analyzer);
  const texts = passages.map((passage) => {
    const tokens = analyzer.tokens([passageText(passage), ...(passage.keywords ?? [])].join("\n"));
    for (const surface of new Set(tokens.map((token) => token.surface))) counts.set(surface, (counts.get(surface) ?? 0) + 1);
    return read(tokens);
  });
  const toTerms = ({ terms, neighbours }: Terms) => {
    for (const surface of neighbours) if (counts.has(surface)) terms.push(analyzer.term(surface));
    return terms;
  };
  const bodies = texts.map(toTerms);
  const titles = passages.map(({ title, path }) => toTerms(read(analyzer.tokens(`${title} ${slugOf(path)}`))));
  const headings = passages.map(({ heading, description, keywords = [] }) =>
    toTerms(read(analyzer.tokens([heading, description, keywords.join("\n")].join(" ")))),
  );
  const joinPerPage = (lists: readonly string[][]) =>
    membersOf.map((members) => members.flatMap((passage) => lists[passage] ?? []));
  const firstPerPage = (lists: readonly string[][]) => membersOf.map(([first = -1]) => lists[first] ?? []);
  return {
    passages: [
      { documents: titles, weight: 2, lengthPenalty: 0.3 },
      { documents: headings, weight: 0.5, lengthPenalty: 0.5 },
      { documents: bodies, weight: 1, lengthPenalty: 0.75 },
    ],
    pages: [
      { documents: firstPerPage(titles), weight: 2, lengthPenalty: 0.3 },
      { documents: joinPerPage(headings), weight: 1, lengthPenalty: 0.5 },
      { documents: joinPerPage(bodies), weight: 1, lengthPenalty: 0.75 },
    ],
    words: [...counts].map(([surface, count]) => ({ surface, count })),
  };
}

interface Terms {
  readonly terms: string[];
  /** Each two neighbouring words as one, which is a term where other texts write it so: "back up" where the site has "backup". */
  readonly neighbours: readonly string[];
}

/** Creates a function that keeps the terms of a text alone, equal ones once: its tokens take several times the memory. */
function createTermReader({ language }: Analyzer): (tokens: readonly Token[]) => Terms {
  const intern = createInterner();
  return (tokens) => ({
    terms: tokens.map(({ term }) => intern(term)),
    neighbours: joinedNeighbours(tokens, language).map(({ surface }) => intern(surface)),
  });
}
