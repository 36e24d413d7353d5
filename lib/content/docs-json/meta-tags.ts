import type { DocsJson } from "./docs-json.ts";

/** Names of tags that say something about a page or its owner, and change nothing of how a browser shows or loads it. */
const SAYS_ONLY =
  /^(?:(?:og|twitter|article|book|profile|fb|docsearch|dc|dcterms|geo)[:.][\w:.-]+|[\w.:-]*verif(?:y|ication)[\w.:-]*|msvalidate\.01|keywords|author|copyright|application-name)$/i;

/** The settings with the tags that content may put into the head of every page which did not come with the build; the others are named. */
export function keepSafeTags(docs: DocsJson): DocsJson {
  const { settings, unsupported } = docs;
  const tags = Object.entries(settings.seo?.metatags ?? {});
  const refused = tags.filter(([name]) => !SAYS_ONLY.test(name)).map(([name]) => name);
  if (refused.length === 0) return docs;
  const metatags = Object.fromEntries(tags.filter(([name]) => SAYS_ONLY.test(name)));
  const reason = "a tag of this name is taken from a trusted build alone; see content.trusted";
  return {
    ...docs,
    settings: { ...settings, seo: { ...settings.seo, metatags } },
    unsupported: [...unsupported, ...refused.slice(0, 8).map((name) => `seo.metatags.${name}: ${reason}`)],
  };
}
