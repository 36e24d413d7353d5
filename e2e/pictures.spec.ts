import { expect, test } from "./fixtures.ts";

test("a picture that is larger than its place opens in the window, by click and by keyboard, and closes", async ({
  page,
  expectAccessible,
}) => {
  await page.goto("/docs/search");
  const picture = page.getByRole("button", { name: /^The search box with results/ });
  const dialog = page.getByRole("dialog", { name: /^The search box with results/ });
  await picture.click();
  await expect(dialog).toBeVisible();
  expect((await dialog.boundingBox())?.width).toBeGreaterThan((await picture.boundingBox())?.width ?? Number.POSITIVE_INFINITY);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(picture).toBeFocused();
  await page.keyboard.press("Enter");
  await dialog.click();
  await expect(dialog).toBeHidden();
  await expectAccessible("article");
});

test("examples are beside the text in wide windows, and in it in narrow ones", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/docs/beside");
  const example = page.getByRole("region", { name: "Request" });
  const words = page.getByText("Words about the call.");
  const place = async () => [await example.boundingBox(), await words.boundingBox()] as const;
  const [beside, text] = await place();
  expect(beside?.x).toBeGreaterThanOrEqual((text?.x ?? 0) + (text?.width ?? 0));
  await page.setViewportSize({ width: 390, height: 844 });
  const [below, above] = await place();
  expect(below?.y).toBeGreaterThan(above?.y ?? Number.POSITIVE_INFINITY);
});

test("a page with a custom layout has neither the list of pages beside it nor the links below a page", async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/docs/custom");
  await expect(page.getByText("A page alone.")).toBeVisible();
  await expect(page.getByRole("complementary", { name: "Pages" })).toBeHidden();
  await expect(page.getByText("Was this page helpful?")).toHaveCount(0);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole("button", { name: "Menu" }).first().click();
  await expect(page.getByRole("complementary", { name: "Pages" })).toBeVisible();
});

test("no picture is resized on request", async ({ request }) => {
  const asked = await request.get("/_next/image?url=%2Fimages%2Fberth.png&w=640&q=75");
  expect([asked.status(), (await request.get("/images/berth.png")).status()]).toEqual([404, 200]);
});
