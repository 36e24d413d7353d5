import { expect, test } from "./fixtures.ts";

test("tabs are moved between with arrow keys, Home and End, and the panel follows", async ({ page }) => {
  await page.goto("/docs/components");
  const group = page.locator(".tabs").first();
  const tabs = group.getByRole("tab");
  const [first, last] = [tabs.first(), tabs.last()];
  await first.focus();
  const moves = [
    ["ArrowRight", last],
    ["ArrowRight", first],
    ["ArrowLeft", last],
    ["Home", first],
    ["End", last],
  ] as const;
  for (const [key, chosen] of moves) {
    await page.keyboard.press(key);
    await expect(chosen).toBeFocused();
    await expect(chosen).toHaveAttribute("aria-selected", "true");
    await expect(group.getByRole("tabpanel")).toHaveAccessibleName((await chosen.textContent()) ?? "");
  }
  await expect(tabs.and(page.locator('[tabindex="0"]'))).toHaveCount(1);
});

test("the first press of the theme switch shows, by keyboard too, and the choice outlasts a load", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/docs/quickstart");
  const root = page.locator("html");
  const button = page.getByRole("button", { name: /^Theme: / });
  await button.focus();
  for (const [name, scheme] of [
    ["dark", /dark/],
    ["light", /light/],
    ["system", /light/],
    ["dark", /dark/],
  ] as const) {
    await page.keyboard.press("Enter");
    await expect(button).toHaveAccessibleName(`Theme: ${name}`);
    await expect(root).toHaveClass(scheme);
  }
  await page.reload();
  await expect(root).toHaveClass(/dark/);
  await expect(button).toHaveAccessibleName("Theme: dark");
});

test("a link into a tab opens it on a fresh load, and a choice is in the address and on the next load", async ({ page }) => {
  await page.goto("/docs/components");
  const group = page.locator(".tabs").first();
  const id = await group.locator('[data-panel="1"] [id]').first().getAttribute("id");
  await page.goto("about:blank");
  await page.goto(`/docs/components#${id}`);
  await expect(group.getByRole("tab").nth(1)).toHaveAttribute("aria-selected", "true");
  await group.getByRole("tab").first().click();
  const title = (await group.getByRole("tab").first().textContent()) ?? "";
  expect(new URL(page.url()).searchParams.get("tab")).toBe(title);
  await group.getByRole("tab").nth(1).click();
  await page.goto("about:blank");
  await page.goto("/docs/components");
  await expect(group.getByRole("tab").nth(1)).toHaveAttribute("aria-selected", "true");
});

test("a match of the browser's search in a hidden tab is shown", async ({ page }) => {
  await page.goto("/docs/components");
  const group = page.locator(".tabs").first();
  const hidden = group.locator('[data-panel="1"]');
  await expect(hidden).toHaveAttribute("hidden", "until-found");
  await hidden.evaluate((panel) => {
    const found = panel.querySelector("p, pre");
    if (found) found.id = "found-in-a-tab";
    location.hash = "found-in-a-tab";
  });
  await expect(group.getByRole("tab").nth(1)).toHaveAttribute("aria-selected", "true");
  await expect(hidden).toBeVisible();
  await expect(group.locator('[data-panel="0"]')).toHaveAttribute("hidden", "until-found");
});

test.describe("the words of a tooltip", () => {
  test.beforeEach(async ({ page }) => {
    await page.goto("/docs/components");
    await expect(page.getByRole("tooltip")).toHaveCount(0);
  });

  test("are reached by keyboard and show and tell their explanation, until Escape", async ({ page }) => {
    const tip = page.getByRole("tooltip", { includeHidden: true }).first();
    const words = page.locator(`[aria-describedby="${await tip.getAttribute("id")}"]`);
    await words.focus();
    await expect(tip).toBeVisible();
    await expect(words).toHaveAccessibleDescription("A piece of a page that search returns.");
    await page.keyboard.press("Escape");
    await expect(tip).not.toBeVisible();
    await expect(words).toBeFocused();
  });

  test("let the pointer move onto the explanation, and Escape closes it there too", async ({ page }) => {
    const tip = page.getByRole("tooltip", { includeHidden: true }).first();
    const words = page.locator(`[aria-describedby="${await tip.getAttribute("id")}"]`);
    await words.hover();
    await expect(tip).toBeVisible();
    await tip.hover();
    await page.clock.install();
    await page.clock.fastForward(5_000);
    await expect(tip).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(tip).not.toBeVisible();
  });
});

test.describe("a menu", () => {
  test.beforeEach(({ page }) => page.goto("/docs/errors"));

  test("opens with an arrow key, is moved in by keys, and gives the focus back on Escape", async ({ page }) => {
    const button = page.getByRole("button", { name: /^Version: / });
    const [first, second] = [page.getByRole("link", { name: /^v2 · / }), page.getByRole("link", { name: /^v1 · / })];
    await button.focus();
    await page.keyboard.press("ArrowDown");
    await expect(first).toBeFocused();
    for (const [key, focused] of [
      ["ArrowDown", second],
      ["ArrowDown", first],
      ["ArrowUp", second],
      ["Home", first],
      ["End", second],
    ] as const) {
      await page.keyboard.press(key);
      await expect(focused).toBeFocused();
    }
    await page.keyboard.press("Escape");
    await expect(first).not.toBeVisible();
    await expect(button).toBeFocused();
  });

  test("closes on a press outside, when another opens, and on a choice", async ({ page }) => {
    const [version, language] = [page.getByRole("link", { name: /^v1 · / }), page.getByRole("link", { name: "Español" })];
    await page.getByRole("button", { name: /^Version: / }).click();
    await expect(version).toBeVisible();
    // By key, since the open menu covers the button below it.
    await page.getByRole("button", { name: "Language" }).press("Enter");
    await expect(version).not.toBeVisible();
    await expect(language).toBeVisible();
    await page.getByRole("heading", { level: 1 }).click();
    await expect(language).not.toBeVisible();
    await page.getByRole("button", { name: /^Version: / }).click();
    await version.click();
    await expect(page).toHaveURL(/\/docs\/v1\/errors$/);
    await expect(page.getByRole("link", { name: /^v2 · / })).not.toBeVisible();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test("a menu in the header holds its links", async ({ page }) => {
    await page.goto("/");
    await page.getByRole("button", { name: "More links" }).click();
    await page.getByRole("banner").getByRole("link", { name: "Documentation" }).click();
    await expect(page).toHaveURL(/\/docs$/);
    await expect(page.getByRole("banner").getByRole("link", { name: "Documentation" })).not.toBeVisible();
  });

  test("the headings of the page open below the header and close on Escape and on a choice", async ({ page }) => {
    await page.goto("/docs/errors");
    const [button, list] = [
      page.getByRole("button", { name: "On this page" }),
      page.getByRole("navigation", { name: "On this page" }),
    ];
    await button.click();
    await expect(list).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(list).not.toBeVisible();
    await expect(button).toBeFocused();
    await button.click();
    await list.getByRole("link").last().click();
    await expect(page).toHaveURL(/#.+$/);
    await expect(list).not.toBeVisible();
  });
});

test("the sidebar is on the next page as it was left: where it was scrolled to, and with its open folders", async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 420 });
  await page.goto("/docs/quickstart");
  const sidebar = page.getByRole("complementary", { name: "Pages" });
  const folder = sidebar.locator("details[data-folder]:not([open])").first();
  const name = await folder.getAttribute("data-folder");
  await folder.locator("> summary .fold-mark").click();
  const link = sidebar.getByRole("link", { name: "Limits" });
  await link.hover();
  const scrolled = await sidebar.evaluate(({ scrollTop }) => scrollTop);
  expect(scrolled).toBeGreaterThan(0);
  await link.click();
  await page.waitForURL("**/docs/limits");
  await expect(sidebar.locator(`details[data-folder="${name}"]`)).toHaveAttribute("open");
  await expect.poll(() => sidebar.evaluate(({ scrollTop }) => scrollTop)).toBe(scrolled);
});
