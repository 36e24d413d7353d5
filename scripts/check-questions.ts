import { answer } from "../lib/assistant/answer.ts";
import { type Config, getMainProject } from "../lib/config/config.ts";
import type { Site } from "../lib/content/site.ts";
import type { RouteFinding } from "./check-routes.ts";

/** Lists starter questions that no page answers, and those of a language that the site does not have. */
export async function describeUnanswered(
  site: Site,
  questions: Config["assistant"]["starterQuestions"],
): Promise<RouteFinding[]> {
  const findings: RouteFinding[] = [];
  const { languages } = getMainProject();
  for (const [language, list] of Object.entries(questions)) {
    const place = `docent.config.ts: assistant.starterQuestions.${language}`;
    if (!languages.some(({ id }) => id === language))
      findings.push({ severity: "error", message: `${place}: the site has no language "${language}".` });
    for (const question of list) {
      if (await isAnswered(site, { language, question })) continue;
      findings.push({
        severity: "warning",
        message: `${place}: no page answers "${question}". Word it as a page does, write that page, or take it out.`,
      });
    }
  }
  return findings;
}

async function isAnswered(site: Site, { language, question }: { language: string; question: string }): Promise<boolean> {
  const { events } = await answer({
    site,
    threadId: "th_check",
    signal: new AbortController().signal,
    ask: {
      fp: "check",
      threadId: undefined,
      retrievalPageSize: 5,
      filter: { language, ...(site.project.defaultVersion === null ? {} : { version: site.project.defaultVersion }) },
      currentPath: undefined,
      context: [],
      history: [],
      question: { id: "question", text: question, attachments: [] },
    },
  });
  let isCited = false;
  for await (const event of events) isCited ||= event.type === "source";
  return isCited;
}
