import { AxeBuilder } from "@axe-core/playwright";
import { test as base, expect, type Page } from "playwright/test";
import type { Opener } from "../components/early-input.ts";

export const SEARCH_OPENER: Opener = "[data-search-trigger], [data-open-search]";
/** What opens search and the assistant: all late files of a page. */
export const OPENERS: readonly Opener[] = [SEARCH_OPENER, "[data-assistant-trigger], [data-ask-code]"];

const SCRIPTS = "**/_next/static/chunks/*.js";

interface Fixtures {
  /** Messages that the test expects on the console; every other error or uncaught exception fails it. */
  readonly expectedConsoleErrors: RegExp[];
  /** Throws with the list of violations unless axe finds none in light mode, and none of contrast in dark mode. */
  readonly expectAccessible: (scope?: string) => Promise<void>;
}

export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture needs from this pattern.
  expectedConsoleErrors: async ({}, use) => use([]),

  page: async ({ page, expectedConsoleErrors }, use) => {
    const faults: string[] = [];
    page.on("console", (message) => message.type() === "error" && faults.push(`${message.text()} (${message.location().url})`));
    page.on("pageerror", (error) => faults.push(error.stack ?? error.message));
    await use(page);
    expect(faults.filter((fault) => !expectedConsoleErrors.some((pattern) => pattern.test(fault)))).toEqual([]);
  },

  expectAccessible: async ({ page }, use) =>
    use(async (scope) => {
      for (const colorScheme of ["light", "dark"] as const) {
        await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
        await expect(page.locator("html")).toHaveCSS("color-scheme", colorScheme);
        await page.evaluate(settled);
        expect(await violations(page, scope, colorScheme), colorScheme).toEqual([]);
      }
    }),
});

/** Runs in the page: until colours that are on their way have arrived. */
async function settled(): Promise<void> {
  const finite = document.getAnimations().filter(({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime));
  await Promise.allSettled(finite.map(({ finished }) => finished));
  await new Promise((painted) => requestAnimationFrame(() => requestAnimationFrame(painted)));
}

async function violations(page: Page, scope: string | undefined, colorScheme: "light" | "dark"): Promise<string[]> {
  // No page of ours has a frame, for which axe would open another page to join what it found.
  const builder = new AxeBuilder({ page }).setLegacyMode();
  // The two differ in colours alone.
  if (colorScheme === "dark") builder.withRules(["color-contrast", "link-in-text-block"]);
  if (scope) builder.include(scope);
  const { violations } = await builder.analyze();
  return violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join(" | ")}`,
  );
}

/** Waits until the code behind these buttons is there, which for a page's late files is the sign that they have come. */
export async function waitForOpeners(page: Page, openers: readonly Opener[]): Promise<void> {
  await page.waitForFunction((all) => all.every((opener) => window.docentEarlyInput?.answered.includes(opener)), openers);
}

/** Holds back the scripts of the pages that are opened from now on, where their code is told so. Returns what lets them through. */
export async function holdScripts(page: Page, isHeld: (code: string) => boolean): Promise<() => void> {
  const released = Promise.withResolvers<void>();
  await page.unroute(SCRIPTS);
  await page.route(SCRIPTS, async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    if (isHeld(body)) await released.promise;
    await route.fulfill({ response, body });
  });
  return released.resolve;
}

export { expect };
