import type { Facts } from "./requests.ts";

export type { Facts } from "./requests.ts";

const MOST_PAGES = 40;
const READERS = 50;

/** Asks a site for what traffic needs: its pages, their files, the words of its titles, and tokens of readers. */
export async function gatherFacts(url: string, domain: string): Promise<Facts> {
  const sitemap = await readText(`${url}/sitemap.xml`);
  const all = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address]) => new URL(address as string).pathname);
  const docs = all.filter((path) => path.includes("/docs/"));
  const pages = docs.filter((_, index) => index % Math.ceil(docs.length / MOST_PAGES) === 0);
  if (pages.length === 0) throw new Error(`${url} has no page below /docs.`);
  const html = await readText(url + pages[0]);
  const files = [...new Set([...html.matchAll(/(?:src|href)="(\/_next\/static\/[^"]+)"/g)].map(([, file]) => file as string))];
  const titles = [...(await readText(`${url}/llms.txt`)).matchAll(/^- \[([^\]]+)\]/gm)].map(([, title]) => title as string);
  const readers = await Promise.all(Array.from({ length: READERS }, (_, index) => readToken(url, domain, `reader-${index}`)));
  return { domain, pages, clicks: pages.map((page) => `${page}?_rsc=`), files, titles, readers };
}

async function readText(address: string): Promise<string> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} answers ${response.status}.`);
  return response.text();
}

async function readToken(url: string, domain: string, fp: string) {
  const headers = { origin: url, "sec-fetch-site": "same-origin", "content-type": "application/json" };
  const response = await fetch(`${url}/api/site-token`, { method: "POST", headers, body: JSON.stringify({ domain, fp }) });
  if (!response.ok) throw new Error(`The site gives its pages no token: ${response.status}`);
  return { fp, token: ((await response.json()) as { token: string }).token };
}
