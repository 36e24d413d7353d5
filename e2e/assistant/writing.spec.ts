import type { Page } from "playwright/test";
import { expect, test } from "../scripted-answers.ts";
import { ALL_KEYS, ask, log, openPanel, PAGE, question, status, writeSlowly } from "./panel-page.ts";

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

  test("starter questions are asked immediately, in the reader's language", async ({ page, answerBy }) => {
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
    await page
      .getByRole("option", { name: /Ask the assistant/ })
      .last()
      .click();
    await expect(log(page)).toContainText("From the docs.");
    expect(asked.map(({ messages }) => messages.at(-1)?.content)).toEqual(["rate limits"]);
  });
});

test.describe("attachments of a question", () => {
  test("selected text and code become excerpts that can be taken out again", async ({ page, answerBy }) => {
    const asked = await answerBy((answer) => answer.say("I see."));
    await page.goto(PAGE);
    await selectParagraph(page);
    await page.getByRole("button", { name: "Ask about this", exact: true }).click();
    const excerpts = page.getByRole("list", { name: "Attached" }).getByRole("listitem");
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
    await expect(page.getByRole("list", { name: "Attached" }).getByRole("listitem")).toHaveCount(5);
    await expect(page.getByText("You can attach up to 5 excerpts. Remove one first.")).toBeVisible();
    await ask(page, "All of them?");
    await expect.poll(() => asked[0]?.context?.map(({ value }) => value.length)).toEqual([2000, 2000, 2000, 2000, 2000]);
  });

  test("a selection outside the article offers nothing", async ({ page }) => {
    await page.goto(PAGE);
    const offer = page.getByRole("button", { name: "Ask about this", exact: true });
    await selectParagraph(page);
    await expect(offer).toBeVisible();
    // The offer disappears once the new selection has been read, and does not come back.
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
