import { parentPort } from "node:worker_threads";
import type { Nodes } from "mdast";
import { type OpenedPage, openPage, type PageText } from "../parse/parse.ts";
import { isElement } from "../tree/jsx.ts";
import { TASKS, type TaskName } from "./tasks.ts";

// Runs in a thread of its own, which may be ended at any time: it keeps nothing but the page that it reads.

const MAX_OUTPUT_CHARS = 16 * 1024 * 1024;
/**
 * The server draws a page in one go, some 5 µs for each unit of weight: of 6,000 pages of fourteen sites the heaviest has 15,000.
 */
const MAX_WEIGHT = 40_000;

interface Question {
  readonly id: number;
  readonly task: "open" | TaskName;
  readonly input: unknown;
}

class ShowsTooMuch extends Error {}

let page: OpenedPage | undefined;

parentPort?.on("message", async ({ id, task, input }: Question) => {
  try {
    const output = JSON.stringify(await perform(task, input));
    if (output.length > MAX_OUTPUT_CHARS) throw new ShowsTooMuch();
    parentPort?.postMessage({ id, output });
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    parentPort?.postMessage(
      cause instanceof ShowsTooMuch ? { id, excess: "it shows more than a page can" } : { id, fault: reason },
    );
  }
});

async function perform(task: Question["task"], input: unknown): Promise<unknown> {
  if (task === "open") {
    page = undefined;
    // The engine is loaded for the first page that has code.
    const text = input as PageText;
    page = await openPage(text, async (code) => (await import("../sandbox/run-page.ts")).runPage(code));
    if (!text.trusted && weigh(page.tree) > MAX_WEIGHT) throw new ShowsTooMuch();
    return page.digest;
  }
  if (!page) throw new Error("No page is open.");
  return TASKS[task](page.tree, input as never);
}

/** Returns the time that drawing a tree takes, beside that of a word. */
function weigh(node: Nodes): number {
  const inner = "children" in node ? node.children.reduce((sum, child) => sum + weigh(child), 0) : 0;
  if (node.type === "code") return 25 + node.value.split("\n").length;
  if (node.type === "math" || node.type === "inlineMath") return 5;
  if (isElement(node)) return inner + (/^(?:[A-Z]|iframe$|video$)/.test(node.name ?? "") ? 20 : 3);
  return inner + 1;
}
