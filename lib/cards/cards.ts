/*
 * Draws the card that other sites show beside a link to a page.
 * A title, a text and the looks of the site come in, and a PNG comes out, in the one font that ships: Latin and Cyrillic.
 * Start at `renderCard`; `render-worker.mts` draws, in a thread.
 */

import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { Worker } from "node:worker_threads";
import { startDeadline } from "../deadline.ts";
import type { Card } from "./card.ts";

const MAX_RENDER_MS = 10_000;
/** Time without a card after which the thread ends. */
const IDLE_MS = 30_000;

let thread: Worker | undefined;
let idle: NodeJS.Timeout | undefined;

/**
 * Renders a card as a PNG of 1,200 × 630 pixels, in another thread. It takes one card at a time: wait for one before asking
 * for the next. @throws Error when it cannot be rendered.
 */
export async function renderCard(card: Card): Promise<Uint8Array<ArrayBuffer>> {
  clearTimeout(idle);
  thread ??= startThread();
  try {
    return await rendered(thread, card);
  } catch (cause) {
    endThread();
    throw new Error("The card could not be rendered.", { cause });
  } finally {
    idle = setTimeout(endThread, IDLE_MS).unref();
  }
}

async function rendered(worker: Worker, card: Card): Promise<Uint8Array<ArrayBuffer>> {
  const deadline = startDeadline(MAX_RENDER_MS);
  try {
    worker.postMessage(card);
    const [png] = await once(worker, "message", { signal: deadline.signal });
    return png;
  } finally {
    deadline.end();
  }
}

/** Returns a card without what its font cannot draw; where that is its title, the card of the site. */
export function toDrawable(card: Card, siteCard: Card): Card {
  if (!canDraw(card.title)) return toDrawable(card === siteCard ? { ...card, title: "" } : siteCard, siteCard);
  return { ...card, text: canDraw(card.text) ? card.text : "", name: canDraw(card.name) ? card.name : "" };
}

let font: Buffer | undefined;
let glyphs: ReadonlySet<number> | undefined;

/** Returns the file of the font. next.config.mjs names it among the files that ship. */
function readFont(): Buffer {
  const file = "node_modules/geist/dist/fonts/geist-sans/Geist-Regular.ttf";
  font ??= readFileSync(path.join(/* turbopackIgnore: true */ process.cwd(), file));
  return font;
}

function canDraw(text: string): boolean {
  glyphs ??= readCodePoints(readFont());
  const drawn = glyphs;
  return Array.from(text).every((character) => drawn.has(character.codePointAt(0) as number));
}

/** Returns the code points that a TrueType font has glyphs for: the table `cmap`, format 4 (OpenType 1.9.1, 5.2.1). */
function readCodePoints(font: Buffer): ReadonlySet<number> {
  const tables = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index);
  const cmap = font.readUInt32BE((tables.find((at) => font.toString("latin1", at, at + 4) === "cmap") as number) + 8);
  const table = cmap + font.readUInt32BE(cmap + 8);
  const size = font.readUInt16BE(table + 6);
  const points = new Set<number>();
  for (let at = 0; at < size; at += 2) {
    const [end, start] = [font.readUInt16BE(table + 14 + at), font.readUInt16BE(table + 16 + size + at)];
    for (let point = start; point <= end && point < 0xffff; point++) points.add(point);
  }
  return points;
}

/** Starts the thread. Node reads its file as it is, so the file ships: next.config.mjs names it and what it imports. */
function startThread(): Worker {
  const file = path.join(/* turbopackIgnore: true */ process.cwd(), "lib/cards/render-worker.mts");
  const worker = new Worker(/* turbopackIgnore: true */ file, {
    env: {},
    execArgv: [],
    workerData: { font: readFont() },
    resourceLimits: { maxOldGenerationSizeMb: 256 },
  });
  worker.unref();
  return worker;
}

function endThread(): void {
  void thread?.terminate();
  thread = undefined;
}
