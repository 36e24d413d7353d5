import { once } from "node:events";
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A shared cache in front of a server, as a content delivery network is (RFC 9111). */
export interface CachingProxy {
  readonly url: string;
  /** Moves its clock on. */
  readonly pass: (seconds: number) => void;
  readonly close: () => Promise<void>;
}

interface Kept {
  readonly status: number;
  readonly headers: IncomingMessage["headers"];
  readonly body: Buffer;
  readonly at: number;
  /** Names and values of the request headers that `Vary` names. */
  readonly varies: readonly (readonly [name: string, value: string])[];
}

/**
 * Starts it before a server. Each answer says in `x-cache` where it came from: `hit` from the cache alone, `revalidated` from the cache
 * after the server was asked, `miss` from the server. Stale answers are never served.
 */
export async function startCachingProxy(origin: string): Promise<CachingProxy> {
  const cache = new Map<string, Kept[]>();
  let passed = 0;
  const now = () => Date.now() / 1_000 + passed;
  const server = createServer(async (incoming, outgoing) => {
    // As sizing.mdx asks of a cache: a page has two forms at one address, and no Vary that says so.
    const key = `${/text\/markdown/.test(incoming.headers.accept ?? "") ? "markdown" : "html"} ${incoming.url ?? "/"}`;
    const isGet = incoming.method === "GET";
    const kept = isGet ? cache.get(key)?.find(({ varies }) => matches(varies, incoming)) : undefined;
    if (kept && now() - kept.at < lifetimeOf(kept.headers)) return answer(outgoing, kept, "hit");
    const etag = kept?.headers.etag;
    const fresh = await ask(origin, incoming, etag ? { "if-none-match": etag } : {});
    if (kept && fresh.status === 304) return answer(outgoing, kept, "revalidated");
    if (isGet && isStorable(fresh)) {
      const others = (cache.get(key) ?? []).filter((one) => one !== kept);
      cache.set(key, [...others, { ...fresh, at: now(), varies: variesOf(fresh.headers, incoming) }]);
    }
    answer(outgoing, fresh, "miss");
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    pass: (seconds) => {
      passed += seconds;
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

type Answer = Pick<Kept, "status" | "headers" | "body">;

async function ask(origin: string, incoming: IncomingMessage, more: OutgoingHttpHeaders): Promise<Answer> {
  const { method, url, headers } = incoming;
  const sent = request(origin + url, { method, headers: { ...headers, host: new URL(origin).host, ...more } });
  incoming.pipe(sent);
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return { status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(chunks) };
}

function answer(outgoing: ServerResponse, { status, headers, body }: Answer, from: string): void {
  const { "transfer-encoding": _, ...rest } = headers;
  outgoing.writeHead(status, { ...rest, "content-length": body.byteLength, "x-cache": from }).end(body);
}

/** A shared cache may keep what does not forbid it and says how long, or how it can be asked for again. */
function isStorable({ status, headers }: Answer): boolean {
  const control = headers["cache-control"] ?? "";
  if (status !== 200 || /no-store|private/.test(control) || headers.vary === "*" || headers["set-cookie"]) return false;
  return lifetimeOf(headers) > 0 || headers.etag !== undefined;
}

function lifetimeOf(headers: IncomingMessage["headers"]): number {
  const control = headers["cache-control"] ?? "";
  if (/no-cache/.test(control)) return 0;
  return Number(/s-maxage=(\d+)/.exec(control)?.[1] ?? /max-age=(\d+)/.exec(control)?.[1] ?? 0);
}

function variesOf(headers: IncomingMessage["headers"], incoming: IncomingMessage): Kept["varies"] {
  const names = (headers.vary ?? "").split(",").map((name) => name.trim().toLowerCase());
  return names.filter(Boolean).map((name) => [name, String(incoming.headers[name] ?? "")]);
}

function matches(varies: Kept["varies"], incoming: IncomingMessage): boolean {
  return varies.every(([name, value]) => String(incoming.headers[name] ?? "") === value);
}
