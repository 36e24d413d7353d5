import { writeFile } from "node:fs/promises";
import path from "node:path";
import { SignJWT, UnsecuredJWT } from "jose";
import { expect, test } from "playwright/test";
import { createRandomSite, isOpenTo } from "../internal/testing/readers.ts";
import {
  ask as askAs,
  changeApi,
  findLeaks,
  findOracles,
  get,
  holderOf,
  leaksOf as leaksIn,
  listApiChanges,
  listQuestions,
  listReads,
  pagesFolder,
  READERS,
  type Reader,
  siteTokenOf,
  writeSite,
} from "./reader-crawl.ts";
import { createKey, serverForTests, update } from "./server.ts";

const ANONYMOUS = READERS[0] as Reader;
const SITE_SECRET = "s".repeat(40);

/** Makes the reader of a key; the server has to be there. */
type MakeReader = (variables: NodeJS.ProcessEnv) => Promise<Reader>;
const withKey =
  (...groups: readonly string[]): MakeReader =>
  async (variables) =>
    holderOf(await createKey(["--kind", "assistant", ...groups.flatMap((group) => ["--groups", group])], variables), groups);

/** Everyone who asks: five readers, and programs with keys. */
const ALL: readonly (readonly [string, MakeReader])[] = [
  ...READERS.map((reader) => [reader.name, async () => reader] as const),
  ["a key of beta", withKey("beta")],
  ["a key without groups", withKey()],
];

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
      variables: { READERS_PASSWORD: "a long shared password", SITE_SECRET, DATABASE_URL: "" },
    }));
    const ask = (reader: Reader, address: string) => askAs(own.url, reader, get(address));

    for (const [name, makeReader] of ALL)
      test(`tells ${name} nothing closed in any page, text, file, search, answer and beacon`, async () => {
        test.setTimeout(300_000);
        const reader = await makeReader(own.variables);
        expect(await findLeaks(own.url, random, reader, listReads(own.url, random))).toEqual([]);
        expect(await findLeaks(own.url, random, reader, listQuestions(own.url, random, reader))).toEqual([]);
      });

    for (const reader of READERS.filter(({ name }) => ["anonymous", "beta"].includes(name)))
      test(`answers ${reader.name} at a closed address as at one that does not exist`, async () => {
        test.setTimeout(120_000);
        expect(await findOracles(own.url, random, reader)).toEqual([]);
      });

    test("shows each reader what that reader may read, and whom it does not know what everyone may", async () => {
      const openTo = ({ audience }: Reader) =>
        random.markers.filter(({ place, rule }) => place === "text" && isOpenTo(rule, audience)).map(({ word }) => word);
      for (const [name, makeReader] of ALL.slice(1)) {
        const reader = await makeReader(own.variables);
        const { text } = await ask(reader, "/llms-full.txt");
        expect([name, openTo(reader).filter((word) => !text.includes(word))]).toEqual([name, []]);
        expect(openTo(reader).length).toBeGreaterThan(0);
      }
      const claims = { groups: ["staff"], by: "password:x", aud: "docent-reader", exp: Math.floor(Date.now() / 1_000) + 3_600 };
      const forged = await new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256" })
        .sign(new TextEncoder().encode("x".repeat(32)));
      const token = await siteTokenOf(own.url, READERS.at(-1) as Reader);
      for (const value of [new UnsecuredJWT(claims).encode(), forged, token]) {
        const nobody = { ...ANONYMOUS, headers: { cookie: `docent_reader=${value}` } };
        const expected = await ask(ANONYMOUS, "/llms-full.txt");
        const { status, text } = await ask(nobody, "/llms-full.txt");
        expect([status, leaksIn(random, nobody, text, get(""))]).toEqual([expected.status, []]);
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
      const byCookie: Reader = { name: "beta", audience: { isSignedIn: true, groups: ["beta"] }, headers: { cookie } };
      const { text } = await ask(byCookie, "/llms-full.txt");
      const open = random.markers.filter(({ place, rule }) => place === "text" && isOpenTo(rule, byCookie.audience));
      expect(open.filter(({ word }) => !text.includes(word))).toEqual([]);
      expect(leaksIn(random, byCookie, text, get("/llms-full.txt"))).toEqual([]);
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
      const write = (name: string, head: string, words: string) =>
        writeFile(
          path.join(own.folder, pagesFolder(random), name),
          `---\ntitle: ${words}\n${head}\n---\n\nThe ${words} is here.\n`,
        );
      const isShown = async (words: string, address: string) => {
        const texts = await Promise.all(
          ["/llms-full.txt", address, `${address}.md`, "/sitemap.xml", "/docs"].map((each) => ask(ANONYMOUS, each)),
        );
        return texts.some(({ text }) => text.includes(words));
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

    test("an update of the API tells each reader the changes of the operations that are open to that reader", async () => {
      const account = await createKey(["--kind", "account"], own.variables);
      await changeApi(random, own.folder);
      expect((await update(own, account)).status).toBe("success");
      // A server reads the history of its store again after some seconds.
      await expect.poll(async () => (await ask(READERS.at(-1) as Reader, "/api/api-changes")).text).toContain("<item>");
      for (const reader of READERS.slice(1)) {
        const { text } = await ask(reader, "/api/api-changes");
        const open = random.markers.filter(({ place, rule }) => place === "operation path" && isOpenTo(rule, reader.audience));
        expect([reader.name, open.filter(({ word }) => !text.includes(word))]).toEqual([reader.name, []]);
      }
      for (const [name, makeReader] of ALL) {
        const reader = await makeReader(own.variables);
        expect([name, await findLeaks(own.url, random, reader, listApiChanges())]).toEqual([name, []]);
      }
    });

    test("MCP finds for a key of a group what its readers may read", async () => {
      const key = await withKey("beta")(own.variables);
      const markers = random.markers.filter(({ place, rule }) => place === "text" && isOpenTo(rule, key.audience));
      const answers = await Promise.all(
        markers.map(({ word }) => {
          const params = { name: "find_text", arguments: { text: word.slice(0, 6) } };
          const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
          const headers = { "content-type": "application/json", accept: "application/json" };
          return askAs(own.url, key, { address: "/mcp", method: "POST", headers, body });
        }),
      );
      expect(markers.filter(({ word }, index) => !answers[index]?.text.includes(word))).toEqual([]);
    });
  });
