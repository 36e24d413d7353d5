import type { Passage } from "../../content/model/passage.ts";
import type { Analyzer } from "../analyze/analyze.ts";
import type { Corpus } from "../corpus.ts";

/**
 * Pages that record what was proposed or released, and do not say how it is now: they share the words of the pages that do. Each is
 * told by its shape, not by a list of names: proposals are numbered files of one folder, a change log has versions or dates as headings.
 */
export interface Records {
  /** 1 for each page that is one, by the page's number. */
  readonly isRecord: Uint8Array;
  /** Terms that name them: those of their folders, files and titles that are shared, such as "changelog". */
  readonly names: ReadonlySet<string>;
}

/** The weight of a record's rank beside another page's. */
const RECORD_SHARE = 0.6;
/** A folder with fewer numbered pages is no series of proposals. */
const MIN_PROPOSALS = 5;
/** A change log has at least so many releases, and at least this share of its headings names one. */
const MIN_RELEASES = 3;
const RELEASES_SHARE = 0.3;
/** Such as "0042-retries", not "01-install", which is a place in an order, nor "2026-07-28", which is a version. */
const NUMBERED = /^\d{3,}[-_.]+\p{L}/u;
const RELEASE =
  /^\W*(?:v(?:ersion)?\s?)?\d+\.\d+|\b(?:19|20)\d\d-\d\d\b|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]* (?:\d{1,2}(?:st|nd|rd|th)?,? )?(?:19|20)\d\d\b/i;
/** Words that ask for what was proposed or released, whatever a site calls it. */
const ASKED_FOR = ["changelog", "changed", "release", "released", "proposal", "proposed", "history"];
/** "What's new" and "what is new" ask for releases; what else is new does not: "create a new project". */
const WHAT_IS_NEW = /\bwhat(?:['’]?s| is| are the)? new\b/i;

/** Finds the records among the pages of a site. */
export function findRecords({ passages, membersOf }: Corpus, { terms }: Pick<Analyzer, "terms">): Records {
  const isRecord = new Uint8Array(membersOf.length);
  const names = new Set(terms(ASKED_FOR.join(" ")));
  const pages = membersOf.map((members, page) => ({
    page,
    path: passages[members[0] as number]?.path ?? "",
    headings: members.flatMap((passage) => headingsOf(passages[passage] as Passage)),
  }));
  for (const [folder, siblings] of Map.groupBy(pages, ({ path }) => path.slice(0, path.lastIndexOf("/")))) {
    const numbered = siblings.filter(({ path }) => NUMBERED.test(path.slice(folder.length + 1)));
    if (numbered.length < Math.max(MIN_PROPOSALS, siblings.length / 2)) continue;
    for (const { page } of numbered) isRecord[page] = 1;
    for (const term of terms(folder.slice(folder.lastIndexOf("/") + 1))) names.add(term);
  }
  for (const { page, headings } of pages) {
    const releases = new Set(headings.filter((heading) => RELEASE.test(heading)));
    if (releases.size >= MIN_RELEASES && releases.size >= RELEASES_SHARE * new Set(headings).size) isRecord[page] = 1;
  }
  return { isRecord, names };
}

/** Weighs the ranks of records down, unless a term of the query names what they are or the question asks what is new. */
export function recordShare({ isRecord, names }: Records, query: readonly string[], question: string): (page: number) => number {
  const isAsked = query.some((term) => names.has(term)) || WHAT_IS_NEW.test(question);
  return (page) => (!isAsked && isRecord[page] === 1 ? RECORD_SHARE : 1);
}

function headingsOf({ heading, blocks }: Passage): string[] {
  const inside = blocks.flatMap((block) => (block.kind === "label" && block.anchor ? [block.heading ?? block.text] : []));
  return [heading, ...inside].flatMap((each) => each.split(" > ")).filter(Boolean);
}
