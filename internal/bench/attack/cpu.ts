import { CATASTROPHIC_PATTERNS } from "../../testing/patterns.ts";
import { type Attack, ask, countStatuses, type Outcome, post, type Reply } from "./attack.ts";
import type { Target } from "./target.ts";

/** Sends over some connections for some seconds, each request after the last one's answer. */
async function keepBusy(lanes: number, seconds: number, send: (count: number) => Promise<Reply>): Promise<Outcome> {
  const until = performance.now() + seconds * 1_000;
  const replies: Reply[] = [];
  let count = 0;
  await Promise.all(
    Array.from({ length: lanes }, async () => {
      while (performance.now() < until) replies.push(await send(count++));
    }),
  );
  return { statuses: countStatuses(replies), bad: [] };
}

const pages = ["", "/quickstart", "/keys", "/limits", "/errors", "/search", "/v1", "/v1/quickstart"];
const card = (count: number) => `/api/card/docs${pages[count % pages.length]}?x=${count}`;

/** Hostile search texts of the most characters that are taken. */
const queries = [
  "a ".repeat(500),
  Array.from({ length: 100 }, (_, index) => `word${index}`)
    .join(" ")
    .slice(0, 1_000),
  "searching configuration authentication ".repeat(26).slice(0, 1_000),
  "ﷺ".repeat(1_000),
  "\u0301".repeat(1_000),
  `"${"'".repeat(998)}"`,
  "a-".repeat(500),
  "ab".repeat(500),
  "🧑‍🚀".repeat(200),
];

/** Texts of 32,000 characters that a message may hold. */
const questions = [
  "how create key ".repeat(2_130),
  "?".repeat(32_000),
  "a\n".repeat(16_000),
  "`".repeat(32_000),
  "ab ".repeat(10_600),
  `Who is Aa${"B".repeat(40)}1?`,
  "What's on'ly ".repeat(2_400),
];

const asked = (text: string) => ({ fp: "cpu", messages: [{ id: "1", role: "user", content: text, parts: [] }] });

/** Patterns over MCP, on the longest pages that there are; some are refused for their size. */
async function findPatterns(target: Target): Promise<Outcome> {
  const headers = { "content-type": "application/json" };
  const replies: Reply[] = [];
  for (const pattern of CATASTROPHIC_PATTERNS) {
    const params = { name: "find_text", arguments: { pattern } };
    replies.push(
      await ask(target, "/mcp", {
        method: "POST",
        headers,
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
      }),
    );
  }
  const refused = replies.filter(({ text }) => text.includes('"isError":true')).length;
  return {
    statuses: countStatuses(replies),
    seen: `${refused} refused`,
    bad: replies.some(({ status }) => status !== 200) ? ["is not answered"] : [],
  };
}

/** Finding 8, and the texts that cost most per character. */
export const cpuAttacks: readonly Attack[] = [
  { name: "fifty catastrophic patterns for find_text", run: findPatterns },
  { name: "8 cards over 20 connections, 3 s", run: (target) => keepBusy(20, 3, (count) => ask(target, card(count))) },
  {
    name: "8 llms-full.txt over 20 connections, 3 s",
    run: (target) => keepBusy(20, 3, (count) => ask(target, `/llms-full.txt?x=${count}`)),
  },
  {
    name: "8 Markdown forms over 20 connections, 3 s",
    run: (target) => keepBusy(20, 3, (count) => ask(target, `/docs${pages[1 + (count % 5)]}.md?x=${count}`)),
  },
  { name: "held: hostile searches of 1,000 characters", run: (target) => inTurn(queries, (query) => search(target, query)) },
  { name: "held: hostile questions of 32,000 characters", run: (target) => inTurn(questions, (text) => message(target, text)) },
];

const search = (target: Target, query: string) => post(target, "/v1/search/docent", target.keys.assistant, { query });
const message = (target: Target, text: string) =>
  post(target, "/v1/assistant/docent/message", target.keys.assistant, asked(text));

async function inTurn(texts: readonly string[], send: (text: string) => Promise<Reply>): Promise<Outcome> {
  const replies: Reply[] = [];
  let slowest = { ms: 0, text: "" };
  for (const text of texts) {
    const started = performance.now();
    replies.push(await send(text));
    const ms = Math.round(performance.now() - started);
    if (ms > slowest.ms) slowest = { ms, text: text.slice(0, 12) };
  }
  return { statuses: countStatuses(replies), seen: `slowest ${slowest.ms} ms: ${JSON.stringify(slowest.text)}`, bad: [] };
}
