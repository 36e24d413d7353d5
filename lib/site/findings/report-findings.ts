import { readFileSync } from "node:fs";
import path from "node:path";
import type { Project } from "../../config/config.ts";
import { checkFolders, checkPages, describeFinding, fileName, findMisplaced } from "../../content/check/check-pages.ts";
import type { ContentFile } from "../../content/model/content-file.ts";
import type { Page } from "../../content/model/page.ts";
import type { Site } from "../../content/site/site.ts";
import type { Finding } from "../../finding.ts";
import { readCheckOptions } from "./app-routes.ts";
import { listUnreadFields, listWrongValues } from "./front-matter-fields.ts";
import { withoutComponents } from "./own-components.ts";

/** More lines than this would bury what else the terminal shows. */
const MAX_LINES = 20;

/** The reported findings of a site; the next report tells only what is new. */
export interface Reported {
  readonly site: Site;
  /** Lines by file. */
  readonly lines: ReadonlyMap<string, readonly string[]>;
  /** Links and files that pages name and nobody can reach, by file. */
  readonly reach: ReadonlyMap<string, readonly Finding[]>;
}

interface Surroundings {
  readonly earlier: Reported | undefined;
  readonly ownComponents: ReadonlySet<string>;
  /** The files of the site, whose front matter is checked. */
  readonly files?: readonly ContentFile[];
}

/**
 * Logs, in development, each mistake that an edit introduced, worded as in `npm run check`, and each file that no
 * longer has any. Only changed pages are searched for broken links, or all pages when one was removed. For the
 * first site, before any edit, it logs only what could not be read or shown. `ownComponents` count as known even
 * when this process started before the fork defined them.
 */
export async function reportFindings(
  project: Project,
  site: Site,
  { earlier, ownComponents, files = [] }: Surroundings,
): Promise<Reported> {
  const misplaced = findMisplaced(site);
  const reach = misplaced ? new Map<string, Finding[]>() : await findReach(site, earlier);
  const ofSite = withoutComponents(site.findings, ownComponents);
  const findings = misplaced
    ? [misplaced]
    : [
        ...ofSite,
        ...listFieldFindings(site, files),
        ...checkFolders(site, { textOf: readText(project) }),
        ...[...reach.values()].flat(),
      ];
  const lines = new Map<string, string[]>();
  for (const finding of findings)
    lines.set(finding.file, [...(lines.get(finding.file) ?? []), describeFinding(project, finding)]);
  const known = new Set([...(earlier?.lines.values() ?? [])].flat());
  write([...lines.values()].flat().filter((line) => !known.has(line)));
  write(
    [...(earlier?.lines.keys() ?? [])]
      .filter((file) => !lines.has(file))
      .map((file) => `${fileName(project, file)}: no mistakes any more`),
  );
  return { site, lines, reach };
}

/** Lists fields of the front matter that are misspelled, or whose value counts as absent. */
function listFieldFindings(site: Site, files: readonly ContentFile[]): Finding[] {
  return [...listUnreadFields(site, files).typos, ...listWrongValues(site, files)];
}

async function findReach(site: Site, earlier: Reported | undefined): Promise<Map<string, Finding[]>> {
  if (!earlier) return new Map();
  const texts = new Map(earlier.site.pages.map(({ path, source }) => [path, source]));
  const paths = new Set(site.pages.map(({ path }) => path));
  const isGone = earlier.site.pages.some(({ path }) => !paths.has(path));
  const pages = isGone ? site.pages : site.pages.filter(({ path, source }) => texts.get(path) !== source);
  const found = Map.groupBy(await checkPages(site, pages, await readCheckOptions()), ({ file }) => file);
  const checked = new Set(pages.map(sourceFile));
  const kept = site.pages.map(sourceFile).filter((file) => !checked.has(file));
  for (const file of kept) if (earlier.reach.has(file)) found.set(file, [...(earlier.reach.get(file) ?? [])]);
  return found;
}

function readText({ content }: Project): (file: string) => string | undefined {
  return (file) => {
    try {
      return readFileSync(path.join(/* turbopackIgnore: true */ content, file), "utf8");
    } catch {
      // Without its text a finding has no line.
      return undefined;
    }
  };
}

function sourceFile({ file, path }: Page): string {
  return file ?? path;
}

function write(lines: readonly string[]): void {
  for (const line of lines.slice(0, MAX_LINES)) process.stderr.write(`${line}\n`);
  if (lines.length > MAX_LINES) process.stderr.write(`… and ${lines.length - MAX_LINES} more: npm run check\n`);
}
