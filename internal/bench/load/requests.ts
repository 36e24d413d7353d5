import type { KindName } from "./kinds.ts";

/** A request as it is sent. */
export interface LoadRequest {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Status of success. */
  readonly expected: number;
  /** Present in an answer that is a stream: the text after which its reader has the first words. */
  readonly firstWords?: string;
}

/** Facts about the site that is asked. */
export interface Facts {
  readonly domain: string;
  /** Paths of pages. */
  readonly pages: readonly string[];
  /** The address of each page as a click in the browser asks for it. */
  readonly clicks: readonly string[];
  /** Paths of scripts, styles and fonts. */
  readonly files: readonly string[];
  /** Words that readers look for. */
  readonly titles: readonly string[];
  /** Site tokens, as the site gives them to browsers. */
  readonly readers: readonly { readonly fp: string; readonly token: string }[];
}

type Headers = Readonly<Record<string, string>>;

const BROWSER = "Mozilla/5.0 (X11; Linux x64; rv:140.0) Gecko/20100101 Firefox/140.0";
/** Header of a click, as Next's router sends it. */
export const CLICK_HEADERS = { rsc: "1" } as const;

/** Creates requests of each kind; everything that varies comes from `random`. */
export function createRequests(facts: Facts, random: () => number): (kind: KindName) => LoadRequest {
  const one = <Item>(items: readonly Item[]) => items[Math.floor(random() * items.length)] as Item;
  const number = () => Math.floor(random() * 1e9);
  const typists = Array.from({ length: 200 }, () => ({ text: "", typed: 0 }));
  const common = () => ({
    "user-agent": BROWSER,
    "accept-encoding": "gzip, deflate, br",
    // One reader in front of each of 5,000 addresses, behind a proxy that says so.
    "x-forwarded-for": `10.0.${number() % 20}.${1 + (number() % 250)}`,
  });
  const get = (path: string, headers: Headers = {}): LoadRequest => ({
    method: "GET",
    path,
    headers: { ...common(), ...headers },
    expected: 200,
  });
  const post = (path: string, body: object, headers: Headers = {}): LoadRequest => ({
    method: "POST",
    path,
    headers: { ...common(), "content-type": "application/json", ...headers },
    body: JSON.stringify(body),
    expected: 200,
  });
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

  const typeOn = (): string => {
    const typist = one(typists);
    if (typist.typed >= typist.text.length) Object.assign(typist, { text: one(facts.titles), typed: 1 });
    typist.typed += 1;
    return typist.text.slice(0, typist.typed);
  };
  const ask = () => {
    const { fp, token } = one(facts.readers);
    const text = `How do I get to ${one(facts.titles)}?`;
    const messages = [{ id: `m${number()}`, role: "user", content: text, parts: [{ type: "text", text }] }];
    return { ...post(`/v1/assistant/${facts.domain}/message`, { fp, messages }, bearer(token)), firstWords: '\n0:"' };
  };
  const callOf = (query: string) => {
    const params = { name: "search", arguments: { query } };
    return { jsonrpc: "2.0", id: number(), method: "tools/call", params };
  };
  const rate = () => post("/api/page-feedback", { page: one(facts.pages), rating: random() < 0.7 ? "up" : "down" });
  const open = () => post("/api/insights", { query: one(facts.titles), page: one(facts.pages) });
  const makers: Readonly<Record<KindName, () => LoadRequest>> = {
    page: () => get(one(facts.pages), { accept: "text/html" }),
    rsc: () => get(one(facts.clicks), CLICK_HEADERS),
    markdown: () => get(`${one(facts.pages)}.md`),
    file: () => get(one(facts.files)),
    search: () => post(`/v1/search/${facts.domain}`, { query: typeOn() }, bearer(one(facts.readers).token)),
    question: ask,
    model: ask,
    mcp: () => post("/mcp", callOf(one(facts.titles)), { accept: "application/json, text/event-stream" }),
    feedback: () => ({ ...(random() < 0.5 ? rate() : open()), expected: 204 }),
    missing: () => ({ ...get(`/docs/nowhere-${number()}`, { accept: "text/html" }), expected: 404 }),
  };
  return (kind) => makers[kind]();
}
