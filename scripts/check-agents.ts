import { getConfig } from "../lib/config/config.ts";
import { fileName } from "../lib/content/check/check-pages.ts";
import { skillFileOf } from "../lib/content/files/file-kinds.ts";
import type { Page } from "../lib/content/model/page.ts";
import type { Locale } from "../lib/content/model/urls.ts";
import type { Site } from "../lib/content/site/site.ts";
import { errorIn, type Finding, warningIn } from "../lib/finding.ts";
import { exchange } from "../lib/mcp/mcp.ts";
import { createServer } from "../lib/mcp/server.ts";
import { readSkills } from "../lib/mcp/skills.ts";
import { toLlmsFull, toLlmsIndex } from "../lib/navigation/llms.ts";
import { toPageMarkdown } from "../lib/navigation/markdown-head.ts";

/** Characters of a page that agents read before they cut it, and of a list. */
const MAX_PAGE = 50_000;
const MAX_LIST = 100_000;
/** A link that leads nowhere once the text has left its address; those of code are none. */
const RELATIVE_LINK = /\]\((?!https?:|mailto:|tel:|#|<|[a-z][a-z0-9+.-]*:)[^)\s]+\)/i;

/** What agents get of a site. */
interface AgentCheck {
  readonly findings: readonly Finding[];
  /** Sizes of pages and lists, and which tools answer, in a line. */
  readonly summary: string;
}

/** Checks the Markdown of every page, the lists of pages, the skills and each tool, as an agent gets them from the site. */
export async function checkAgents(site: Site): Promise<AgentCheck> {
  const pages = site.pages.filter(({ noindex, error }) => !noindex && !error);
  const texts = new Map<Page, string>();
  for (const page of pages) texts.set(page, await toPageMarkdown(site, page));
  const lists = await checkLists(site);
  const tools = await callTools(site, pages[0]);
  const ofPages = [...texts].flatMap(([page, text]) => checkPage(page, text));
  const longest = [...texts].sort(([, left], [, right]) => right.length - left.length)[0];
  const parts = [
    `${pages.length} pages as Markdown, the longest with ${longest?.[1].length ?? 0} characters`,
    `llms.txt ${lists.index} and llms-full.txt ${lists.full} characters`,
    tools.length === 0 ? "every tool answers" : `${tools.length} tools do not answer`,
  ];
  const named = ofPages.map((finding) => ({ ...finding, file: fileName(site.project, finding.file) }));
  return {
    findings: [...named, ...lists.findings, ...(await checkSkills(site)), ...tools],
    summary: `For agents: ${parts.join("; ")}.`,
  };
}

function checkPage(page: Page, text: string): Finding[] {
  const file = page.file ?? page.path;
  const body = withoutCode(text);
  const messages = [
    ...(text.length > MAX_PAGE
      ? [`The page has ${text.length} characters as Markdown; agents cut it after about ${MAX_PAGE}. Split it.`]
      : []),
    ...(body === undefined ? ["A code block of its Markdown is not closed, so agents read the rest as code."] : []),
    ...(RELATIVE_LINK.test(body ?? "")
      ? [`Its Markdown has the link ${RELATIVE_LINK.exec(body ?? "")?.[0].slice(1)}, which leads nowhere outside of the page.`]
      : []),
  ];
  return messages.map((message) => warningIn(file, message));
}

/** Returns a text without its code; undefined where a block is not closed. */
function withoutCode(text: string): string | undefined {
  const lines: string[] = [];
  let fence = "";
  for (const line of text.split("\n")) {
    const [, mark = ""] = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(`{3,}|~{3,})/.exec(line) ?? [];
    if (fence === "" && mark !== "") fence = mark;
    else if (fence !== "" && mark.startsWith(fence) && /^[ \t>]*[`~]+[ \t]*$/.test(line)) fence = "";
    else if (fence === "") lines.push(line.replace(/(`+)[^`]*\1/g, ""));
  }
  return fence === "" ? lines.join("\n") : undefined;
}

async function checkLists(site: Site): Promise<{ index: number; full: number; findings: Finding[] }> {
  const { languages, versions, defaultLanguage, defaultVersion, siteUrl } = site.project;
  const base = `${siteUrl}${getConfig().basePath}`;
  const ids = versions.length === 0 ? [null] : versions.map(({ id }) => id);
  const locales = languages.flatMap(({ id: language }) => ids.map((version): Locale => ({ language, version })));
  const findings = locales.flatMap((locale) => {
    const { length } = toLlmsIndex(site, locale, { base });
    const name = [locale.language, locale.version].filter(Boolean).join(" ");
    const message = `llms.txt of ${name} has ${length} characters; agents cut it after about ${MAX_LIST}. Shorten the descriptions of pages, or keep old versions out of it.`;
    return length > MAX_LIST ? [warningIn("llms.txt", message)] : [];
  });
  const own = { language: defaultLanguage, version: defaultVersion };
  const full = (await toLlmsFull(site, own, { base })).length;
  return { index: toLlmsIndex(site, own, { base }).length, full, findings };
}

async function checkSkills(site: Site): Promise<Finding[]> {
  const offered = new Set((await readSkills(site)).map(({ name }) => name));
  const names = new Set(site.assets.flatMap((asset) => skillFileOf(asset)?.skill ?? []));
  return [...names]
    .filter((name) => site.assets.includes(`skills/${name}/SKILL.md`) && !offered.has(name))
    .map((name) => {
      const message = `This skill is not offered: its front matter needs name: ${name} and a description of at most 1,024 characters, and its files at most 4 MB.`;
      return errorIn(fileName(site.project, `skills/${name}/SKILL.md`), message);
    });
}

/** Calls each tool that only reads, with the first page of the site. */
async function callTools(site: Site, page: Page | undefined): Promise<Finding[]> {
  if (!page || !getConfig().mcp.enabled) return [];
  const calls = { search: { query: page.title }, read_page: { path: page.path }, find_text: { text: page.title } };
  const failed: Finding[] = [];
  for (const [name, input] of Object.entries(calls)) {
    const answer = await callTool(site, name, input);
    if (!answer.includes(page.title))
      failed.push(errorIn("mcp", `The tool ${name} does not give the page ${page.path}: ${answer.slice(0, 200)}`));
  }
  return failed;
}

async function callTool(site: Site, name: string, input: object): Promise<string> {
  const request = new Request(`${site.project.siteUrl}/mcp`, { method: "POST" });
  const body = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } };
  const response = await exchange(request, body, () => createServer(site, { onFault: String }));
  return response.text();
}
