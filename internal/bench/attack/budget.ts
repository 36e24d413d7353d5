import { type Attack, countStatuses, type Outcome, post, question, type Reply } from "./attack.ts";
import type { BenchProvider } from "./provider.ts";
import type { Target, TargetOptions } from "./target.ts";

const budget = 10_000;
const answers = 40;
const message = "/v1/assistant/docent/message";
const pieces = Array.from({ length: 300 }, (_, index) => `word${index} `);

/** A server whose model is on loopback. */
export function modelOptions({ baseUrl }: BenchProvider, variables: Readonly<Record<string, string>> = {}): TargetOptions {
  return { variables: { ASSISTANT_MODEL: "scripted", OPENAI_BASE_URL: baseUrl, ...variables } };
}

export const budgetOptions = (provider: BenchProvider) =>
  modelOptions(provider, { ASSISTANT_DAILY_TOKEN_BUDGET: String(budget) });

/** Finding 6: each needs a server with its own budget, since a day has one. */
export function budgetAttack(name: keyof typeof ways, provider: BenchProvider): Attack {
  return { name: `6 ${answers} answers, ${name}, budget ${budget} tokens`, run: (target) => spend(target, provider, name) };
}

const ways = {
  "each left after its first word": { send: leave, parallel: false, usage: true },
  concurrently: { send: readAll, parallel: true, usage: true },
  "from a provider that reports no usage": { send: readAll, parallel: false, usage: false },
} as const;

async function spend(target: Target, provider: BenchProvider, name: keyof typeof ways): Promise<Outcome> {
  const { send, parallel, usage } = ways[name];
  const before = provider.billed();
  provider.say(pieces, { everyMs: usage ? 1 : 0, usage });
  const replies: Reply[] = [];
  if (parallel) replies.push(...(await Promise.all(Array.from({ length: answers }, () => send(target)))));
  else for (let count = 0; count < answers; count++) replies.push(await send(target));
  const billed = provider.billed();
  const tokens = billed.total - before.total;
  return {
    statuses: countStatuses(replies),
    seen: `${billed.calls - before.calls} calls, ${tokens} tokens`,
    bad: tokens > budget + billed.most ? ["more than the budget and one call"] : [],
  };
}

function readAll(target: Target): Promise<Reply> {
  return post(target, message, target.keys.assistant, question("How do I create a key?"));
}

/** Disconnects at the first word of the answer. */
async function leave({ url, keys }: Target): Promise<Reply> {
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${keys.assistant}`, "content-type": "application/json" };
  const body = JSON.stringify(question("How do I create a key?"));
  const response = await fetch(url + message, { method: "POST", headers, body, signal: leaving.signal });
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    if (/^0:/m.test(text)) break;
  }
  leaving.abort();
  return { status: response.status, headers: response.headers, text };
}
