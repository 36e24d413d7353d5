import path from "node:path";
import { type ContentFile, counted } from "./engine/files.ts";
import { describeUnreadFields, type Site, type UnreadFields } from "./engine/site.ts";
import type { SiteFacts } from "./facts.ts";
import { describeLacking, listFamilies } from "./fonts.ts";
import { describeLinks, describeUnloaded, listLeftOut } from "./left-out.ts";
import type { PlainContent } from "./plain.ts";
import { canStay } from "./recognise.ts";
import type { Reason, Report } from "./report.ts";
import type { Repository } from "./repository.ts";
import { findSidebarFile, type Sidebar } from "./sidebar.ts";

/** Reasons that are named without --all. */
const REASONS = 10;

const PACKAGES = "node_modules";

const DESCRIPTIONS: Record<Repository["kind"], string> = {
  "docs.json": "A docs.json repository: its navigation, look, redirects and API pages are taken from there.",
  fumadocs: "A Fumadocs site: pages, meta.json files, and the code and components that pages use, as far as they can be read.",
  nextra: "A Nextra site: pages, order and titles of its _meta files, and components that pages use, as far as they can be read.",
  starlight: "A Starlight site: pages, the sidebar, and components that pages use, as far as they can be read.",
  docusaurus: "A Docusaurus site: pages, sidebars, and components that pages use, as far as they can be read.",
  vitepress:
    "A VitePress site: pages, the sidebar, containers, code groups, files that pages take in, and components of Vue that are elements around words.",
  mkdocs: "A MkDocs site: pages, nav, admonitions, tabs, and files that pages take in. What plugins make is left out.",
  gitbook:
    "A GitBook repository: pages, SUMMARY.md, hints, tabs, steps, cards and files. What integrations and variables of the space make is left out.",
  markdown: "Plain Markdown: folders make the navigation.",
};

/** Says what a repository is, in a sentence or two. */
export function describeRepository({ kind, reason, system }: Repository): string {
  const unread = `A ${system} site, which is not read as one: its pages are taken as plain Markdown, and folders make the navigation. What ${system} alone knows is shown as it is written.`;
  return `${system === undefined ? DESCRIPTIONS[kind] : unread} (${reason})`;
}

/** A site that is imported, with what is around its content. */
export interface ReadSite {
  readonly site: Site;
  /** The plain content that replaces that of another system. */
  readonly plain?: PlainContent;
  /** Files besides pages that a content folder needs, which stay as they are. */
  readonly taken?: ReadonlySet<string>;
  /** Files that are written beside the copy: the docs.json of a mint.json, and API descriptions that it names by an address. */
  readonly added?: readonly ContentFile[];
  /** The meta.json files that a docs.json stands for, which a part of a site keeps. */
  readonly metas?: readonly ContentFile[];
  readonly sidebar?: Sidebar;
  /** The name, address and looks of the site. */
  readonly facts?: SiteFacts;
  readonly fields: UnreadFields;
}

/** The repository that a report is about, and how it is printed. */
export interface PrintContext {
  readonly repository: Repository;
  readonly read: ReadSite;
  /** True to name every reason and host. */
  readonly all: boolean;
  /** The folder or address as the user named it. */
  readonly given: string;
  readonly isTemporary: boolean;
  /** True when nothing is written, so that it says what would. */
  readonly isCheck: boolean;
}

/** Prints a report: the share of pages that look as they are meant, what is missing with what to do about it, and after a check the next commands. */
export function printReport(report: Report, context: PrintContext): void {
  const { repository, read, all } = context;
  const { reasons, unsupported } = report;
  printShares(report, context);
  const shown = all ? reasons.length : REASONS;
  const missing = reasons.filter(({ isLook }) => !isLook);
  printReasons("Missing, what is on most pages first. The rest of each page is shown:", missing, shown);
  const looks = reasons.filter(({ isLook }) => isLook);
  printReasons("Shown in plain, with all their words, without a look or a button. Nothing has to be done:", looks, shown);
  const left = listLeftOut(repository);
  if (left.length > 0)
    console.log(`\nNot imported, since they are not part of ${path.basename(repository.content)}. Import each separately:`);
  for (const { folder, pages } of left) console.log(`  ${toCount(pages, "page")}  ${folder}`);
  const without = [
    ...unsupported,
    ...describeLacking(listFamilies(read.site), PACKAGES),
    ...describeUnloaded(repository),
    ...describeLinks(repository),
  ];
  if (without.length > 0) console.log(`\nWithout effect:\n${without.map((line) => `  ${line}`).join("\n")}`);
  const fields = describeUnreadFields(read.fields, all ? Number.POSITIVE_INFINITY : REASONS);
  if (fields.length > 0) console.log(`\nFront matter:\n${fields.map((line) => `  ${line}`).join("\n")}`);
  if (context.isCheck) printNext(context);
}

function printShares(report: Report, { repository, read }: PrintContext): void {
  const { pages, listed, whole, listedWhole, dressed, operations, files, front } = report;
  const percent = (part: number) => `${pages === 0 ? 0 : Math.floor((1000 * part) / pages) / 10} %`;
  const inNavigation = listed < pages ? `, ${listedWhole} of the ${listed} in the navigation` : "";
  console.log(
    `\nAs meant: ${whole} of ${counted(pages, "page")} (${percent(whole)}) look as their owner meant them${inNavigation}.`,
  );
  if (dressed > 0)
    console.log(`Plain: ${dressed} more (${percent(dressed)}) show all their text, some of it without its original design.`);
  if (front)
    console.log(
      `Start page: ${front.file} ${front.isLook ? "shows all its text in plain" : "lacks some of its original content"}.`,
    );
  console.log(
    `Pages: ${pages}, ${listed} of them in the navigation, ${operations} with an API operation. Pictures and files: ${files}.`,
  );
  const order = describeOrder(repository, read, pages - listed);
  if (order) console.log(order);
  if (!read.site.tree && listed < pages)
    console.log(
      `Sidebar: ${pages - listed} pages are in none, because a folder names its pages without "..." or hides some. Search finds them.`,
    );
  if (read.site.project.pagesAt === "root")
    console.log("Addresses: at the root, as pages link to them; docent.config.ts sets pagesAt.");
  const moved = read.sidebar ? read.site.redirects.length : 0;
  if (moved > 0) console.log(`Addresses: ${moved} old ones lead to the pages that have others here.`);
}

function printNext({ repository, read, given, isTemporary }: PrintContext): void {
  console.log("\nNext:");
  const stays = !isTemporary && canStay(repository);
  // A folder alone does not show where its pages are.
  if (stays && read.site.project.pagesAt !== "root")
    console.log(`  Look at it:         DOCENT_CONTENT_DIR=${repository.content} npm run dev`);
  console.log(`  Copy it here:       npm run import -- ${given}`);
  if (stays) console.log(`  Leave it there:     npm run import -- ${given} --link`);
}

/** Tells which file gives the order of the sidebar, where the repository has one beside its content. */
function describeOrder(repository: Repository, { sidebar }: ReadSite, unlisted: number): string | undefined {
  const file = sidebar?.file || findSidebarFile(repository)?.path;
  if (sidebar?.partial)
    return `Order: from the folders, since the sidebar in ${sidebar.partial} has fewer than half of the pages.`;
  if (file === undefined) return undefined;
  if (!sidebar?.file) return `Order: from the folders, since the sidebar in ${file} is made by code that cannot be read.`;
  const { skipped } = sidebar;
  const left = unlisted === 1 ? "1 page is" : `${unlisted} pages are`;
  return [
    `Order: from ${file}`,
    ...(skipped > 0 ? [`${skipped} of its entries lead to no page of it, or to other sites, and are left out`] : []),
    ...(unlisted > 0 ? [`${left} in none of its entries: search and links lead there`] : []),
  ]
    .join("; ")
    .concat(".");
}

function printReasons(title: string, reasons: readonly Reason[], shown: number): void {
  if (reasons.length > 0) console.log(`\n${title}`);
  for (const reason of reasons.slice(0, shown)) printReason(reason);
  if (reasons.length > shown) console.log(`  … and ${reasons.length - shown} more reasons; --all names them.`);
}

function printReason({ text, places, more, pages, unit, remedy }: Reason): void {
  const rest = more > 0 ? `, and ${more} more places` : "";
  console.log(`  ${toCount(pages, unit)}  ${text}\n              ${places.join(", ")}${rest}`);
  if (remedy) console.log(`              → ${remedy}`);
}

function toCount(count: number, unit: string): string {
  return `${String(count).padStart(4)} ${count === 1 ? `${unit} ` : `${unit}s`}`;
}
