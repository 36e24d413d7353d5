import { mkdtemp, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page, Request, Response } from "playwright/test";
import { readDocsCode, usechatPages } from "./docs-code.ts";
import { expect, test } from "./fixtures.ts";
import { type App, bundle, startApp } from "./hooks/app.ts";
import { leftoversV4, leftoversV7 } from "./hooks/histories.ts";
import { type ObedientModel, questions, startObedientModel } from "./hooks/model.ts";
import type { PageSettings } from "./hooks/view.tsx";
import { createKey, serverForTests } from "./server.ts";

/** The hooks themselves, in a foreign app on another origin, against the built service with a scripted model. */
const clients = [
  { name: "AI SDK 4 over /v1", page: "e2e/v4-client/page.tsx", wire: "v1", leftovers: leftoversV4() },
  { name: "AI SDK 7 over /v2", page: "e2e/hooks/page.tsx", wire: "v2", leftovers: leftoversV7() },
  { name: "AI SDK 7 over /v1", page: "e2e/hooks/page.tsx", wire: "v1", leftovers: leftoversV7() },
] as const;

const attachment = { name: "a.png", type: "image/png", url: "data:image/png;base64,eA==" };

// One worker for the file: a server with a model is not started twice.
test.describe.configure({ mode: "default", timeout: 120_000 });
test.use({ expectedConsoleErrors: [/Failed to load resource|blocked by CORS policy/] });

let model: ObedientModel;
let app: App;
let token: string;

const server = serverForTests(async () => {
  [model, app] = await Promise.all([startObedientModel(), startApp()]);
  return { variables: { ASSISTANT_MODEL: "obedient", OPENAI_BASE_URL: model.baseUrl } };
});

test.beforeAll(async () => {
  token = await createKey(["--kind", "assistant", "--project", "harbor", "--origin", app.origin], server.variables);
  for (const page of new Set(clients.map(({ page }) => page))) app.addPage(pageName(page), await bundle(page));
});

test.afterAll(() => Promise.all([model.close(), app.close()]));

for (const client of clients)
  test.describe(`useChat of ${client.name}`, () => {
    const open = async (page: Page, settings: Partial<PageSettings> = {}) => {
      const endpoint = `${server.url}/${client.wire}/assistant/harbor/message`;
      await page.addInitScript((all) => Object.assign(window, { settings: all }), {
        ...{ endpoint, token, fp: test.info().title, messages: [] },
        ...settings,
      });
      await page.goto(`${app.origin}/${pageName(client.page)}`);
      await expect(status(page)).toHaveText("ready");
    };

    test("shows words as they come, ends ready, and cites what was found", async ({ page }) => {
      await open(page);
      await send(page, questions.pause);
      await expect(answers(page)).toContainText("First half,");
      await expect(answers(page)).not.toContainText("second half");
      await expect(status(page)).toHaveText("streaming");
      model.release();
      await expect(answers(page)).toContainText("second half [1]");
      await expect(status(page)).toHaveText("ready");
      await expect(answers(page).getByRole("link").first()).toHaveAttribute("href", new RegExp(`^${server.url}/docs/`));
    });

    test("continues the thread that the answer named, with the conversation as history", async ({ page }) => {
      await open(page);
      const first = await answered(page, "One?");
      const text = await answers(page).innerText();
      const second = await answered(page, "Two?");
      expect(threadOf(first)).toMatch(/^th_/);
      expect(threadOf(second)).toBe(threadOf(first));
      expect(sentThread(second.request())).toBe(threadOf(first));
      await expect(answers(page)).toHaveCount(2);
      const given = model.requests.at(-1)?.messages.slice(-3);
      expect(given).toEqual([
        user("One?"),
        { role: "assistant", content: text.trim() },
        user(expect.stringMatching(/^Two\?\n\nA search/)),
      ]);
    });

    test("stops an answer on both sides, and the next question is answered", async ({ page }) => {
      await open(page);
      const dropped = model.dropped();
      await send(page, questions.stall);
      await expect(answers(page)).toContainText("No end");
      await page.evaluate(() => window.chat.stop());
      await expect(status(page)).toHaveText("ready");
      await expect.poll(() => model.dropped()).toBe(dropped + 1);
      await answered(page, "And now?");
      await expect(answers(page)).toHaveText([/No end/, /Answer number \d+\./]);
    });

    test("is stopped in the midst of a search, and takes the question after it", async ({ page }) => {
      await open(page);
      await send(page, questions.stallInCall);
      // The model's own search, after that of the question, which has its result by then.
      const isCalling = /"(?:result|output-available)".*"(?:partial-call|call|input-streaming)"/;
      await expect.poll(() => page.evaluate(() => JSON.stringify(window.chat.messages))).toMatch(isCalling);
      await page.evaluate(() => window.chat.stop());
      await expect(status(page)).toHaveText("ready");
      const { messages } = (await answered(page, "And now?")).request().postDataJSON();
      expect(JSON.stringify(messages[1])).toMatch(isCalling);
      await expect(answers(page).last()).toHaveText(/Answer number/);
    });

    test("answers once more in the place of the last answer", async ({ page }) => {
      await open(page);
      const first = await answered(page, "One?");
      const before = await answers(page).innerText();
      const again = await answered(page, () => window.chat.again());
      await expect(answers(page)).toHaveCount(1);
      expect(await answers(page).innerText()).not.toBe(before);
      expect(again.request().postDataJSON().messages).toHaveLength(1);
      // Over /v2 the hook forgets the thread of a first answer together with the message that named it.
      expect(threadOf(again) === threadOf(first)).toBe(client.wire === "v1");
      await answered(page, "Two?");
      await expect(answers(page)).toHaveCount(2);
    });

    test("sends attachments, also as history", async ({ page }) => {
      await open(page);
      await answered(page, ({ text, attachment }) => window.chat.send(text, [attachment]), { text: "One?", attachment });
      expect(JSON.stringify(model.requests.at(-1)?.messages.at(-1))).toContain("attached files");
      const { messages } = (await answered(page, "Two?")).request().postDataJSON();
      expect(JSON.stringify(messages[0])).toContain(attachment.url);
      await expect(answers(page)).toHaveCount(2);
    });

    test("takes back what a reasoning model, a stop and a failure have left in the history", async ({ page }) => {
      await open(page, { messages: client.leftovers });
      await answered(page, "And now?");
      await expect(answers(page).last()).toHaveText(/Answer number/);
    });

    test("shows that a key is refused", async ({ page }) => {
      await open(page, { token: "dk_nobody" });
      await send(page, "One?");
      await expect(page.getByRole("alert")).toHaveText(/./);
      await expect(status(page)).toHaveText("error");
    });

    test("shows what is wrong with a request", async ({ page }) => {
      await open(page, { fp: "" });
      await send(page, "One?");
      await expect(page.getByRole("alert")).toContainText("fp");
      await expect(page.getByRole("alert")).toContainText("must not be empty");
      await expect(status(page)).toHaveText("error");
    });

    test("shows that an answer broke off, keeps its words, and takes the next question in the same thread", async ({ page }) => {
      await open(page);
      const broken = await answered(page, questions.breakOff, "error");
      await expect(page.getByRole("alert")).toHaveText(/./);
      await expect(answers(page)).toContainText("Some words");
      const next = await answered(page, "And now?");
      await expect(page.getByRole("alert")).toHaveCount(0);
      expect(threadOf(next)).toBe(threadOf(broken));
    });
  });

for (const docs of usechatPages)
  test.describe(`the code of the page on useChat for ${docs.name}`, () => {
    let examples: string;
    const name = docs.stream.toLowerCase();

    test.beforeAll(async () => {
      // Hidden, so that the project's own type check and lint pass it over.
      examples = await mkdtemp(path.resolve(docs.packages, ".docs-examples-"));
      await writeFile(path.join(examples, "ask.tsx"), await readDocsCode(docs.file, "app/ask.tsx"));
      const view = JSON.stringify(path.resolve("e2e/hooks/view.tsx"));
      const start = `import { render } from ${view};\nimport { Ask } from "./ask.tsx";\nrender(Ask);\n`;
      await writeFile(path.join(examples, "page.tsx"), start);
      app.addPage(name, await bundle(path.join(examples, "page.tsx")));
      const route = await readDocsCode(docs.file, "app/api/chat/route.ts");
      const file = path.join(examples, "route.ts");
      await writeFile(file, route.replace("https://docs.example.com", server.url));
      const { POST } = await import(file);
      app.addRoute("/api/chat", POST);
    });
    test.beforeEach(() => {
      process.env.DOCENT_KEY = token;
    });
    test.afterAll(async () => {
      delete process.env.DOCENT_KEY;
      await rm(examples, { recursive: true, force: true });
    });

    const ask = async (page: Page, text: string) => {
      await page.getByRole("textbox", { name: "Your question" }).fill(text);
      await page.getByRole("textbox", { name: "Your question" }).press("Enter");
    };

    test("answers as the words come, cites, and continues the thread", async ({ page }) => {
      const sent: Request[] = [];
      page.on("request", (request) => request.method() === "POST" && sent.push(request));
      await page.goto(`${app.origin}/${name}`);
      await ask(page, questions.pause);
      await expect(page.getByText("First half,")).toBeVisible();
      await expect(page.getByText("second half")).toHaveCount(0);
      model.release();
      await expect(page.getByText("second half")).toBeVisible();
      await expect(page.getByRole("link").first()).toHaveAttribute("href", new RegExp(`^${server.url}/docs/`));
      await ask(page, "And now?");
      await expect(page.getByText(/Answer number/)).toBeVisible();
      const threads = await Promise.all(sent.map(async (request) => threadOf((await request.response()) as Response)));
      expect(threads).toEqual([expect.stringMatching(/^th_/), threads[0]]);
      expect(sentThread(sent[1] as Request)).toBe(threads[0]);
    });

    test("stops the answer on the docs server too", async ({ page }) => {
      await page.goto(`${app.origin}/${name}`);
      const dropped = model.dropped();
      await ask(page, questions.stall);
      await expect(page.getByText("No end")).toBeVisible();
      await page.getByRole("button", { name: "Stop" }).click();
      await expect.poll(() => model.dropped()).toBe(dropped + 1);
      await expect(page.getByRole("button", { name: "Stop" })).toHaveCount(0);
      await ask(page, "And now?");
      await expect(page.getByText(/Answer number/)).toBeVisible();
    });

    test("tells the reader of a refusal and of an answer that broke off", async ({ page }) => {
      process.env.DOCENT_KEY = "dk_nobody";
      await page.goto(`${app.origin}/${name}`);
      await ask(page, "One?");
      await expect(page.getByRole("alert")).toHaveText("The answer failed. Try again.");
      process.env.DOCENT_KEY = token;
      await ask(page, questions.breakOff);
      await expect(page.getByText("Some words")).toBeVisible();
      await expect(page.getByRole("alert")).toHaveText("The answer failed. Try again.");
      await ask(page, "And now?");
      await expect(page.getByText(/Answer number/)).toBeVisible();
      await expect(page.getByRole("alert")).toHaveCount(0);
    });
  });

const status = (page: Page) => page.getByRole("status");
const answers = (page: Page) => page.getByRole("article", { name: "assistant" });
const user = (content: unknown) => ({ role: "user", content });
const threadOf = (response: Response) => response.headers()["x-thread-id"];

function pageName(file: string): string {
  return file.replace(/\W/g, "-");
}

function send(page: Page, text: string): Promise<void> {
  return page.evaluate((words) => window.chat.send(words), text);
}

/** Asks, and waits until the hook is at rest. Returns the response. */
async function answered(page: Page, text: string, rest?: "ready" | "error"): Promise<Response>;
async function answered(page: Page, act: () => void): Promise<Response>;
async function answered<T>(page: Page, act: (input: T) => void, input: T): Promise<Response>;
async function answered(page: Page, act: string | ((input: unknown) => void), input?: unknown): Promise<Response> {
  const response = page.waitForResponse((response) => response.request().method() === "POST");
  await (typeof act === "string" ? send(page, act) : page.evaluate(act as () => void, input));
  // Until then it is "submitted" at least.
  const headers = await response;
  await expect(status(page)).toHaveText(typeof act === "string" && input ? String(input) : "ready");
  return headers;
}

/** The thread that a request names: in its body, or in the metadata of its newest answer. */
function sentThread(request: Request): string | undefined {
  const { threadId, messages } = request.postDataJSON() as {
    threadId?: string;
    messages: readonly { metadata?: { threadId?: string } }[];
  };
  return threadId ?? messages.findLast(({ metadata }) => metadata?.threadId)?.metadata?.threadId;
}
