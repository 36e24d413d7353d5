import { expect, test } from "../scripted-answers.ts";
import { ask, log, openPanel, panel, status, wait } from "./panel-page.ts";

test.describe("with the real service", () => {
  test("a question is answered from the docs, and a source leads to its section beside the open panel", async ({ page }) => {
    const paths: string[] = [];
    page.on("request", (request) => request.method() === "POST" && paths.push(new URL(request.url()).pathname));
    await openPanel(page);
    await ask(page, "How do I create an assistant key?");
    await expect(status(page)).toHaveText(/Answer ready, [1-9]\d* sources?/);
    await expect(log(page)).toContainText("npm run keys");
    await expect(panel(page).getByText("Excerpts from these docs", { exact: true })).toBeVisible();

    // Quotes stand under their sources, so that nothing lists them again.
    await expect(page.getByRole("list", { name: "Sources" })).toHaveCount(0);
    const source = log(page).getByRole("link").first();
    const href = (await source.getAttribute("href")) ?? "";
    expect(href).toMatch(/^\/docs\/.+#.+/);
    await source.click();
    await expect(page).toHaveURL(new RegExp(`${href.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}$`));
    await expect(page.locator(`[id="${href.split("#")[1]}"]`)).toBeInViewport();
    await expect(panel(page)).toBeVisible();
    await expect(log(page)).toContainText("How do I create an assistant key?");
    expect(paths.filter((path) => path.includes("assistant"))).toEqual(["/v1/assistant/harbor/message"]);
  });

  test("two quotes are open, and the third is a card that the keyboard opens in place", async ({ page }) => {
    await openPanel(page);
    await ask(page, "How do I create an assistant key?");
    await expect(status(page)).toHaveText(/Answer ready, 3 sources/);
    const quotes = log(page).locator("[data-cited]");
    const card = quotes.nth(2);
    const source = card.getByRole("link").first();
    await expect(quotes.nth(1).getByRole("link").first()).toBeVisible();
    await expect(card.locator("summary")).toBeVisible();
    await expect(source).toBeHidden();
    await card.locator("summary").focus();
    await page.keyboard.press("Enter");
    await expect(source).toBeVisible();
    await page.keyboard.press("Tab");
    await expect(source).toBeFocused();
    await expect(panel(page)).toBeVisible();
  });

  test("the next question continues the same thread, also after a reload", async ({ page }) => {
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

  test("what to ask next is asked by a press, and goes with it", async ({ page }) => {
    await openPanel(page);
    await ask(page, "How do I create an assistant key?");
    const next = page.getByRole("list", { name: "Ask next" });
    const question = (await next.getByRole("button").first().textContent()) ?? "";
    await next.getByRole("button").first().click();
    await expect(log(page).getByText(question, { exact: true }).first()).toBeVisible();
    await expect(status(page)).toHaveText(/Answer ready/);
    await expect(panel(page).getByRole("textbox", { name: "Your question" })).toBeFocused();
    await expect(next.getByRole("button", { name: question, exact: true })).toHaveCount(0);
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

  test("by keyboard alone a question is asked, and a citation followed to its marked words", async ({ page }) => {
    await page.goto("/docs/quickstart");
    await page.keyboard.press("Control+i");
    await expect(panel(page).getByRole("textbox", { name: "Your question" })).toBeFocused();
    await page.keyboard.type("How do I create an assistant key?");
    await page.keyboard.press("Enter");
    await expect(status(page)).toHaveText(/Answer ready/);
    const citation = log(page)
      .getByRole("link", { name: /^Source 1: / })
      .first();
    for (
      let presses = 0;
      presses < 40 && !(await citation.evaluate((element) => element === document.activeElement));
      presses += 1
    )
      await page.keyboard.press("Shift+Tab");
    const href = (await citation.getAttribute("href")) ?? "";
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL((url) => `${url.pathname}${url.hash}` === href);
    const marked = () => page.evaluate(() => [...(CSS.highlights.get("docent-words") ?? [])].map(String).join(""));
    await expect.poll(marked).toMatch(/\w+ \w+ \w+/);
    const letters = (text: string) => text.replace(/\W+/g, "");
    expect(letters(await page.locator("main article").innerText())).toContain(letters(await marked()).slice(0, 80));
  });

  test("a question in Spanish is answered in Spanish pages", async ({ page }) => {
    await page.goto("/es/docs");
    await page.getByRole("button", { name: "Preguntar al asistente" }).click();
    await page.getByRole("button", { name: "¿Cómo creo una clave?" }).click();
    await expect(status(page)).toHaveText(/Respuesta lista/);
    await expect(log(page).getByRole("link").first()).toHaveAttribute("href", /^\/es\/docs/);
  });
});

test.describe("an answer", () => {
  test("formulas and diagrams of an answer are drawn once it is whole", async ({ page, answerBy }) => {
    await answerBy((answer) =>
      answer.say("It is $E = \\frac{m}{c^{-2}}$, not $5.\n\n```mermaid\ngraph TD; Reader-->Server\n```\n"),
    );
    await openPanel(page);
    await ask(page, "how?");
    await expect(log(page).locator("math mfrac")).toHaveCount(1);
    await expect(log(page)).toContainText("not $5.");
    const picture = log(page).getByRole("img", { name: "Diagram" });
    await expect(picture).toBeVisible();
    expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(50);
    await log(page).getByText("Show the source").click();
    await expect(log(page).locator("pre")).toContainText("Reader-->Server");
  });

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

  test("shows the sentence that a marker cites, to pointer and keyboard, until Escape", async ({ page, answerBy }) => {
    await answerBy((answer) => {
      const url = answer.urlOf("/docs/errors#not_found");
      const content = "Errors come as problem details. Every refusal has a code of its own. Retry what is temporary.";
      answer.begin({ engine: "model" });
      answer.part("9", { toolCallId: "1", toolName: "search", args: { query: "codes" } });
      answer.part("a", { toolCallId: "1", result: [{ url, content }] });
      answer.text(`Each refusal comes with its own code. [1](${url})`);
      answer.source("1", "/docs/errors#not_found", "Errors > not_found");
      answer.end();
    });
    await openPanel(page);
    await ask(page, "codes?");
    const marker = log(page).getByRole("link", { name: "Source 1: Errors > not_found" });
    const tip = log(page).getByRole("tooltip");
    await expect(tip).toBeHidden();
    await marker.hover();
    await expect(tip).toHaveText("Errors › not_foundEvery refusal has a code of its own.");
    await page.keyboard.press("Escape");
    await expect(tip).toBeHidden();
    await expect(marker).toBeVisible();
    await marker.focus();
    await expect(tip).toBeVisible();
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
      // Each state lasts until the page has announced it: a busy browser joins those that follow too fast.
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
