import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync } from "node:fs";
import path from "node:path";
import { findFreePort } from "../../../e2e/server.ts";
import type { Site } from "./sites.ts";

const MAX_MS = 300_000;
const EDITS = 5;

/** The times that a writer waits, in seconds. */
export interface DevTimes {
  /** From the start of `next dev` to the first page. */
  readonly firstPage: number;
  /** From there to another page. */
  readonly secondPage: number;
  /** From saving a page to an answer that shows the change: the median of five. */
  readonly edit: number;
}

/** Starts `next dev` and opens and edits pages, given as paths below the content folder without their ending. */
export async function measureDev({ folder, content }: Site, [first = "", second = ""]: readonly string[]): Promise<DevTimes> {
  const port = await findFreePort();
  const next = path.join(folder, "node_modules/next/dist/bin/next");
  const child = spawn(process.execPath, [next, "dev", "-p", String(port)], { cwd: folder, stdio: "ignore" });
  try {
    const open = (slug: string, text: string) => secondsUntil(child, `http://localhost:${port}/docs/${slug}`, text);
    const firstPage = await open(first, "</html>");
    const secondPage = await open(second, "</html>");
    const edits: number[] = [];
    for (let edit = 0; edit < EDITS; edit += 1) {
      const word = `edited${edit}x${Date.now()}`;
      appendFileSync(path.join(content, `${second}.mdx`), `\n${word}\n`);
      edits.push(await open(second, word));
    }
    return { firstPage, secondPage, edit: edits.sort((a, b) => a - b)[Math.floor(EDITS / 2)] ?? 0 };
  } finally {
    child.kill("SIGTERM");
    if (child.exitCode === null && child.signalCode === null) await once(child, "exit");
  }
}

/** Asks for an address again and again until it answers with this text. */
async function secondsUntil(child: ChildProcess, url: string, text: string): Promise<number> {
  const begun = performance.now();
  while (performance.now() - begun < MAX_MS) {
    if (child.exitCode !== null) throw new Error("The development server ended.");
    const answer = await fetch(url).catch(() => undefined);
    if (answer?.ok && (await answer.text()).includes(text)) return (performance.now() - begun) / 1_000;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`${url} did not show ${text} within five minutes.`);
}
