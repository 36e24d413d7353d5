import { expect, test } from "vitest";
import { readSite } from "../bench/answers.ts";
import { answer } from "../lib/assistant/answer.ts";
import { askFixture } from "../lib/assistant/testing.ts";
import { getConfig } from "../lib/config/config.ts";

/** The section that answers each starter question of this site. */
const ANSWERS: Readonly<Record<string, string>> = {
  "How do I add a page?": "/docs/writing-pages",
  "How do I create an API key?": "/docs/keys#create-a-key",
  "How do I deploy to Vercel?": "/docs/vercel#deploy",
  "¿Cómo añado una página?": "/es/docs/writing-pages",
  "¿Cómo creo una clave de API?": "/es/docs/keys",
  "¿Cómo publico en Vercel?": "/es/docs/vercel",
};

/** What a new user asks next, in their own words, and the section that answers it. */
const ASKED: Readonly<Record<string, string>> = {
  "How do I change the logo?": "/docs/customise#change-the-logo-and-the-icon",
  "Does it work with Docker?": "/docs/self-hosting#run-it-in-a-container",
  "How can I use Ollama?": "/docs/models#connect-a-model",
  "How do I keep a page out of search?": "/docs/writing-pages#keep-a-page-out-of-search",
  "How do I get rid of Spanish?": "/docs/languages#remove-a-language-such-as-spanish",
  "why is my page not showing up": "/docs/troubleshooting#my-page-is-not-showing-up",
  "How do I delete my account?": "/docs/privacy#delete-my-account",
};

// The first one builds the site.
test.each(Object.entries(ASKED))(
  "%s is answered by its section first of all, or by its page from the top, without a filter",
  {
    timeout: 120_000,
  },
  async (question, section) => {
    const [first, second] = await citedBy(question);
    const wanted = (await site).project.siteUrl + section;
    expect([wanted, wanted.replace(/#.*/, "")]).toContain(first);
    expect([first, second]).toContain(wanted);
  },
);

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

async function citedBy(question: string, language?: string): Promise<string[]> {
  const { events } = await answer({
    site: await site,
    threadId: "th_test",
    signal: new AbortController().signal,
    ask: { ...askFixture(question), filter: language === undefined ? {} : { language, version: "v2" } },
  });
  const cited: string[] = [];
  for await (const event of events) if (event.type === "source") cited.push(event.url);
  return cited;
}
