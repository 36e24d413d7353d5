import { perProcess } from "../../process-state.ts";
import type { RunCode } from "../elements/expand.ts";
import type { Page } from "../model/page.ts";
import type { Digest } from "../parse/digest.ts";
import { type OpenedPage, openPage, PageNeedsThread, type PageText } from "../parse/parse.ts";
import { pageCode } from "./page-code.ts";
import { type InputOf, type OutputOf, TASKS, type TaskName } from "./tasks.ts";
import { PageTooCostly, withThread } from "./threads.ts";

/** A page that is read, wherever that is. */
export interface ReadPage {
  readonly digest: Digest;
  /** The reason why this reading ended early, so that the page is shown as its words; undefined for one that did not. */
  readonly cut: string | undefined;
  /** Makes something of the page's tree: one thing of one reading. */
  readonly ask: <Name extends TaskName>(task: Name, input: InputOf<Name>) => Promise<OutputOf<Name>>;
}

export interface ReadOptions {
  /** Of the processor's time the page may take, in milliseconds; 5,000 when absent. */
  readonly maxCpuMs?: number | undefined;
}

/**
 * Reads a page and does `work` with it: here, where it came with the build and holds no code; else in a thread that is ended past its
 * time or its memory. Then the page is its words, with one notice; should they take too much as well, the notice alone. `work` may be done
 * three times.
 */
export async function readPage<Result>(
  text: PageText,
  work: (page: ReadPage) => Promise<Result>,
  { maxCpuMs }: ReadOptions = {},
): Promise<Result> {
  const dated = { ...text, now: pageDate.get() };
  const opened = text.trusted && text.asWords === undefined ? await openHere(dated) : undefined;
  if (opened) return work(toReadPage(opened));
  const { run } = pageCode.get();
  if (run) return work(toReadPage(await openPage(dated, run)));
  try {
    return await withThread(async ({ ask }) => {
      const digest = (await ask("open", dated)) as Digest;
      const askTree: ReadPage["ask"] = async (task, input) => (await ask(task, input)) as never;
      return work({ digest, cut: undefined, ask: askTree });
    }, maxCpuMs);
  } catch (cause) {
    if (!(cause instanceof PageTooCostly)) throw cause;
    const workOnPart = (read: ReadPage) => work({ ...read, cut: cause.message });
    // In a thread, too: what is made of the words of a long page takes time as well.
    if (text.asWords === undefined) return readPage({ ...text, asWords: cause.message }, workOnPart);
    // Even its words are too much: the notice is left, and no page costs the site.
    return workOnPart(toReadPage(await openPage({ ...dated, source: "" }, refuse)));
  }
}

/** The time that code of pages sees as now: the start of the build, else of the process, to the day. */
const pageDate = perProcess("page-date", () => Math.floor(Date.now() / DAY_MS) * DAY_MS);
const DAY_MS = 86_400_000;

function toReadPage({ tree, digest }: OpenedPage): ReadPage {
  return { digest, cut: undefined, ask: async (task, input) => (await TASKS[task](tree, input as never)) as never };
}

/** Returns undefined for a page with code, which is never run here. */
async function openHere(text: PageText): Promise<OpenedPage | undefined> {
  try {
    return await openPage(text, refuse);
  } catch (cause) {
    if (cause instanceof PageNeedsThread) return undefined;
    throw cause;
  }
}

const refuse: RunCode = () => {
  throw new PageNeedsThread();
};

/** Returns a page as it is handed to a thread. */
export function toPageText(page: Page): PageText {
  const { source, sourceLine, trusted, modules, frontMatter, asWords } = page;
  // The text of an API description is Markdown, and never MDX.
  const file = page.file ?? "page.md";
  return { file, source, sourceLine, trusted, modules, frontMatter, asWords };
}

/** Returns a page without its text, for what is made of its tree. */
export function withoutSource({ source, modules, frontMatter, ...page }: Page): Omit<Page, "source" | "modules" | "frontMatter"> {
  return page;
}
