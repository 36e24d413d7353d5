import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";

/** Texts that the made-up site shows, by address: each is there because of one change of the exercise. */
const SHOWN: Readonly<Record<string, readonly string[]>> = {
  "/": ["Fire without surprises", "New: the wood kiln.", 'href="/pricing"', 'src="/kiln.svg"', 'src="/kiln-dark.svg"'],
  "/fr": ["Cuire sans surprise", "Rechercher"],
  "/fr/docs": ["Rechercher", "New: the wood kiln."],
  "/docs/glaze": [
    "1240 °C, 9 h.",
    "Was “Glaze a bowl” of use?",
    "https://plausible.example/js/script.js",
    "Kiln Sans",
    "#9c3d10",
    "#ffb38a",
    'href="/kiln.svg"',
  ],
  "/docs/glaze.md": ["Fire at **1240 °C** for 9 hours."],
  "/docs/api/firings/start-firing": ["Start a firing", "https://api.kiln.example"],
  "/pricing": ["What firing costs", "</header>"],
  "/errors/not_found": ["New: the wood kiln."],
};

/** Addresses that no sitemap lists. */
const OTHERS = [
  "/errors",
  "/nowhere",
  "/docs/nowhere",
  "/fr/docs/nowhere",
  "/llms.txt",
  "/llms-full.txt",
  "/robots.txt",
  "/insights",
  "/manifest.webmanifest",
  "/favicon.ico",
  "/v1/nowhere",
  "/v1/health",
  "/.well-known/mcp",
  "/mcp/server-card",
];

/** Files of the template's public folder and pages of its manual, which somebody else's site must not have. */
const GONE = [
  "/logo-light.svg",
  "/logo-dark.svg",
  "/favicon.svg",
  "/images/search-box.png",
  "/docs/vercel",
  "/es/docs",
  "/docs/v1",
];

const TRACE = /.{0,40}(?:\bDocent\b|(?:src|href)="\/(?:logo-light|logo-dark|favicon)\.svg").{0,40}/;

/** Lists changes of the exercise that the running site does not show, and places where it still shows the template. */
export async function findSiteFaults(origin: string, folder: string): Promise<string[]> {
  const addresses = [...(await listPages(origin)), ...OTHERS.map((address) => origin + address)];
  const faults = [...findTracesInScripts(folder), ...(await findTracesInMcp(origin))];
  for (const url of addresses) faults.push(...(await findTraces(url)));
  for (const [address, texts] of Object.entries(SHOWN)) {
    const page = await readWithStyles(origin + address);
    faults.push(...texts.filter((text) => !page.includes(text)).map((text) => `${address} does not show ${text}`));
  }
  for (const address of GONE) {
    const { status } = await fetch(origin + address);
    if (status !== 404) faults.push(`${address} of the template answers ${status}`);
  }
  return [...faults, ...(await findPolicyFaults(origin)), ...(await findCardFaults(origin))];
}

/** A page with the style sheets that it links to. */
async function readWithStyles(url: string): Promise<string> {
  const html = await (await fetch(url)).text();
  const sheets = [...html.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, sheet]) => sheet as string);
  const styles = await Promise.all(sheets.map(async (sheet) => (await fetch(new URL(sheet, url))).text()));
  // React divides a text by comments where values are put into it.
  return [html.replaceAll("<!-- -->", ""), ...styles].join("\n");
}

async function listPages(origin: string): Promise<string[]> {
  const sitemap = await (await fetch(`${origin}/sitemap.xml`)).text();
  const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url as string);
  console.log(`${pages.length} pages in the sitemap.`);
  return [...pages, ...pages.filter((page) => page.includes("/docs")).map((page) => `${page}.md`)];
}

async function findTraces(url: string): Promise<string[]> {
  const response = await fetch(url);
  const text = `${JSON.stringify([...response.headers])}\n${await response.text()}`;
  const found = TRACE.exec(text) ?? /.{0,40}docent.{0,40}/i.exec(visibleText(text));
  return found ? [`${url}: ${found[0]}`] : [];
}

/** Without what only programs read, and without the name of the settings file: names that are the engine's. */
function visibleText(html: string): string {
  const text = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, " ").replace(/<[^>]*>/g, " ");
  return text.replaceAll("docent.config.ts", " ");
}

/** The texts of search box and assistant are in the scripts. */
function findTracesInScripts(folder: string): string[] {
  const files = readdirSync(path.join(folder, ".next/static"), { recursive: true, encoding: "utf8" });
  return files
    .filter((file) => file.endsWith(".js"))
    .flatMap((file) => {
      const found = TRACE.exec(readFileSync(path.join(folder, ".next/static", file), "utf8"));
      return found ? [`${file}: ${found[0]}`] : [];
    });
}

async function findTracesInMcp(origin: string): Promise<string[]> {
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "exercise", version: "1" } };
  const response = await fetch(`${origin}/mcp`, {
    method: "POST",
    headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }),
  });
  const text = await response.text();
  if (response.status !== 200 || !text.includes("Kiln")) return [`/mcp answers ${response.status}: ${text}`];
  return /docent/i.test(text) ? [`/mcp: ${text}`] : [];
}

async function findPolicyFaults(origin: string): Promise<string[]> {
  const policy = (await fetch(`${origin}/docs/glaze`)).headers.get("content-security-policy") ?? "";
  return policy.includes("https://plausible.example") ? [] : [`The policy does not admit the analytics script: ${policy}`];
}

async function findCardFaults(origin: string): Promise<string[]> {
  const html = await (await fetch(`${origin}/docs/glaze`)).text();
  const [, address = ""] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
  const card = await fetch(address);
  const type = card.headers.get("content-type");
  return card.status === 200 && type === "image/png" ? [] : [`The card ${address} answers ${card.status}, ${type}`];
}
