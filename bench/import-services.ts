import type { Page } from "../lib/content/model/page.ts";
import { markdownPath } from "../lib/content/model/urls.ts";

/** The number of pages that a part of the service worked for, of those that were tried. */
export interface ServiceCount {
  readonly name: string;
  readonly good: number;
  readonly of: number;
  readonly faults: readonly string[];
}

const SAMPLE = 20;
const QUESTIONS = 5;

/**
 * Asks a running site for pages, spread evenly over all, as search, the assistant and agents read them. Any page of the
 * same title counts as found, since translations and versions share theirs.
 */
export async function checkServices(url: string, domain: string, pages: readonly Page[]): Promise<ServiceCount[]> {
  const token = await takeToken(url, domain);
  const ask = (path: string, body: object) =>
    fetch(url + path, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const searched = pages.filter(({ kind, noindex }) => kind === "guide" && !noindex);
  return [
    await count("pages found by title", spread(searched, SAMPLE), async ({ title }) => {
      const response = await ask(`/v1/search/${domain}`, { query: title.slice(0, 1_000) });
      const found: { metadata: { title: string } }[] = response.ok ? await response.json() : [];
      return found.some(({ metadata }) => metadata.title === title);
    }),
    await count("questions answered", spread(searched, QUESTIONS), async ({ title }) => {
      const text = `What does the page ${title} say?`;
      const messages = [{ id: "1", role: "user", content: text, parts: [{ type: "text", text }] }];
      const answer = await (await ask(`/v1/assistant/${domain}/message`, { fp: "bench", messages })).text();
      return /^0:".+/m.test(answer) && /^d:\{"type":"finish","finishReason":"stop"/m.test(answer);
    }),
    await count("pages as Markdown", spread(pages, SAMPLE), async (page) => {
      const response = await fetch(url + markdownPath(page.path));
      const isMarkdown = response.headers.get("content-type")?.startsWith("text/markdown");
      return response.ok && isMarkdown === true && (await response.text()).includes(page.title);
    }),
    await checkLlmsTxt(url, spread(searched, SAMPLE)),
  ];
}

/** Counts the pages that llms.txt lists, itself or in the files of other languages and versions that it names. */
async function checkLlmsTxt(url: string, pages: readonly Page[]): Promise<ServiceCount> {
  const texts = new Map<string, string>();
  const read = async (address: string) => {
    if (texts.has(address)) return;
    texts.set(address, "");
    const text = await (await fetch(address)).text();
    texts.set(address, text);
    for (const [found] of text.matchAll(/https?:\/\/[^\s)]+llms\.txt/g)) await read(url + new URL(found).pathname);
  };
  await read(`${url}/llms.txt`);
  const all = [...texts.values()].join("\n");
  return count("pages in llms.txt", pages, async (page) => all.includes(`${markdownPath(page.path)})`));
}

async function takeToken(url: string, domain: string): Promise<string> {
  const headers = { origin: url, "sec-fetch-site": "same-origin", "content-type": "application/json" };
  const response = await fetch(`${url}/api/site-token`, {
    method: "POST",
    headers,
    body: JSON.stringify({ domain, fp: "bench" }),
  });
  if (!response.ok) throw new Error(`The site gives no token: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { token: string }).token;
}

async function count(name: string, pages: readonly Page[], works: (page: Page) => Promise<boolean>): Promise<ServiceCount> {
  const faults = [];
  for (const page of pages) if (!(await works(page))) faults.push(`${name}: not ${page.path}`);
  return { name, good: pages.length - faults.length, of: pages.length, faults };
}

function spread<Item>(items: readonly Item[], many: number): Item[] {
  const step = Math.max(1, items.length / many);
  return Array.from({ length: Math.min(many, items.length) }, (_, index) => items[Math.floor(index * step)] as Item);
}
