import type { FrameLocator, Page } from "playwright/test";
import { type EmbeddingHost, startEmbeddingHost } from "./embedding-host.ts";
import { expect, test } from "./scripted-answers.ts";
import { serverForTests } from "./server.ts";

/** Words below an answer about how it was made, by language. */
const MADE = {
  en: { excerpts: "Excerpts from these docs", model: "Written by a language model" },
  de: { excerpts: "Auszüge aus dieser Dokumentation", model: "Von einem Sprachmodell verfasst" },
  ar: { excerpts: "مقتطفات من هذه الوثائق", model: "كتبها نموذج لغوي" },
};
/** Windows from a small phone to a desk, where the panel has its own width of 420 pixels. */
const WIDTHS = [320, 360, 390, 420, 768, 1_280];
/** As high as a header of one line may be. */
const MAX_HEADER_PX = 64;

test.describe.configure({ mode: "serial", timeout: 120_000 });

let host: EmbeddingHost;

const docs = serverForTests(async ({ url: siteUrl }) => {
  host = await startEmbeddingHost(Number(new URL(siteUrl).port));
  const { default: config } = await import("./site/docent.config.ts");
  const languages = [
    ...config.projects.flatMap((project) => project.languages),
    { id: "de", label: "Deutsch" },
    { id: "ar", label: "العربية" },
  ];
  const projects = config.projects.map((project) => ({ ...project, siteUrl, languages }));
  return { config: { ...config, projects, assistant: { ...config.assistant, embed: { origins: [host.url] } } } };
});

test.afterAll(() => void host.server.close());

for (const [language, made] of Object.entries(MADE))
  for (const [engine, words] of Object.entries(made))
    test(`the header of the widget is one line within its frame, in ${language}, with an answer of ${engine}`, async ({
      page,
      answerBy,
    }) => {
      await answerBy((answer) => {
        answer.begin({ engine });
        answer.text("Create a key with `npm run keys`.");
        answer.end();
      });
      await page.goto(`${host.url}/?${encodeURIComponent(`data-language="${language}"`)}`);
      await page.waitForFunction(() => window.docent?.open !== undefined);
      await page.evaluate(() => window.docent?.open());
      const panel = page.frameLocator("docent-assistant iframe");
      await expect(panel.getByRole("textbox")).toBeVisible();
      await expectWholeHeaders(page, panel);
      await page.evaluate(() => window.docent?.open({ question: "How?" }));
      await expect(panel.getByRole("log")).toContainText("npm run keys");
      await expect(panel.getByRole("log").getByText(words)).toBeVisible();
      await expectWholeHeaders(page, panel);
    });

test("the widget opens search by an icon, and draws a diagram of an answer", async ({ page, answerBy }) => {
  await answerBy((answer) => answer.say("See:\n\n```mermaid\ngraph TD; Reader-->Server\n```\n"));
  await page.goto(`${host.url}/`);
  await page.waitForFunction(() => window.docent?.open !== undefined);
  await page.evaluate(() => window.docent?.open({ question: "How?" }));
  const panel = page.frameLocator("docent-assistant iframe");
  await expect(panel.getByRole("img", { name: "Diagram" })).toBeVisible();
  await panel.getByRole("button", { name: "Search the documentation" }).click();
  await expect(panel.getByRole("combobox")).toBeFocused();
  expect(page.url()).toBe(`${host.url}/`);
  expect(new URL(docs.url).origin).not.toBe(host.url);
});

/** Resizes the window and checks that title and buttons are in one line, whole and apart from each other. */
async function expectWholeHeaders(page: Page, panel: FrameLocator): Promise<void> {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    const header = panel.locator("header");
    await expect(header.getByRole("button")).toHaveCount(3);
    const read = () =>
      header.evaluate((element) => {
        const boxOf = (part: Element) => part.getBoundingClientRect();
        const title = element.querySelector("h1") as HTMLElement;
        const boxes = [title, ...element.querySelectorAll("button")].map(boxOf).sort((left, right) => left.x - right.x);
        const middle = boxOf(element).y + boxOf(element).height / 2;
        return {
          height: boxOf(element).height,
          lines: Math.round(title.offsetHeight / Number.parseFloat(getComputedStyle(title).lineHeight)),
          isCut: title.scrollWidth > title.clientWidth,
          isWithin: boxes.every(({ left, right }) => left >= 0 && right <= window.innerWidth),
          isInLine: boxes.every(({ y, height }) => Math.abs(y + height / 2 - middle) <= 2),
          isApart: boxes.every(({ right }, index) => right <= (boxes[index + 1]?.left ?? Number.POSITIVE_INFINITY) + 0.5),
          scrolls: document.documentElement.scrollWidth > window.innerWidth,
        };
      });
    const whole = { lines: 1, isCut: false, isWithin: true, isInLine: true, isApart: true, scrolls: false };
    await expect.poll(read, { message: `${width} pixels` }).toMatchObject(whole);
    expect((await read()).height, `${width} pixels`).toBeLessThanOrEqual(MAX_HEADER_PX);
  }
}
