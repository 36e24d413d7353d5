import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "playwright/test";
import { AUDIENCES, createRandomSite, isOpenTo, type RandomSite } from "../internal/testing/readers.ts";
import type { Audience } from "../lib/content/site/site.ts";
import { createKey, serverForTests, update } from "./server.ts";

/** The sender of a request: a reader of some groups, named by the headers of a proxy, or the holder of a key. */
interface Reader {
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
}

const READERS: readonly Reader[] = Object.entries(AUDIENCES).map(([name, { isSignedIn, groups }]) => ({
  name,
  headers: headersOf(name, isSignedIn ? groups : undefined),
}));

function headersOf(name: string, groups: readonly string[] | undefined): Record<string, string> {
  return groups ? { "x-forwarded-user": name, "x-forwarded-groups": groups.join(",") } : {};
}

const HTML = { accept: "text/html,application/xhtml+xml" };
const PREFETCH = { RSC: "1", "Next-Router-Prefetch": "1", "Next-Router-Segment-Prefetch": "/_tree" };

/** Writes a random site into a folder, pictures and all, and returns the configuration that serves it. */
async function writeSite({ access, write }: RandomSite, folder: string) {
  const { files, assets = [], description } = write();
  const put = async (name: string, text: string) => {
    const file = path.join(folder, name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, text);
  };
  for (const file of files) await put(`content/${file.path}`, file.text);
  for (const asset of assets) if (!files.some((file) => file.path === asset)) await put(`content/${asset}`, `picture ${asset}`);
  if (description) await put("content/openapi.json", description.text);
  return {
    organisation: { id: "harbor", name: "Harbor" },
    projects: [
      {
        ...{ id: "harbor", domain: "harbor", name: "Harbor", content: path.join(folder, "content") },
        ...(description && { apiDescription: path.join(folder, "content/openapi.json") }),
      },
    ],
    limits: {
      ...{
        requestsPerAddressPerDay: 1_000_000,
        siteMessagesPerAddressPerHour: 100_000,
        siteSearchesPerAddressPerMinute: 100_000,
      },
      ...{ cardsPerAddressPerMinute: 100_000, textsPerAddressPerMinute: 100_000, mcpCallsPerAddressPerMinute: 100_000 },
      ...{ pageFeedbackPerAddressPerMinute: 100_000 },
    },
    access: {
      readers: access.readers,
      // The last one has no reader.
      groups: Object.fromEntries([...access.groups, "betta"].map((name) => [name, []])),
      signIn: { password: { groups: ["beta"] }, proxy: { from: ["127.0.0.1", "::1"] } },
    },
  };
}

/** All addresses that somebody may read, and those that nobody may. */
function addressesOf({ write }: RandomSite): string[] {
  const { files } = write();
  const pages = files
    .filter(({ path: name }) => /^(?!snippets\/).*\.mdx$/.test(name))
    .map(({ path: name }) => `/docs/${name.replace(/\.mdx$/, "")}`);
  return ["/docs", ...pages];
}

for (const [seed, kind] of [
  [6, "folders"],
  [5, "folders"],
  [3, "docs.json"],
] as const)
  test.describe(`a site of ${kind} for readers of groups, number ${seed},`, () => {
    test.describe.configure({ mode: "serial" });
    const random = createRandomSite(seed, kind);
    const own = serverForTests(async ({ folder }) => ({
      config: await writeSite(random, folder),
      variables: { READERS_PASSWORD: "a long shared password", SITE_SECRET: "s".repeat(40), DATABASE_URL: "" },
    }));

    /** Asks, and returns all that the answer says, without what the request said itself. */
    const ask = async (reader: Reader, address: string, init: RequestInit = {}) => {
      const headers = { ...HTML, ...reader.headers, ...(init.headers as Record<string, string>) };
      const send = (at: string) => fetch(own.url + at, { redirect: "manual", ...init, headers });
      const first = await send(address);
      const to = URL.parse(first.headers.get("location") ?? "", own.url);
      // The router wants a hash of the headers in the address of a payload.
      const isPayload = to?.searchParams.has("_rsc") === true && to.pathname === URL.parse(address, own.url)?.pathname;
      const response = isPayload ? await send(to.pathname + to.search) : first;
      const text = `${JSON.stringify([...response.headers])}\n${await response.text()}`;
      return { status: response.status, text, said: `${address} ${String(init.body ?? "")}`, response };
    };
    const leaksOf = (reader: Reader, text: string, said: string) => {
      const audience = AUDIENCES[reader.name];
      return random.markers
        .filter(({ word, rule }) => audience && !isOpenTo(rule, audience) && text.includes(word) && !said.includes(word))
        .map(({ word, place }) => `${place} ${word}`);
    };
    const post = (body: unknown, headers: Readonly<Record<string, string>> = {}) => ({
      method: "POST",
      headers: { "content-type": "application/json", origin: own.url, "sec-fetch-site": "same-origin", ...headers },
      body: JSON.stringify(body),
    });

    for (const reader of READERS)
      test(`tells ${reader.name} nothing closed in any page, text or file`, async () => {
        test.setTimeout(300_000);
        const finds: string[] = [];
        const check = async (address: string, init: RequestInit = {}) => {
          const { text, said, status } = await ask(reader, address, init);
          for (const leak of leaksOf(reader, text, said))
            finds.push(`${status} ${init.method ?? "GET"} ${address} ${JSON.stringify(init.headers ?? {})}: ${leak}`);
          return status;
        };
        const pages = addressesOf(random);
        for (const page of pages) {
          const inside = page.replace(/^\/docs/, "");
          const forms: readonly (readonly [string, Record<string, string>?])[] = [
            [page],
            [page, { RSC: "1" }],
            [`${page}?_rsc=abc`, PREFETCH],
            [`${page}.md`],
            [page, { accept: "text/markdown" }],
            [`/~/en${page}`],
            [`/en/~${page}`],
            [`${page}/rss.xml`],
            [`/api/text/page${page}`],
            [`/api/text/feed${page}`],
            [`/api/text/description${page}`],
            [`/api/card${page}`],
            [`/v1${inside}`],
            [`${page.slice(0, -1)}x`],
          ];
          await Promise.all(forms.map(([address, headers]) => check(address, headers ? { headers } : {})));
          await check(page, { method: "HEAD" });
        }
        const lists = [
          "/",
          "/docs/api",
          "/llms.txt",
          "/llms-full.txt",
          "/sitemap.xml",
          "/robots.txt",
          "/api-changes",
          "/api/api-changes",
        ];
        const more = [
          "/mcp",
          "/.well-known/mcp.json",
          "/errors",
          "/sign-in",
          "/insights",
          "/~/en",
          "/~/sign-in",
          "/openapi.json",
          "/api/orders.json",
        ];
        for (const address of [...lists, ...more]) await check(address);
        const { assets = [] } = random.write();
        for (const asset of assets) {
          const { response } = await ask(READERS.at(-1) as Reader, `/${asset}`);
          const etag = response.headers.get("etag") ?? "none";
          await check(`/${asset}`);
          await check(`/api/content/${asset}`);
          await check(`/${asset}`, { headers: { range: "bytes=0-99" } });
          const rule = random.markers.find(({ word }) => asset.includes(word))?.rule ?? [];
          const isOpen = isOpenTo(rule, AUDIENCES[reader.name] as Audience);
          const status = await check(`/${asset}`, { headers: { "if-none-match": etag } });
          if (!isOpen) expect([401, 404]).toContain(status);
        }
        expect(finds).toEqual([]);
      });

    for (const reader of READERS)
      test(`tells ${reader.name} nothing closed in searches, answers and feedback`, async () => {
        test.setTimeout(300_000);
        const finds: string[] = [];
        const granted = await fetch(`${own.url}/api/site-token`, post({ domain: "harbor", fp: "f" }, reader.headers));
        const { token } = await granted.json();
        const headers = { authorization: `Bearer ${token}`, ...reader.headers };
        const check = async (address: string, init: RequestInit) => {
          const { text, said, status } = await ask(reader, address, init);
          for (const leak of leaksOf(reader, text, said)) finds.push(`${status} ${address} ${said.slice(0, 200)}: ${leak}`);
          return status;
        };
        const words = random.markers.filter(({ place }) => ["title", "text", "operation path", "folder title"].includes(place));
        for (const { word } of words) {
          await check("/v1/search/harbor", post({ query: word }, headers));
          await check("/v1/search/harbor", post({ query: `${word.slice(0, 5)} refunds`, completeLastWord: true }, headers));
        }
        for (const { word } of words.slice(0, 6)) {
          const message = {
            id: "1",
            role: "user",
            content: `What is ${word}?`,
            parts: [{ type: "text", text: `What is ${word}?` }],
          };
          await check("/v1/assistant/harbor/message", post({ fp: "f", messages: [message] }, headers));
          await check("/v2/assistant/harbor/message", post({ fp: "f", messages: [message] }, headers));
        }
        for (const page of addressesOf(random).slice(0, 8))
          await check("/api/page-feedback", post({ page, rating: "up" }, reader.headers));
        expect(finds).toEqual([]);
      });

    test("answers a closed address as one that does not exist", async () => {
      const anonymous = READERS[0] as Reader;
      const closed = random.markers.filter(({ place, rule }) => place === "file" && rule.length > 0);
      const files = addressesOf(random);
      for (const { word } of closed.slice(0, 4)) {
        const page = files.find((address) => address.endsWith(word)) ?? "";
        const statuses = async (address: string) => {
          const asked = [
            ...["", ".md", "/rss.xml"].map((ending) => ask(anonymous, address + ending)),
            ...[`/api/card${address}`, `/api/text/page${address}`, `/v1${address.replace(/^\/docs/, "")}`].map((each) =>
              ask(anonymous, each),
            ),
            ask(anonymous, address, { method: "HEAD" }),
            ask(anonymous, address, { headers: { RSC: "1" } }),
            ask(anonymous, "/api/page-feedback", post({ page: address, rating: "up" })),
          ];
          return (await Promise.all(asked)).map(({ status, response }) => [status, response.headers.get("cache-control")]);
        };
        expect(await statuses(page)).toEqual(await statuses(page.replace(word, "qnowhereatall")));
      }
    });

    test("a reader signs in with the password, a wrong one is refused and then too many, and signing out ends it", async () => {
      const form = (fields: Readonly<Record<string, string>>) => ({
        method: "POST",
        redirect: "manual" as const,
        headers: { origin: own.url, "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(fields).toString(),
      });
      const signIn = (fields: Readonly<Record<string, string>>) => fetch(`${own.url}/api/reader/password`, form(fields));
      const signedIn = await signIn({ password: "a long shared password", next: "/docs" });
      expect([signedIn.status, signedIn.headers.get("location")]).toEqual([303, "/docs"]);
      const cookie = signedIn.headers.get("set-cookie")?.split(";")[0] ?? "";
      const byCookie: Reader = { name: "beta", headers: { cookie } };
      const { text } = await ask(byCookie, "/llms-full.txt");
      const open = random.markers.filter(({ place, rule }) => place === "text" && isOpenTo(rule, AUDIENCES.beta as Audience));
      expect(open.filter(({ word }) => !text.includes(word))).toEqual([]);
      expect(leaksOf(byCookie, text, "")).toEqual([]);
      const out = await fetch(`${own.url}/api/reader/sign-out`, { ...form({}), headers: { ...form({}).headers, cookie } });
      expect(out.headers.get("set-cookie")).toMatch(/^docent_reader=;/);
      const elsewhere = {
        ...form({ password: "a long shared password" }),
        headers: { ...form({}).headers, "sec-fetch-site": "cross-site" },
      };
      expect((await fetch(`${own.url}/api/reader/password`, elsewhere)).status).toBe(403);
      for (let tries = 0; tries < 12; tries += 1) {
        const refused = await signIn({ password: "wrong", next: "//evil.example" });
        expect(refused.headers.get("set-cookie")).toBeNull();
        expect(refused.headers.get("location")).toMatch(/^\/sign-in\?failed=(?:password|limit)&next=%2F$/);
      }
      expect((await signIn({ password: "a long shared password" })).headers.get("location")).toContain("failed=limit");
    });

    test("an update closes an open page, adds a closed one and opens it again", async () => {
      test.setTimeout(180_000);
      const account = await createKey(["--kind", "account"], own.variables);
      const anonymous = READERS[0] as Reader;
      const write = (name: string, head: string, words: string) =>
        writeFile(path.join(own.folder, "content", name), `---\ntitle: ${words}\n${head}\n---\n\nThe ${words} is here.\n`);
      const isShown = async (words: string, address: string) => {
        const texts = await Promise.all(
          ["/llms-full.txt", address, `${address}.md`, "/sitemap.xml", "/docs"].map((each) => ask(anonymous, each)),
        );
        return texts.some(({ text, said }) => text.includes(words) && !said.includes(words));
      };
      const open = random.access.readers === "signed-in" ? "public: true" : "icon: star";
      const publish = async () => expect((await update(own, account)).status).toBe("success");
      await write("zopened.mdx", open, "quincunx");
      await publish();
      expect(await isShown("quincunx", "/docs/zopened")).toBe(true);
      await write("zopened.mdx", "groups: [staff]", "quincunx");
      await write("zadded.mdx", "groups: [beta]", "quadrille");
      await publish();
      expect([await isShown("quincunx", "/docs/zopened"), await isShown("quadrille", "/docs/zadded")]).toEqual([false, false]);
      await write("zadded.mdx", open, "quadrille");
      await publish();
      expect(await isShown("quadrille", "/docs/zadded")).toBe(true);
    });

    test("shows each reader what that reader may read", async () => {
      for (const reader of READERS.slice(1)) {
        const { text } = await ask(reader, "/llms-full.txt");
        const audience = AUDIENCES[reader.name] as Audience;
        const open = random.markers.filter(({ place, rule }) => place === "text" && isOpenTo(rule, audience));
        expect(open.length).toBeGreaterThan(0);
        expect(open.filter(({ word }) => !text.includes(word))).toEqual([]);
      }
    });

    test("MCP tells a key of a group what its readers may read, and no more", async () => {
      const key = await createKey(["--kind", "assistant", "--groups", "beta"], own.variables);
      const finds: string[] = [];
      const beta: Reader = { name: "beta", headers: {} };
      const call = async (method: string, params: object) => {
        const { text, said } = await ask(beta, "/mcp", {
          method: "POST",
          headers: { authorization: `Bearer ${key}`, "content-type": "application/json", accept: "application/json" },
          body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
        });
        for (const leak of leaksOf(beta, text, said)) finds.push(`${method} ${said.slice(0, 150)}: ${leak}`);
        return text;
      };
      await call("tools/list", {});
      await call("resources/list", {});
      let found = 0;
      for (const { word, place, rule } of random.markers.filter(
        (marker) => marker.place === "title" || marker.place === "text",
      )) {
        await call("tools/call", { name: "search", arguments: { query: word } });
        const text = await call("tools/call", { name: "find_text", arguments: { text: word.slice(0, 6) } });
        if (place === "text" && isOpenTo(rule, AUDIENCES.beta as Audience) && text.includes(word)) found += 1;
      }
      for (const page of addressesOf(random)) {
        await call("tools/call", { name: "read_page", arguments: { path: page } });
        await call("resources/read", { uri: `${own.url}${page}` });
      }
      expect(finds).toEqual([]);
      expect(found).toBeGreaterThan(0);
    });
  });
