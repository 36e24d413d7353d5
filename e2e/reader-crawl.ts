import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { AUDIENCES, isOpenTo, type RandomSite } from "../internal/testing/readers.ts";
import type { Audience } from "../lib/content/site/site.ts";
import { ENGINE_ROUTES } from "../lib/engine-paths.ts";

/** The sender of requests: a reader whom the headers of a proxy name, or a program with a key. */
export interface Reader {
  readonly name: string;
  readonly audience: Audience;
  readonly headers: Readonly<Record<string, string>>;
}

/** The readers of the crawl, without those with keys. */
export const READERS: readonly Reader[] = Object.entries(AUDIENCES).map(([name, audience]) => ({
  name,
  audience,
  headers: audience.isSignedIn ? namedByProxy(name, audience.groups) : {},
}));

function namedByProxy(user: string, groups: readonly string[]): Record<string, string> {
  return { "x-forwarded-user": user, "x-forwarded-groups": groups.join(",") };
}

/** Returns the reader that a key makes of a program. @param groups those that the key was made with. */
export function holderOf(key: string, groups: readonly string[]): Reader {
  const name = groups.length > 0 ? `a key of ${groups.join(" and ")}` : "a key without groups";
  return { name, audience: { isSignedIn: true, groups }, headers: { authorization: `Bearer ${key}` } };
}

/** Folders of a site of two languages and two versions: its own, and those of the same pages in others. */
const [MAIN_FOLDER, ...OTHER_FOLDERS] = ["en/v2", "es/v2", "en/v1"] as const;

/** Returns true for a random site that is written in two languages and versions: those of folders. */
function hasLocales({ write }: RandomSite): boolean {
  return !write().files.some(({ path: name }) => name === "docs.json");
}

/** Returns the folder, below that of a site, of the pages at its first addresses. */
export function pagesFolder(random: RandomSite): string {
  return hasLocales(random) ? `content/${MAIN_FOLDER}` : "content";
}

/** Writes a random site into a folder, pictures and all, and returns the configuration that serves it. */
export async function writeSite(random: RandomSite, folder: string) {
  const { access, write } = random;
  const { files, assets = [], description } = write();
  const isMany = hasLocales(random);
  const put = async (name: string, text: string) => {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  // An alias is an address of one page.
  for (const file of files)
    for (const place of isMany ? placesOf(file.path) : [file.path])
      await put(`content/${place}`, isOther(place) ? file.text.replace(/^aliases:.*\n/m, "") : file.text);
  for (const asset of assets)
    if (!files.some((file) => file.path === asset))
      for (const place of isMany ? [asset, ...placesOf(asset)] : [asset]) await put(`content/${place}`, `picture ${asset}`);
  if (description) await put("content/openapi.json", description.text);
  const perMinute = ["siteSearches", "cards", "texts", "mcpCalls", "pageFeedback", "beacons", "tries"];
  return {
    organisation: { id: "harbor", name: "Harbor" },
    projects: [
      {
        ...{ id: "harbor", domain: "harbor", name: "Harbor", content: path.join(folder, "content") },
        ...(description && { apiDescription: path.join(folder, "content/openapi.json") }),
        ...(isMany && {
          languages: ["en", "es"].map((id) => ({ id, label: id })),
          versions: ["v2", "v1"].map((id) => ({ id, label: id })),
        }),
      },
    ],
    limits: {
      requestsPerAddressPerDay: 10_000_000,
      requestsPerOrganisationPerHour: 1_000_000,
      siteMessagesPerAddressPerHour: 100_000,
      ...Object.fromEntries(perMinute.map((what) => [`${what}PerAddressPerMinute`, 100_000])),
    },
    access: {
      readers: access.readers,
      // The last one has no reader.
      groups: Object.fromEntries([...access.groups, "betta"].map((name) => [name, []])),
      signIn: { password: { groups: ["beta"] }, proxy: { from: ["127.0.0.1", "::1"] } },
    },
  };
}

/** Returns the places of a file in a site of languages and versions. */
function placesOf(name: string): string[] {
  const isShared = name.startsWith("snippets/") || name === "questions.yaml";
  return isShared ? [name] : [MAIN_FOLDER, ...OTHER_FOLDERS].map((folder) => `${folder}/${name}`);
}

function isOther(place: string): boolean {
  return OTHER_FOLDERS.some((folder) => place.startsWith(`${folder}/`));
}

/**
 * Marks each operation of a site's API as deprecated, so that the next update publishes changes of all of them.
 * @param folder has what `writeSite` wrote.
 */
export async function changeApi({ write }: RandomSite, folder: string): Promise<void> {
  const name = write().description ? "openapi.json" : "api/orders.json";
  const file = path.join(folder, "content", name);
  const document = JSON.parse(await readFile(file, "utf8"));
  for (const { get: operation } of Object.values<{ get: { deprecated?: boolean } }>(document.paths)) operation.deprecated = true;
  await writeFile(file, JSON.stringify(document));
}

/** Lists the addresses of the same pages in another language and another version. */
function otherAddressesOf(random: RandomSite): string[] {
  if (!hasLocales(random)) return [];
  return addressesOf(random).flatMap((page) => [`/es${page}`, page.replace(/^\/docs/, "/docs/v1")]);
}

/** Lists all addresses of pages that somebody may read, and those that nobody may. */
export function addressesOf({ write }: RandomSite): string[] {
  const pages = write()
    .files.filter(({ path: name }) => /^(?!snippets\/).*\.mdx$/.test(name))
    .map(({ path: name }) => `/docs/${name.replace(/\.mdx$/, "")}`);
  return ["/docs", ...pages];
}

/** A request of the crawl. */
export interface Asked {
  readonly address: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer, with all that it says. */
export interface Answered {
  readonly status: number;
  readonly headers: Headers;
  /** Headers and body. */
  readonly text: string;
}

const HTML = { accept: "text/html,application/xhtml+xml" };
const PREFETCH = { RSC: "1", "Next-Router-Prefetch": "1", "Next-Router-Segment-Prefetch": "/_tree" };

/** Sends a request as a reader. */
export async function ask(url: string, { headers: own }: Reader, { address, method, headers, body }: Asked): Promise<Answered> {
  const init = {
    method,
    redirect: "manual" as const,
    headers: { ...HTML, ...own, ...headers },
    ...(body !== undefined && { body }),
  };
  const first = await fetch(url + address, init);
  const to = URL.parse(first.headers.get("location") ?? "", url);
  // The router wants a hash of the headers in the address of a payload.
  const isPayload = to?.searchParams.has("_rsc") === true && to.pathname === URL.parse(address, url)?.pathname;
  if (isPayload) await first.body?.cancel();
  const answer = isPayload ? await fetch(url + to.pathname + to.search, init) : first;
  const text = `${JSON.stringify([...answer.headers])}\n${await answer.text()}`;
  return { status: answer.status, headers: answer.headers, text };
}

/** Returns a request that the site's own pages send. */
export function post(url: string, address: string, body: unknown, headers: Readonly<Record<string, string>> = {}): Asked {
  const own = { "content-type": "application/json", origin: url, "sec-fetch-site": "same-origin" };
  return { address, method: "POST", headers: { ...own, ...headers }, body: JSON.stringify(body) };
}

export function get(address: string, headers: Readonly<Record<string, string>> = {}, method = "GET"): Asked {
  return { address, method, headers };
}

/** Lists the words of an answer that its reader may not read, but for those that the request said itself. */
export function leaksOf({ markers }: RandomSite, { audience }: Reader, text: string, { address, body = "" }: Asked): string[] {
  const said = `${address} ${body}`;
  return markers
    .filter(({ word, rule }) => !isOpenTo(rule, audience) && text.includes(word) && !said.includes(word))
    .map(({ word, place }) => `${place} ${word}`);
}

/** Asks for everything as one reader, and returns the answers that hold what the reader may not read. @param most stops at so many. */
export async function findLeaks(
  url: string,
  random: RandomSite,
  reader: Reader,
  requests: AsyncIterable<Asked> | Iterable<Asked>,
  most = Number.POSITIVE_INFINITY,
): Promise<string[]> {
  const found: string[] = [];
  const check = async (asked: Asked) => {
    const { status, text } = await ask(url, reader, asked);
    const { method, address, headers, body = "" } = asked;
    for (const leak of leaksOf(random, reader, text, asked))
      found.push(`${status} ${method} ${address} ${JSON.stringify(headers)} ${body.slice(0, 200)}: ${leak}`);
  };
  let batch: Promise<void>[] = [];
  for await (const asked of requests) {
    batch.push(check(asked));
    if (batch.length < 8) continue;
    await Promise.all(batch);
    batch = [];
    if (found.length >= most) return found;
  }
  await Promise.all(batch);
  return found;
}

/** Lists requests for every route of the engine, for every form of every page, and for every file. */
export function* listReads(url: string, random: RandomSite): Generator<Asked> {
  const pages = addressesOf(random);
  const { assets = [] } = random.write();
  for (const page of pages) {
    const inside = page.replace(/^\/docs/, "");
    const near = `${page.slice(0, -1)}x`;
    for (const address of [
      page,
      `${page}.md`,
      `/~/en${page}`,
      `/en/~${page}`,
      `${page}/rss.xml`,
      `/v1${inside}`,
      `/mcp${inside}`,
      near,
    ])
      yield get(address);
    yield get(page, { RSC: "1" });
    yield get(`${page}?_rsc=abc`, PREFETCH);
    yield get(page, { accept: "text/markdown" });
    yield get(page, {}, "HEAD");
    yield get(page, { range: "bytes=0-99" });
  }
  for (const page of otherAddressesOf(random)) {
    const inside = page.replace(/^\/docs/, "");
    for (const address of [page, `${page}.md`, `/~/en${page}`, page.replace(/^\/es/, "/es/~"), `/api/text/page${page}`, inside])
      yield get(address);
    yield get(page, { RSC: "1" });
  }
  for (const asset of assets) {
    yield get(`/${asset}`);
    yield get(`/${asset}`, { range: "bytes=0-99" });
  }
  for (const address of [
    "/llms.txt",
    "/llms-full.txt",
    "/openapi.json",
    "/api/orders.json",
    "/docs/api",
    "/.well-known/mcp.json",
    "/es/llms.txt",
    "/es",
    "/es/docs",
  ])
    yield get(address);
  yield* listApiChanges();
  for (const route of Object.values(ENGINE_ROUTES).flat())
    for (const address of expandRoute(route, { pages, assets })) {
      yield get(address);
      if ((ENGINE_ROUTES.endpoints as readonly string[]).includes(route)) yield post(url, address, bodyOf(pages.at(-1) ?? "/"));
    }
}

/** Lists requests for what updates have changed of the API. */
export function* listApiChanges(): Generator<Asked> {
  for (const address of ["/api-changes", "/~/en/api-changes", "/api/api-changes"]) yield get(address);
  yield get("/api-changes", { RSC: "1" });
}

/** Fields that endpoints take: each reads its own and leaves the others alone. */
function bodyOf(page: string) {
  const message = { id: "1", role: "user", content: "refunds", parts: [{ type: "text", text: "refunds" }] };
  return {
    ...{ query: "refunds", page, rating: "up", fp: "f", domain: "harbor", id: "chat", messages: [message] },
    ...{ url: "https://nowhere.example.com/", method: "GET", headers: [], threadId: null, jsonrpc: "2.0", params: {} },
  };
}

/**
 * Lists the addresses of a route.
 * @throws Error for a part of an address that is new: say here what it may be, so that the crawl has it.
 */
function expandRoute(
  route: string,
  { pages, assets }: { readonly pages: readonly string[]; readonly assets: readonly string[] },
): string[] {
  const paths = [...pages, ...assets.map((asset) => `/${asset}`)].map((each) => each.slice(1));
  const values: Readonly<Record<string, readonly string[]>> = {
    "[lang]": ["en", "es"],
    "[[...slug]]": pages.map((page) => page.replace(/^\/docs\/?/, "")),
    "[[...language]]": ["", "en"],
    "[[...path]]": paths,
    "[...path]": [...paths, "en", "en/latest", "agent-skills/index.json", "skills/index.json", "index.json"],
    "[...file]": ["mermaid.esm.min.mjs"],
    "[code]": ["not_found"],
    "[domain]": ["harbor"],
    "[projectId]": ["harbor"],
    "[threadId]": ["th_unknown"],
    "[chatId]": ["unknown"],
    "[statusId]": ["unknown"],
    "[report]": ["searches"],
    "[document]": ["mcp.json", "server-card"],
    "[kind]": ["page", "fields", "description", "feed", "llms.txt", "llms-full.txt"],
    "[action]": ["start", "callback", "password"],
  };
  let addresses = [""];
  for (const name of route.split("/").filter(Boolean)) {
    const choices = name.startsWith("[") ? values[name] : [name];
    if (!choices) throw new Error(`${route}: e2e/reader-crawl.ts must say what ${name} may be.`);
    addresses = addresses.flatMap((address) => choices.map((choice) => `${address}/${choice}`));
  }
  return addresses.map((address) => address.replace(/\/$/, "") || "/");
}

/** Returns the token that a page of the site gets for its reader. */
export async function siteTokenOf(url: string, reader: Reader): Promise<string> {
  const { text } = await ask(url, reader, post(url, "/api/site-token", { domain: "harbor", fp: "f" }));
  return (JSON.parse(text.slice(text.indexOf("\n"))) as { token: string }).token;
}

/** Lists searches, questions, calls of MCP, beacons and ratings, as a reader sends them from a page, or a program with its key. */
export async function* listQuestions(url: string, random: RandomSite, reader: Reader): AsyncGenerator<Asked> {
  const authorization = reader.headers.authorization ?? `Bearer ${await siteTokenOf(url, reader)}`;
  const asPage = (address: string, body: unknown) => post(url, address, body, { authorization });
  const places = ["title", "text", "operation path", "operation server", "folder title", "question"];
  const words = random.markers.filter(({ place }) => places.includes(place));
  for (const { word, place } of words) {
    yield asPage("/v1/search/harbor", { query: word });
    yield asPage("/v1/search/harbor", { query: `${word.slice(0, 5)} refunds`, completeLastWord: true });
    yield get(`/v1/search/harbor?query=${word.slice(0, 6)}`);
    if (place === "operation server")
      yield asPage("/api/try", { url: `https://${word}.example.com/`, method: "GET", headers: [] });
  }
  for (const { word } of words.filter(({ place }) => place === "text" || place === "question").slice(0, 12)) {
    const message = { id: "1", role: "user", content: `What is ${word}?`, parts: [{ type: "text", text: `What is ${word}?` }] };
    yield asPage("/v1/assistant/harbor/message", { fp: "f", messages: [message] });
    yield asPage("/v2/assistant/harbor/message", { id: "chat", fp: "f", messages: [message] });
  }
  for (const page of addressesOf(random)) {
    yield post(url, "/api/page-feedback", { page, rating: "up" });
    yield post(url, "/api/insights", { query: "refunds", page });
    yield asPage("/v1/assistant/harbor/support", { page, fp: "f", question: "refunds", messages: [] });
  }
  const call = (method: string, params: object): Asked => ({
    ...{ address: "/mcp", method: "POST", body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }) },
    headers: { "content-type": "application/json", accept: "application/json" },
  });
  for (const method of ["tools/list", "resources/list", "prompts/list"]) yield call(method, {});
  for (const { word } of words) {
    yield call("tools/call", { name: "search", arguments: { query: word } });
    yield call("tools/call", { name: "find_text", arguments: { text: word.slice(0, 6) } });
  }
  for (const page of addressesOf(random)) {
    yield call("tools/call", { name: "read_page", arguments: { path: page } });
    yield call("resources/read", { uri: `${url}${page}` });
  }
}

/** Finds closed things for which a reader gets another answer than for those that do not exist. */
export async function findOracles(url: string, random: RandomSite, reader: Reader): Promise<string[]> {
  const found: string[] = [];
  const authorization = `Bearer ${await siteTokenOf(url, reader)}`;
  const compare = async (name: string, word: string, toAsked: (name: string) => readonly Asked[]) => {
    const answersFor = async (one: string) => {
      const answers = await Promise.all(toAsked(one).map((asked) => ask(url, reader, asked)));
      return answers.map(({ status, headers }) => `${status} ${headers.get("cache-control")} ${headers.has("etag")}`);
    };
    const [closed, missing] = [await answersFor(name), await answersFor(name.replace(word, "qnowhereatall"))];
    for (const [index, asked] of toAsked(name).entries())
      if (closed[index] !== missing[index])
        found.push(`${asked.method} ${asked.address} ${JSON.stringify(asked.headers)}: ${closed[index]}, and ${missing[index]}`);
  };
  const closed = random.markers.filter(({ rule }) => !isOpenTo(rule, reader.audience));
  const { assets = [] } = random.write();
  for (const { word, place } of closed) {
    const page = addressesOf(random).find((address) => place === "file" && address.endsWith(word));
    if (page)
      await compare(page, word, (address) => [
        ...[address, `${address}.md`, `${address}/rss.xml`, `/~/en${address}`].map((one) => get(one)),
        ...[`/api/card${address}`, `/api/text/page${address}`, `/v1${address.replace(/^\/docs/, "")}`].map((one) => get(one)),
        get(address, {}, "HEAD"),
        get(address, { RSC: "1" }),
        post(url, "/api/page-feedback", { page: address, rating: "up" }),
        post(url, "/api/insights", { query: "refunds", page: address }),
      ]);
    const asset = assets.find((one) => place === "picture" && one.includes(word));
    if (asset)
      await compare(asset, word, (one) => [get(`/${one}`), get(`/api/content/${one}`), get(`/${one}`, { "if-none-match": "*" })]);
    if (place === "operation server")
      await compare(word, word, (host) => [
        post(url, "/api/try", { url: `https://${host}.example.com/`, method: "GET", headers: [] }, { authorization }),
      ]);
    if (place === "alias") await compare(word, word, (one) => [get(`/${one}`), get(`/docs/${one}`), get(`/${one}.md`)]);
  }
  return found;
}
