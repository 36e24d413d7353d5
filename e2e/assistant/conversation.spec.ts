import type { Page } from "playwright/test";
import { expect, test } from "../scripted-answers.ts";
import { ALL_KEYS, ask, log, moreLines, openPanel, question, status, writeSlowly } from "./panel-page.ts";

test.describe("the conversation", () => {
  test("continues while the reader moves to another page, and while the panel is closed", async ({ page, answerBy }) => {
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

  test("starts a new conversation on request: the old answer stops, nothing of it comes back, the thread is new", async ({
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
    // The browser scrolls a moment after the wheel: before the question, not over its answer.
    await expect.poll(() => distanceToEnd(page)).toBeLessThan(40);
    await ask(page, "the second question");
    await expect(log(page).getByText("The start.")).toHaveCount(2);
    await expect.poll(() => distanceFromTop(page, "the second question")).toBeLessThan(60);
    await expect(log(page).getByText("The start.").last()).toBeInViewport();
  });
});

/** Returns the distance in pixels of a question from the top of the transcript. */
const distanceFromTop = (page: Page, words: string) =>
  log(page)
    .getByText(words, { exact: true })
    .evaluate((element) => {
      const box = element.closest("[role=log]") as Element;
      return Math.abs(element.getBoundingClientRect().top - box.getBoundingClientRect().top);
    });

const distanceToEnd = (page: Page) =>
  log(page).evaluate((element) => element.scrollHeight - element.scrollTop - element.clientHeight);
