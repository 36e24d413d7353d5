import type { Site } from "../../lib/content/site/site.ts";
import { askSite, type Given, plain, toPlace } from "../../scripts/questions/judge.ts";
import { type Share, shareOf } from "./answer-figures.ts";
import { readLabel } from "./answer-labels.ts";
import { createCarelessModel, createForgetfulModel, createHonestModel, INVENTED, type ScriptedModel } from "./answer-models.ts";
import type { AnswerQuestion } from "./answer-questions.ts";
import { listTargets, readStatements, visibleText } from "./answer-text.ts";

/** The parts that decide what a reader gets of a model's answer: what it is given, and what becomes of what it writes. */
export type Grounding = {
  /** Questions with marked answers whose tool result, with one search by the question itself, holds all of it, or a part. */
  readonly givenFully: Share;
  readonly givenPartly: Share;
  /** Statements of a model that copies what it cites whose link leads to the page that says it. */
  readonly citedRight: Share;
  /** Answers of a careless model in which an address that no tool gave can be followed. */
  readonly inventedFollowed: Share;
  /** Its statements that are shown with a link to a page that does not say it. */
  readonly citedWrong: Share;
  /** Answers from memory that a reader gets with a source. */
  readonly memoryCited: Share;
};

/** The results of the scripted models for one question. */
export interface GroundingRow {
  readonly held: "fully" | "partly" | "no" | undefined;
  readonly right: readonly boolean[];
  readonly invented: boolean;
  readonly wrong: readonly boolean[];
  readonly memoryCited: boolean;
}

/** Asks every answerable question of three models that follow a script. */
export async function ground(site: Site, questions: readonly AnswerQuestion[]): Promise<GroundingRow[]> {
  const rows: GroundingRow[] = [];
  for (const question of questions.filter(({ kind }) => kind === "answerable")) {
    const label = question.parts && (await readLabel(site, { parts: question.parts, partly: question.partly }));
    const honest = createHonestModel(question.question);
    const honestly = await askOf(site, question, honest);
    const carelessly = await askOf(site, question, createCarelessModel(question.question));
    const forgetfully = await askOf(site, question, createForgetfulModel());
    rows.push({
      held: label?.shownIn([plain(visibleText(honest.given().replace(/<\/?passage[^>]*>/g, "\n\n"))), plain(honest.given())]),
      right: checkCitations(site, honestly.text),
      invented: listTargets(carelessly.text).some((url) => INVENTED.includes(url)),
      wrong: checkCitations(site, carelessly.text).map((isRight) => !isRight),
      memoryCited: forgetfully.cited.length > 0,
    });
  }
  return rows;
}

/** Adds up what became of the answers. */
export function toGrounding(rows: readonly GroundingRow[]): Grounding {
  const marked = rows.filter(({ held }) => held !== undefined);
  return {
    givenFully: shareOf(marked, ({ held }) => held === "fully"),
    givenPartly: shareOf(marked, ({ held }) => held === "partly"),
    citedRight: shareOf(
      rows.flatMap(({ right }) => right),
      Boolean,
    ),
    inventedFollowed: shareOf(rows, ({ invented }) => invented),
    citedWrong: shareOf(
      rows.flatMap(({ wrong }) => wrong),
      Boolean,
    ),
    memoryCited: shareOf(rows, ({ memoryCited }) => memoryCited),
  };
}

function askOf(site: Site, { question, language, version }: AnswerQuestion, { choose }: ScriptedModel): Promise<Given> {
  return askSite(site, { text: question, language, version, choose });
}

/** Returns for each statement whether the page that it cites contains it. */
function checkCitations(site: Site, text: string): boolean[] {
  return readStatements(text).map(({ url, blocks }) => {
    const path = toPlace(site, url).replace(/#.*$/, "");
    const page = site.passages.filter((passage) => passage.path === path);
    const words = plain(page.map(({ heading, text: body }) => `${heading}\n${body}`).join("\n"));
    return blocks.every((block) => words.includes(block));
  });
}
