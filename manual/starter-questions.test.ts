import { expect, test } from "vitest";
import { readSite } from "../bench/answers.ts";
import { answer } from "../lib/assistant/answer.ts";
import { getConfig } from "../lib/config/config.ts";

/** Where each starter question of this site is answered. */
const ANSWERS: Readonly<Record<string, string>> = {
  "How do I add a page?": "/docs/writing-pages#add-a-new-page",
  "How do I create an API key?": "/docs/keys",
  "How do I deploy to Vercel?": "/docs/vercel",
  "¿Cómo añado una página?": "/es/docs/writing-pages",
  "¿Cómo creo una clave de API?": "/es/docs/keys",
  "¿Cómo publico en Vercel?": "/es/docs/vercel",
};

const site = readSite();
const questions = Object.entries(getConfig().assistant.starterQuestions).flatMap(([language, list]) =>
  list.map((question) => ({ language, question })),
);

test.each(questions)(
  "the starter question $question is answered from the page that it asks for, in English first of all",
  async ({ language, question }) => {
    const { siteUrl } = (await site).project;
    const cited = await citedBy(question, language);
    const shown = cited.slice(0, language === "en" ? 1 : 3).map((url) => url.replace(siteUrl, ""));
    const expected = new RegExp(`^${ANSWERS[question] ?? "not listed above"}(?=#|$)`);
    expect(shown).toContainEqual(expect.stringMatching(expected));
  },
);

async function citedBy(question: string, language: string): Promise<string[]> {
  const { events } = await answer({
    site: await site,
    threadId: "th_test",
    signal: new AbortController().signal,
    ask: {
      fp: "test",
      threadId: undefined,
      retrievalPageSize: 5,
      filter: { language, version: "v2" },
      currentPath: undefined,
      context: [],
      history: [],
      question: { id: "question", text: question, attachments: [] },
    },
  });
  const cited: string[] = [];
  for await (const event of events) if (event.type === "source") cited.push(event.url);
  return cited;
}
