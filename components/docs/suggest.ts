import type { Page } from "../../lib/content/page.ts";
import type { Site } from "../../lib/content/site.ts";

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

/** Pairs of neighbouring letters, which survive slips, other endings and other word order. */
function partsOf(text: string): Set<string> {
  const words = decode(text)
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return new Set(words.filter(Boolean).flatMap((word) => pairsOf(` ${word} `)));
}

function pairsOf(word: string): string[] {
  return Array.from({ length: word.length - 1 }, (_, index) => word.slice(index, index + 2));
}

/** Dice's coefficient: 1 for the same parts, 0 for none in common. */
function likeness(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const shared = [...left].filter((part) => right.has(part)).length;
  return left.size + right.size === 0 ? 0 : (2 * shared) / (left.size + right.size);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray % is read as it stands.
    return text;
  }
}
