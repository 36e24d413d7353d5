import { DatabaseSync } from "node:sqlite";
import { create, insertMultiple, search as searchOrama } from "@orama/orama";
import { Index } from "flexsearch";
import lunr from "lunr";
import MiniSearch from "minisearch";
import type { Passage } from "../../lib/content/model/passage.ts";
import { buildEngine } from "../../lib/search/engine.ts";
import { listSections } from "../../lib/search/rank/section.ts";
import type { Search } from "./search-metrics.ts";

/** A search engine under test: made of passages, it finds pages. */
export interface Contender {
  readonly name: string;
  readonly prepare: (passages: readonly Passage[], language: string) => Promise<Search> | Search;
}

const MAX_DEPTH = 400;
const BUILT_IN = { words: 0.5, thesaurus: 0.35, provider: 0 };

/** Docent, Docent by keywords alone, and the engines that a Node project would otherwise take, as their manuals set them up. */
export const contenders: readonly Contender[] = [
  { name: "Docent", prepare: (passages, language) => docent(passages, language, BUILT_IN) },
  {
    name: "Docent, keywords only",
    prepare: (passages, language) => docent(passages, language, { words: 0, thesaurus: 0, provider: 0 }),
  },
  { name: "lunr", prepare: (passages) => useLunr(toDocuments(passages), "words") },
  { name: "MiniSearch, tuned", prepare: (passages) => useMiniSearch(toDocuments(passages), true) },
  { name: "MiniSearch", prepare: (passages) => useMiniSearch(toDocuments(passages), false) },
  { name: "SQLite FTS5", prepare: (passages) => useFts5(toDocuments(passages)) },
  { name: "flexsearch with suggestions", prepare: (passages) => useFlexsearch(toDocuments(passages)) },
  { name: "Orama", prepare: (passages) => useOrama(toDocuments(passages)) },
];

/** The engines as a search box asks them: the last word may be unfinished. */
export const typedContenders: readonly Contender[] = [
  { name: "Docent", prepare: (passages, language) => docent(passages, language, BUILT_IN, true) },
  { name: "lunr", prepare: (passages) => useLunr(toDocuments(passages), "words") },
  { name: "lunr, last word with a wildcard", prepare: (passages) => useLunr(toDocuments(passages), "last word begins") },
  { name: "lunr, word 100, wildcard 10, typo 1", prepare: (passages) => useLunr(toDocuments(passages), "weighted forms") },
  { name: "MiniSearch, tuned", prepare: (passages) => useMiniSearch(toDocuments(passages), true) },
];

interface Document {
  readonly id: number;
  readonly path: string;
  readonly title: string;
  readonly heading: string;
  readonly body: string;
}

/** Returns the documents of the other engines: one for each heading, with title, headings and description before the text. */
function toDocuments(passages: readonly Passage[]): Document[] {
  const described = new Set<string>();
  const sections = passages.flatMap((passage) => listSections(passage).map((section) => ({ passage, section })));
  return sections.map(({ passage: { path, title, description, blocks }, section: { heading, from, to } }, id) => {
    const first = !described.has(path);
    described.add(path);
    const text = blocks.slice(from, to).map((block) => block.text);
    return { id, path, title, heading, body: [title, heading, first ? description : "", ...text].filter(Boolean).join("\n") };
  });
}

function docent(passages: readonly Passage[], language: string, weights: typeof BUILT_IN, completeLastWord = false): Search {
  const engine = buildEngine(passages, language);
  return async (query) =>
    (await engine.search({ query: query.slice(0, 1000), limit: 50, completeLastWord, perPage: 3, weights })).map(
      ({ passage }) => passage.path,
    );
}

/**
 * With title and headings boosted. The forms: each word; with what the last one begins, at the same weight; or each word, what it begins
 * and what is one letter away, at weights 100, 10 and 1.
 */
function useLunr(documents: readonly Document[], forms: "words" | "last word begins" | "weighted forms"): Search {
  const index = lunr(function (this: lunr.Builder) {
    this.ref("id");
    this.field("title", { boost: 2 });
    this.field("heading", { boost: 1.5 });
    this.field("body");
    for (const document of documents) this.add(document);
  });
  return (query) =>
    index
      .query((builder) => {
        const terms = lunr.tokenizer(query).map((token) =>
          token
            .toString()
            .toLowerCase()
            .replace(/^\W+|\W+$/g, ""),
        );
        const begins = { usePipeline: false, wildcard: lunr.Query.wildcard.TRAILING };
        for (const term of terms.filter(Boolean)) {
          const isWeighted = forms === "weighted forms";
          builder.term(term, { usePipeline: true, boost: isWeighted ? 100 : 1 });
          if (isWeighted) builder.term(term, { ...begins, boost: 10 });
          if (isWeighted && term.length > 4) builder.term(term, { usePipeline: false, editDistance: 1, boost: 1 });
        }
        const last = terms.at(-1);
        if (forms === "last word begins" && last) builder.term(last, begins);
      })
      .slice(0, MAX_DEPTH)
      .map(({ ref }) => (documents[Number(ref)] as Document).path);
}

function useMiniSearch(documents: readonly Document[], tuned: boolean): Search {
  const index = new MiniSearch<Document>({ fields: ["title", "heading", "body"] });
  index.addAll(documents);
  const options = {
    prefix: (term: string) => term.length > 3,
    fuzzy: (term: string) => (term.length > 4 ? 0.2 : false),
    boost: { title: 2, heading: 1.5 },
    weights: { fuzzy: 0.3, prefix: 0.3 },
  };
  return (query) =>
    index
      .search(query, tuned ? options : {})
      .slice(0, MAX_DEPTH)
      .map(({ id }) => (documents[id as number] as Document).path);
}

function useFts5(documents: readonly Document[]): Search {
  const database = new DatabaseSync(":memory:");
  database.exec("create virtual table pages using fts5(title, heading, body, tokenize = 'porter unicode61 remove_diacritics 2')");
  const insert = database.prepare("insert into pages (rowid, title, heading, body) values (?, ?, ?, ?)");
  database.exec("begin");
  for (const { id, title, heading, body } of documents) insert.run(id + 1, title, heading, body);
  database.exec("commit");
  const select = database.prepare("select rowid from pages where pages match ? order by bm25(pages, 2, 1.5, 1) limit ?");
  return (query) => {
    const words = [...new Set(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [])];
    if (words.length === 0) return [];
    const rows = select.all(words.map((word) => `"${word}"`).join(" OR "), MAX_DEPTH);
    return rows.map(({ rowid }) => (documents[Number(rowid) - 1] as Document).path);
  };
}

function useFlexsearch(documents: readonly Document[]): Search {
  const index = new Index();
  for (const { id, body } of documents) index.add(id, body);
  return (query) =>
    index.search(query, { limit: MAX_DEPTH, suggest: true }).map((id) => (documents[Number(id)] as Document).path);
}

async function useOrama(documents: readonly Document[]): Promise<Search> {
  const index = create({ schema: { title: "string", heading: "string", body: "string" } as const });
  const rows = documents.map(({ id, title, heading, body }) => ({ id: String(id), title, heading, body }));
  await insertMultiple(index, rows, 500);
  return async (query) => {
    const { hits } = await searchOrama(index, { term: query, limit: MAX_DEPTH });
    return hits.map(({ id }) => (documents[Number(id)] as Document).path);
  };
}
