import type { Locator, Page } from "playwright/test";
import { expect, test } from "./fixtures.ts";

// What readers come for, once with nothing but the keys and once with a finger on a phone.

interface Hand {
  readonly page: Page;
  /** Presses what is there: by Tab and Enter, or by a finger. */
  readonly press: (target: Locator) => Promise<void>;
  readonly isPhone: boolean;
}

/** Tab stops that a reader goes through for one thing, at most. */
const MAX_STOPS = 160;

async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeAttached();
  for (let stop = 0; stop < MAX_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${target} is not reached by ${MAX_STOPS} presses of Tab.`);
}

const banner = (page: Page) => page.getByRole("banner");
const pages = (page: Page) => page.getByRole("complementary", { name: "Pages" });

/** Opens the drawer on a phone; in a wide window all is there. */
async function openDrawer({ page, press, isPhone }: Hand): Promise<void> {
  if (isPhone) await press(banner(page).getByRole("button", { name: "Menu" }));
}

const TASKS: readonly (readonly [task: string, does: (hand: Hand) => Promise<void>])[] = [
  [
    "find a limit by search",
    async ({ page, press }) => {
      await press(page.locator("[data-search-trigger]:visible").first());
      await page.keyboard.type("how many messages a minute");
      const first = page.getByRole("listbox").getByRole("option", { selected: true });
      await expect(first).toBeVisible();
      await page.keyboard.press("Enter");
      await expect(page).toHaveURL(/\/docs\/limits/);
    },
  ],
  [
    "go to the next page of the sidebar",
    async (hand) => {
      await openDrawer(hand);
      await hand.press(pages(hand.page).locator('a[href="/docs/limits"]'));
      await expect(hand.page).toHaveURL(/\/docs\/limits$/);
    },
  ],
  [
    "jump to a part of the page",
    async ({ page, press, isPhone }) => {
      if (isPhone) await press(page.getByText("On this page", { exact: true }).locator("visible=true"));
      await press(page.getByRole("navigation", { name: "On this page" }).locator("visible=true").getByRole("link").nth(1));
      await expect(page).toHaveURL(/#[a-z]/);
      await expect(page.locator("h2:target, h3:target")).toBeInViewport();
    },
  ],
  [
    "read it in Spanish",
    async (hand) => {
      const { page, press, isPhone } = hand;
      await openDrawer(hand);
      await press((isPhone ? pages(page) : banner(page)).getByRole("button", { name: "Language" }));
      await press(page.getByRole("link", { name: "Español" }).locator("visible=true").first());
      await expect(page.locator("html")).toHaveAttribute("lang", "es");
    },
  ],
  [
    "read the old version",
    async (hand) => {
      await openDrawer(hand);
      await hand.press(hand.page.getByRole("button", { name: /^Version: v2/ }).locator("visible=true"));
      await hand.press(hand.page.getByRole("link", { name: /^v1/ }).locator("visible=true"));
      await expect(hand.page).toHaveURL(/\/docs\/v1\//);
    },
  ],
  [
    "make it dark",
    async (hand) => {
      const { page, press, isPhone } = hand;
      await openDrawer(hand);
      const theme = (isPhone ? pages(page) : banner(page)).getByRole("button", { name: /^Theme: / });
      for (let turn = 0; turn < 3; turn += 1) {
        if (await page.locator("html.dark").count()) return;
        await press(theme);
      }
      await expect(page.locator("html")).toHaveClass(/dark/);
    },
  ],
  [
    "say that the page helped",
    async ({ page, press }) => {
      const form = page.getByRole("region", { name: "Was this page helpful?" });
      await press(form.getByRole("button", { name: "Yes" }));
      await expect(page.getByText(/Thank/).first()).toBeVisible();
    },
  ],
  [
    "ask, and read the source",
    async ({ page, press }) => {
      await press(page.locator("[data-assistant-trigger]:visible").first());
      await page.keyboard.type("What does error 429 mean?");
      await page.keyboard.press("Enter");
      const marker = page.locator("a.answer-marker").first();
      await expect(marker).toBeVisible();
      await press(marker);
      await expect(page).toHaveURL(/#/);
    },
  ],
  [
    "take the page as Markdown",
    async ({ page, press }) => {
      await press(page.getByRole("main").getByRole("button", { name: "More", exact: true }).locator("visible=true"));
      const link = page
        .getByRole("link", { name: "View as Markdown" })
        .or(page.getByRole("menuitem", { name: "View as Markdown" }));
      await expect(link.first()).toHaveAttribute("href", "/docs/errors.md");
      await press(link);
    },
  ],
  [
    "come back to the start",
    async ({ page, press }) => {
      await press(banner(page).getByRole("link", { name: "Harbor" }).first());
      await expect(page).toHaveURL(/\/$/);
    },
  ],
];

test.describe("by keyboard alone", () => {
  for (const [task, does] of TASKS)
    test(task, async ({ page }) => {
      await page.goto("/docs/errors");
      const press = async (target: Locator) => {
        await tabTo(page, target.first());
        await page.keyboard.press("Enter");
      };
      await does({ page, press, isPhone: false });
    });
});

test.describe("by a finger on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  for (const [task, does] of TASKS)
    test(task, async ({ page }) => {
      await page.goto("/docs/errors");
      await does({ page, press: (target) => target.first().tap(), isPhone: true });
    });
});
