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

test("the theme switch goes round by keyboard, and the choice outlasts a load", async ({ page }) => {
  await page.emulateMedia({ colorScheme: "light" });
  await page.goto("/docs/quickstart");
  const root = page.locator("html");
  const button = page.getByRole("button", { name: /^Colours: / });
  await button.focus();
  for (const [name, scheme] of [
    ["light", /light/],
    ["dark", /dark/],
  ] as const) {
    await page.keyboard.press("Enter");
    await expect(button).toHaveAccessibleName(`Colours: ${name}`);
    await expect(root).toHaveClass(scheme);
  }
  await page.reload();
  await expect(root).toHaveClass(/dark/);
  await expect(button).toHaveAccessibleName("Colours: dark");
});

test("the words of a tooltip are reached by keyboard and show and tell their explanation", async ({ page }) => {
  await page.goto("/docs/components");
  const tip = page.getByRole("tooltip", { includeHidden: true }).first();
  const words = page.locator(`[aria-describedby="${await tip.getAttribute("id")}"]`);
  await expect(tip).not.toBeVisible();
  await words.focus();
  await expect(tip).toBeVisible();
  await expect(words).toHaveAccessibleDescription("A piece of a page that search returns.");
});
