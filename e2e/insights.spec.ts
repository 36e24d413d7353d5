import { cp, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";
import { createKey, serverForTests, update } from "./server.ts";

const QUESTIONS = [
  "How do I calibrate the zebrafish sensor?",
  "How can I calibrate the zebrafish sensor?",
  "How can I calibrate a zebrafish sensor every week?",
];

test.describe.configure({ mode: "serial", timeout: 120_000 });

let account: string;
let assistant: string;

const server = serverForTests(async ({ folder }) => {
  const content = path.join(folder, "content");
  await cp("content", content, { recursive: true });
  return { variables: { DOCENT_CONTENT_DIR: content } };
});

test.beforeAll(async () => {
  account = await createKey(["--kind", "account"], server.variables);
  assistant = await createKey(["--kind", "assistant", "--project", "harbor"], server.variables);
});

test("the owner of a new site learns how to get data, and a wrong token opens nothing", async ({ page, expectAccessible }) => {
  await page.goto(`${server.url}/insights`);
  await expectAccessible();
  await page.getByLabel("Account token").fill(assistant);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("alert").filter({ hasText: "This token is unknown" })).toBeVisible();
  await signIn(page);
  await expect(page.getByRole("heading", { name: "Nothing has been recorded yet" })).toBeVisible();
  await expectAccessible();
});

test("readers ask and search without a result, and rate a page", async ({ page, expectedConsoleErrors, expectAccessible }) => {
  expectedConsoleErrors.push(/404/);
  for (const question of QUESTIONS) await ask(question);
  await page.goto(`${server.url}/docs/quickstart`);
  await page.getByRole("button", { name: "Search the documentation" }).click();
  const box = page.getByRole("combobox", { name: "Search the documentation" });
  const answered = page.waitForResponse((response) => response.request().postData()?.includes('"xylophone tuning"') ?? false);
  await box.pressSequentially("xylophone tuning", { delay: 20 });
  await answered;
  await expect(page.getByRole("listbox").getByRole("option").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "No", exact: true }).click();
  await page.getByRole("radio", { name: "Something is missing" }).check();
  await expectAccessible();
  await page.getByLabel("Details").fill("<b>Where</b> is Windows?");
  await page.getByRole("button", { name: "Send", exact: true }).click();
  await expect(page.getByText("Thank you for your feedback.")).toBeVisible();
  await page.goto(`${server.url}/docs/old-quickstart`);
});

test("the owner sees what agents read and guess, by family, from the build's own pages too", async ({
  page,
  expectAccessible,
}) => {
  const agents: readonly (readonly [string, Record<string, string>])[] = [
    ["/docs/quickstart", { "user-agent": "Claude-User (claude-code/2.1.92)", accept: "text/markdown, text/html, */*" }],
    ["/docs/quickstart.md", { "user-agent": "Claude-User (claude-code/2.1.92)" }],
    ["/docs/quickstart", { "user-agent": "Mozilla/5.0 (compatible; ChatGPT-User/1.0)" }],
    ["/docs/guessed-by-an-agent.md", { "user-agent": "Cursor/1.7.3" }],
    ["/docs/quickstart", { "user-agent": "Mozilla/5.0 (compatible; GPTBot/1.2)" }],
  ];
  for (const [path, headers] of agents) await fetch(server.url + path, { headers });
  await page.goto(`${server.url}/insights`);
  await signIn(page);
  const families = page.getByRole("region", { name: "Agents", exact: true });
  await expect(families.getByRole("listitem").filter({ hasText: "claude-code" })).toContainText("2 read, 0 searched");
  await expect(families.getByRole("listitem").filter({ hasText: "cursor" })).toContainText("1 not found");
  await expect(families.getByRole("listitem").filter({ hasText: "gptbot" })).toContainText("crawler · 1 read");
  await expect(page.getByRole("region", { name: "What agents read" })).toContainText("chatgpt-user · once");
  await expect(page.getByRole("region", { name: "Addresses that agents guessed" })).toContainText("/docs/guessed-by-an-agent");
  await expect(page.getByRole("region", { name: "Addresses not found" })).not.toContainText("guessed-by-an-agent");
  await expectAccessible();
});

test("the owner sees what they missed, grouped, and signs out", async ({ page, expectedConsoleErrors, expectAccessible }) => {
  expectedConsoleErrors.push(/404/);
  await page.goto(`${server.url}/insights`);
  await signIn(page);
  const questions = page.getByRole("region", { name: "Questions without a good answer" });
  await expect(questions.getByRole("listitem").filter({ hasText: "3 times" })).toContainText("zebrafish sensor");
  await expect
    .poll(async () => {
      await page.reload();
      return page.getByRole("region", { name: "Searches without a result or a click" }).innerText();
    })
    .toContain("xylophone tuning");
  await expect(page.getByRole("region", { name: "Pages that did not help" })).toContainText(
    "incomplete: <b>Where</b> is Windows?",
  );
  await expect(page.getByRole("region", { name: "Addresses not found" })).toContainText(
    '{ from: "/docs/old-quickstart", to: "/docs/quickstart" },',
  );
  await expectAccessible();
  await questions
    .getByRole("link", { name: /^Conversation/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { name: "Conversation" })).toBeVisible();
  await expect(page.getByRole("listitem").filter({ hasText: "zebrafish" }).first()).toBeVisible();
  await expectAccessible();
  await page.getByRole("link", { name: "Back to the insights" }).click();
  await page.getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByLabel("Account token")).toBeVisible();
  await page.goto(`${server.url}/insights/thread?id=x`);
  await expect(page.getByLabel("Account token")).toBeVisible();
});

test("the owner writes the page that was missed, and the next question is answered", async ({ page }) => {
  await page.goto(`${server.url}/insights`);
  await signIn(page);
  const download = page.waitForEvent("download");
  await page
    .getByRole("link", { name: /^Write this page: .*zebrafish/ })
    .first()
    .click();
  const file = await (await download).path();
  const draft = await readFile(file, "utf8");
  for (const question of QUESTIONS) expect(draft).toContain(`- ${question}`);
  const questions = page.waitForEvent("download");
  await page
    .getByRole("link", { name: /^Add to the tests: .*zebrafish/ })
    .first()
    .click();
  expect(await readFile(await (await questions).path(), "utf8")).toContain(`- question: ${JSON.stringify(QUESTIONS[0])}`);
  const text = "Open the sensor's menu, choose **Calibrate**, and hold the zebrafish sensor still for ten seconds.";
  await writeFile(
    path.join(server.folder, "content/en/v2/zebrafish-sensor.mdx"),
    `${draft}\nTo calibrate a zebrafish sensor:\n\n${text}\n`,
  );
  expect(await update(server, account)).toMatchObject({ status: "success" });
  expect(await ask("How do I calibrate the zebrafish sensor?")).toContain("hold the zebrafish sensor still");
});

async function signIn(page: Page): Promise<void> {
  await page.getByLabel("Account token").fill(account);
  await page.getByRole("button", { name: "Sign in" }).click();
  await expect(page.getByRole("button", { name: "Sign out" })).toBeVisible();
}

async function ask(question: string): Promise<string> {
  const response = await fetch(`${server.url}/v1/assistant/harbor/message`, {
    method: "POST",
    headers: { authorization: `Bearer ${assistant}`, "content-type": "application/json" },
    body: JSON.stringify({ fp: "reader", messages: [{ id: "1", role: "user", content: question, parts: [] }] }),
  });
  const lines = (await response.text()).split("\n").filter((line) => line.startsWith("0:"));
  return lines.map((line) => JSON.parse(line.slice(2)) as string).join("");
}
