import { likeness, pairsOf } from "../../lib/content/likeness.ts";
import type { Page } from "../../lib/content/page.ts";
import type { Site } from "../../lib/content/site.ts";
import { decodeText } from "../../lib/decode-text.ts";

const leastLikeness = 0.34;

/** Pages of a language whose address or title is most like a path that leads nowhere, best first. */
export function suggestPages(site: Site, path: string, { language, count = 5 }: { language: string; count?: number }): Page[] {
  const asked = partsOf(path.split("/").filter(Boolean).at(-1) ?? "");
  const whole = partsOf(path);
  const isOffered = (page: Page) => page.language === language && page.version === site.project.defaultVersion && !page.noindex;
  const scored = site.pages.filter(isOffered).map((page) => {
    const name = page.slug.split("/").at(-1) ?? "";
    const score = Math.max(
      likeness(asked, partsOf(name)),
      likeness(asked, partsOf(page.title)),
      likeness(whole, partsOf(page.path)) * 0.6,
    );
    return { page, score };
  });
  const best = scored.filter(({ score }) => score >= leastLikeness).sort((left, right) => right.score - left.score);
  return best.slice(0, count).map(({ page }) => page);
}

function partsOf(text: string): Set<string> {
  return pairsOf(decodeText(text) ?? text);
}
