import { execFileSync, spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { withBuildServer } from "../../scripts/build-server.ts";
import { readArguments, runCommand, UsageError } from "../../scripts/command-line.ts";
import { isForkPath, isWorkshopPath, MANUAL_PAGES, SHARED_PATHS } from "../../scripts/owners.ts";
import { KILN, KILN_FLAGS } from "./kiln.ts";
import { drawFork, makeFork } from "./random-fork.ts";
import { Workspace } from "./workspace.ts";

const help = `npm run exercise:fork -- [--forks N] [--seed N] [--quick] [--keep]

Does what new users do, on copies of the last commit.

First a whole site: init, then a page, a component, a landing page, a route, an API description, a logo, a font, colours, a
header link, an analytics script and messages, then npm test with the engine's tests. Fails when a test fails, when a file
changed that no fork owns, when a change does not show, or when anything still names the template.

Then sites drawn at random: languages, versions, a base path, kinds of pages and descriptions. Each runs its npm test.

  --forks  how many sites to draw, 5 by default
  --seed   the seed that an earlier run printed; by default that of the commit
  --quick  one drawn site alone, and of its npm test only what needs no build
  --keep   leave the copies where they are`;

const options = {
  forks: { type: "string", default: "5" },
  seed: { type: "string" },
  quick: { type: "boolean", default: false },
  keep: { type: "boolean", default: false },
} as const;

/** The parts of a site's npm test that need no build. */
const QUICK_STEPS = ["types", "test:unit", "check"];

async function exerciseWholeSite({ keep }: { readonly keep: boolean }): Promise<void> {
  const site = new Workspace("fork");
  console.log(site.folder);
  const before = site.git("rev-parse", "HEAD");
  site.run("npm", "run", "--silent", "init", "--", ...KILN_FLAGS);
  site.commit("docs: begin");
  const afterInit = site.git("rev-parse", "HEAD");
  site.run("npm", "run", "--silent", "init", "--", ...KILN_FLAGS);
  if (site.git("status", "--porcelain")) throw new Error("A second init changed something.");
  site.write(KILN);
  site.commit("docs: make it ours");
  console.log(site.git("diff", "--stat", afterInit, "HEAD"));
  requireOwnPaths(site.git("diff", "--name-only", before, "HEAD").split("\n"));
  site.run("npm", "test", "--", "--engine");
  const faults = await withBuildServer({ folder: site.folder }, ({ origin }) => findSiteFaults(origin, site.folder));
  if (faults.length > 0) throw new Error(faults.join("\n"));
  if (!keep) site.remove();
}

function exerciseDrawnSite(seed: number, { steps, keep }: { readonly steps: readonly string[]; readonly keep: boolean }): void {
  const fork = drawFork(seed);
  const site = new Workspace("drawn");
  console.log(`\nSite of seed ${seed} (npm run exercise:fork -- --seed ${seed}): ${fork.summary}\n${site.folder}`);
  makeFork(site, fork);
  for (const step of steps) site.run("npm", "run", "--silent", step);
  const changed = site.git("status", "--porcelain");
  if (changed) throw new Error(`Its tests changed files:\n${changed}`);
  requireTypes(site);
  if (!keep) site.remove();
}

/** Requires that an error of types stops a build and is named. */
function requireTypes(site: Workspace): void {
  site.write({ "site/broken.ts": 'export const degrees: number = "1240";\n' });
  const { status, stdout } = spawnSync("npm", ["run", "--silent", "build"], { cwd: site.folder, encoding: "utf8" });
  if (status === 0 || !stdout.includes("site/broken.ts(1,14): error TS2322"))
    throw new Error(`A build with an error of types ended with ${status}:\n${stdout}`);
}

/** Derives the seed from the commit, so that a failure can be reproduced. */
function seedOfCommit(): number {
  return Number.parseInt(execFileSync("git", ["rev-parse", "--short=7", "HEAD"], { encoding: "utf8" }), 16);
}

function toCount(flag: string, value: string): number {
  if (!/^\d{1,9}$/.test(value)) throw new UsageError(`--${flag}: "${value}" must be a whole number of at most nine digits`);
  return Number(value);
}

function requireOwnPaths(files: readonly string[]): void {
  const shared: readonly string[] = SHARED_PATHS;
  const foreign = files.filter(
    (file) => !isForkPath(file) && !isWorkshopPath(file) && !file.startsWith(`${MANUAL_PAGES}/`) && !shared.includes(file),
  );
  if (foreign.length > 0) throw new Error(`Files changed that no fork owns:\n${foreign.join("\n")}`);
}

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
  "/.well-known/ai-catalog.json",
  "/mcp/server-card",
];

/** Files of the template's public folder and pages of its manual, which a fork must not have. */
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
async function findSiteFaults(origin: string, folder: string): Promise<string[]> {
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

/** Fetches a page with the style sheets that it links to. */
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

/** Returns a page's text without scripts, styles and the name of the settings file, which belong to the engine. */
function visibleText(html: string): string {
  const text = html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, " ").replace(/<[^>]*>/g, " ");
  return text.replaceAll("docent.config.ts", " ");
}

/** Searches the scripts, which contain the texts of search box and assistant. */
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

await runCommand(help, async (args) => {
  const { forks, seed, quick, keep } = readArguments(args, { options }).values;
  if (!quick) await exerciseWholeSite({ keep });
  const first = seed === undefined ? seedOfCommit() : toCount("seed", seed);
  for (let drawn = 0; drawn < (quick ? 1 : toCount("forks", forks)); drawn += 1)
    exerciseDrawnSite(first + drawn, { steps: quick ? QUICK_STEPS : ["test"], keep });
  console.log("The exercise is done: everything is as it should be.");
});
