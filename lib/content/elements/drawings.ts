import { attributeText, type Element } from "../expressions.ts";

type Attribute = Element["attributes"][number];

/** A larger drawing is an illustration, which may fill its place. */
const MAX_ICON_PIXELS = 100;
const VIEW = /^\s*-?[\d.]+[\s,]+-?[\d.]+[\s,]+(?<width>\d{1,3}(?:\.\d+)?)[\s,]+(?<height>\d{1,3}(?:\.\d+)?)\s*$/;

/**
 * The size of an icon that has none of its own, as its lines are measured: a browser draws it as wide as the page where no style
 * sheet says otherwise. Styles win over these attributes.
 */
export function sizeOfIcon(element: Element): Attribute[] {
  if (element.name !== "svg") return [];
  const isSized = element.attributes.some((each) => each.type === "mdxJsxAttribute" && /^(?:width|height)$/i.test(each.name));
  const view = isSized ? undefined : VIEW.exec((attributeText(element, "viewBox") ?? "").slice(0, 100))?.groups;
  if (!view || Number(view.width) > MAX_ICON_PIXELS || Number(view.height) > MAX_ICON_PIXELS) return [];
  return ["width", "height"].map((name): Attribute => ({ type: "mdxJsxAttribute", name, value: view[name] ?? null }));
}
