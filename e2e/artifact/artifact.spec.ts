import { existsSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import mermaid from "mermaid/package.json" with { type: "json" };
import { expect, test } from "playwright/test";
import { pauses, startProvider } from "../../internal/testing/assistant-provider.ts";
import { createSchema } from "../../internal/testing/db-server.ts";
import type { COMMANDS } from "../../scripts/copy-standalone.ts";
import { canaryEnvironment, canaryTokens, cloneToken } from "../canaries.ts";
import { update } from "../server.ts";
import { type Artifact, copyArtifact, type RunningArtifact } from "./artifact.ts";
import { findForeign, listShipped } from "./shipped-files.ts";

const { SITE_SECRET, DOCENT_KEYS } = canaryEnvironment;
const variables = { SITE_SECRET, DOCENT_KEYS };
const question = "How do I create a key?";

test.describe("what ships, read-only and without its sources (needs a build with DOCENT_STANDALONE=1, as npm test makes)", () => {
  test.skip(!existsSync(".next/standalone"));
  test.describe.configure({ mode: "serial", timeout: 120_000 });

  let artifact: Artifact;
  let server: RunningArtifact;
  test.beforeAll(async () => {
    await mkdir(store);
    await chmod(store, 0o777);
    artifact = await copyArtifact();
    server = await artifact.start(variables);
  });
  test.afterAll(async () => {
    await server?.stop();
    await artifact?.remove();
    await rm(store, { recursive: true, force: true });
  });

  test("has no file but those that run it: no source, no test, nothing of the clone, no environment file", async () => {
    const shipped = await listShipped(artifact.folder);
    expect(findForeign(shipped)).toEqual([]);
    expect(shipped.filter((file) => file.startsWith("commands/")).length).toBeGreaterThan(3);
  });

  test("is built without files that would have to be taken out again, in a clone with a token in its settings", async () => {
    expect(await readFile(".git/config", "utf8")).toContain(cloneToken);
    expect(findForeign(await listShipped(".next/standalone"))).toEqual([]);
  });

  /** Of all commands, which another user runs. */
  const store = path.join(tmpdir(), `docent-store-${process.pid}`);
  const runs: Readonly<Record<(typeof COMMANDS)[number], readonly [args: readonly string[], says: string]>> = {
    keys: [["list"], "There are no keys."],
    threads: [["unanswered"], "Every question of the last 30 days was answered"],
    migrate: [["--if-needed"], "There is no DATABASE_URL; nothing to migrate."],
    doctor: [[], "0 fail, "],
    // Of the store that the commands before it have begun.
    backup: [[path.join(store, "copy")], "has a copy of"],
  };
  for (const [name, [args, says]] of Object.entries(runs))
    test(`runs its command ${name}`, async () => {
      expect(await artifact.command(name, ["--help"], variables)).toContain(`npm run ${name}`);
      expect(
        await artifact.command(name, args, { ...variables, SITE_URL: "https://docs.example.com", DOCENT_DATA_DIR: store }),
      ).toContain(says);
    });

  test("answers every page of its sitemap, and each page as Markdown", async () => {
    const sitemap = await (await fetch(`${server.url}/sitemap.xml`)).text();
    const pages = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, url]) => url as string);
    expect(pages.length).toBeGreaterThan(30);
    expect(pages).toContain(`${server.url}/pricing`);
    const failed: string[] = [];
    for (const url of pages) {
      const response = await fetch(url);
      if (response.status !== 200 || !(await response.text()).includes("<h1")) failed.push(`${response.status} ${url}`);
    }
    expect(failed).toEqual([]);
    const markdown = await fetch(`${server.url}/docs/quickstart.md`);
    expect([markdown.status, await markdown.text()]).toEqual([200, expect.stringMatching(/^# /m)]);
  });

  test("answers an unknown path with the 404 page, and serves files of the public folder", async () => {
    const missing = await fetch(`${server.url}/docs/nowhere`);
    expect([missing.status, missing.headers.get("content-type")]).toEqual([404, "text/html; charset=utf-8"]);
    expect((await fetch(`${server.url}/logo.svg`)).status).toBe(200);
  });

  test("loads each script and style of a page", async () => {
    const html = await (await fetch(`${server.url}/docs/quickstart`)).text();
    const files = new Set([...html.matchAll(/(?:src|href)="(\/_next\/static\/[^"]+)"/g)].map(([, file]) => file as string));
    expect(files.size).toBeGreaterThan(3);
    for (const file of files) expect((await fetch(server.url + file)).status, file).toBe(200);
  });

  test("has the files that draw a diagram", async () => {
    const address = `${server.url}/api/mermaid/${mermaid.version}/mermaid.esm.min.mjs`;
    const answer = await fetch(address);
    expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "text/javascript; charset=utf-8"]);
    const imports = [...(await answer.text()).matchAll(/["'](\.\/chunks\/[^"']+)["']/g)].map(([, name]) => String(name));
    expect(imports.length).toBeGreaterThan(10);
    const statuses = await Promise.all(imports.map(async (name) => (await fetch(new URL(name, address))).status));
    expect(new Set(statuses)).toEqual(new Set([200]));
  });

  test("draws the card of a page", async () => {
    const html = await (await fetch(`${server.url}/docs/quickstart`)).text();
    const [, address] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? [];
    const card = await fetch(String(address));
    expect([card.status, card.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect((await card.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  });

  test("gives its pages a token, and searches with it", async () => {
    const response = await fetch(`${server.url}/api/site-token`, {
      method: "POST",
      headers: { origin: server.url, "sec-fetch-site": "same-origin", "content-type": "application/json" },
      body: JSON.stringify({ domain: "harbor", fp: "f" }),
    });
    expect(response.status).toBe(200);
    const { token } = await response.json();
    const found = await post(server, "/v1/search/harbor", { query: question }, token);
    expect(await found.json()).toContainEqual(expect.objectContaining({ path: "/docs/keys" }));
  });

  test("answers in its panel, in a browser", async ({ page }) => {
    await page.goto(`${server.url}/docs/quickstart`);
    await page.getByRole("button", { name: "Ask the assistant" }).click();
    const box = page.getByRole("textbox", { name: "Your question" });
    await box.fill(question);
    await box.press("Enter");
    await expect(page.locator("[data-panel-status]")).toHaveText(/Answer ready, [1-9]\d* sources?/);
    await expect(page.getByRole("log")).toContainText("npm run keys");
  });

  for (const wire of ["v1", "v2"] as const)
    test(`answers on the wire ${wire}`, async () => {
      const answer = await post(server, `/${wire}/assistant/harbor/message`, toBody(wire));
      expect(answer.status).toBe(200);
      expect(isWhole(wire, await answer.text())).toBe(true);
    });

  test("names the variable of a content folder that is not there, in its health and by its doctor", async () => {
    const wrong = { ...variables, DOCENT_CONTENT_DIR: path.join(artifact.folder, "nowhere") };
    const lost = await artifact.start(wrong);
    try {
      expect((await fetch(`${lost.url}/docs/quickstart`)).status).toBe(500);
      const health = await (await fetch(`${lost.url}/v1/health`)).json();
      expect(health).toMatchObject({ status: "degraded", problems: [expect.stringMatching(/^DOCENT_CONTENT_DIR: .*ENOENT/)] });
      expect(JSON.stringify(health)).not.toContain(artifact.folder);
      await expect(artifact.command("doctor", [], wrong)).rejects.toMatchObject({
        code: 1,
        stdout: expect.stringMatching(/FAILS +content +DOCENT_CONTENT_DIR: /),
      });
    } finally {
      await lost.stop();
    }
  });

  test("reads pages of another folder: what their code gives, and of code that never ends its source", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "docent-content-"));
    await chmod(folder, 0o755);
    await mkdir(path.join(folder, "en/v2"), { recursive: true });
    const pages = {
      index: "# Home",
      code: 'import { Sum } from "./sum.jsx"\n\n<Sum of={[1, 2]} /> and {typeof process}.',
      endless: "Before.\n\n{(() => { while (true) {} })()}\n\nAfter.",
    };
    for (const [name, text] of Object.entries(pages)) await writeFile(path.join(folder, `en/v2/${name}.mdx`), text);
    await writeFile(path.join(folder, "en/v2/sum.jsx"), "export const Sum = ({ of }) => <b>{of.reduce((a, b) => a + b)}</b>;");
    const reading = await artifact.start({ ...variables, DOCENT_CONTENT_DIR: folder });
    try {
      const endless = fetch(`${reading.url}/docs/endless.md`);
      expect(await (await fetch(`${reading.url}/docs/code.md`)).text()).toContain("**3** and undefined.");
      const html = await (await fetch(`${reading.url}/docs/code`)).text();
      expect(html.replaceAll("<!-- -->", "")).toMatch(/<b>3<\/b> and undefined\./);
      expect(await (await endless).text()).toMatch(/Before\.[\s\S]*while[\s\S]*After\./);
    } finally {
      await reading.stop();
      await rm(folder, { recursive: true });
    }
  });

  test("finishes 50 answers that are being written when it is stopped, and ends with code 0", async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const provider = await startProvider(pauses("Make it ", () => gate, "with a command."));
    const stopping = await artifact.start({
      ...variables,
      ASSISTANT_MODEL: "scripted",
      OPENAI_BASE_URL: provider.baseUrl,
    });
    const wires = Array.from({ length: 50 }, (_, index) => (index % 2 ? "v1" : "v2"));
    const answers = await Promise.all(wires.map((wire) => post(stopping, `/${wire}/assistant/harbor/message`, toBody(wire))));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const texts = answers.map((answer) => answer.text());
    await expect.poll(() => provider.requests.length, { timeout: 30_000 }).toBe(50);
    const stopped = stopping.stop();
    await expect
      .poll(() =>
        fetch(`${stopping.url}/v1/health`).then(
          () => "answers",
          () => "refused",
        ),
      )
      .toBe("refused");
    open();
    const whole = (await Promise.all(texts)).map((text, index) => isWhole(wires[index], text) && text.includes("command."));
    expect(whole).toEqual(wires.map(() => true));
    expect(await stopped).toBe(0);
    await provider.close();
  });
});

const databaseUrl = process.env.TEST_DATABASE_URL;

test.describe("what ships, with Postgres (needs TEST_DATABASE_URL and a build with DOCENT_STANDALONE=1)", () => {
  test.skip(!databaseUrl || !existsSync(".next/standalone"));
  test.describe.configure({ timeout: 240_000 });

  let artifact: Artifact;
  let schema: Awaited<ReturnType<typeof createSchema>>;
  let stored: Readonly<Record<string, string>>;
  let token: string;
  test.beforeEach(async () => {
    artifact = await copyArtifact();
    schema = await createSchema(databaseUrl as string);
    stored = { SITE_SECRET, DATABASE_URL: schema.url };
    expect(await artifact.command("migrate", [], stored)).toContain("up to date");
    const printed = await artifact.command("keys", ["create", "--kind", "account"], stored);
    token = printed.trim().split("\n").at(-1) as string;
  });
  test.afterEach(async () => {
    await schema.remove();
    await artifact.remove();
  });

  /** Publishes an operation that the build did not have, and gives its page. */
  async function publishOperation(server: RunningArtifact): Promise<string> {
    await addOperation(path.join(artifact.folder, "lib/api-description/openapi.json"));
    expect(await update(server, token)).toMatchObject({ status: "success" });
    return "/docs/api/shelters/adopt-zebrafish";
  }

  test("migrates by command, and an update reaches both of its instances", async () => {
    const [first, second] = await Promise.all([artifact.start(stored), artifact.start(stored)]);
    try {
      const page = await publishOperation(first);
      // Either of them may have made the update; the other follows.
      for (const { url } of [first, second])
        await expect.poll(async () => (await fetch(url + page)).status, { timeout: 10_000 }).toBe(200);
    } finally {
      await Promise.all([first.stop(), second.stop()]);
    }
  });

  test("frozen between requests, each instance has an update at its next request, and so has one that starts later", async () => {
    const frozen = { ...stored, VERCEL: "1", VERCEL_ENV: "production" };
    const servers = await Promise.all([artifact.start(frozen), artifact.start(frozen)]);
    try {
      const [first, second] = servers;
      const read = (server: RunningArtifact, page: string) => server.thawed(async () => (await fetch(server.url + page)).status);
      const page = "/docs/api/shelters/adopt-zebrafish";
      expect([await read(first, page), await read(second, page)]).toEqual([404, 404]);
      const asked = Date.now();
      expect(await first.thawed(() => publishOperation(first))).toBe(page);
      // A function asks the store again two seconds after it did, at the earliest.
      await wait(Math.max(0, asked + 2_500 - Date.now()));
      expect([await read(second, page), await read(first, page)]).toEqual([200, 200]);
      const later = await artifact.start(frozen);
      servers.push(later);
      expect(await read(later, page)).toBe(200);
    } finally {
      await Promise.all(servers.map(({ stop }) => stop()));
    }
  });
});

/** Writes as the operator of the host, since the server may only read the folder. */
async function addOperation(file: string): Promise<void> {
  const description = JSON.parse(await readFile(file, "utf8"));
  const responses = { 200: { description: "The zebrafish has moved." } };
  const post = { operationId: "adoptZebrafish", tags: ["Shelters"], summary: "Adopt a zebrafish", responses };
  description.paths["/zebrafish/adoption"] = { post };
  await chmod(file, 0o644);
  await writeFile(file, JSON.stringify(description));
}

function post({ url }: RunningArtifact, address: string, body: object, token: string = canaryTokens.assistant) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return fetch(url + address, { method: "POST", headers, body: JSON.stringify(body) });
}

function toBody(wire: string | undefined): object {
  const parts = [{ type: "text", text: question }];
  const message = wire === "v1" ? { id: "1", role: "user", content: question, parts } : { id: "1", role: "user", parts };
  return { fp: "artifact", messages: [message] };
}

/** Returns whether the text of an answer ends as its wire format prescribes. */
function isWhole(wire: string | undefined, text: string): boolean {
  if (wire === "v1") return /\nd:\{"type":"finish","finishReason":"stop".*\}\n$/.test(text);
  return text.includes('"type":"finish"') && text.trimEnd().endsWith("data: [DONE]");
}
