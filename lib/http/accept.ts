/** Whether a client would rather have a page as Markdown than as HTML. Browsers would not, nor who takes anything. */
export function prefersMarkdown(accept: string | null): boolean {
  const types = (accept ?? "").slice(0, 1_000).split(",").map(parse);
  const markdown = types.find(({ type }) => type === "text/markdown");
  if (!markdown || markdown.quality === 0) return false;
  const html = types.find(({ type }) => type === "text/html");
  if (!html) return true;
  return html.quality === markdown.quality ? types.indexOf(markdown) < types.indexOf(html) : markdown.quality > html.quality;
}

function parse(item: string): { type: string; quality: number } {
  const [type = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
  const quality = Number(parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? 1);
  return { type, quality: Number.isFinite(quality) ? quality : 1 };
}
