import { lastHeading, type Passage } from "../../content/model/passage.ts";
import { findPageAt, passagesByPath, type Site } from "../../content/site/site.ts";
import { perObject } from "../../per-object.ts";
import { listSections } from "../../search/rank/section.ts";
import type { ToolScope } from "../sources/retrieval.ts";
import { subjectOf } from "./own-answers.ts";

const MAX_SUGGESTIONS = 3;
const MAX_CHARACTERS = 100;
/** Earlier questions that are not suggested again, the last ones. */
const MAX_EARLIER = 10;
/** Two words, or four characters of a script without spaces: one word, or a name in code, does not say what is asked. */
const SAYS_ENOUGH =
  /\p{L}{2}.*\s.*\p{L}{2}|[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]{4}/u;
/** A numbered heading, such as "Step 2: Install", and one that only leads to what is below it, are nothing to ask. */
const INCOMPLETE = /^(?:\p{L}+\s)?\p{N}|[:：]$/u;

/**
 * Suggests up to three questions to ask next: those of the owner's questions that a cited page answers, then the headings of the cited
 * pages, those below a cited section first. Leaves out what was asked before, what the answer shows, and headings of several pages, such as "Next steps".
 */
export function suggestQuestions({ site, ask, retrieval }: ToolScope, answer: string): string[] {
  const cited = retrieval.citedPlaces;
  if (cited.length === 0) return [];
  const pages = new Map(cited.map(({ path }) => [path, passagesByPath(site).get(path) ?? []]));
  const language = [...pages.values()].flat()[0]?.language ?? site.project.defaultLanguage;
  const anchors = new Set(cited.map(({ anchor }) => anchor));
  const own = (site.questions ?? []).filter(({ place }) => pages.has(pathOf(site, place))).map(({ question }) => question);
  const headings = [...pages.values()].flatMap((passages) => headingsOf(passages, anchors)).filter(isOfOnePage(site));
  const asked = [...ask.history.filter(({ role }) => role === "user").slice(-MAX_EARLIER), ask.question];
  const known = new Set(asked.map(({ text }) => subjectOf(text, language)));
  const suggested: string[] = [];
  for (const text of [...own, ...headings.filter((heading) => !answer.includes(heading))]) {
    if (suggested.length === MAX_SUGGESTIONS) break;
    const subject = subjectOf(text, language);
    if (text.length > MAX_CHARACTERS || !SAYS_ENOUGH.test(text) || INCOMPLETE.test(text) || known.has(subject)) continue;
    known.add(subject);
    suggested.push(text);
  }
  return suggested;
}

function pathOf(site: Site, place: string): string {
  return findPageAt(site, place.split("#")[0] as string)?.page.path ?? "";
}

/** Lists the headings of a page's sections in the order of reading, from the first cited one on. */
function headingsOf(passages: readonly Passage[], cited: ReadonlySet<string>): string[] {
  const sections = passages.flatMap(listSections).filter(({ anchor }) => anchor !== "");
  const from = sections.findIndex(({ anchor }) => cited.has(anchor));
  const ordered = [...sections.slice(from + 1), ...sections.slice(0, Math.max(0, from))];
  return ordered.filter(({ anchor }) => !cited.has(anchor)).map(({ heading }) => lastHeading(heading));
}

/** Returns a function that is true for a heading whose pages all have the same title: they are one page in several versions. */
const isOfOnePage = perObject(({ passages }: Pick<Site, "passages">) => {
  const titles = new Map<string, string | undefined>();
  for (const passage of passages)
    for (const { heading } of listSections(passage)) {
      const last = lastHeading(heading);
      titles.set(last, titles.has(last) && titles.get(last) !== passage.title ? undefined : passage.title);
    }
  return (heading: string) => titles.get(heading) !== undefined;
});
