import { globSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { getConfig, type Project } from "../../lib/config/config.ts";
import { listChangedSections } from "../../lib/content/check/changed-sections.ts";
import { isReachable } from "../../lib/content/check/check-pages.ts";
import type { ContentFiles } from "../../lib/content/files/files.ts";
import type { Page } from "../../lib/content/model/page.ts";
import type { Site } from "../../lib/content/site/site.ts";
import type { Finding } from "../../lib/finding.ts";
import { isDescriptionAddress } from "../../lib/openapi/description/description-file.ts";
import type { OpenApiDocument } from "../../lib/openapi/description/reference.ts";
import { type ApiChanges, type Comparison, compareInDetail, joinApiChanges } from "../../lib/openapi/document/compare.ts";
import { readCheckOptions } from "../../lib/site/findings/app-routes.ts";
import { compareOutcomes, readQuestionFiles } from "../check-questions.ts";
import { OUTDATED } from "../outdated-translations.ts";
import { askAll, checkProject, type ReadSite, readProject } from "../read-project.ts";
import { withContentAt } from "./history.ts";
import { findMentions, type Mention, type TextFile } from "./mentions.ts";

/** What a branch changes for readers of a project. */
export interface Review {
  readonly project: string;
  /** The branch or commit that is compared with, as it was given, and the commit at which this branch left it. */
  readonly against: string;
  readonly commit: string;
  readonly pages: PageChanges;
  /** What check finds now and did not find before. */
  readonly findings: readonly Finding[];
  /** Questions of questions.yaml that pass now, and that fail now, each as a sentence. */
  readonly questions: { readonly asked: number; readonly won: readonly string[]; readonly lost: readonly string[] };
  readonly api: ApiChanges;
  /** Places that mention what the API says no longer. */
  readonly mentions: readonly Mention[];
  /** Addresses of descriptions, whose state at the commit nothing tells. */
  readonly notCompared: readonly string[];
}

interface PageChanges {
  readonly added: readonly PageEntry[];
  readonly changed: readonly (PageEntry & { readonly sections: readonly string[] })[];
  /** Pages with a new address; `redirected` is false where the old one is a 404 now. */
  readonly moved: readonly (PageEntry & { readonly from: string; readonly redirected: boolean })[];
  readonly removed: readonly (PageEntry & { readonly redirected: boolean })[];
}

interface PageEntry {
  readonly path: string;
  readonly file: string;
  readonly title: string;
}

interface Compared {
  readonly against: string;
  /** The hash of the commit. */
  readonly commit: string;
  /** Folders of code samples. */
  readonly samples: readonly string[];
}

/** Compares a project with its state at a commit. */
export async function reviewProject(project: Project, { against, commit, samples }: Compared): Promise<Review> {
  const { questions } = readQuestionFiles(project.content);
  const now = await readProject(project);
  const found = { findings: await checkProject(now), outcomes: await askAll(project, now, questions) };
  return withContentAt(project, commit, async (then) => {
    const before = await readProject(then);
    const changes = compareOutcomes(await askAll(then, before, questions), found.outcomes);
    const comparisons = compareApis(before.site, now.site);
    const descriptions = (site: Site) => [...(site.openapi ? [site.openapi] : []), ...Object.values(site.descriptions)];
    const input = {
      outdated: comparisons.flatMap(({ outdated }) => outdated),
      before: descriptions(before.site),
      after: descriptions(now.site),
    };
    const texts = [...inContent(project, now.files), ...samples.flatMap(readSamples)];
    return {
      project: project.id,
      against,
      commit,
      pages: await comparePages(before, now),
      findings: listNew(await checkProject(before), found.findings.filter(isOfBranch(before, now))).map((finding) => ({
        ...finding,
        file: path.join(project.content, finding.file),
      })),
      questions: {
        asked: questions.length,
        won: changes.filter((line) => line.startsWith("won: ")).map((line) => line.slice("won: ".length)),
        lost: changes.filter((line) => line.startsWith("lost: ")).map((line) => line.slice("lost: ".length)),
      },
      api: joinApiChanges(comparisons.map(({ changes: ofOne }) => ofOne)),
      mentions: findMentions(texts, input),
      notCompared: [project.apiDescription, ...Object.values(project.apiDescriptions)].filter(isDescriptionAddress),
    };
  });
}

function inContent({ content }: Project, { files }: ContentFiles): TextFile[] {
  return files.map(({ path: name, text }) => ({ path: path.join(content, name), text }));
}

const MAX_SAMPLE_BYTES = 256 * 1024;

function readSamples(folder: string): TextFile[] {
  const names = globSync("**/*", { cwd: folder, exclude: (name) => /(?:^|\/)(?:node_modules|\.[^./].*)$/.test(name) }).sort();
  return names.flatMap((name) => {
    const file = path.join(folder, name);
    const stats = statSync(file);
    if (!stats.isFile() || stats.size > MAX_SAMPLE_BYTES) return [];
    const text = readFileSync(file, "utf8");
    return text.includes("\0") ? [] : [{ path: file, text, isCode: !/\.mdx?$/.test(name) }];
  });
}

/** Compares the descriptions that both states have. */
function compareApis(before: Site, after: Site): Comparison[] {
  const names = Object.keys(after.descriptions);
  const pairs: (readonly [OpenApiDocument | null | undefined, OpenApiDocument | null | undefined])[] = [
    [before.openapi, after.openapi],
    ...names.map((name) => [before.descriptions[name], after.descriptions[name]] as const),
  ];
  return pairs.flatMap(([old, now]) => (old && now ? [compareInDetail(old, now)] : []));
}

/** Returns the findings that were not there before; one that is there more often than before counts as new. */
function listNew(before: readonly Finding[], after: readonly Finding[]): Finding[] {
  // The number of places of a finding that is said once is no part of it.
  const keyOf = ({ file, message }: Finding) => `${file}\n${message.replace(/ This is the first of \d+ places\.$/, "")}`;
  const known = new Map<string, number>();
  for (const finding of before) known.set(keyOf(finding), (known.get(keyOf(finding)) ?? 0) + 1);
  return after.filter((finding) => {
    const left = known.get(keyOf(finding)) ?? 0;
    known.set(keyOf(finding), left - 1);
    return left <= 0;
  });
}

/** The state before has no history: of translations that are outdated, those count whose original the branch has changed. */
function isOfBranch(before: ReadSite, now: ReadSite): (finding: Finding) => boolean {
  const hashes = ({ files }: ReadSite) => new Map(files.files.map(({ path: name, hash }) => [name, hash]));
  const [old, current] = [hashes(before), hashes(now)];
  return ({ message }) => {
    const [, original] = OUTDATED.exec(message) ?? [];
    return original === undefined || old.get(original) !== current.get(original);
  };
}

async function comparePages(before: ReadSite, now: ReadSite): Promise<PageChanges> {
  const [old, current] = [guidesOf(before.site), guidesOf(now.site)];
  const gone = [...old.values()].filter(({ file }) => !current.has(file));
  const fresh = [...current.values()].filter(({ file }) => !old.has(file));
  const textOf = (files: ContentFiles) => {
    const texts = new Map(files.files.map(({ path: name, text }) => [name, text]));
    return (file: string) => texts.get(file) ?? "";
  };
  const [textBefore, textNow] = [textOf(before.files), textOf(now.files)];
  const renamed = findRenamed(gone, fresh, (was, is) => likeness(textBefore(was.file), textNow(is.file)));
  const options = await readCheckOptions();
  const redirected = (address: string) => isReachable(now.site, decodeURI(address), options);
  const pairs = [...current.values()].flatMap((page) => {
    const was = old.get(page.file) ?? renamed.get(page);
    return was ? [{ page, was }] : [];
  });
  return {
    added: fresh.filter((page) => !renamed.has(page)).map(toEntry),
    changed: pairs
      .filter(({ page, was }) => page.hash !== was.hash && textNow(page.file) !== textBefore(was.file))
      .map(({ page, was }) => ({ ...toEntry(page), sections: listChangedSections(textBefore(was.file), textNow(page.file)) })),
    moved: pairs
      .filter(({ page, was }) => page.path !== was.path)
      .map(({ page, was }) => ({ ...toEntry(page), from: was.path, redirected: redirected(was.path) })),
    removed: gone
      .filter((page) => ![...renamed.values()].includes(page))
      .map((page) => ({ ...toEntry(page), redirected: redirected(page.path) })),
  };
}

type Guide = Page & { readonly file: string };

/** Returns the pages that are files, by file; drafts are nobody's yet. */
function guidesOf({ pages }: Site): Map<string, Guide> {
  const guides = pages.filter((page): page is Guide => page.file !== null && !page.draft);
  return new Map(guides.map((page) => [page.file, page]));
}

function toEntry({ path: address, file, title }: Guide): PageEntry {
  return { path: getConfig().basePath + address, file, title };
}

/** Pairs of more pages are not compared. */
const MAX_PAIRS = 10_000;
const LEAST_LIKENESS = 0.5;

/** Returns the page that each new one was before, where its text is at least half the same. */
function findRenamed(gone: readonly Guide[], fresh: readonly Guide[], likenessOf: (was: Guide, is: Guide) => number) {
  const renamed = new Map<Guide, Guide>();
  if (gone.length * fresh.length > MAX_PAIRS) return renamed;
  const pairs = fresh
    .flatMap((is) => gone.map((was) => ({ is, was, likeness: likenessOf(was, is) })))
    .filter(({ likeness: value }) => value >= LEAST_LIKENESS)
    .sort((left, right) => right.likeness - left.likeness);
  const taken = new Set<Guide>();
  for (const { is, was } of pairs) {
    if (renamed.has(is) || taken.has(was)) continue;
    renamed.set(is, was);
    taken.add(was);
  }
  return renamed;
}

/** Returns the share of lines that two texts have in common. */
function likeness(left: string, right: string): number {
  const linesOf = (text: string) =>
    new Set(
      text
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean),
    );
  const [a, b] = [linesOf(left), linesOf(right)];
  return a.intersection(b).size / Math.max(1, a.union(b).size);
}
