import type { Block, Passage } from "../../content/passage.ts";
import type { Evidence } from "./evidence.ts";
import type { QuestionKind } from "./question.ts";

/** A run of neighbouring blocks of one passage, quoted whole. */
export interface Excerpt {
  readonly passage: Passage;
  readonly blocks: readonly Block[];
}

/** Below this strength nothing that was found answers the question. Found on development questions about foreign docs. */
const WEAKEST_ANSWER = 0.3;
/** A second page is quoted only when it is about as good as the first. */
const SECOND_PAGE = 0.93;
const WHOLE_PASSAGE_CHARS = 1_100;
const EXCERPT_CHARS = 900;

/** The excerpts that answer a question, best first; none when the docs do not answer it. */
export function selectExcerpts(evidence: readonly Evidence[], unknown: number, kind: QuestionKind): Excerpt[] {
  if (evidence.length === 0 || strength(evidence, unknown) < WEAKEST_ANSWER) return [];
  const ranked = rankEvidence(evidence, kind);
  const [first, ...others] = ranked;
  if (!first) return [];
  const second = others.find(
    (other) => other.evidence.passage.path !== first.evidence.passage.path && other.score >= first.score * SECOND_PAGE,
  );
  return [first, ...(second ? [second] : [])].map(({ evidence: chosen }) => ({
    passage: chosen.passage,
    blocks: selectBlocks(chosen, kind),
  }));
}

/** How surely something that was found is about what was asked: words that name the passage tell more than words in it. */
export function strength(evidence: readonly Evidence[], unknown: number): number {
  const best = Math.max(0, ...evidence.map(({ named, together, titled }) => (named + together / 2 + titled / 4) / 1.75));
  return best * (1 - unknown);
}

interface Ranked {
  readonly evidence: Evidence;
  readonly score: number;
}

const STEP_BONUS = 0.04;
const TOP_BONUS = 0.05;

function rankEvidence(evidence: readonly Evidence[], kind: QuestionKind): Ranked[] {
  return evidence
    .map((found) => ({ evidence: found, score: scoreOf(found, kind) }))
    .sort((left, right) => right.score - left.score || left.evidence.rank - right.evidence.rank);
}

function scoreOf({ coverage, titled, together, rank, passage }: Evidence, kind: QuestionKind): number {
  const fits = kind === "how" && passage.blocks.some(isProcedure) ? STEP_BONUS : 0;
  const opens = kind === "what" && passage.heading === "" ? TOP_BONUS : 0;
  return coverage / 2 + titled / 4 + together / 4 - rank * 0.05 + fits + opens;
}

function isProcedure({ kind, text }: Block): boolean {
  return kind === "step" || kind === "code" || (kind === "list" && /^\s*\d+\./.test(text));
}

/** A short passage is quoted whole; of a longer one, the best block with what belongs to it, as far as there is room. */
function selectBlocks({ passage, blocks: shares }: Evidence, kind: QuestionKind): Block[] {
  const { blocks } = passage;
  const whole = blocks.reduce((sum, { text }) => sum + text.length, 0);
  if (whole <= WHOLE_PASSAGE_CHARS) return withoutLooseLabels(blocks);
  const best = bestBlock(blocks, shares, kind);
  const [start, end] = widen(blocks, best);
  return withoutLooseLabels(blocks.slice(start, end));
}

function bestBlock(blocks: readonly Block[], shares: readonly number[], kind: QuestionKind): number {
  const scores = blocks.map((block, index) => {
    const own = (shares[index] ?? 0) + (kind === "how" && isProcedure(block) ? STEP_BONUS : 0);
    const digits = kind === "value" && /\d/.test(block.text) ? 0.1 : 0;
    return block.kind === "label" ? 0 : own + digits - index * 0.005;
  });
  return scores.indexOf(Math.max(...scores));
}

/** Grows a run around a block: first back to its lead-in, then on through what follows, then back while there is room. */
function widen(blocks: readonly Block[], best: number): [start: number, end: number] {
  let start = best;
  let end = best + 1;
  let length = blocks[best]?.text.length ?? 0;
  const room = (index: number) => length + (blocks[index]?.text.length ?? Number.POSITIVE_INFINITY) <= EXCERPT_CHARS;
  while (start > 0 && (leadsOn(blocks[start - 1]) || needsLead(blocks[start])) && start > best - 3) {
    start -= 1;
    length += blocks[start]?.text.length ?? 0;
  }
  while (end < blocks.length && (leadsOn(blocks[end - 1]) || (room(end) && blocks[end]?.kind !== "label"))) {
    length += blocks[end]?.text.length ?? 0;
    end += 1;
  }
  while (start > 0 && room(start - 1) && blocks[start]?.kind !== "label") {
    start -= 1;
    length += blocks[start]?.text.length ?? 0;
  }
  return [start, end];
}

/** A block that announces the next one. */
function leadsOn(block: Block | undefined): boolean {
  return block?.kind === "label" || (block?.kind === "paragraph" && /[:：]$/.test(block.text));
}

function needsLead(block: Block | undefined): boolean {
  return block?.kind === "code" || block?.kind === "step";
}

/** A label at the end announces nothing that is quoted. */
function withoutLooseLabels(blocks: readonly Block[]): Block[] {
  const last = blocks.findLastIndex(({ kind }) => kind !== "label");
  return last < 0 ? [...blocks] : blocks.slice(0, last + 1);
}
