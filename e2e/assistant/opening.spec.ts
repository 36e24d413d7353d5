import { holdScripts, OPENERS, SEARCH_OPENER, waitForOpeners } from "../fixtures.ts";
import { expect, test } from "../scripted-answers.ts";
import { ALL_KEYS, ask, failure, log, opener, openPanel, PAGE, panel, question, sheet, status } from "./panel-page.ts";

test.describe("opening and closing", () => {
  test("Ctrl+I opens and closes the column, and the focus goes back where it was", async ({ page }) => {
    await page.goto(PAGE);
    const link = page.getByRole("link", { name: "Harbor" }).first();
    await link.focus();
    await page.keyboard.press("Control+i");
    await expect(question(page)).toBeFocused();
    await expect(opener(page)).toHaveAttribute("aria-expanded", "true");
    await page.keyboard.press("Control+i");
    await expect(panel(page)).toBeHidden();
    await expect(link).toBeFocused();
    await opener(page).click();
    await expect(question(page)).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(panel(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
  });

  test("beside the panel the page stays usable and nothing is hidden under it", async ({ page }) => {
    await openPanel(page);
    const column = await panel(page).boundingBox();
    const article = await page.getByRole("main").boundingBox();
    expect((article?.x ?? 0) + (article?.width ?? 0)).toBeLessThanOrEqual(column?.x ?? 0);
    await expect(page.locator("html")).not.toHaveCSS("overflow", "hidden");
    await page.getByRole("navigation").getByRole("link", { name: "Errors" }).first().click();
    await expect(page).toHaveURL(/\/docs\/errors$/);
    await expect(panel(page)).toBeVisible();
  });

  test("/ and Ctrl+K belong to the text while the reader writes", async ({ page }) => {
    await openPanel(page);
    await page.keyboard.type("and/or");
    await page.keyboard.press("Control+k");
    await expect(question(page)).toHaveValue("and/or");
    await expect(page.getByRole("dialog")).toHaveCount(0);
  });

  test("the panel's code comes when it is first opened", async ({ page }) => {
    const scripts: string[] = [];
    page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
    await page.goto(PAGE);
    await waitForOpeners(page, OPENERS);
    const before = scripts.length;
    await opener(page).click();
    await expect(question(page)).toBeFocused();
    expect(scripts.length).toBeGreaterThan(before);
  });

  for (const [missing, isMissing, openers] of [
    ["any of the page's code", () => true, []],
    ["the assistant's code", (code: string) => code.includes("docent:assistant-open"), [SEARCH_OPENER]],
    ["the panel's code", (code: string) => code.includes("assistant-column"), OPENERS],
  ] as const) {
    test(`what is typed after Ctrl+I or a click is asked, before ${missing} is there too`, async ({ page, answerBy }) => {
      const asked = await answerBy((answer) => answer.say("So."));
      for (const [action, text] of [
        [() => page.keyboard.press("Control+i"), "How do I deploy a/b?"],
        [() => opener(page).click(), "And how do I go back?"],
      ] as const) {
        const release = await holdScripts(page, isMissing);
        await page.goto(PAGE, { waitUntil: "commit" });
        await expect(opener(page)).toBeVisible();
        await waitForOpeners(page, openers);
        await action();
        await page.keyboard.type(`${text}x`);
        await page.keyboard.press("Backspace");
        await page.keyboard.press("Enter");
        await page.keyboard.type("And");
        expect(asked.map(({ messages }) => messages.at(-1)?.content)).not.toContain(text);
        release();
        await expect(log(page)).toContainText(text);
        await expect.poll(() => asked.at(-1)?.messages.at(-1)?.content).toBe(text);
        await expect(question(page)).toBeFocused();
        await expect(question(page)).toHaveValue("And");
        await question(page).fill("");
        await page.keyboard.press("Control+i");
      }
    });
  }

  test("the page makes room at the press, before the panel's code is there", async ({ page }) => {
    const release = await holdScripts(page, (code) => code.includes("assistant-column"));
    await page.goto(PAGE);
    await waitForOpeners(page, OPENERS);
    const text = page.locator("#content");
    const { width } = (await text.boundingBox()) ?? { width: 0 };
    await page.keyboard.press("Control+i");
    await expect.poll(async () => (await text.boundingBox())?.width).toBeLessThan(width);
    const beside = await text.boundingBox();
    release();
    await expect(question(page)).toBeFocused();
    expect(await text.boundingBox()).toEqual(beside);
  });

  test("on a slow device no key is lost between Ctrl+I and the panel", async ({ page, answerBy }) => {
    const asked = await answerBy((answer) => answer.say("So."));
    const device = await page.context().newCDPSession(page);
    await device.send("Emulation.setCPUThrottlingRate", { rate: 6 });
    await page.goto(PAGE, { waitUntil: "commit" });
    await expect(opener(page)).toBeVisible();
    await page.keyboard.press("Control+i");
    const text = "How do I deploy this on a server of my own, behind a proxy that ends TLS?";
    await page.keyboard.type(text, { delay: 30 });
    await page.keyboard.press("Enter");
    await expect.poll(() => asked.map(({ messages }) => messages.at(-1)?.content), { timeout: 30_000 }).toEqual([text]);
  });

  test("Esc while the panel is on its way calls it off", async ({ page }) => {
    const release = await holdScripts(page, (code) => code.includes("assistant-column"));
    await page.goto(PAGE);
    await waitForOpeners(page, OPENERS);
    await page.keyboard.press("Control+i");
    await page.keyboard.type("How");
    await expect(opener(page)).toHaveAttribute("aria-busy", "true");
    await page.keyboard.press("Escape");
    await expect(opener(page)).toHaveAttribute("aria-expanded", "false");
    release();
    await page.keyboard.press("Control+i");
    await expect(question(page)).toBeFocused();
    await expect(question(page)).toHaveValue("");
  });

  test("a page is whole without the assistant's code, which is asked for until it comes", async ({
    page,
    expectedConsoleErrors,
  }) => {
    expectedConsoleErrors.push(/ERR_FAILED/);
    let lost = 0;
    await page.route("**/_next/static/chunks/*.js", async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      if (body.includes("docent:assistant-open") && ++lost <= 2) return route.abort();
      await route.fulfill({ response, body });
    });
    await page.goto(PAGE);
    await opener(page).click();
    await page.getByRole("button", { name: "Search the documentation" }).click();
    await expect(page.getByRole("combobox", { name: "Search the documentation" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(question(page)).toBeVisible();
    expect(lost).toBe(3);
  });

  test("a panel whose code cannot be loaded says so", async ({ page, expectedConsoleErrors }) => {
    expectedConsoleErrors.push(/ERR_INTERNET_DISCONNECTED/);
    await page.goto(PAGE);
    await waitForOpeners(page, OPENERS);
    await page.context().setOffline(true);
    await opener(page).click();
    await expect(page.getByRole("alert").filter({ hasText: "could not be loaded" })).toBeAttached();
    await page.context().setOffline(false);
    await opener(page).click();
    await expect(question(page)).toBeFocused();
  });

  test("an address with a question fills it in and sends nothing", async ({ page, answerBy }) => {
    const asked = await answerBy((answer) => answer.say("No."));
    await page.goto(`${PAGE}?assistant=How%20do%20I%20deploy%3F`);
    await expect(question(page)).toHaveValue("How do I deploy?");
    await expect(page).toHaveURL(new RegExp(`${PAGE}$`));
    // What was sent by itself would be asked before this one.
    await question(page).press("Enter");
    await expect(log(page)).toContainText("No.");
    expect(asked.map(({ messages }) => messages.length)).toEqual([1]);
  });

  test("an address that only names the assistant opens it", async ({ page }) => {
    await page.goto(`${PAGE}?assistant`);
    await expect(question(page)).toBeVisible();
    await expect(question(page)).toHaveValue("");
  });

  test("printing leaves the panel out", async ({ page }) => {
    await openPanel(page);
    await page.emulateMedia({ media: "print" });
    await expect(panel(page)).toBeHidden();
    await expect(opener(page)).toBeHidden();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("the sheet is modal: focus stays inside, the page does not scroll, Esc gives the focus back", async ({ page }) => {
    await openPanel(page);
    await expect(sheet(page)).toBeVisible();
    await expect(page.locator("html")).toHaveCSS("overflow", "hidden");
    for (let step = 0; step < 12; step++) {
      await page.keyboard.press("Tab");
      await expect(sheet(page).locator(":focus")).toHaveCount(1);
    }
    await page.keyboard.press("Escape");
    await expect(sheet(page)).toBeHidden();
    await expect(opener(page)).toBeFocused();
    await expect(page.locator("html")).not.toHaveCSS("overflow", "hidden");
  });

  test("following a source shows the page", async ({ page, answerBy }) => {
    await answerBy((answer) => {
      answer.begin();
      answer.text(ALL_KEYS);
      answer.source("1", "/docs/errors#not_found", "Errors > not_found");
      answer.end();
    });
    await openPanel(page);
    await ask(page, "keys?");
    await page.getByRole("list", { name: "Sources" }).getByRole("link").click();
    await expect(page).toHaveURL(/\/docs\/errors#not_found$/);
    await expect(sheet(page)).toBeHidden();
  });

  test("a reload keeps the conversation and does not cover the page with it", async ({ page, answerBy }) => {
    await answerBy((answer) => answer.say(ALL_KEYS));
    await openPanel(page);
    await ask(page, "keys?");
    await expect(status(page)).toHaveText(/Answer ready/);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await expect(sheet(page)).toHaveCount(0);
    await opener(page).click();
    await expect(log(page)).toContainText("Create a key");
  });
});

test("nothing moves for a reader who asked for less motion", async ({ page, answerBy }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const seen = Promise.withResolvers<void>();
  await answerBy(async (answer) => {
    await seen.promise;
    answer.say(ALL_KEYS);
  });
  await openPanel(page);
  await ask(page, "keys?");
  const dot = log(page).locator(".answer-dots span").first();
  await expect(dot).toBeVisible();
  expect(await dot.evaluate((element) => Number.parseFloat(getComputedStyle(element).animationDuration))).toBeLessThan(0.001);
  seen.resolve();
});

for (const width of [1280, 360]) {
  test(`the open panel is accessible at ${width} px`, async ({ page, answerBy, expectAccessible }) => {
    await page.setViewportSize({ width, height: 740 });
    const asked = await answerBy((answer) => {
      answer.begin();
      answer.text(
        "# Title\n\nText with `code`. [1](/docs/keys)\n\n```bash\nnpm run keys\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n",
      );
      answer.source("1", "/docs/keys", "Keys > Create");
      if (asked.length > 1) answer.part("3", "Broken.");
      answer.end();
    });
    await page.route("**/v1/assistant/harbor/feedback", (route) => route.fulfill({ status: 204 }));
    await openPanel(page);
    await expectAccessible();
    await ask(page, "keys?");
    await expect(status(page)).toHaveText(/Answer ready/);
    await page.getByRole("button", { name: "Not helpful" }).click();
    await ask(page, "again?");
    await expect(failure(page)).toBeVisible();
    await expectAccessible();
  });
}
