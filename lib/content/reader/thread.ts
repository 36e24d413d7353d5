import { parentPort } from "node:worker_threads";
import { type OpenedPage, openPage, type PageText } from "../parse/parse.ts";
import { TASKS, type TaskName } from "./tasks.ts";

// Runs in a thread of its own, which may be ended at any time: it keeps nothing but the page that it reads.

const MAX_OUTPUT_CHARS = 16 * 1024 * 1024;

interface Question {
  readonly id: number;
  readonly task: "open" | TaskName;
  readonly input: unknown;
}

let page: OpenedPage | undefined;

parentPort?.on("message", async ({ id, task, input }: Question) => {
  try {
    const output = JSON.stringify(await perform(task, input));
    if (output.length > MAX_OUTPUT_CHARS) parentPort?.postMessage({ id, excess: "it shows more than a page can" });
    else parentPort?.postMessage({ id, output });
  } catch (cause) {
    parentPort?.postMessage({ id, fault: cause instanceof Error ? cause.message : String(cause) });
  }
});

async function perform(task: Question["task"], input: unknown): Promise<unknown> {
  if (task === "open") {
    page = undefined;
    // The engine is loaded for the first page that has code.
    page = await openPage(input as PageText, async (code) => (await import("../sandbox/run-page.ts")).runPage(code));
    return page.digest;
  }
  if (!page) throw new Error("No page is open.");
  return TASKS[task](page.tree, input as never);
}
