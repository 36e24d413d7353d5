import type { Page } from "@playwright/test";
import { OPENERS, waitForOpeners } from "./fixtures.ts";
import { expect, type ScriptedAnswer, test } from "./scripted-answers.ts";

const PAGE = "/docs/quickstart";
const ALL_KEYS = "Create a key with `npm run keys`.";

const opener = (page: Page) => page.getByRole("button", { name: "Ask the assistant" });
const panel = (page: Page) => page.getByRole("complementary", { name: "Assistant" });
const sheet = (page: Page) => page.getByRole("dialog", { name: "Assistant" });
const question = (page: Page) => page.getByRole("textbox", { name: "Your question" });
const log = (page: Page) => page.getByRole("log");
const status = (page: Page) => page.locator("[data-panel-status]");
const failure = (page: Page) => log(page).getByRole("alert");

async function openPanel(page: Page, path = PAGE) {
  await page.goto(path);
  await opener(page).click();
  await expect(question(page)).toBeFocused();
}

async function ask(page: Page, text: string) {
  await question(page).fill(text);
  await question(page).press("Enter");
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Writes a long answer slowly, until the reader stops it. */
async function writeSlowly(answer: ScriptedAnswer, lines = 200) {
  answer.begin();
  for (let line = 1; line <= lines && !answer.gone; line++) {
    answer.text(`Line ${line} of the answer.\n\n`);
    await wait(50);
  }
  answer.end();
}

/** Waits until an answer that is being written has grown by some lines. */
async function moreLines(page: Page) {
  const count = async () => (await log(page).innerText()).match(/Line \d+ of/g)?.length ?? 0;
  const before = await count();
  await expect.poll(count).toBeGreaterThan(before + 5);
}

test.describe("with the real service", () => {
  test("a question is answered from the docs, and a source leads to its section beside the open panel", async ({ page }) => {
    const paths: string[] = [];
    page.on("request", (request) => request.method() === "POST" && paths.push(new URL(request.url()).pathname));
    await openPanel(page);
    await ask(page, "How do I create an assistant key?");
    await expect(status(page)).toHaveText(/Answer ready, [1-9]\d* sources?/);
    await expect(log(page)).toContainText("npm run keys");
    await expect(panel(page).getByText("Excerpts from these docs", { exact: true })).toBeVisible();

    const source = page.getByRole("list", { name: "Sources" }).getByRole("link").first();
    const href = (await source.getAttribute("href")) ?? "";
    expect(href).toMatch(/^\/docs\/.+#.+/);
    await source.click();
    await expect(page).toHaveURL(new RegExp(`${href.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`));
    await expect(page.locator(`[id="${href.split("#")[1]}"]`)).toBeInViewport();
    await expect(panel(page)).toBeVisible();
    await expect(log(page)).toContainText("How do I create an assistant key?");
    expect(paths.filter((path) => path.includes("assistant"))).toEqual(["/v1/assistant/harbor/message"]);
  });

  test("the next question goes on in the same thread, also after a reload", async ({ page }) => {
    const threads: (string | undefined)[] = [];
    page.on("request", (request) => {
      if (request.url().endsWith("/message")) threads.push(request.postDataJSON().threadId);
    });
    await openPanel(page);
    await ask(page, "How do I create an assistant key?");
    await expect(status(page)).toHaveText(/Answer ready/);
    await page.reload();
    await expect(log(page)).toContainText("npm run keys");
    await ask(page, "And how do I revoke it?");
    await expect(status(page)).toHaveText(/Answer ready/);
    expect(threads[0]).toBeUndefined();
    expect(threads[1]).toMatch(/^th_/);
  });

  test("an answer can be judged, with a reason", async ({ page }) => {
    const judged: unknown[] = [];
    const answers: number[] = [];
    page.on("request", (request) => request.url().endsWith("/feedback") && judged.push(request.postDataJSON()));
    page.on("response", (response) => response.url().endsWith("/feedback") && answers.push(response.status()));
    await openPanel(page);
    await ask(page, "How do I create an assistant key?");
    await expect(status(page)).toHaveText(/Answer ready/);
    await page.getByRole("button", { name: "Not helpful" }).click();
    await page.getByRole("textbox", { name: "What was wrong or missing?" }).fill("The key's name is missing.");
    await page.getByRole("button", { name: "Send feedback" }).click();
    await expect(page.getByText("Thank you for the feedback.")).toBeVisible();
    await expect(page.getByRole("button", { name: "Not helpful" })).toHaveAttribute("aria-pressed", "true");
    await expect.poll(() => answers).toEqual([204, 204]);
    expect(judged).toEqual([
      { threadId: expect.stringMatching(/^th_/), messageId: expect.any(String), rating: "down" },
      expect.objectContaining({ rating: "down", reason: "The key's name is missing." }),
    ]);
  });

  test("a question in Spanish is answered in Spanish pages", async ({ page }) => {
    await page.goto("/es/docs");
    await page.getByRole("button", { name: "Preguntar al asistente" }).click();
    await page.getByRole("button", { name: "¿Cómo creo una clave?" }).click();
    await expect(status(page)).toHaveText(/Respuesta lista/);
    const sources = page.getByRole("list", { name: "Fuentes" }).getByRole("link");
    await expect(sources.first()).toHaveAttribute("href", /^\/es\/docs/);
  });
});

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

  test("a click before the assistant's code is there is answered when it comes", async ({ page }) => {
    await page.route("**/_next/static/chunks/*.js", async (route) => {
      const response = await route.fetch();
      const body = await response.text();
      if (body.includes("docent:assistant-open")) await wait(1_500);
      await route.fulfill({ response, body });
    });
    for (const action of [() => opener(page).click(), () => page.keyboard.press("Control+i")]) {
      await page.goto(PAGE, { waitUntil: "domcontentloaded" });
      await expect(page.locator("html")).toHaveCSS("color-scheme", /light|dark/);
      await wait(800);
      await action();
      await expect(question(page)).toBeFocused();
      await page.evaluate(() => sessionStorage.clear());
    }
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

test.describe("writing", () => {
  test("Enter sends, Shift+Enter makes a line, and Enter that ends a composition does neither", async ({ page, answerBy }) => {
    const asked = await answerBy((answer) => answer.say(ALL_KEYS));
    await openPanel(page);
    await page.keyboard.type("one");
    await page.keyboard.press("Shift+Enter");
    await page.keyboard.type("two");
    await question(page).dispatchEvent("keydown", { key: "Enter", isComposing: true, bubbles: true, cancelable: true });
    await question(page).dispatchEvent("keydown", { key: "Enter", keyCode: 229, bubbles: true, cancelable: true });
    await expect(question(page)).toHaveValue("one\ntwo");
    expect(asked).toHaveLength(0);
    await page.keyboard.press("Enter");
    await expect(log(page)).toContainText("Create a key");
    await expect(question(page)).toHaveValue("");
    expect(asked[0]?.messages.at(-1)?.content).toBe("one\ntwo");
  });

  test("the next question can be written while an answer comes, and stays a draft", async ({ page, answerBy }) => {
    const asked = await answerBy((answer) => writeSlowly(answer));
    await openPanel(page);
    await ask(page, "first");
    await expect(log(page)).toContainText("Line 2");
    await expect(question(page)).toBeEnabled();
    await page.keyboard.type("second");
    await page.keyboard.press("Enter");
    await expect(question(page)).toHaveValue("second");
    await page.keyboard.press("Control+i");
    await page.keyboard.press("Control+i");
    await expect(question(page)).toHaveValue("second");
    await page.reload();
    await expect(question(page)).toHaveValue("second");
    expect(asked).toHaveLength(1);
  });

  test("starter questions ask at once, in the reader's language", async ({ page, answerBy }) => {
    const asked = await answerBy((answer) => answer.say("Así."));
    await page.goto("/es/docs");
    await page.getByRole("button", { name: "Preguntar al asistente" }).click();
    await page.getByRole("button", { name: "¿Cómo creo una clave?" }).click();
    await expect(log(page)).toContainText("Así.");
    expect(asked[0]).toMatchObject({ filter: { language: "es", version: "v2" }, currentPath: "/es/docs" });
    expect(asked[0]?.messages.map(({ content }) => content)).toEqual(["¿Cómo creo una clave?"]);
  });

  test("tells the service where the reader is when the question is sent", async ({ page, answerBy }) => {
    const asked = await answerBy((answer) => answer.say("Here."));
    await openPanel(page);
    await ask(page, "where?");
    await expect(status(page)).toHaveText(/Answer ready/);
    await page.getByRole("navigation").getByRole("link", { name: "Errors" }).first().click();
    await expect(page).toHaveURL(/\/docs\/errors$/);
    await ask(page, "and now?");
    await expect.poll(() => asked.map(({ currentPath }) => currentPath)).toEqual([PAGE, "/docs/errors"]);
  });

  test("the search box hands its words over", async ({ page, answerBy }) => {
    const asked = await answerBy((answer) => answer.say("From the docs."));
    await page.goto(PAGE);
    await page.keyboard.press("/");
    await page.getByRole("combobox", { name: "Search the documentation" }).fill("rate limits");
    await page.getByRole("option", { name: /Ask the assistant/ }).click();
    await expect(log(page)).toContainText("From the docs.");
    expect(asked.map(({ messages }) => messages.at(-1)?.content)).toEqual(["rate limits"]);
  });
});

test.describe("what a question brings along", () => {
  test("selected text and code become excerpts that can be taken out again", async ({ page, answerBy }) => {
    const asked = await answerBy((answer) => answer.say("I see."));
    await page.goto(PAGE);
    await selectParagraph(page);
    await page.getByRole("button", { name: "Ask about this", exact: true }).click();
    const excerpts = page.getByRole("list", { name: "Brought along" }).getByRole("listitem");
    await expect(excerpts).toHaveCount(1);
    await expect(question(page)).toBeFocused();
    const block = page.locator("article [data-code]").first();
    await block.hover();
    await block.getByRole("button", { name: "Ask about this code" }).click();
    await expect(excerpts).toHaveCount(2);
    await ask(page, "What does this mean?");
    await expect(log(page)).toContainText("I see.");
    await expect(excerpts).toHaveCount(0);
    expect(asked[0]?.context).toEqual([
      { type: "textSelection", value: expect.stringMatching(/\w+/), path: PAGE },
      { type: "code", value: expect.stringMatching(/\S+/), path: PAGE },
    ]);
    await block.hover();
    await block.getByRole("button", { name: "Ask about this code" }).click();
    await page.getByRole("button", { name: /^Remove: Code/ }).click();
    await expect(excerpts).toHaveCount(0);
    await ask(page, "And without?");
    await expect.poll(() => asked.length).toBe(2);
    expect(asked[1]?.context).toBeUndefined();
  });

  test("five excerpts of 2,000 characters are the most", async ({ page, answerBy }) => {
    const asked = await answerBy((answer) => answer.say("I see."));
    await openPanel(page);
    for (let number = 1; number <= 6; number++) {
      await page.evaluate(
        (text) => {
          const paragraph = document.querySelector("article p");
          if (paragraph) paragraph.textContent = text;
        },
        `${number} ${"long text ".repeat(300)}`,
      );
      await selectParagraph(page);
      await page.getByRole("button", { name: "Ask about this", exact: true }).click();
    }
    await expect(page.getByRole("list", { name: "Brought along" }).getByRole("listitem")).toHaveCount(5);
    await expect(page.getByText("A question can bring along 5 excerpts. Remove one first.")).toBeVisible();
    await ask(page, "All of them?");
    await expect.poll(() => asked[0]?.context?.map(({ value }) => value.length)).toEqual([2000, 2000, 2000, 2000, 2000]);
  });

  test("a selection outside the article offers nothing", async ({ page }) => {
    await page.goto(PAGE);
    const offer = page.getByRole("button", { name: "Ask about this", exact: true });
    await selectParagraph(page);
    await expect(offer).toBeVisible();
    // The offer goes when the new selection has been looked at, and does not come back.
    await page.evaluate(() => document.getSelection()?.selectAllChildren(document.querySelector("footer") as Element));
    await expect(offer).toHaveCount(0);
  });
});

/** Selects the first paragraph of the article, as a reader would. */
async function selectParagraph(page: Page) {
  await page.evaluate(() => {
    const range = document.createRange();
    const paragraph = document.querySelector("article p") as Element;
    paragraph.scrollIntoView({ block: "center", behavior: "instant" });
    range.selectNodeContents(paragraph);
    const selection = document.getSelection();
    selection?.removeAllRanges();
    selection?.addRange(range);
  });
}

test.describe("an answer", () => {
  test("cites by markers that lead to the section and are named after it", async ({ page, answerBy }) => {
    await answerBy((answer) => {
      answer.begin();
      answer.text(
        `Every refusal has a code. [1](${answer.urlOf("/docs/errors#not_found")}) Elsewhere: [Node](https://nodejs.org/en).`,
      );
      answer.source("1", "/docs/errors#not_found", "Errors > not_found");
      answer.end();
    });
    await openPanel(page);
    await ask(page, "codes?");
    await expect(status(page)).toHaveText("Answer ready, 1 source");
    const outside = log(page).getByRole("link", { name: "Node" });
    await expect(outside).toHaveAttribute("target", "_blank");
    await expect(outside).toHaveAttribute("rel", /noopener noreferrer/);
    const marker = log(page).getByRole("link", { name: "Source 1: Errors > not_found" });
    await expect(marker).toHaveText("1");
    await page.evaluate(() => Object.assign(window, { sameDocument: true }));
    await marker.click();
    await expect(page).toHaveURL(/\/docs\/errors#not_found$/);
    expect(await page.evaluate(() => Object.hasOwn(window, "sameDocument"))).toBe(true);
  });

  test("loads no image, shows HTML as text and keeps unsafe links as words", async ({ page, answerBy }) => {
    const loaded: string[] = [];
    page.on("request", (request) => request.url().includes("evil.test") && loaded.push(request.url()));
    await answerBy((answer) =>
      answer.say(
        'A ![pixel](https://evil.test/a.png?secret=1) <img src="https://evil.test/b.png"> ![ref][r] [click](javascript:document.title=1)\n\n[r]: https://evil.test/c.png',
      ),
    );
    await openPanel(page);
    await ask(page, "safe?");
    await expect(status(page)).toHaveText(/Answer ready/);
    await expect(log(page)).toContainText('<img src="https://evil.test/b.png">');
    await expect(log(page).locator("img")).toHaveCount(0);
    await expect(log(page).getByRole("link")).toHaveCount(0);
    await expect(log(page)).toContainText("click");
    expect(loaded).toEqual([]);
  });

  test("and its code can be copied", async ({ page, context, answerBy }) => {
    await context.grantPermissions(["clipboard-read", "clipboard-write"]);
    await answerBy((answer) => {
      answer.begin();
      answer.text("Run this:\n\n```bash\nnpm run keys\nnpm start\n```\n");
      answer.source("1", "/docs/keys", "Keys");
      answer.end();
    });
    await openPanel(page);
    await ask(page, "how?");
    await page.getByRole("button", { name: "Copy code" }).click();
    await expect(page.getByRole("button", { name: "Copied" })).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("npm run keys\nnpm start");
    await page.getByRole("button", { name: "Copy answer" }).click();
    await expect(page.getByRole("button", { name: "Copy answer" })).toHaveCount(0);
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `Run this:\n\n\`\`\`bash\nnpm run keys\nnpm start\n\`\`\`\n\n[1] Keys: ${new URL("/docs/keys", page.url())}`,
    );
  });

  test("says which engine wrote it", async ({ page, answerBy }) => {
    await answerBy((answer) => {
      answer.begin({ engine: answer.question.messages.length > 1 ? "model" : "fallback" });
      answer.text("Text.");
      answer.end();
    });
    await openPanel(page);
    await ask(page, "one");
    await expect(panel(page).getByText("Excerpts from these docs", { exact: true })).toBeVisible();
    await ask(page, "two");
    await expect(panel(page).getByText("Written by a language model", { exact: true })).toBeVisible();
  });

  test("is announced in one sentence at each turn, never word by word", async ({ page, answerBy }) => {
    await page.addInitScript(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      new MutationObserver(() => {
        const text = document.querySelector("[data-panel-status]")?.textContent ?? "";
        if (text && said.at(-1) !== text) said.push(text);
      }).observe(document, { subtree: true, childList: true, characterData: true });
    });
    await answerBy(async (answer) => {
      answer.begin();
      answer.part("b", { toolCallId: "1", toolName: "search" });
      answer.part("9", { toolCallId: "1", toolName: "search", args: { query: "keys" } });
      // Each state lasts until the page has told it: a busy browser joins those that follow too fast.
      await expect(status(page)).toHaveText("Searching the docs");
      answer.part("a", { toolCallId: "1", result: [] });
      for (const word of ["Create ", "a ", "key ", "now."]) {
        answer.text(word);
        await wait(100);
      }
      await expect(status(page)).toHaveText("Answering");
      answer.source("1", "/docs/keys", "Keys");
      answer.end();
    });
    await openPanel(page);
    await ask(page, "keys?");
    await expect(status(page)).toHaveText("Answer ready, 1 source");
    expect(await page.evaluate(() => Reflect.get(window, "said"))).toEqual([
      "Searching the docs",
      "Answering",
      "Answer ready, 1 source",
    ]);
    await expect(log(page)).toHaveAttribute("aria-live", "off");
  });

  test("survives silence with keep-alive lines in it", async ({ page, answerBy }) => {
    await answerBy(async (answer) => {
      answer.begin();
      for (let line = 0; line < 5; line++) {
        answer.raw("\n");
        await wait(100);
      }
      answer.text("Still here.");
      answer.raw("\n\n");
      answer.end();
    });
    await openPanel(page);
    await ask(page, "there?");
    await expect(log(page)).toContainText("Still here.");
    await expect(status(page)).toHaveText("Answer ready, 0 sources");
  });

  test("can be given again", async ({ page, answerBy }) => {
    const asked = await answerBy((answer) => answer.say(asked.length === 1 ? "First try." : "Second try."));
    await openPanel(page);
    await ask(page, "keys?");
    await expect(log(page)).toContainText("First try.");
    await page.getByRole("button", { name: "Answer again" }).click();
    await expect(log(page)).toContainText("Second try.");
    await expect(log(page)).not.toContainText("First try.");
    expect(asked.map(({ messages }) => messages.map(({ content }) => content))).toEqual([["keys?"], ["keys?"]]);
  });
});

test.describe("stopping and failing", () => {
  test("stop keeps what was written, says so, and the next question works", async ({ page, answerBy }) => {
    let stopped = false;
    const asked = await answerBy(async (answer) => {
      if (asked.length > 1) return answer.say("Fresh.");
      await writeSlowly(answer);
      stopped = answer.gone;
    });
    await openPanel(page);
    await ask(page, "long?");
    await expect(log(page)).toContainText("Line 3");
    await page.getByRole("button", { name: "Stop the answer" }).click();
    await expect(status(page)).toHaveText("Stopped");
    await expect(log(page)).toContainText("Stopped before the end.");
    await expect(log(page)).toContainText("Line 3");
    await expect(question(page)).toBeFocused();
    await expect.poll(() => stopped).toBe(true);
    await ask(page, "next");
    await expect(log(page)).toContainText("Fresh.");
  });

  test("an answer that breaks off keeps its beginning and can be tried again", async ({ page, answerBy }) => {
    const asked = await answerBy((answer) => {
      if (asked.length > 1) return answer.say("Whole answer.");
      answer.begin();
      answer.text("Half an ans");
      answer.part("3", "The answer could not be completed.");
      answer.end("error");
    });
    await openPanel(page);
    await ask(page, "keys?");
    await expect(failure(page)).toContainText("The answer broke off.");
    await expect(log(page)).toContainText("Half an ans");
    await failure(page).getByRole("button", { name: "Try again" }).click();
    await expect(log(page)).toContainText("Whole answer.");
    await expect(log(page)).not.toContainText("Half an ans");
    await expect(failure(page)).toHaveCount(0);
  });

  test("a connection that is cut is a failure, not an end", async ({ page, answerBy, expectedConsoleErrors }) => {
    expectedConsoleErrors.push(/ERR_INCOMPLETE_CHUNKED_ENCODING/);
    await answerBy(async (answer) => {
      answer.begin();
      answer.text("Half an ans");
      await wait(300);
      answer.cut();
    });
    await openPanel(page);
    await ask(page, "keys?");
    await expect(failure(page)).toContainText("The answer broke off.");
  });

  test("an empty answer is a failure, not a blank", async ({ page, answerBy }) => {
    await answerBy((answer) => {
      answer.begin();
      answer.end();
    });
    await openPanel(page);
    await ask(page, "keys?");
    await expect(failure(page)).toContainText("No answer came back.");
  });

  for (const [name, refusal, words] of [
    ["above a limit", { status: 429, headers: { "Retry-After": "300" } }, "Too many questions for now.Try again in 5 minutes."],
    ["when the service is down", { status: 503, headers: {} }, "The assistant has a problem right now."],
  ] as const) {
    test(`says what helps ${name}, and tries again`, async ({ page, answerBy, expectedConsoleErrors }) => {
      expectedConsoleErrors.push(/status of (429|503)/);
      const asked = await answerBy((answer) =>
        asked.length > 1 ? answer.say("There you are.") : answer.refuse(refusal.status, refusal.headers),
      );
      await openPanel(page);
      await ask(page, "keys?");
      await expect(failure(page)).toContainText(words);
      await failure(page).getByRole("button", { name: "Try again" }).click();
      await expect(log(page)).toContainText("There you are.");
    });
  }

  test("says when the service cannot be reached", async ({ page, expectedConsoleErrors }) => {
    expectedConsoleErrors.push(/ERR_INTERNET_DISCONNECTED/);
    await page.route("**/v1/assistant/harbor/message", (route) => route.abort("internetdisconnected"));
    await openPanel(page);
    await ask(page, "keys?");
    await expect(failure(page)).toContainText("The assistant cannot be reached.");
  });

  test("a thread that the service no longer knows is given up, and the question asked once more", async ({
    page,
    answerBy,
    expectedConsoleErrors,
  }) => {
    expectedConsoleErrors.push(/status of 404/);
    const asked = await answerBy((answer) => {
      if (answer.question.threadId === "th_scripted") return answer.refuse(404);
      answer.begin({ threadId: asked.length === 1 ? "th_scripted" : "th_next" });
      answer.text(`Answer ${asked.length}.`);
      answer.end();
    });
    await openPanel(page);
    await ask(page, "one");
    await expect(log(page)).toContainText("Answer 1.");
    await ask(page, "two");
    await expect(log(page)).toContainText("Answer 3.");
    await ask(page, "three");
    await expect(log(page)).toContainText("Answer 4.");
    expect(asked.map(({ threadId }) => threadId)).toEqual([undefined, "th_scripted", undefined, "th_next"]);
  });
});

test.describe("the conversation", () => {
  test("goes on while the reader moves to another page, and while the panel is closed", async ({ page, answerBy }) => {
    const [moved, closed, reopened] = [1, 2, 3].map(() => Promise.withResolvers<void>());
    await answerBy(async (answer) => {
      answer.begin();
      answer.text("Before. ");
      await moved?.promise;
      answer.text("On another page. ");
      await closed?.promise;
      answer.text("While closed. ");
      await reopened?.promise;
      answer.text("Open again.");
      answer.end();
    });
    await openPanel(page);
    await ask(page, "long?");
    await expect(log(page)).toContainText("Before.");
    await page.getByRole("navigation").getByRole("link", { name: "Errors" }).first().click();
    await expect(page).toHaveURL(/\/docs\/errors$/);
    moved?.resolve();
    await expect(log(page)).toContainText("On another page.");
    await page.keyboard.press("Control+i");
    await expect(log(page)).toHaveCount(0);
    closed?.resolve();
    await page.keyboard.press("Control+i");
    await expect(log(page)).toContainText("While closed.");
    reopened?.resolve();
    await expect(status(page)).toHaveText(/Answer ready/);
    await expect(log(page)).toContainText("Open again.");
  });

  test("is there again after a reload, without taking the focus", async ({ page, answerBy }) => {
    await answerBy((answer) => answer.say(ALL_KEYS));
    await openPanel(page);
    await ask(page, "keys?");
    await expect(status(page)).toHaveText(/Answer ready/);
    await page.reload();
    await expect(log(page)).toContainText("Create a key");
    await expect(status(page)).toHaveText("");
    await expect(page.locator("body")).toBeFocused();
  });

  test("keeps an answer that a reload interrupted, and offers it again", async ({ page, answerBy }) => {
    const asked = await answerBy((answer) => (asked.length > 1 ? answer.say("All of it.") : writeSlowly(answer)));
    await openPanel(page);
    await ask(page, "long?");
    await expect(log(page)).toContainText("Line 3");
    await page.reload();
    await expect(log(page)).toContainText("Line 3");
    await expect(log(page)).toContainText("Stopped before the end.");
    await page.getByRole("button", { name: "Answer again" }).click();
    await expect(log(page)).toContainText("All of it.");
  });

  test("starts a new conversation on request: the old answer stops, nothing of it comes back, the thread is another", async ({
    page,
    answerBy,
  }) => {
    const asked = await answerBy((answer) => (asked.length > 1 ? answer.say("Again.") : writeSlowly(answer)));
    await openPanel(page);
    await ask(page, "long?");
    await expect(log(page)).toContainText("Line 3");
    await page.getByRole("button", { name: "New conversation" }).click();
    await expect(log(page)).not.toContainText("Line");
    await expect(question(page)).toBeFocused();
    await ask(page, "short?");
    await expect(log(page)).toContainText("Again.");
    await expect(log(page)).not.toContainText("Line");
    expect(asked[1]?.threadId).toBeUndefined();
    expect(asked[1]?.messages).toHaveLength(1);
    await page.reload();
    await expect(log(page)).toContainText("Again.");
    await expect(log(page)).not.toContainText("Line");
  });

  test("keeps twenty messages, and ignores what another script left behind", async ({ page }) => {
    await page.addInitScript(() => {
      const message = (id: number) => ({ id: `m${id}`, role: "user", parts: [{ type: "text", text: `Message ${id}.` }] });
      const stored = [
        ...Array.from({ length: 30 }, (_, id) => message(id)),
        { id: 1 },
        null,
        "x",
        { ...message(99), parts: [1] },
      ];
      sessionStorage.setItem("docent:conversation:harbor", JSON.stringify(stored));
      sessionStorage.setItem("docent:draft:harbor", '{"text":5,"context":[{"type":"nonsense"}]}');
    });
    await openPanel(page);
    await expect(log(page).getByRole("heading", { name: "You asked" })).toHaveCount(20);
    await expect(log(page)).toContainText("Message 29.");
    await expect(question(page)).toHaveValue("");
  });
});

test.describe("scrolling", () => {
  test("a long answer opens at its beginning, and is followed from the latest until the reader scrolls up", async ({
    page,
    answerBy,
  }) => {
    await answerBy((answer) => writeSlowly(answer));
    await openPanel(page);
    await ask(page, "long?");
    const latest = page.getByRole("button", { name: "Jump to latest" });
    await expect(latest).toBeVisible();
    await expect(log(page)).toContainText("Line 25");
    await expect.poll(() => distanceFromTop(page, "long?")).toBeLessThan(60);
    await expect(log(page).getByText("Line 1 of the answer.", { exact: true })).toBeInViewport();
    await latest.click();
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(40);
    await moreLines(page);
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(40);
    await expect(latest).toBeHidden();
    await log(page).hover();
    await page.mouse.wheel(0, -400);
    await expect(latest).toBeVisible();
    const before = await log(page).evaluate((element) => element.scrollTop);
    await moreLines(page);
    expect(await log(page).evaluate((element) => element.scrollTop)).toBe(before);
  });

  test("a new question comes into view with the beginning of its answer", async ({ page, answerBy }) => {
    await answerBy((answer) => answer.say(`The start.\n\n${"A paragraph of text.\n\n".repeat(60)}The end.`));
    await openPanel(page);
    await ask(page, "long?");
    await expect(status(page)).toHaveText(/Answer ready/);
    await log(page).hover();
    await page.mouse.wheel(0, 4000);
    await ask(page, "the second question");
    await expect(log(page).getByText("The start.")).toHaveCount(2);
    await expect.poll(() => distanceFromTop(page, "the second question")).toBeLessThan(60);
    await expect(log(page).getByText("The start.").last()).toBeInViewport();
  });
});

/** How far below the top of the transcript a question is, in pixels. */
const distanceFromTop = (page: Page, words: string) =>
  log(page)
    .getByText(words, { exact: true })
    .evaluate((element) => {
      const box = element.closest("[role=log]") as Element;
      return Math.abs(element.getBoundingClientRect().top - box.getBoundingClientRect().top);
    });

const distanceToEnd = (page: Page) =>
  log(page).evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);

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
