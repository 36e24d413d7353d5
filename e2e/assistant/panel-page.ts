import type { Page } from "playwright/test";
import { expect, type ScriptedAnswer } from "../scripted-answers.ts";

export const PAGE = "/docs/quickstart";
export const ALL_KEYS = "Create a key with `npm run keys`.";

export const opener = (page: Page) => page.getByRole("button", { name: "Ask the assistant" });
export const panel = (page: Page) => page.getByRole("complementary", { name: "Assistant" });
export const sheet = (page: Page) => page.getByRole("dialog", { name: "Assistant" });
export const question = (page: Page) => page.getByRole("textbox", { name: "Your question" });
export const log = (page: Page) => page.getByRole("log");
export const status = (page: Page) => page.locator("[data-panel-status]");
export const failure = (page: Page) => log(page).getByRole("alert");

export async function openPanel(page: Page, path = PAGE) {
  await page.goto(path);
  await opener(page).click();
  await expect(question(page)).toBeFocused();
}

export async function ask(page: Page, text: string) {
  await question(page).fill(text);
  await question(page).press("Enter");
}

export const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Writes a long answer slowly, until the reader stops it. */
export async function writeSlowly(answer: ScriptedAnswer, lines = 200) {
  answer.begin();
  for (let line = 1; line <= lines && !answer.gone; line++) {
    answer.text(`Line ${line} of the answer.\n\n`);
    await wait(50);
  }
  answer.end();
}

/** Waits until an answer that is being written has grown by some lines. */
export async function moreLines(page: Page) {
  const count = async () => (await log(page).innerText()).match(/Line \d+ of/g)?.length ?? 0;
  const before = await count();
  await expect.poll(count).toBeGreaterThan(before + 5);
}
