import { getEnvironment, getMainProject, isOfThisMachine, type Project } from "../../config/config.ts";
import { log } from "../../log.ts";
import { perProcess } from "../../process-state.ts";

const state = perProcess("problems", () => ({
  /** Problems that keep the content of a project from readers, by their subject. */
  problems: new Map<string, string>(),
  isForeignAddressNoted: false,
  isRefusedPageNoted: false,
}));

/**
 * Returns what keeps the content from readers, in sentences that name the variable or setting to fix. They contain no paths,
 * since everyone may read them.
 */
export function listObstacles(): string[] {
  return [...state.get().problems.values()];
}

/** Remembers what is wrong with the content of a project, or that nothing is any more. */
export function noteProblem({ id }: Project, about: "content" | "publishing", problem: string | undefined): void {
  const key = `${about} ${id}`;
  if (problem === undefined) state.get().problems.delete(key);
  else state.get().problems.set(key, problem);
}

/**
 * Remembers that a reader has the site open at another address than its own, and logs the variable to set, once. One reader has chosen
 * the address, so no value is suggested. Everything works,
 * and canonical addresses, the sitemap and citations lead elsewhere. Vercel gives every deployment more than one address.
 */
export function noteReaderAddress(origin: string | null): void {
  const { siteUrl } = getMainProject();
  if (origin === null || !URL.canParse(origin) || state.get().isForeignAddressNoted || getEnvironment().onVercel) return;
  if (new URL(origin).host === new URL(siteUrl).host || isOfThisMachine(origin)) return;
  state.get().isForeignAddressNoted = true;
  log(
    "warn",
    "readers open this site at an address other than its own, so its absolute links lead elsewhere; set SITE_URL to theirs",
    {
      siteUrl,
    },
  );
}

/**
 * Logs once that a page got no site token since its host is not the one that a proxy passed on. Only browsers that say nothing of
 * the origin are refused so: those of pages over plain http.
 */
export function noteRefusedPage({ origin }: { readonly origin: string | null }): void {
  if (origin === null || state.get().isRefusedPageNoted) return;
  state.get().isRefusedPageNoted = true;
  log("warn", "a page of another host gets no site token; if it is this site's, set SITE_URL or let the proxy pass Host on");
}

/** Says that readers open the site at another address than its own; undefined until one does. */
export function describeReaderAddress(): string | undefined {
  if (!state.get().isForeignAddressNoted) return undefined;
  return `SITE_URL: readers open this site at another address than ${getMainProject().siteUrl}. Set it to theirs.`;
}

/** Signs in a content folder that it is the wrong one. */
interface ContentFolder {
  readonly pages: number;
  /** The folder, relative to it, that has the docs.json of its pages. */
  readonly settingsFolder?: string | undefined;
}

/** Says that a content folder that can be read is not the one that was meant; undefined when it may well be. */
export function describeFolder(project: Project, { pages, settingsFolder }: ContentFolder): string | undefined {
  const name = settingOf(project);
  if (settingsFolder !== undefined)
    return `${name}: the docs.json of these pages is in its folder ${settingsFolder}. Name that one.`;
  return pages === 0 ? `${name}: the folder has no pages. Name the folder that has them.` : undefined;
}

/** Says that the content of a project cannot be used, and of a folder that cannot be read why. */
export function describeUnreadable(project: Project, cause: unknown): string {
  return findUnreadable(project, cause) ?? `${settingOf(project)}: the content cannot be used. The server's log says why.`;
}

/** Says that a content folder cannot be read; undefined for any other fault. */
export function findUnreadable(project: Project, cause: unknown): string | undefined {
  for (let fault = cause; fault instanceof Error; fault = fault.cause)
    if ("syscall" in fault && "code" in fault)
      return `${settingOf(project)}: the folder cannot be read (${fault.code}). Name a folder that this user may read.`;
  return undefined;
}

/** Returns the variable or setting that says where the content of a project is. */
export function settingOf(project: Project): string {
  const { contentDir, configFile } = getEnvironment();
  if (contentDir !== undefined && project.id === getMainProject().id) return "DOCENT_CONTENT_DIR";
  return `content of the project ${project.id} in ${configFile ? "the file that DOCENT_CONFIG names" : "docent.config.ts"}`;
}
