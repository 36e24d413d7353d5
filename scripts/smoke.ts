import { getConfig, getMainProject } from "../lib/config/config.ts";
import { landingPath } from "../lib/content/model/urls.ts";
import { counted } from "../lib/counted.ts";
import { listAppRoutes } from "../lib/site/app-routes.ts";
import { withBuildServer } from "./build-server.ts";
import { readArguments, runCommand } from "./command-line.ts";

const help = `npm run test:smoke

Starts the build and asks it for every page of the sitemap, the pages and files that you have added, a path that does not
exist, and a search. Fails when one of them gives an unexpected answer.`;

const MAX_PAGES = 300;

await runCommand(help, async (args) => {
  readArguments(args, { options: {} });
  const { basePath } = getConfig();
  const faults = await withBuildServer({ basePath }, ({ origin }) => findFaults(origin, origin + basePath));
  for (const fault of faults) console.log(fault);
  if (faults.length > 0) process.exitCode = 1;
});

async function findFaults(origin: string, base: string): Promise<string[]> {
  const pages = [...new Set([...listLandings(base), ...(await listOwnPages(base)), ...(await listSitemap(base))])];
  const faults = [];
  for (const page of pages.slice(0, MAX_PAGES)) faults.push(...(await judgePage(page)));
  for (const file of listFiles()) faults.push(...(await expectStatus(base + file, 200)));
  faults.push(...(await expectStatus(`${base}/no-page-${Date.now()}`, 404)), ...(await judgeSearch(base, origin)));
  console.log(`${Math.min(pages.length, MAX_PAGES)} of ${counted(pages.length, "page")}, ${counted(faults.length, "fault")}.`);
  return faults;
}

function listLandings(base: string): string[] {
  const project = getMainProject();
  return project.languages.map(({ id }) => base + landingPath(project, id));
}

/** Lists pages that the fork added, without those whose address has a dynamic part. */
async function listOwnPages(base: string): Promise<string[]> {
  const routes = await listAppRoutes();
  return routes
    .filter(({ isOwn, handler, pattern }) => isOwn && !handler && !pattern.includes("["))
    .map(({ pattern }) => base + pattern);
}

async function listSitemap(base: string): Promise<string[]> {
  const text = await (await fetch(`${base}/sitemap.xml`)).text();
  return [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url as string);
}

/** Files that the configuration names. */
function listFiles(): string[] {
  const { logo, favicon, scripts } = getConfig();
  const files = [logo?.light, logo?.dark, favicon, ...scripts.map(({ src }) => src)];
  return files.filter((file) => file?.startsWith("/")) as string[];
}

async function judgePage(url: string): Promise<string[]> {
  const response = await fetch(url);
  const html = await response.text();
  if (response.status !== 200) return [`${url} answers ${response.status}.`];
  return /<h1[\s>]/.test(html) ? [] : [`${url} has no heading of the first level.`];
}

async function expectStatus(url: string, status: number): Promise<string[]> {
  const response = await fetch(url);
  await response.body?.cancel();
  return response.status === status ? [] : [`${url} answers ${response.status} where ${status} was expected.`];
}

/** Returns a search as the site's own search box makes it. */
async function judgeSearch(base: string, origin: string): Promise<string[]> {
  const { domain, name } = getMainProject();
  const headers = { origin, "sec-fetch-site": "same-origin", "content-type": "application/json" };
  const body = JSON.stringify({ domain, fp: "smoke" });
  const given = await fetch(`${base}/api/site-token`, { method: "POST", headers, body });
  if (!given.ok) return [`The site gives its pages no token: ${given.status} ${await given.text()}`];
  const { token } = await given.json();
  const response = await fetch(`${base}/v1/search/${domain}`, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify({ query: name }),
  });
  return response.ok ? [] : [`The search answers ${response.status}: ${await response.text()}`];
}
