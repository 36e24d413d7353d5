import { type AnswerInput, answer } from "../../lib/assistant/answer.ts";
import type { Turn } from "../../lib/assistant/conversation.ts";
import { quoteMessages } from "../../lib/assistant/quotes/messages.ts";
import { createQuotesModel } from "../../lib/assistant/quotes-model.ts";
import { getConfig } from "../../lib/config/config.ts";
import type { Site } from "../../lib/content/site/site.ts";

/** A question of a reader of one language and version. */
export interface Asked {
  readonly text: string;
  /** The reader's earlier questions. */
  readonly after?: readonly string[];
  readonly language?: string | undefined;
  readonly version?: string | undefined;
  /** Chooses the engine that answers. Default: the environment's. */
  readonly choose?: AnswerInput["choose"];
}

/** An answer as a reader gets it. */
export interface Given {
  readonly text: string;
  /** Path and anchor of each cited place, best first. */
  readonly cited: readonly string[];
  /** Paths of the passages that the answerer got. */
  readonly read: readonly string[];
  /** Places of the hits of the last search's result. */
  readonly hits: readonly string[];
  readonly failed: boolean;
  readonly firstTextMs: number;
}

/** The answerer without a model, whatever the environment chooses: equal content gives equal answers. */
export const chooseQuotesModel: NonNullable<AnswerInput["choose"]> = async (input) => ({
  ...createQuotesModel(input),
  engine: () => "excerpts",
});

/** Asks the assistant of a site, its earlier questions first. */
export async function askSite(site: Site, { text: question, after = [], ...asked }: Asked): Promise<Given> {
  const history: Turn[] = [];
  for (const earlier of after) {
    const { text } = await askOnce(site, { ...asked, text: earlier, history });
    history.push({ role: "user", text: earlier }, { role: "assistant", text });
  }
  return askOnce(site, { ...asked, text: question, history });
}

type OneTurn = Omit<Asked, "after"> & { readonly history: readonly Turn[] };

async function askOnce(site: Site, { text, history, language, version, choose }: OneTurn): Promise<Given> {
  const started = performance.now();
  const { events, retrieval } = await answer({
    site,
    threadId: "th_question",
    signal: new AbortController().signal,
    ask: {
      fp: "question",
      threadId: undefined,
      retrievalPageSize: 5,
      filter: { version, language },
      currentPath: undefined,
      context: [],
      history,
      question: { id: "question", text, attachments: [] },
    },
    ...(choose && { choose }),
  });
  const given = { text: "", cited: [] as string[], failed: false, firstTextMs: 0 };
  for await (const event of events) {
    if (event.type === "text" && !given.text) given.firstTextMs = performance.now() - started;
    if (event.type === "text") given.text += event.delta;
    if (event.type === "source") given.cited.push(toPlace(site, event.url));
    if (event.type === "error") given.failed = true;
  }
  return {
    ...given,
    read: retrieval.found.map(({ passage }) => passage.path),
    hits: retrieval.hits.map(({ passage, section }) => `${passage.path}${section.anchor && `#${section.anchor}`}`),
  };
}

/** Returns path and anchor of an address of the site, without base path. */
export function toPlace({ project }: Site, url: string): string {
  return url.replace(`${project.siteUrl}${getConfig().basePath}`, "");
}

/** Returns true for an answer of quotes that says that the docs may not answer, or that they lack a word. */
export function warns(text: string): boolean {
  return !["en", "es", "fr", "de"].some((language) => text.startsWith(quoteMessages(language).lead));
}

/** Letters and digits alone: marks and white space differ between a page and its Markdown. */
export function plain(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, "").toLowerCase();
}
