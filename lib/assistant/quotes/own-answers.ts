import { getConfig } from "../../config/config.ts";
import type { OwnAnswer } from "../../content/site/questions.ts";
import type { Site } from "../../content/site/site.ts";
import { findPageAt } from "../../content/site/site.ts";
import { perObject } from "../../per-object.ts";
import { createAnalyzer } from "../../search/analyze/analyze.ts";
import { listSections } from "../../search/rank/section.ts";
import type { ScoredPassage } from "../../search/search.ts";
import { placeOf, type Retrieval } from "../sources/retrieval.ts";
import { contentWords } from "./question.ts";
import type { QuotesInput } from "./quotes.ts";

/** An answer of the owner's own, and the section that it cites. */
export interface GivenAnswer {
  readonly answer: string;
  readonly cited: ScoredPassage;
}

/**
 * Finds the answer that the owner has written for a question: one whose question has the same words that say what it is about, in
 * whatever order and form. Undefined without one, and while the section that it names is not there.
 */
export function findOwnAnswer({ site, ask: { question, filter } }: Pick<QuotesInput, "site" | "ask">): GivenAnswer | undefined {
  if (!site.answers?.length) return undefined;
  const { defaultLanguage } = site.project;
  const asked = filter.language ?? defaultLanguage;
  // Once for each language, however many answers there are: the question is a caller's, and may be long.
  const subjects = new Map(site.project.languages.map(({ id }) => [id, subjectOf(question.text, id)]));
  const isFor = (own: OwnAnswer) => {
    const { language = asked, version } = own;
    return (
      (filter.language === undefined || language === filter.language) &&
      (version === undefined || filter.version === undefined || version === filter.version) &&
      ownSubject(own, language) === subjects.get(language)
    );
  };
  const own = site.answers.find(isFor);
  const cited = own && findPlace(site, own.place);
  return cited && { answer: own.answer, cited };
}

const ownSubjects = perObject((_own: OwnAnswer) => new Map<string, string>());

/** Returns the subject of a question that the owner has answered, which is read once for each language: there may be 1,000. */
function ownSubject(own: OwnAnswer, language: string): string {
  const known = ownSubjects(own);
  const subject = known.get(language) ?? subjectOf(own.question, language);
  known.set(language, subject);
  return subject;
}

/** Returns the content words of a question, as search reads them, in a fixed order. */
export function subjectOf(question: string, language: string): string {
  const words = contentWords(question, language).join(" ");
  return [...new Set(createAnalyzer(language).terms(words))].sort().join(" ");
}

function findPlace(site: Site, place: string): ScoredPassage | undefined {
  const [path = "", anchor = ""] = place.split("#");
  const page = findPageAt(site, path)?.page;
  const sections = site.passages
    .filter((passage) => passage.path === page?.path)
    .flatMap((passage) => listSections(passage).map((section) => ({ passage, section })));
  const found = sections.find(({ section }) => section.anchor === anchor) ?? toTop(sections[0]);
  return (
    found && { ...found, score: 1, relativeRank: 1, expandedCoverage: 1, oovShare: 0, correctedQuery: undefined, termMatches: [] }
  );
}

/** Returns the page of a section, for a place that names no section. */
function toTop(first: Pick<ScoredPassage, "passage" | "section"> | undefined) {
  return first && { ...first, section: { ...first.section, heading: "", anchor: "" } };
}

/** Returns the text of an answer of the owner's own with the marker of its section, and lets it link where it does. */
export function writeOwnAnswer({ answer, cited }: GivenAnswer, retrieval: Retrieval): string {
  const { basePath } = getConfig();
  const place = placeOf(cited);
  const text = answer.replace(/(\]\(<?)(\/(?!\/)[^\s()<>]*)/g, (_, before: string, path: string) => {
    const inSite = `${path}/`.startsWith(`${basePath}/`) ? path.slice(basePath.length) : path;
    return `${before}${retrieval.urlOf({ path: inSite, anchor: "" })}`;
  });
  retrieval.allow([...text.matchAll(/(?:https?:\/\/|mailto:)[^\s()<>"'`\]]+/g)].map(([url]) => url.replace(/[?!.,:;]+$/, "")));
  return `${text} ${retrieval.marker(place)}`;
}
