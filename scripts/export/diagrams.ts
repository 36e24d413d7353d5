import type { Browser, Page } from "playwright";
import type { Drawn } from "./part.ts";
import type { ReaderHeaders } from "./readers.ts";

/** A diagram that is not drawn by then shows its source. */
const MAX_MS = 20_000;

/** A site as one of its readers sees it. */
interface Seen {
  /** Address of the site with its base path. */
  readonly base: string;
  readonly headers: ReaderHeaders;
}

/** Makes a page of a browser send the headers of a reader to the site, and to no other host. */
export async function asReader(page: Page, { base, headers }: Seen): Promise<void> {
  if (Object.keys(headers).length === 0) return;
  const { origin } = new URL(base);
  await page.route(
    (url) => url.origin === origin,
    (route) => route.continue({ headers: { ...route.request().headers(), ...headers } }),
  );
}

/** Returns the diagrams of a page of the site as pictures, in order, drawn by the page itself. */
export async function drawDiagrams(browser: Browser, seen: Seen, path: string): Promise<readonly Drawn[]> {
  const page = await browser.newPage({ colorScheme: "light" });
  try {
    await asReader(page, seen);
    await page.goto(seen.base + path, { waitUntil: "load" });
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
