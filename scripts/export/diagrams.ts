import type { Browser } from "playwright";
import type { Drawn } from "./part.ts";

/** A diagram that is not drawn by then shows its source. */
const MAX_MS = 20_000;

/** Returns the diagrams of the page at an address as pictures, in order, drawn by the page itself. */
export async function drawDiagrams(browser: Browser, address: string): Promise<readonly Drawn[]> {
  const page = await browser.newPage({ colorScheme: "light" });
  try {
    await page.goto(address, { waitUntil: "load" });
    const figures = page.locator("main article figure.diagram");
    const drawn: Drawn[] = [];
    for (const figure of await figures.all()) {
      await figure.evaluate((element) => {
        for (const box of [element.closest("details"), element.closest("[role=tabpanel]"), element.closest("[hidden]")]) {
          box?.removeAttribute("hidden");
          box?.setAttribute("open", "");
        }
        element.scrollIntoView({ block: "center" });
      });
      const image = figure.locator("img");
      await image
        .or(figure.locator("p[role=status]"))
        .first()
        .waitFor({ state: "attached", timeout: MAX_MS })
        .catch(() => undefined);
      const isDrawn = (await image.count()) > 0;
      drawn.push(isDrawn ? await image.evaluate(({ src, width }: HTMLImageElement) => ({ address: src, width })) : undefined);
    }
    return drawn;
  } finally {
    await page.close();
  }
}
