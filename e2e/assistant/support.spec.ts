import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, test } from "../fixtures.ts";
import { serverForTests } from "../server.ts";
import { ask, log, openPanel, panel, status } from "./panel-page.ts";

test.describe.configure({ mode: "serial", timeout: 90_000 });

const received: { id: unknown; data: Record<string, unknown> }[] = [];
/** The status that the owner's webhook answers with. */
let answered = 204;
let hook: Server;

const docs = serverForTests(async ({ url: siteUrl }) => {
  hook = createServer(async (request, response) => {
    const { data } = (await json(request)) as { data: Record<string, unknown> };
    received.push({ id: request.headers["webhook-id"], data });
    response.writeHead(answered).end();
  });
  await new Promise<void>((resolve) => hook.listen(0, "127.0.0.1", resolve));
  const { default: config } = await import("../site/docent.config.ts");
  return {
    config: { ...config, projects: config.projects.map((project) => ({ ...project, siteUrl })) },
    variables: {
      SUPPORT_WEBHOOK_URL: `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`,
      SUPPORT_WEBHOOK_SECRET: `whsec_${Buffer.alloc(32).toString("base64")}`,
    },
  };
});

test.afterAll(() => void hook.close());

test("what the reader is shown is what the owner's support gets, by keyboard alone", async ({ page }) => {
  const left: unknown[] = [];
  page.on("request", (request) => request.url().endsWith("/support") && left.push(request.postDataJSON()));
  await openPanel(page, `${docs.url}/docs/quickstart`);
  await ask(page, "What is the airspeed of an unladen swallow?");
  await expect(status(page)).toHaveText(/Answer ready/);
  await panel(page).getByRole("button", { name: "Send this to support" }).press("Enter");
  const email = panel(page).getByRole("textbox", { name: "Your email address, if you want an answer" });
  await expect(email).toBeFocused();
  await page.keyboard.type("ada@example.com");
  const shown = await panel(page).getByRole("textbox", { name: "This is sent to support" }).inputValue();
  expect(shown).toMatch(/^What is the airspeed of an unladen swallow\?\n\nada@example\.com\n.*\/docs\/quickstart\n(- .*\n)*th_/);
  expect((await new AxeBuilder({ page }).include("[role=log]").analyze()).violations).toEqual([]);
  await page.keyboard.press("Enter");
  await expect(panel(page).getByText("Sent to support.")).toBeFocused();
  expect(received.map(({ data }) => data.text)).toEqual([shown]);
  // No word of the conversation leaves the page: the server has it.
  expect(left).toEqual([
    {
      threadId: received[0]?.data.threadId,
      messageId: received[0]?.data.messageId,
      email: "ada@example.com",
      page: "/docs/quickstart",
    },
  ]);
});

test.describe(() => {
  test.use({ expectedConsoleErrors: [/503/] });

  test("a webhook that refuses is said, nothing typed is lost, and the same answer can be sent again", async ({ page }) => {
    received.length = 0;
    answered = 400;
    await openPanel(page, `${docs.url}/docs/quickstart`);
    await ask(page, "How do I create an assistant key?");
    await expect(status(page)).toHaveText(/Answer ready/);
    await expect(panel(page).getByRole("button", { name: "Send this to support" })).toHaveCount(0);
    await log(page).getByRole("button", { name: "Not helpful" }).click();
    await panel(page).getByRole("button", { name: "Send this to support" }).click();
    await panel(page)
      .getByRole("textbox", { name: /^Your email/ })
      .fill("ada@example.com");
    await panel(page).getByRole("button", { name: "Send this to support" }).click();
    await expect(panel(page).getByRole("alert")).toHaveText("It could not be sent. Please try again in a minute.");
    await expect(panel(page).getByRole("textbox", { name: /^Your email/ })).toHaveValue("ada@example.com");
    answered = 200;
    await panel(page).getByRole("button", { name: "Send this to support" }).click();
    await expect(panel(page).getByText("Sent to support.")).toBeVisible();
    expect(received).toHaveLength(2);
    expect(new Set(received.map(({ id }) => id)).size).toBe(1);
  });
});
