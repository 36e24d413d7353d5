import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "playwright/test";
import { findPostgres, type PostgresServer, startPostgres } from "../internal/testing/db-server.ts";
import { createRandomSite, isOpenTo } from "../internal/testing/readers.ts";
import { ask, findLeaks, get, listQuestions, listReads, pagesFolder, READERS, type Reader, writeSite } from "./reader-crawl.ts";
import { createKey, findFreePort, type Server, serverForTests, startServer, stopServer, update } from "./server.ts";

const SITE_SECRET = "s".repeat(40);
const READERS_PASSWORD = "a long shared password";
const of = (name: string) => READERS.find((reader) => reader.name === name) as Reader;
const [ANONYMOUS, BOTH] = [of("anonymous"), of("both")];

/** Signs in with the password; returns the cookie. */
async function signIn(url: string): Promise<string> {
  const answer = await fetch(`${url}/api/reader/password`, {
    method: "POST",
    redirect: "manual",
    headers: { origin: url, "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ password: READERS_PASSWORD }).toString(),
  });
  return answer.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

const programs = findPostgres();
test.describe(`two instances of a site with readers${programs ? "" : " (skipped: needs Postgres)"}`, () => {
  test.skip(!programs);
  test.describe.configure({ mode: "serial" });
  const random = createRandomSite(6, "folders");
  let postgres: PostgresServer;
  let other: Server;
  const own = serverForTests(async ({ folder }) => {
    postgres = await startPostgres(programs ?? "");
    return { config: await writeSite(random, folder), variables: { READERS_PASSWORD, SITE_SECRET, DATABASE_URL: postgres.url } };
  });
  test.beforeAll(async () => {
    test.setTimeout(120_000);
    other = await startServer(await findFreePort(), { ...own.variables, DOCENT_DATA_DIR: path.join(own.folder, "other") });
  });
  test.afterAll(async () => {
    await stopServer(other);
    await postgres.kill();
    await postgres.remove();
  });

  test("a session that one began is one at the other, which tells no more", async () => {
    const beta: Reader = { ...of("beta"), headers: { cookie: await signIn(own.url) } };
    const { text } = await ask(other.url, beta, get("/llms-full.txt"));
    const open = random.markers.filter(({ place, rule }) => place === "text" && isOpenTo(rule, beta.audience));
    expect(open.filter(({ word }) => !text.includes(word))).toEqual([]);
    expect(await findLeaks(other.url, random, beta, listReads(other.url, random))).toEqual([]);
  });

  test("what an update at one closes is closed at the other as well, in pages, texts and searches", async () => {
    test.setTimeout(180_000);
    const account = await createKey(["--kind", "account"], own.variables);
    const write = async (head: string) => {
      const text = `---\ntitle: quincunx\n${head}\n---\n\nThe quincunx is here.\n`;
      await writeFile(path.join(own.folder, pagesFolder(random), "zopened.mdx"), text);
      expect((await update(own, account)).status).toBe("success");
    };
    const asked = [
      ...["/docs/zopened", "/docs", "/docs/zopened.md", "/llms.txt", "/llms-full.txt", "/sitemap.xml"].map((one) => get(one)),
      get("/docs/zopened", { RSC: "1" }),
      get("/v1/search/harbor?query=quincun"),
    ];
    const shownBy = async (url: string) => {
      const answers = await Promise.all(asked.map((each) => ask(url, ANONYMOUS, each)));
      return asked
        .filter((_, index) => /The quincunx|"title":"quincunx"|\[quincunx\]/.test(answers[index]?.text ?? ""))
        .map(({ address }) => address);
    };
    await write("icon: star");
    // Both have rendered it, and would keep it.
    for (const { url } of [own, other])
      await expect.poll(async () => (await shownBy(url)).length, { timeout: 20_000 }).toBeGreaterThan(3);
    await write("groups: [staff]");
    expect(await shownBy(own.url)).toEqual([]);
    await expect.poll(() => shownBy(other.url), { timeout: 20_000 }).toEqual([]);
    expect(await findLeaks(other.url, random, ANONYMOUS, listReads(other.url, random))).toEqual([]);
    expect(await shownBy(other.url)).toEqual([]);
  });
});

const nginx = ["/usr/sbin/nginx", "/usr/local/bin/nginx"].find((file) => existsSync(file));
test.describe(`a cache by address before a site with readers${nginx ? "" : " (skipped: needs nginx)"}`, () => {
  test.skip(!nginx);
  test.describe.configure({ mode: "serial" });
  const random = createRandomSite(6, "folders");
  let cache: ChildProcess;
  let folder: string;
  let url: string;
  const own = serverForTests(async (server) => {
    const port = await findFreePort();
    url = `http://localhost:${port}`;
    return {
      config: await writeSite(random, server.folder),
      variables: { READERS_PASSWORD, SITE_SECRET, DATABASE_URL: "", SITE_URL: url },
    };
  });
  test.beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "docent-nginx-"));
    await chmod(folder, 0o755);
    await writeFile(path.join(folder, "nginx.conf"), settings(new URL(url).port, own.url, folder));
    cache = spawn(nginx ?? "", ["-e", path.join(folder, "error.log"), "-p", folder, "-c", "nginx.conf", "-g", "daemon off;"]);
    await expect
      .poll(
        () =>
          fetch(`${url}/v1/health`).then(
            ({ status }) => status,
            () => 0,
          ),
        { timeout: 20_000 },
      )
      .toBe(200);
  });
  test.afterAll(async () => {
    cache.kill("SIGTERM");
    await once(cache, "exit");
    await rm(folder, { recursive: true, force: true });
  });

  test("keeps scripts and style sheets", async () => {
    const html = (await ask(url, ANONYMOUS, get("/sign-in"))).text;
    const script = /\/_next\/static\/chunks\/[\w.-]+\.js/.exec(html)?.[0] ?? "";
    expect(script).not.toBe("");
    const cached = async () => (await ask(url, ANONYMOUS, get(script))).headers.get("x-cache");
    await expect.poll(cached).toBe("HIT");
  });

  test("keeps nothing of a reader for others, nor what others got for that reader", async () => {
    test.setTimeout(300_000);
    const everything = () => listReads(url, random);
    for (const reader of [BOTH, { ...of("beta"), headers: { cookie: await signIn(url) } }, ANONYMOUS, of("signed in")])
      expect([reader.name, await findLeaks(url, random, reader, everything())]).toEqual([reader.name, []]);
    expect(await findLeaks(url, random, ANONYMOUS, listQuestions(url, random, ANONYMOUS))).toEqual([]);
    // After all others have read the same addresses.
    const { text } = await ask(url, BOTH, get("/llms-full.txt"));
    const open = random.markers.filter(({ place, rule }) => place === "text" && isOpenTo(rule, BOTH.audience));
    expect(open.filter(({ word }) => !text.includes(word))).toEqual([]);
  });
});

/** Returns settings of nginx that keep by address what the answer does not forbid to keep, for ten minutes without its word. */
function settings(port: string, server: string, folder: string): string {
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((kind) => `${kind}_temp_path ${folder}/${kind};`);
  return `pid ${folder}/pid;
error_log ${folder}/error.log;
events {}
http {
  access_log off;
  ${temporary.join("\n  ")}
  proxy_cache_path ${folder}/cache keys_zone=docs:10m;
  server {
    listen ${port};
    listen [::]:${port};
    location / {
      proxy_pass ${server.replace("localhost", "127.0.0.1")};
      proxy_http_version 1.1;
      proxy_set_header Host $http_host;
      proxy_cache docs;
      proxy_cache_key $request_uri;
      proxy_cache_valid 200 404 10m;
      add_header X-Cache $upstream_cache_status;
    }
  }
}
`;
}
