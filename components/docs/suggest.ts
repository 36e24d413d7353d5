import { likeness, pairsOf } from "../../lib/content/likeness.ts";
import type { Page } from "../../lib/content/page.ts";
import type { Site } from "../../lib/content/site.ts";
import { decodeText } from "../../lib/decode-text.ts";
import { perObject } from "../../lib/per-object.ts";

const leastLikeness = 0.34;
/** Characters of a path that are compared: the address is a stranger's, and each 404 compares it with every page. */
const LONGEST_PATH = 300;

/** Pages of a language whose address or title is most like a path that leads nowhere, best first. */
export function suggestPages(site: Site, path: string, { language, count = 5 }: { language: string; count?: number }): Page[] {
  const asked = partsOf(path.split("/").filter(Boolean).at(-1) ?? "");
  const whole = partsOf(path);
  const isOffered = ({ page }: Known) =>
    page.language === language && page.version === site.project.defaultVersion && !page.noindex;
  const scored = knownOf(site)
    .filter(isOffered)
    .map(({ page, name, title, address }) => {
      const score = Math.max(likeness(asked, name), likeness(asked, title), likeness(whole, address) * 0.6);
      return { page, score };
    });
  const best = scored.filter(({ score }) => score >= leastLikeness).sort((left, right) => right.score - left.score);
  return best.slice(0, count).map(({ page }) => page);
}

/** A page with the parts of its name, its title and its address. */
interface Known {
  readonly page: Page;
  readonly name: ReadonlySet<string>;
  readonly title: ReadonlySet<string>;
  readonly address: ReadonlySet<string>;
}

/** Taken apart once for all paths that lead nowhere: of thousands of pages it takes half a second. */
const knownOf = perObject(({ pages }: Site): readonly Known[] =>
  pages.map((page) => ({
    page,
    name: partsOf(page.slug.split("/").at(-1) ?? ""),
    title: partsOf(page.title),
    address: partsOf(page.path),
  })),
);

function partsOf(text: string): Set<string> {
  return pairsOf((decodeText(text) ?? text).slice(0, LONGEST_PATH));
}
