import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "playwright/test";
import { startOpenIdProvider, type TestProvider } from "../internal/testing/access-provider.ts";
import { serverForTests } from "./server.ts";

test.describe("readers sign in at a provider", () => {
  test.describe.configure({ mode: "serial" });
  let provider: TestProvider;
  const own = serverForTests(async ({ folder }) => {
    provider = await startOpenIdProvider();
    const content = path.join(folder, "content");
    await mkdir(content);
    await writeFile(path.join(content, "index.mdx"), "---\ntitle: Harbour\n---\n\nWelcome.\n");
    await writeFile(path.join(content, "beta.mdx"), "---\ntitle: Locks\ngroups: [beta]\n---\n\nThe new locks.\n");
    await writeFile(path.join(content, "staff.mdx"), "---\ntitle: Ledger\ngroups: [staff]\n---\n\nThe ledger.\n");
    return {
      config: {
        organisation: { id: "harbor", name: "Harbor" },
        projects: [{ id: "harbor", domain: "harbor", name: "Harbor", content }],
        access: {
          readers: "signed-in",
          groups: { beta: ["okta-beta"], staff: [] },
          signIn: { oidc: { name: "Acme" }, password: {} },
        },
      },
      variables: {
        ...{ OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: provider.clientId, OIDC_CLIENT_SECRET: provider.clientSecret },
        ...{ READERS_PASSWORD: "a long shared password", SITE_SECRET: "s".repeat(40), DATABASE_URL: "" },
      },
    };
  });
  test.afterAll(() => provider.close());

  test("by keyboard, and read the page that they came for, and what their groups may read", async ({ page }) => {
    await page.goto(`${own.url}/docs/beta?from=mail`);
    await expect(page).toHaveURL(`${own.url}/sign-in?next=${encodeURIComponent("/docs/beta?from=mail")}`);
    const button = page.getByRole("main").getByRole("link", { name: "Sign in with Acme" });
    for (let presses = 0; presses < 30 && !(await button.evaluate((link) => link === document.activeElement)); presses += 1)
      await page.keyboard.press("Tab");
    await expect(button).toBeFocused();
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${own.url}/docs/beta?from=mail`);
    await expect(page.getByRole("heading", { level: 1, name: "Locks" })).toBeVisible();
    await expect(page.getByText("Ledger")).toHaveCount(0);
    expect((await page.goto(`${own.url}/docs/staff`))?.status()).toBe(404);
    const cookies = (await page.context().cookies()).map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite]);
    expect(cookies).toContainEqual(["docent_reader", true, "Lax"]);
    expect(cookies.map(([name]) => name)).not.toContain("docent_sign_in");
    await page.goto(`${own.url}/docs/beta`);
    await page.getByRole("button", { name: "Sign out" }).first().click();
    await expect(page).toHaveURL(/\/sign-in/);
    expect((await page.context().cookies()).map(({ name }) => name)).not.toContain("docent_reader");
  });

  test("and are told on the page when the provider does not let them in, or does not answer", async ({ page }) => {
    const button = page.getByRole("main").getByRole("link", { name: "Sign in with Acme" });
    await page.goto(`${own.url}/sign-in?next=/docs/beta`);
    provider.faults = { error: "access_denied" };
    await button.click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveText("You were not signed in. Try again.");
    provider.faults = { answers: { "/token": (response) => response.destroy() } };
    await button.click();
    await expect(page.getByRole("main").getByRole("alert")).toHaveText(/^Signing in does not work right now/);
    expect(own.log()).toContain('"reason":"access_denied"');
    provider.faults = {};
    await button.click();
    await expect(page.getByRole("heading", { level: 1, name: "Locks" })).toBeVisible();
  });
});
