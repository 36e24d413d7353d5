import type { Target } from "./target.ts";

/** The outcome of one attack, as its sender saw it. */
export interface Outcome {
  /** Answers by status; `closed` is a connection that ended without one, `silent` for none in time. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Remarks, in a few words. */
  readonly seen?: string;
  /** The reasons why the server did not hold; empty when it did. */
  readonly bad: readonly string[];
}

/** One request, or a few that belong together. */
export interface Attack {
  /** Names it in the table and in before.json. */
  readonly name: string;
  /** Statuses of 500 and more that are right here, such as 503 while the store is unavailable. */
  readonly allows?: readonly number[];
  /** `restart` ends the server and starts it again with the same folder. */
  readonly run: (target: Target, restart: () => Promise<Target>) => Promise<Outcome>;
}

/** One answer of the server. */
export interface Reply {
  readonly status: number | "closed" | "silent";
  readonly headers: Headers;
  readonly text: string;
}

const patienceMs = 15_000;

/** Sends a request and reads its answer. Never throws: a server that is gone is a finding, not a fault of the bench. */
export async function ask({ url }: Target, path: string, init: RequestInit = {}): Promise<Reply> {
  const signal = AbortSignal.timeout(patienceMs);
  try {
    const response = await fetch(url + path, { redirect: "manual", signal, ...init });
    return { status: response.status, headers: response.headers, text: await response.text() };
  } catch {
    return { status: signal.aborted ? "silent" : "closed", headers: new Headers(), text: "" };
  }
}

/** Sends JSON, or text that may be no JSON, with a token. */
export function post(target: Target, path: string, token: string, body: unknown, headers = {}): Promise<Reply> {
  return ask(target, path, {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
}

/** A token as the site's own pages get one. @throws Error when none is given. */
export async function takeSiteToken(target: Target, fp: string, headers = {}): Promise<string> {
  const { status, text } = await ask(target, "/api/site-token", {
    method: "POST",
    headers: { "content-type": "application/json", origin: target.url, "sec-fetch-site": "same-origin", ...headers },
    body: JSON.stringify({ domain: "docent", fp }),
  });
  if (status !== 200) throw new Error(`No site token: ${status} ${text}`);
  return (JSON.parse(text) as { token: string }).token;
}

/** A question in the form of /v1, with further members. */
export function question(text: string, { fp = "attack", ...rest }: Record<string, unknown> = {}) {
  return { fp, ...rest, messages: [{ id: "1", role: "user", content: text, parts: [{ type: "text", text }] }] };
}

/** Counts answers by status. */
export function countStatuses(replies: readonly Pick<Reply, "status">[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { status } of replies) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}
