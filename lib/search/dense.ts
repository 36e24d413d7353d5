import type { Passage } from "../content/passage.ts";
import type { Analyzer } from "./analyze.ts";
import { passageText } from "./corpus.ts";
import type { Embedding } from "./embedding.ts";
import { buildLsa, type LsaEmbedding, restoreLsa, type SavedLsa } from "./embedding-lsa.ts";
import { adaptWords, restoreWords, type SavedWords, type WordsEmbedding } from "./embedding-words.ts";
import { type Matrix, type PackedMatrix, pack, stack, unpack } from "./matrix.ts";
import { builtInWordTable } from "./word-table.ts";

/** The passages of an engine as vectors of one embedding. */
export interface DenseArm {
  readonly kind: "lsa" | "words";
  readonly embedding: Embedding;
  /** One row for each passage. */
  readonly vectors: Matrix;
}

/** The arms that need nothing but the site's own text. */
export interface BuiltInArms {
  readonly arms: readonly DenseArm[];
  save(): SavedArms;
}

export interface SavedArms {
  /** Hashes of the passages that the arms have learned from. */
  readonly learnedFrom: readonly string[];
  readonly lsa: SavedLsa & { readonly passages: PackedMatrix };
  /** Null for another language than English, which the word table does not know. */
  readonly words: (SavedWords & { readonly table: string; readonly passages: PackedMatrix }) | null;
}

/** What of the earlier state may be used again. */
export interface EarlierArms {
  readonly saved: SavedArms;
  readonly hashes: readonly string[];
}

/** What was learned serves on while this share of the passages is as it was then; new passages get vectors from it. */
const SHARE_TO_KEEP = 0.9;

/** The word table is English; in other languages it would only add noise. */
export function usesWordTable(language: string): boolean {
  return /^en\b/i.test(language);
}

/**
 * Learns from the passages of one language and gives every passage its vectors. After a small change what was learned
 * before is kept, and only new passages are embedded.
 */
export function buildArms(
  { passages, bodies }: { passages: readonly Passage[]; bodies: readonly (readonly string[])[] },
  analyzer: Analyzer,
  earlier?: EarlierArms,
): BuiltInArms {
  const hashes = passages.map(({ hash }) => hash);
  const kept = earlier && canKeep(earlier.saved, hashes) ? earlier : undefined;
  const lsa = kept ? restoreLsa(kept.saved.lsa, analyzer) : buildLsa(bodies, analyzer);
  const reuse = kept ? { rows: new Map(kept.hashes.map((hash, row) => [hash, row])), hashes } : undefined;
  const saved: SavedArms = {
    learnedFrom: kept ? kept.saved.learnedFrom : hashes,
    lsa: {
      ...lsa.save(),
      passages: embedRows(
        lsa,
        (i) => lsa.embedTerms(bodies[i] as string[]),
        passages.length,
        reuse && { ...reuse, from: kept!.saved.lsa.passages },
      ),
    },
    words: usesWordTable(analyzer.language)
      ? buildWords(passages, reuse && kept?.saved.words ? { ...reuse, saved: kept.saved.words } : undefined)
      : null,
  };
  return restoreArms(saved, analyzer);
}

type Reuse = { readonly rows: ReadonlyMap<string, number>; readonly hashes: readonly string[] };

function buildWords(
  passages: readonly Passage[],
  reuse?: Reuse & { saved: NonNullable<SavedArms["words"]> },
): SavedArms["words"] {
  const texts = passages.map(passageText);
  const table = builtInWordTable();
  const words = reuse ? restoreWords(table, reuse.saved) : adaptWords(table, texts);
  const vectors = embedRows(
    words,
    (i) => words.encode(texts[i] as string),
    texts.length,
    reuse && { ...reuse, from: reuse.saved.passages },
  );
  return { ...words.save(), table: table.id, passages: vectors };
}

/** The arms that `save` wrote down, with the same vectors. */
export function restoreArms(saved: SavedArms, analyzer: Analyzer): BuiltInArms {
  const lsa: LsaEmbedding = restoreLsa(saved.lsa, analyzer);
  const arms: DenseArm[] = lsa.dimensions > 0 ? [{ kind: "lsa", embedding: lsa, vectors: unpack(saved.lsa.passages) }] : [];
  if (saved.words) {
    const words: WordsEmbedding = restoreWords(builtInWordTable(), saved.words);
    arms.push({ kind: "words", embedding: words, vectors: unpack(saved.words.passages) });
  }
  return { arms, save: () => saved };
}

function canKeep(saved: SavedArms, hashes: readonly string[]): boolean {
  if (saved.words && saved.words.table !== builtInWordTable().id) return false;
  const learned = new Set(saved.learnedFrom);
  return hashes.filter((hash) => learned.has(hash)).length >= SHARE_TO_KEEP * Math.max(hashes.length, saved.learnedFrom.length);
}

function embedRows(
  { dimensions }: Embedding,
  embed: (passage: number) => Float32Array,
  count: number,
  reuse?: Reuse & { readonly from: PackedMatrix },
): PackedMatrix {
  if (!reuse)
    return pack(
      stack(
        Array.from({ length: count }, (_, i) => embed(i)),
        dimensions,
      ),
    );
  const bytes = new Int8Array(count * dimensions);
  const scales = new Float32Array(count);
  reuse.hashes.forEach((hash, i) => {
    const known = reuse.rows.get(hash);
    const source = known === undefined ? pack({ columns: dimensions, values: embed(i) }) : reuse.from;
    const row = known ?? 0;
    bytes.set(source.bytes.subarray(row * dimensions, (row + 1) * dimensions), i * dimensions);
    scales[i] = source.scales[row] as number;
  });
  return { columns: dimensions, bytes, scales };
}
