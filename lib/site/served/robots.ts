import { readFile } from "node:fs/promises";
import path from "node:path";
import { getConfig, getMainProject } from "../../config/config.ts";
import { hasAsset, type Site } from "../../content/site/site.ts";
import { ENGINE_ROUTES } from "../../engine-paths.ts";
import { openAsset } from "./assets.ts";
import { toAddresses, withBasePath } from "./site-url.ts";

const FILE = "robots.txt";
/** The most of an owner's file that is read; crawlers read no more. */
const MAX_BYTES = 500 * 1024;

/** Crawlers that collect pages to train models, as their operators name them. */
const TRAINING_BOTS = [
  ...["GPTBot", "ClaudeBot", "anthropic-ai", "Google-Extended", "Applebot-Extended", "CCBot", "Bytespider", "Amazonbot"],
  ...["meta-externalagent", "cohere-training-data-crawler", "AI2Bot", "Diffbot", "PanguBot"],
];

/** Crawlers and agents that read pages to answer somebody. */
const ANSWERING_BOTS = [
  ...["OAI-SearchBot", "ChatGPT-User", "Claude-SearchBot", "Claude-User", "PerplexityBot", "Perplexity-User"],
  ...["MistralAI-User", "DuckAssistBot", "meta-externalfetcher", "YouBot", "PhindBot"],
];

/** Folders of endpoints, such as `/v1/`, which crawlers must not read. */
const endpointFolders = new Set(ENGINE_ROUTES.endpoints.flatMap((route) => /^\/[^/]+\//.exec(route) ?? []));

/**
 * Returns the robots.txt of the site: the owner's, of the content or the public folder, else the engine's. An owner's without the
 * address of a sitemap gets it.
 */
export async function readRobots(site: Site): Promise<string> {
  // Nothing of a closed site is for crawlers.
  if (site.audience && site.pages.length === 0) return `User-Agent: *\nDisallow: ${withBasePath("/")}\n`;
  const own = await readOwn(site);
  const sitemap = Object.values(toAddresses({ sitemap: "/sitemap.xml" })).map((url) => `Sitemap: ${url}`);
  if (own === undefined) return `${[...writeRules(), ...sitemap].join("\n\n")}\n`;
  if (sitemap.length === 0 || /^\s*sitemap\s*:/im.test(own)) return own;
  return `${own.trimEnd()}\n\n${sitemap.join("\n")}\n`;
}

async function readOwn(site: Site): Promise<string | undefined> {
  const opened = hasAsset(site, FILE) ? await openAsset(getMainProject(), FILE) : undefined;
  if (opened) {
    const { file } = opened;
    const text = await file.readFile("utf8").finally(() => file.close());
    return text.slice(0, MAX_BYTES);
  }
  const text = await readFile(path.join(process.cwd(), "public", FILE), "utf8").catch(() => undefined);
  return text?.slice(0, MAX_BYTES);
}

function writeRules(): string[] {
  const { train, answer } = getConfig().robots.ai;
  const say = (allowed: boolean) => (allowed ? "yes" : "no");
  const signals = [
    "search=yes",
    ...(answer === undefined ? [] : [`ai-input=${say(answer)}`]),
    ...(train === undefined ? [] : [`ai-train=${say(train)}`]),
  ];
  const signal = signals.length > 1 ? [`Content-Signal: ${signals.join(", ")}`] : [];
  const allow = ["/", "/api/card/", "/v1/search/"].map((folder) => `Allow: ${withBasePath(folder)}`);
  const disallow = [...endpointFolders, "/insights"].map((folder) => `Disallow: ${withBasePath(folder)}`);
  const bots = [...(train === false ? TRAINING_BOTS : []), ...(answer === false ? ANSWERING_BOTS : [])];
  const refused = bots.length > 0 ? [[...bots.map((name) => `User-Agent: ${name}`), "Disallow: /"].join("\n")] : [];
  return [["User-Agent: *", ...signal, ...allow, ...disallow].join("\n"), ...refused];
}
