import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Element, Root } from "hast";
import { fromHtml } from "hast-util-from-html";
import { getMainProject } from "../lib/config/config.ts";
import { buildSite } from "../lib/content/content.ts";
import { readContentFiles } from "../lib/content/files/files.ts";
import type { Page } from "../lib/content/model/page.ts";
import type { Site } from "../lib/content/site/site.ts";
import { inTurns } from "../lib/in-turns.ts";
import { isObject, listOf } from "../lib/openapi/json.ts";
import { readArguments, UsageError } from "../scripts/command-line.ts";
import { checkServices } from "./import-services.ts";
import { reportPages } from "./page-report.ts";

export const help = `How much of a docs.json repository a running site shows as it is meant.

  npm run bench -- import --folder <folder> --url <address of a server that was started with DOCENT_CONTENT_DIR=<folder>>
    [--list]       names every fault
    [--part 2/5]   takes every fifth page of the navigation, from the second: for a folder that takes longer than you can wait

Counts pages of the navigation that answer 200, pages without anything that is missing, sidebars and tabs that are in the order of
docs.json, broken links and pictures, and what search, the assistant and agents get. Exits with 1 below the goals: 99.5 %
served, 97 % with nothing missing, every order equal, and no dead link to what the folder has.`;

const AT_ONCE = 4;
const SERVED_GOAL = 0.995;
const WHOLE_GOAL = 0.97;

export async function run(args: readonly string[]): Promise<void> {
  const { values } = readArguments(args, {
    options: { folder: { type: "string" }, url: { type: "string" }, list: { type: "boolean" }, part: { type: "string" } },
  });
  const { folder, url } = values;
  if (!folder || !url) throw new UsageError("Give --folder and --url.");
  const site = await buildSite(
    { ...getMainProject(), content: folder, isReplaced: true },
    await readContentFiles({ content: folder }),
  );
  if (!site.settings) throw new UsageError(`${folder} has no docs.json.`);
  const expected = expectedLists(JSON.parse(readFileSync(path.join(folder, site.settings.file), "utf8")), folder);
  const navigation = site.pages.filter(({ listed, href }) => listed && href === undefined);
  const own = takePart(navigation, values.part);
  const pages = await fetchAll(url, own);
  const served = pages.filter(({ status }) => status === 200);
  const partial = (await reportPages(own)).pages.filter(({ notices, problem }) => notices.length > 0 || problem);
  const faulty = new Set([...site.warnings.map(({ file }) => file), ...partial.map(({ page }) => page.file)]);
  const whole = served.filter(({ file }) => file === null || !faulty.has(file));
  const orders = await compareOrders(site, pages, expected, url);
  const links = await checkLinks(url, served);
  const dead = [...links.deadLinks, ...links.deadFiles];
  const wrong = dead.filter(({ address }) => isInFolder(folder, address));
  const services = await checkServices(url, site.project.domain, own);
  const share = (part: number, of: number) => `${part} of ${of} (${of === 0 ? "–" : ((100 * part) / of).toFixed(1)} %)`;
  console.log(
    `${site.project.name}: ${site.pages.length} pages, ${navigation.length} in the navigation, ${pages.length} looked at`,
  );
  console.log(`  served 200            ${share(served.length, pages.length)}`);
  console.log(`  nothing missing       ${share(whole.length, pages.length)}`);
  console.log(`  sidebars in order     ${share(orders.equal, orders.all)}`);
  console.log(`  tabs in order         ${share(orders.tabsEqual, orders.tabsAll)}`);
  console.log(`  links that lead on    ${share(links.links - links.deadLinks.length, links.links)}`);
  console.log(`  files that are there  ${share(links.files - links.deadFiles.length, links.files)}`);
  console.log(`  dead, but in folder   ${wrong.length} of ${dead.length}`);
  for (const { name, good, of } of services) console.log(`  ${name.padEnd(22)}${share(good, of)}`);
  if (values.list) {
    const missing = pages.filter(({ status }) => status !== 200).map(({ path: address, status }) => `${address}: ${status}`);
    const deadLines = dead.map(({ address, from, status }) => `${address} on ${from}: ${status}`);
    const lines = [...missing, ...orders.differences, ...deadLines, ...services.flatMap(({ faults }) => faults)];
    for (const line of lines) console.log(`    ${line}`);
  }
  const isGood =
    served.length >= SERVED_GOAL * pages.length &&
    whole.length >= WHOLE_GOAL * pages.length &&
    orders.equal === orders.all &&
    orders.tabsEqual === orders.tabsAll &&
    wrong.length === 0;
  if (!isGood) process.exitCode = 1;
}

interface FetchedPage {
  readonly path: string;
  readonly file: string | null;
  readonly status: number;
  readonly html: string;
}

/** Every so many pages, from one on, as `2/5` says; all without it. */
function takePart(pages: readonly Page[], part = "1/1"): Page[] {
  const [first, of] = (/^(\d{1,4})\/(\d{1,4})$/.exec(part) ?? []).slice(1).map(Number);
  if (!first || !of || first > of) throw new UsageError("--part is such as 2/5.");
  return pages.filter((_, index) => index % of === first - 1);
}

async function fetchAll(url: string, pages: readonly Page[]): Promise<FetchedPage[]> {
  return inTurns(pages, AT_ONCE, async ({ path: address, file }) => {
    const response = await fetch(url + address, { redirect: "manual" });
    return { path: address, file, status: response.status, html: await response.text() };
  });
}

/** One list of the navigation: pages that are shown together, and the tabs above them. */
interface ExpectedList {
  readonly pages: readonly string[];
  readonly tabs: readonly string[];
}

/** Reads every list of groups and pages of a docs.json, in its order, without the engine's reader. */
function expectedLists(raw: unknown, folder: string): ExpectedList[] {
  const lists: ExpectedList[] = [];
  const follow = (value: unknown): unknown => {
    if (!isObject(value) || typeof value.$ref !== "string") return value;
    const { $ref, ...rest } = value;
    return { ...(JSON.parse(readFileSync(path.join(folder, $ref), "utf8")) as object), ...rest };
  };
  const pagesIn = (value: unknown): string[] => {
    const node = follow(value);
    if (typeof node === "string") return /^\S+$/.test(node) ? [normal(node)] : [];
    if (!isObject(node) || node.hidden === true) return [];
    const root = typeof node.root === "string" ? [normal(node.root)] : [];
    return [...new Set([...root, ...listOf(node.pages).flatMap(pagesIn)])];
  };
  const visit = (value: unknown, tabs: readonly string[]) => {
    const node = follow(value);
    if (!isObject(node) || node.hidden === true) return;
    const own = [...listOf(node.groups), ...listOf(node.pages)].flatMap(pagesIn);
    if (own.length > 0) lists.push({ pages: own, tabs });
    const inner = listOf(node.tabs)
      .map(follow)
      .filter(isObject)
      .filter(({ hidden }) => hidden !== true);
    for (const tab of inner)
      visit(
        tab,
        inner.map((each) => String(each.tab)),
      );
    for (const name of ["languages", "versions", "products", "dropdowns", "menu", "anchors"])
      for (const child of listOf(node[name])) visit(child, tabs);
  };
  visit(isObject(raw) ? follow(raw.navigation) : undefined, []);
  return lists;
}

function normal(name: string): string {
  return name
    .replace(/^\/+|\/+$/g, "")
    .replace(/\.mdx?$/, "")
    .replace(/(?:^|\/)index$/, "");
}

interface Orders {
  equal: number;
  all: number;
  tabsEqual: number;
  tabsAll: number;
  readonly differences: string[];
}

/** Compares the sidebar and the tabs of the first page of every list with it. Pages that do not exist are in none. */
async function compareOrders(
  site: Site,
  pages: readonly FetchedPage[],
  lists: readonly ExpectedList[],
  url: string,
): Promise<Orders> {
  const start = site.project.pagesAt === "root" ? "" : "/docs";
  const toAddress = (name: string) => `${start}/${name.split("/").map(encodeURIComponent).join("/")}`.replace(/(?<=.)\/$/, "");
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const orders: Orders = { equal: 0, all: 0, tabsEqual: 0, tabsAll: 0, differences: [] };
  const compared = new Set<string>();
  for (const list of lists) {
    const wanted = list.pages.map(toAddress).filter((address) => byPath.has(address));
    const first = byPath.get(wanted.find((address) => !compared.has(address)) ?? "");
    if (!first) continue;
    for (const address of wanted) compared.add(address);
    const sidebar = elementsIn(fromHtml(first.html)).find(({ properties }) => properties.id === "pages");
    const entries = elementsIn(sidebar).findLast(({ tagName }) => tagName === "nav");
    const shown = (await linksIn(entries, url)).filter((address) => byPath.has(address));
    orders.all += 1;
    if (JSON.stringify(shown) === JSON.stringify(wanted)) orders.equal += 1;
    else orders.differences.push(`sidebar of ${first.path}: ${difference(wanted, shown)}`);
    if (list.tabs.length < 2) continue;
    orders.tabsAll += 1;
    const row = /<nav[^>]*data-tabs[\s\S]*?<\/nav>/.exec(first.html)?.[0] ?? "";
    const titles = [...row.matchAll(/data-title="([^"]*)"/g)].map(([, title = ""]) => decodeHtml(title));
    if (JSON.stringify(titles) === JSON.stringify(list.tabs)) orders.tabsEqual += 1;
    else orders.differences.push(`tabs of ${first.path}: ${titles.join(", ")} instead of ${list.tabs.join(", ")}`);
  }
  return orders;
}

function difference(wanted: readonly string[], shown: readonly string[]): string {
  const at = wanted.findIndex((address, index) => shown[index] !== address);
  return `${wanted.length} wanted, ${shown.length} shown; at ${at}: ${wanted[at] ?? "–"} / ${shown[at] ?? "–"}`;
}

function elementsIn(node: Root | Element | undefined): Element[] {
  const inner = (node?.children ?? []).filter((child) => child.type === "element");
  return inner.flatMap((child) => [child, ...elementsIn(child)]);
}

/** Lists the links of a sidebar as a reader sees them who opens each of its folders: the entries of some come when they are opened. */
async function linksIn(node: Element | undefined, url: string): Promise<string[]> {
  const links: string[] = [];
  for (const child of node?.children ?? []) {
    if (child.type !== "element") continue;
    const unsent = child.children.find((each) => each.type === "element" && each.properties.dataUnsent !== undefined) as Element;
    const opened = unsent && (await openFolder(child, String(elementsIn(unsent).at(1)?.properties.href), url));
    if (child.tagName === "a") links.push(String(child.properties.href));
    else links.push(...(await linksIn(opened ?? child, url)));
  }
  return links;
}

/** The folder as the page has it that its only link leads to. */
async function openFolder({ properties }: Element, address: string, url: string): Promise<Element | undefined> {
  const response = await fetch(url + address);
  return elementsIn(fromHtml(await response.text())).find((each) => each.properties.dataFolder === properties.dataFolder);
}

function decodeHtml(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/** Follows every link and picture of the pages' articles that stays on the site, each address once. */
async function checkLinks(url: string, pages: readonly FetchedPage[]) {
  const found = { link: new Map<string, string>(), file: new Map<string, string>() };
  for (const { path: from, html } of pages) {
    const article = /<article[\s\S]*<\/article>/.exec(html)?.[0] ?? "";
    for (const [, name, value = ""] of article.matchAll(/<(?:a|img|video|source)\b[^>]*?\b(href|src)="([^"]*)"/g)) {
      const address = decodeHtml(value);
      // The Markdown form is counted with the page, and bounded by the minute.
      if (!/^\/(?!\/)/.test(address) || address === `${from}.md`) continue;
      const kind = name === "href" ? found.link : found.file;
      kind.set(address.replace(/[?#].*$/, ""), from);
    }
  }
  const dead = async (addresses: ReadonlyMap<string, string>) => {
    const results = await inTurns([...addresses], AT_ONCE, async ([address, from]) => {
      const response = await fetch(url + address, { method: "HEAD" }).catch(() => undefined);
      // A redirect to another site is followed, and may need a network that is not there.
      return !response || response.ok ? [] : [{ address, from, status: response.status }];
    });
    return results.flat();
  };
  return { links: found.link.size, files: found.file.size, deadLinks: await dead(found.link), deadFiles: await dead(found.file) };
}

/** Returns true when the folder has the page or file that an address means: a dead link to it is the engine's fault. */
function isInFolder(folder: string, address: string): boolean {
  const name = decodeURIComponent(address).replace(/^\/(?:docs(?:\/|$))?/, "");
  return ["", ".mdx", ".md", "/index.mdx", "/index.md"].some(
    (ending) => path.extname(name + ending) !== "" && existsSync(path.join(folder, name + ending)),
  );
}
