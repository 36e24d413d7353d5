import { setTimeout as wait } from "node:timers/promises";
import type { Instance } from "../standalone.ts";
import { type Deployment, DOMAIN } from "./deployment.ts";

const AT_ONCE = 4;
const ASK_MS = 30_000;
const POLL_MS = 50;
/** A reader's browser: visits of programs are counted apart. */
const BROWSER = "Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** Counts and times of the traffic so far. */
export interface Tally {
  /** Requests that were answered with success, by kind. */
  readonly done: Map<string, number>;
  /** Others, by kind and status; `down` where no server took the connection or it was cut. */
  readonly failed: Map<string, number>;
  /** Number of messages that were answered to their end, by reader. */
  readonly answered: Map<string, number>;
  /**
   * Time from each update's success until both instances served it, in milliseconds; from when all was up again, where something
   * was started again meanwhile.
   */
  readonly followedMs: number[];
  /** When what was started again answered. */
  upSince: number;
  /** Answers of the seconds before an instance was killed, which it may have had no time to record in the insights. */
  unrecorded: number;
}

interface Outcome {
  readonly status: number;
  readonly text: string;
}

/**
 * Runs readers side by side, and one edit and update after another, until the signal. The turns of a reader go to one instance after
 * the other; with `alternate` every request does, and a second question in the same conversation is asked of the other instance.
 */
export async function runTraffic(deployment: Deployment, run: Run): Promise<void> {
  const readers = Array.from({ length: AT_ONCE }, (_, reader) => runReader(deployment, { ...run, reader }));
  await Promise.all([...readers, runUpdates(deployment, run)]);
}

/** Creates a tally of nothing yet. */
export function createTally(): Tally {
  return { done: new Map(), failed: new Map(), answered: new Map(), followedMs: [], upSince: 0, unrecorded: 0 };
}

/** The settings of the traffic. */
export interface Run {
  readonly tally: Tally;
  readonly alternate: boolean;
  readonly signal: AbortSignal;
}

async function runReader({ instances, keys }: Deployment, { tally, alternate, reader, signal }: Run & { reader: number }) {
  let requests = 0;
  for (let turn = 0; !signal.aborted; turn += 1) {
    const url = () => (instances[(alternate ? requests++ : turn + reader) % 2] as Instance).url;
    const query = `prepare part ${turn % 30}.${reader}`;
    const fp = `reader-${reader}-${turn}`;
    const ask = async (kind: string, id: string, threadId?: string) => {
      const messages = [{ id, role: "user", content: `How do I ${query}?`, parts: [] }];
      const body = { fp, messages, ...(threadId && { threadId }) };
      const answer = await count(tally, kind, post(`${url()}/v1/assistant/${DOMAIN}/message`, keys.assistant, body));
      const [, thread] = /\nd:\{"type":"finish","finishReason":"stop".*"threadId":"([^"]+)"/.exec(answer) ?? [];
      if (thread) tally.answered.set(fp, (tally.answered.get(fp) ?? 0) + 1);
      return thread;
    };
    await count(tally, "search", post(`${url()}/v1/search/${DOMAIN}`, keys.assistant, { query }));
    const thread = await ask("message", "1");
    if (alternate && thread) await ask("second message", "2", thread);
    await count(tally, "page", get(`${url()}/docs/guide-${1 + (turn % 29)}`));
    await count(tally, "insights", get(`${url()}/v1/insights/${DOMAIN}/overview`, keys.account));
  }
}

/** Edits all pages, asks for an update, and measures how long both instances take to serve it after its success. */
async function runUpdates(deployment: Deployment, { tally, signal }: Pick<Run, "tally" | "signal">): Promise<void> {
  const { instances, keys, edit } = deployment;
  for (let edition = 1; !signal.aborted; edition += 1) {
    edit(edition);
    const succeededAt = await update(instances, keys.account, { tally, edition, signal });
    await Promise.all(instances.map((instance) => untilServed(instance, edition, signal)));
    if (succeededAt === undefined || signal.aborted) return;
    tally.followedMs.push(Math.max(0, performance.now() - Math.max(succeededAt, tally.upSince)));
    await wait(1_000);
  }
}

/** Asks one instance after another until one accepts the update and one reports its success. Returns the time of that, if it comes before the signal. */
async function update(
  instances: readonly Instance[],
  key: string,
  { tally, edition, signal }: { tally: Tally; edition: number; signal: AbortSignal },
): Promise<number | undefined> {
  const urlOf = (turn: number) => (instances[turn % instances.length] as Instance).url;
  for (let turn = edition, statusId = ""; !signal.aborted; turn += 1) {
    const url = urlOf(turn);
    const answer = statusId
      ? await get(`${url}/v1/project/update-status/${statusId}`, key)
      : await post(`${url}/v1/project/update/${DOMAIN}`, key, {});
    const state =
      answer.status === 200 || answer.status === 202
        ? (JSON.parse(answer.text) as { statusId: string; status?: string })
        : undefined;
    if (statusId && state?.status === "failure") throw new Error(`An update failed: ${answer.text}`);
    if (statusId && state?.status === "success") {
      add(tally.done, "update");
      return performance.now();
    }
    statusId ||= state?.statusId ?? "";
    await wait(POLL_MS);
  }
  return undefined;
}

/** Resolves once an instance serves an edition, or a later one, as a page and as Markdown, and at the signal. */
async function untilServed({ url }: Instance, edition: number, signal: AbortSignal): Promise<void> {
  for (const address of [`${url}/docs`, `${url}/docs/guide-7.md`])
    while (!signal.aborted) {
      const { text } = await get(address);
      if (Number(/This is edition (\d+)/.exec(text)?.[1] ?? -1) >= edition) break;
      await wait(POLL_MS);
    }
}

async function count(tally: Tally, kind: string, asked: Promise<Outcome>): Promise<string> {
  const { status, text } = await asked;
  if (status === 200) add(tally.done, kind);
  else add(tally.failed, `${kind} ${status || "down"}`);
  // A client that waits for a server to come back does not ask as fast as one that gets answers.
  if (status !== 200) await wait(100);
  return status === 200 ? text : "";
}

function add(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** Reads an address; status 0 where the connection is refused or cut. */
export async function get(url: string, key?: string): Promise<Outcome> {
  return ask(url, { headers: { "user-agent": BROWSER, ...(key && { authorization: `Bearer ${key}` }) } });
}

function post(url: string, key: string, body: object): Promise<Outcome> {
  const headers = { "user-agent": BROWSER, authorization: `Bearer ${key}`, "content-type": "application/json" };
  return ask(url, { method: "POST", headers, body: JSON.stringify(body) });
}

async function ask(url: string, request: RequestInit): Promise<Outcome> {
  try {
    const response = await fetch(url, { ...request, signal: AbortSignal.timeout(ASK_MS) });
    return { status: response.status, text: await response.text() };
  } catch {
    return { status: 0, text: "" };
  }
}
