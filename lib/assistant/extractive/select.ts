import type { Block, Passage } from "../../content/passage.ts";
import { confidence, type Signals } from "./confidence.ts";
import type { Evidence, Section } from "./evidence.ts";
import type { QuestionKind } from "./question.ts";

/** A run of neighbouring blocks of one passage, quoted whole. */
export interface Excerpt {
  readonly passage: Passage;
  readonly blocks: readonly Block[];
}

/** Below this confidence the answer is a refusal. */
const LEAST_CONFIDENCE = 0.7;
/** What the best section of a passage counts for, beside the place in the search's ranking, where the first has 1. */
const SECTION = 0.2;
/** Added where title, path, headings and description together hold all that was asked. */
const NAMED_BONUS = 0.1;
const ALL = 0.95;
const STEP_BONUS = 0.03;
/** A second page is quoted too when it scores this near to the first: there is no telling which of both is meant. */
const TIED = 0.05;
/** A section is about the question too when it holds at least so much of what the best one of the passage holds. */
const ABOUT_THE_SAME = 0.6;
const WHOLE_PASSAGE_CHARS = 1_100;
const EXCERPT_CHARS = 900;

/** What the selection goes by. */
export interface Selection extends Signals {
  /** How much of the question's own words the title of a passage's page holds; for a follow-up, those are what it is about. */
  readonly focus: (passage: Passage) => number;
  readonly kind: QuestionKind;
}

/** The excerpts that answer a question, best first; none when the docs do not answer it. */
export function selectExcerpts({ focus, kind, ...signals }: Selection): Excerpt[] {
  if (confidence(signals) < LEAST_CONFIDENCE) return [];
  const pages = Map.groupBy(signals.evidence, ({ passage }) => passage.path);
  const best = [...pages.values()].map((found) => bestOf(found, kind)).sort((left, right) => right.score - left.score);
  return choosePages(best, focus).map((candidate) => {
    const blocks = selectBlocks(candidate, kind);
    return { passage: placeOf(candidate.passage, blocks), blocks };
  });
}

/** The passage as the place to cite: where a heading inside of it stands above the quoted blocks, from that heading on. */
function placeOf(passage: Passage, quoted: readonly Block[]): Passage {
  const first = passage.blocks.indexOf(quoted.find(({ kind }) => kind !== "label") ?? (quoted[0] as Block));
  const heading = passage.blocks.slice(0, first).findLast(({ kind, anchor }) => kind === "label" && anchor);
  return heading?.anchor ? { ...passage, anchor: heading.anchor, heading: heading.text } : passage;
}

/** A passage that may be quoted. */
interface Candidate extends Evidence {
  readonly score: number;
}

/** The passage of a page that fits best. */
function bestOf(found: readonly Evidence[], kind: QuestionKind): Candidate {
  const [best] = found.map((evidence) => toCandidate(evidence, kind)).sort((left, right) => right.score - left.score);
  return best as Candidate;
}

function toCandidate(evidence: Evidence, kind: QuestionKind): Candidate {
  const section = Math.max(...evidence.sections.map(({ own }) => own));
  const fits = kind === "how" && evidence.passage.blocks.some(isProcedure) ? STEP_BONUS : 0;
  const names = evidence.named >= ALL ? NAMED_BONUS : 0;
  return { ...evidence, score: evidence.fit + section * SECTION + names + fits };
}

function choosePages(best: readonly Candidate[], focus: (passage: Passage) => number): Candidate[] {
  const turnedTo = best.find(({ passage }) => focus(passage) >= FOCUSED);
  if (turnedTo) return [turnedTo];
  const [first, second] = best;
  if (!first || !second) return [...best];
  return first.score - second.score < TIED ? [first, second] : [first];
}

/** A title that holds so much of a question's own words is what it turns to. */
const FOCUSED = 0.6;

function isProcedure({ kind, text }: Block): boolean {
  return kind === "step" || kind === "code" || (kind === "list" && /^\s*\d+\./.test(text));
}

/** Short sections are quoted whole; of a longer one, the best block with what belongs to it, as far as there is room. */
function selectBlocks({ passage, blocks: shares, sections }: Candidate, kind: QuestionKind): Block[] {
  const [from, to] = sectionsAbout(sections);
  const blocks = passage.blocks.slice(from, to);
  const whole = blocks.reduce((sum, { text }) => sum + text.length, 0);
  if (whole <= WHOLE_PASSAGE_CHARS) return withoutLooseLabels(blocks);
  const best = bestBlock(blocks, shares.slice(from, to), kind);
  const [start, end] = widen(blocks, best);
  return withoutLooseLabels(blocks.slice(start, end));
}

/** A passage may join several short sections; those at its ends that are about something else are left out. */
function sectionsAbout(sections: readonly Section[]): [from: number, to: number | undefined] {
  const enough = Math.max(...sections.map(({ own }) => own)) * ABOUT_THE_SAME;
  const first = sections.find(({ own }) => own >= enough);
  const last = sections.findLast(({ own }) => own >= enough);
  return [first?.from ?? 0, last?.to];
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
