import { execFile } from "node:child_process";
import { cp, readFile, rm, writeFile } from "node:fs/promises";
import { networkInterfaces } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { AxeBuilder } from "@axe-core/playwright";
import type { Locator } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import {
  createKey,
  findFreePort,
  generationOf,
  type Server,
  serverForTests,
  startServer,
  statusOf,
  stopServer,
  update,
} from "./server.ts";

const PAGE = "/docs/api/shelters/adopt-zebrafish";
const OPERATION = {
  operationId: "adoptZebrafish",
  tags: ["Shelters"],
  summary: "Adopt a zebrafish",
  description: "Moves a zebrafish from its shelter to a new aquarium.",
  responses: { 200: { description: "The zebrafish has moved." } },
};

/** One that `localhost` is not: the second instance listens on it alone. */
const ONE_ADDRESS =
  process.platform === "linux"
    ? "127.0.0.2"
    : Object.values(networkInterfaces())
        .flatMap((found) => found ?? [])
        .find(({ family, internal }) => family === "IPv4" && !internal)?.address;

test.describe.configure({ mode: "serial", timeout: 120_000 });

let servers: readonly Server[];
let account: string;
let assistant: string;

/** The template's own project, with its content in a folder that the test may change. */
const own = serverForTests(async ({ folder, url: siteUrl }) => {
  const content = path.join(folder, "content");
  await cp("content", content, { recursive: true });
  await cp("lib/api-description/openapi.json", descriptionFile());
  const { default: config } = await import("./site/docent.config.ts");
  const project = { ...config.projects[0], siteUrl, content, apiDescription: descriptionFile() };
  return { config: { ...config, projects: [project] } };
});

test.beforeAll(async () => {
  account = await createKey(["--kind", "account"], own.variables);
  assistant = await createKey(["--kind", "assistant", "--project", "harbor"], own.variables);
  servers = [own, await startServer(await findFreePort(), own.variables, ONE_ADDRESS)];
});

test.afterAll(() => stopServer(servers[1] as Server));

test("an operation that is added to the description is a page, in navigation and search, after one call", async ({ page }) => {
  const [first, second] = servers as [Server, Server];
  expect(await statusOf(first, PAGE)).toBe(404);
  await changeDescription((description) => {
    description.paths["/zebrafish/adoption"] = { post: OPERATION };
    description.servers = [{ url: first.url }];
  });

  const state = await update(first, account);

  expect(state).toMatchObject({ status: "success", changes: { removed: [] } });
  expect(state.changes.added).toContain(PAGE);
  await page.goto(first.url + PAGE);
  await expect(page.getByRole("heading", { level: 1, name: OPERATION.summary })).toBeVisible();
  await expect(page.getByRole("navigation").getByRole("link", { name: OPERATION.summary }).first()).toBeVisible();
  expect(await searchFor("move a zebrafish", first)).toContain(PAGE);
  expect(await sourcesOf("How do I move a zebrafish to a new aquarium?", first)).toContain(first.url + PAGE);
  for (const list of ["/llms.txt", "/sitemap.xml"]) expect(await textOf(first, list), list).toContain(PAGE);
  await expect.poll(() => statusOf(second, PAGE), { timeout: 5_000 }).toBe(200);
  expect(await searchFor("move a zebrafish", second)).toContain(PAGE);
  expect(await generationOf(second)).toBe(await generationOf(first));
});

test("a reader calls an operation from its page, on a described server only", async ({ page }) => {
  const [first] = servers as [Server, Server];
  await page.goto(`${first.url}/docs/api/service/read-health`);
  const open = page.getByRole("button", { name: "Try it" });
  await open.click();
  const form = page.getByRole("form", { name: "Try it" });
  await expect(page.getByText(first.url, { exact: true }).filter({ visible: true }).first()).toBeVisible();
  await page.getByRole("button", { name: "Send" }).click();
  await expect(answerStatus(form)).toHaveText(/^200 OK after \d+ ms/);
  await expect(form.getByText('"ok"')).toBeVisible();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    expect((await new AxeBuilder({ page }).include("main").analyze()).violations).toEqual([]);
  }
  await page.keyboard.press("Escape");
  await expect(form).toBeHidden();
  await expect(open).toBeFocused();
});

test("a call that lacks something says what at its field, and is not made", async ({ page }) => {
  const [first] = servers as [Server, Server];
  await page.goto(`${first.url}/docs/quickstart`);
  await page.goto(`${first.url}/docs/api/search/search`);
  const calls: string[] = [];
  page.on("request", (request) => request.url().includes("/v1/search/") && calls.push(request.url()));
  await page.getByRole("button", { name: "Try it" }).click();
  const form = page.getByRole("form", { name: "Try it" });
  const send = page.getByRole("button", { name: "Send" });
  const domain = page.getByRole("textbox", { name: /^domain/ });
  await domain.fill("");
  await send.click();
  await expect(domain).toBeFocused();
  await expect(domain).toHaveAccessibleDescription("Fill this in.");
  await domain.fill("harbor");
  await form.getByLabel("pageSize").fill("500");
  await send.click();
  await expect(form.getByLabel("pageSize")).toBeFocused();
  await expect(form.getByLabel("pageSize")).toHaveAccessibleDescription("This must fit: 1 to 50.");
  await form.getByRole("button", { name: "JSON" }).click();
  await form.getByRole("textbox", { name: "JSON" }).fill("{");
  await send.click();
  await expect(form.getByRole("textbox", { name: "JSON" })).toHaveAccessibleDescription("This is not valid JSON.");
  expect(calls).toEqual([]);

  await form.getByRole("textbox", { name: "JSON" }).fill('{"query":"zebrafish"}');
  await expect(form.getByRole("region", { name: "Request", exact: true })).toContainText("zebrafish");
  await form
    .getByLabel(/^Authorization/)
    .first()
    .fill(assistant);
  await send.click();
  await expect(answerStatus(form)).toHaveText(/^200/);
  await expect(form.getByText(PAGE).first()).toBeVisible();

  await domain.fill("");
  await send.click();
  await expect(form.getByText(PAGE).first(), "an old answer beside a new error").toBeHidden();
});

test("a broken page or description changes nothing, and the state says where and why", async () => {
  const [first] = servers as [Server, Server];
  const generation = await generationOf(first);
  const broken = path.join(own.folder, "content/en/v2/broken.mdx");
  await writeFile(broken, "# Broken\n\n<Note>\n");
  expect(await update(first, account)).toMatchObject({ status: "failure", error: expect.stringContaining("en/v2/broken.mdx:3") });
  await rm(broken);
  const description = await readFile(descriptionFile(), "utf8");
  await writeFile(descriptionFile(), description.replace('"openapi"', '"swagger"'));
  expect(await update(first, account)).toMatchObject({
    status: "failure",
    error: expect.stringContaining("Swagger 2 is not supported"),
  });
  await writeFile(descriptionFile(), description);
  expect(await statusOf(first, PAGE)).toBe(200);
  expect(await searchFor("move a zebrafish", first)).toContain(PAGE);
  expect(await generationOf(first)).toBe(generation);
});

test("an operation that is removed is gone after one call, also where the server listens on one address alone", async () => {
  const [first, second] = servers as [Server, Server];
  await changeDescription(({ paths }) => {
    delete paths["/zebrafish/adoption"];
  });
  const state = await update(second, account);
  expect(state).toMatchObject({ status: "success", changes: { added: [] } });
  expect(state.changes.modified, "lists what is left").toEqual(["/docs/api", "/docs/v1/api"]);
  expect(state.changes.removed).toContain(PAGE);
  expect(await statusOf(second, PAGE)).toBe(404);
  expect(await searchFor("move a zebrafish", second)).not.toContain(PAGE);
  expect(await sourcesOf("How do I move a zebrafish to a new aquarium?", second)).not.toContain(first.url + PAGE);
  for (const list of ["/llms.txt", "/sitemap.xml"]) expect(await textOf(second, list), list).not.toContain(PAGE);
  await expect.poll(() => statusOf(first, PAGE), { timeout: 5_000 }).toBe(404);
  expect(await searchFor("move a zebrafish", first)).not.toContain(PAGE);
});

test("an update that a CI script announces is on both instances within five seconds", async () => {
  const adopted = "/docs/api/shelters/adopt-seahorse";
  const question = "How do I move a seahorse to a new aquarium?";
  await changeDescription(({ paths }) => {
    paths["/seahorse/adoption"] = {
      post: {
        ...OPERATION,
        operationId: "adoptSeahorse",
        summary: "Adopt a seahorse",
        description: "Moves a seahorse to a new aquarium.",
      },
    };
  });
  const [first, second] = servers as [Server, Server];
  const { stdout } = await runScript(first);
  expect(stdout).toContain("Live: ");
  const ways: Readonly<Record<string, (server: Server) => Promise<string>>> = {
    page: (server) => textOf(server, adopted),
    Markdown: (server) => textOf(server, `${adopted}.md`),
    search: async (server) => (await searchFor("move a seahorse", server)).join("\n"),
    assistant: async (server) => (await sourcesOf(question, server)).join("\n"),
    MCP: (server) => callTool(server, "search", { query: "move a seahorse" }),
    "API changes": (server) => textOf(server, "/api-changes"),
    feed: (server) => textOf(server, "/api/api-changes"),
  };
  for (const server of [second, first])
    for (const [way, ask] of Object.entries(ways))
      await expect
        .poll(() => ask(server).catch(String), { message: `${way} at ${server.url}`, timeout: 5_000, intervals: [100] })
        .toMatch(/adopt-seahorse|Adopt a seahorse|\/seahorse\/adoption/);
});

test("a changed text renews its page at both instances, and a changed title every page that shows it", async () => {
  const [changed, other] = ["/docs/quickstart", "/docs/keys"];
  const file = path.join(own.folder, "content/en/v2/quickstart.mdx");
  const source = await readFile(file, "utf8");
  const edit = async (text: string) => {
    // Kept, so that a page that shows the edit is one that was dropped.
    for (const server of servers) for (const pathname of [changed, other]) await textOf(server, pathname);
    await writeFile(file, text);
    expect(await update(own, account)).toMatchObject({ status: "success" });
  };
  await edit(`${source}\nThe otter swims at dusk.\n`);
  for (const server of servers) await expect.poll(() => textOf(server, changed)).toContain("The otter swims at dusk.");
  await edit(source.replace(/^title: .*$/m, "title: Begin at the quay"));
  for (const server of servers)
    for (const pathname of [changed, other]) await expect.poll(() => textOf(server, pathname)).toContain("Begin at the quay");
  await writeFile(file, source);
  expect(await update(own, account)).toMatchObject({ status: "success" });
});

function descriptionFile(): string {
  return path.join(own.folder, "openapi.json");
}

interface Description {
  readonly paths: Record<string, unknown>;
  servers: unknown;
}

async function changeDescription(change: (description: Description) => void): Promise<void> {
  const description = JSON.parse(await readFile(descriptionFile(), "utf8"));
  change(description);
  await writeFile(descriptionFile(), JSON.stringify(description));
}

/** Runs what the template gives a CI workflow. */
function runScript({ url }: Server) {
  const variables = { DOCENT_URL: url, DOCENT_PROJECT: "harbor", DOCENT_TOKEN: account, DOCENT_TIMEOUT: "60" };
  return promisify(execFile)("sh", ["scripts/ci/update-docs.sh"], { env: { ...process.env, ...variables } });
}

async function callTool({ url }: Server, name: string, args: object): Promise<string> {
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: args } });
  const headers = { "content-type": "application/json", accept: "application/json, text/event-stream" };
  return (await fetch(`${url}/mcp`, { method: "POST", headers, body })).text();
}

async function textOf({ url }: Server, pathname: string): Promise<string> {
  const response = await fetch(url + pathname);
  expect(response.status).toBe(200);
  return response.text();
}

async function searchFor(query: string, { url }: Server): Promise<string[]> {
  const response = await fetch(`${url}/v1/search/harbor`, {
    method: "POST",
    headers: { authorization: `Bearer ${assistant}`, "content-type": "application/json" },
    body: JSON.stringify({ query, filter: { version: "v2" } }),
  });
  expect(response.status).toBe(200);
  return (await response.json()).map((result: { path: string }) => result.path);
}

/** Addresses, without anchors, that the assistant's answer cites. */
async function sourcesOf(question: string, { url }: Server): Promise<string[]> {
  const message = { id: "1", role: "user", content: question, parts: [{ type: "text", text: question }] };
  const response = await fetch(`${url}/v1/assistant/harbor/message`, {
    method: "POST",
    headers: { authorization: `Bearer ${assistant}`, "content-type": "application/json" },
    body: JSON.stringify({ fp: "updates-story", messages: [message] }),
  });
  expect(response.status).toBe(200);
  const lines = (await response.text()).split("\n").filter((line) => line.startsWith("h:"));
  return lines.map((line) => (JSON.parse(line.slice(2)) as { url: string }).url.replace(/#.*/, ""));
}

/** The line that tells the status of a call's answer. */
function answerStatus(form: Locator): Locator {
  return form.getByRole("region", { name: "Answer" }).getByRole("status").first();
}
