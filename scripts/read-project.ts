import { getConfig, type Project } from "../lib/config/config.ts";
import { checkSite, listShownIcons } from "../lib/content/check/check.ts";
import type { CheckOptions } from "../lib/content/check/check-pages.ts";
import { buildSite } from "../lib/content/content.ts";
import { type ContentFiles, readContentFiles } from "../lib/content/files/files.ts";
import { findMermaidFolder } from "../lib/content/output/mermaid.ts";
import type { Question } from "../lib/content/site/questions.ts";
import type { Site } from "../lib/content/site/site.ts";
import { errorIn, type Finding, warningIn } from "../lib/finding.ts";
import {
  type DescriptionFile,
  fetchDescriptionFile,
  isDescriptionAddress,
  toFetchRules,
} from "../lib/openapi/description/description-file.ts";
import { DescriptionError } from "../lib/openapi/description/json.ts";
import { SettingsError } from "../lib/service-error.ts";
import { readCheckOptions } from "../lib/site/findings/app-routes.ts";
import { listDueReviews, listUnreadFields, listWrongValues } from "../lib/site/findings/front-matter-fields.ts";
import { findUnstyledClasses } from "../lib/site/findings/unstyled-classes.ts";
import { findUnreadable } from "../lib/site/stored/problems.ts";
import { listOutdatedTranslations } from "./outdated-translations.ts";
import { type Judgement, judgeAll } from "./questions/judge.ts";
import { listStarterPages } from "./starter-pages.ts";
import { listStyledClasses } from "./styled-classes.ts";

/** A site with the files that it is made of. */
export interface ReadSite {
  /** With its drafts. */
  readonly site: Site;
  readonly files: ContentFiles;
  readonly reach: CheckOptions["reach"];
  readonly descriptionFindings: readonly Finding[];
}

/** Reads the content and the descriptions of a project as a build does. */
export async function readProject(project: Project): Promise<ReadSite> {
  const fetched = new Map<string, DescriptionFile>();
  const descriptionFindings: Finding[] = [];
  for (const address of [project.apiDescription, ...Object.values(project.apiDescriptions)].filter(isDescriptionAddress)) {
    const { description, findings } = await fetchDescriptionAt(address);
    descriptionFindings.push(...findings);
    if (description) fetched.set(address, description);
  }
  const named = Object.entries(project.apiDescriptions).flatMap(([name, source]) => {
    const description = fetched.get(source);
    return description ? [[name, description] as const] : [];
  });
  const description = fetched.get(project.apiDescription ?? "") ?? null;
  const known = { files: [], description, named: Object.fromEntries(named), lastModified: {}, findings: [] };
  const files = await readContentFiles(project, known).catch((cause: unknown) => {
    const unreadable = findUnreadable(project, cause);
    throw unreadable === undefined ? cause : new SettingsError(`${unreadable} It is "${project.content}" now.`, { cause });
  });
  const reach = new Map();
  const site = await buildSite(project, files, { drafts: true, reach });
  return { site, files, reach, descriptionFindings };
}

/** Lists everything that is wrong with a site and its files. */
export async function checkProject({ site, files, reach, descriptionFindings }: ReadSite): Promise<Finding[]> {
  const texts = new Map(files.files.map(({ path, text }) => [path, text]));
  const textOf = (file: string) => texts.get(file);
  const shown = { iconNames: listShownIcons(), hasMermaid: findMermaidFolder() !== undefined };
  const findings = await checkSite(site, { ...(await readCheckOptions()), ...shown, reach, textOf });
  const { typos } = listUnreadFields(site, files.files);
  const classes = new Set(
    await listStyledClasses(
      site.project,
      files.files.map(({ text }) => text),
    ),
  );
  const unstyled = findUnstyledClasses(site.pages, classes);
  const starters = listStarterPages(files.files).map((file) =>
    warningIn(
      file,
      "This page is as `npm run init` wrote it, and readers find it. Rewrite it, delete it, or give it draft: true.",
    ),
  );
  const inFrontMatter = [...typos, ...listWrongValues(site, files.files), ...listDueReviews(site, files.files)];
  const outdated = await listOutdatedTranslations(site, textOf);
  return [...descriptionFindings, ...findings, ...outdated, ...starters, ...inFrontMatter, ...unstyled];
}

/** Asks the questions of a site without drafts, as its readers have it. */
export async function askAll(project: Project, { files }: ReadSite, questions: readonly Question[]): Promise<Judgement[]> {
  // What search learned of a site is kept for the next one of its id, so equal content would not give equal results.
  const alone = { ...project, id: `${project.id}@${project.content}` };
  return judgeAll(await buildSite(alone, files), questions);
}

/** Fetches the description at an address as a build does. */
async function fetchDescriptionAt(address: string): Promise<{ description?: DescriptionFile | undefined; findings: Finding[] }> {
  try {
    const fetched = await fetchDescriptionFile(address, {
      rules: toFetchRules(getConfig().updates, { apiDescription: address }),
    });
    return { description: fetched?.description, findings: [] };
  } catch (cause) {
    if (!(cause instanceof DescriptionError)) throw cause;
    return { findings: [errorIn(address, cause.message)] };
  }
}
