/*
 * The families of programs that read docs, told by their request headers alone.
 * Agents read for a person who waits; crawlers collect for an index or a model. Start at `findClient`.
 */

import { isbot } from "isbot";

/** Agents, and the user agents that were recorded for each. The first one that matches counts. */
const AGENTS = [
  ["claude-code", /claude-code\//i],
  ["claude-user", /claude-user/i],
  ["chatgpt-user", /chatgpt-user|openai-mcp/i],
  ["codex", /\bcodex[_/-]/i],
  ["cursor", /\bcursor\//i],
  ["gemini", /gemini|googleagent/i],
  ["perplexity-user", /perplexity-user/i],
  // The fetch tool of VS Code has the user agent of its window.
  ["copilot", /copilot|\bCode\/[\d.]+ .*Electron\//i],
  ["windsurf", /windsurf|codeium/i],
  ["opencode", /\bopencode\b/i],
  [
    "fetcher",
    /^(?:aiohttp|axios|colly|curl|deno|fetch|go-http-client|got|guzzle|httpie|java|node|okhttp|postman|python|ruby|undici|wget)\b/i,
  ],
] as const;

const CRAWLERS = [
  ["gptbot", /gptbot/i],
  ["oai-searchbot", /oai-searchbot/i],
  ["claude-searchbot", /claude-searchbot/i],
  ["claudebot", /claudebot|anthropic-ai/i],
  ["googlebot", /googlebot|googleother|google-inspectiontool/i],
  ["bingbot", /bingbot/i],
  ["perplexitybot", /perplexitybot/i],
  ["applebot", /applebot/i],
  ["amazonbot", /amazonbot/i],
  ["bytespider", /bytespider/i],
  ["ccbot", /ccbot/i],
  ["meta-externalagent", /meta-external/i],
] as const;

/** Names of families of agents; `agent` is one that asks for Markdown or uses MCP and is none of the others. */
export const agentFamilies = [...AGENTS.map(([name]) => name), "agent"] as const;
export type AgentFamily = (typeof agentFamilies)[number];

/** Names of families of crawlers; `crawler` is any other that names itself. */
export const crawlerFamilies = [...CRAWLERS.map(([name]) => name), "crawler"] as const;
export type CrawlerFamily = (typeof crawlerFamilies)[number];

/** A program that reads, by its family. */
export type Client =
  | { readonly kind: "agent"; readonly family: AgentFamily }
  | { readonly kind: "robot"; readonly family: CrawlerFamily };

/** The most characters of a header that are looked at. */
const MAX_HEADER = 500;

/** Returns the program that sent a request; undefined for a browser, and for what says nothing of itself. */
export function findClient(headers: Pick<Headers, "get">): Client | undefined {
  const name = (headers.get("user-agent") ?? "").slice(0, MAX_HEADER);
  const crawler = CRAWLERS.find(([, pattern]) => pattern.test(name));
  if (crawler) return { kind: "robot", family: crawler[0] };
  const agent = findAgentFamily(name) ?? familyOfAccept((headers.get("accept") ?? "").slice(0, MAX_HEADER));
  if (agent) return { kind: "agent", family: agent };
  return isbot(name.replace("HeadlessChrome", "Chrome")) ? { kind: "robot", family: "crawler" } : undefined;
}

/** Returns the family of agents that a name belongs to: a user agent, or what an MCP client calls itself. */
export function findAgentFamily(name: string): AgentFamily | undefined {
  return AGENTS.find(([, pattern]) => pattern.test(name))?.[0];
}

/** Returns the family of an agent that sends the user agent of a browser: no browser asks for Markdown. */
function familyOfAccept(accept: string): AgentFamily | undefined {
  if (!/text\/(?:x-)?markdown/i.test(accept)) return undefined;
  if (/text\/x-markdown;q=0\.9/i.test(accept)) return "opencode";
  return /^text\/markdown,text\/html;q=0\.9,application\/xhtml\+xml;q=0\.8/i.test(accept) ? "cursor" : "agent";
}
