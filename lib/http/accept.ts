/**
 * Returns true for a client that prefers a page as Markdown to HTML (RFC 9110, 12.5.1): not for browsers, and not for one
 * that takes anything. Of two with the same quality the one that is named first wins.
 */
export function prefersMarkdown(accept: string | null): boolean {
  const types = (accept ?? "").slice(0, 1_000).split(",").map(parseMediaType);
  const find = (...names: string[]) => names.map((name) => types.find(({ type }) => type === name)).find(Boolean);
  const markdown = find("text/markdown");
  if (!markdown || markdown.quality === 0) return false;
  const html = find("text/html", "text/*", "*/*");
  if (!html || html.quality !== markdown.quality) return markdown.quality > (html?.quality ?? 0);
  return html.type !== "text/html" || types.indexOf(markdown) < types.indexOf(html);
}

function parseMediaType(item: string): { type: string; quality: number } {
  const [type = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
  const quality = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
  return { type, quality: Number.isFinite(quality) ? quality : 1 };
}
