import type { RootContent } from "mdast";
import { type Element, isElement, type StyleLiteral } from "../tree/jsx.ts";

type Declarations = StyleLiteral["declarations"];

const MEDIA: ReadonlySet<string | null> = new Set(["iframe", "video", "img"]);
const OFFSET = /^(?:top|right|bottom|left|inset)$/;
const PADDING = /^padding-?(?:top|bottom)$/i;
const PERCENT = /^\d{1,4}(?:\.\d{1,6})?%$/;

/**
 * The style of an element without places that it has in the flow anyway, and without those of the old way to keep the shape of
 * a video: a box whose height is padding in per cent, with the video laid over it. The box gets that ratio, and the video is in it.
 */
export function withoutPlaces({ name, children }: Element, declarations: Declarations): Declarations {
  const inFlow = declarations.filter(([key, value]) => key !== "position" || !/^(?:relative|static)$/.test(String(value)));
  if (MEDIA.has(name)) return isLaidOver(declarations) ? inFlow.filter(([key]) => !isPlace(key)) : inFlow;
  const padding = inFlow.find(([key, value]) => PADDING.test(key) && PERCENT.test(String(value)));
  const isEmpty = inFlow.some(([key, value]) => key === "height" && /^0(?:px)?$/.test(String(value)));
  const isBox = padding !== undefined && (isEmpty || inFlow.length < declarations.length);
  if (!isBox || !(children as RootContent[]).some(holdsMedia)) return inFlow;
  const rest = inFlow.filter(([key]) => key !== "height" && !PADDING.test(key));
  return [...rest, ["aspectRatio", `100 / ${String(padding[1]).slice(0, -1)}`]];
}

/** True for a place at the edges of what is around it, which a video has in the box anyway. */
function isLaidOver(declarations: Declarations): boolean {
  const isAbsolute = declarations.some(([key, value]) => key === "position" && value === "absolute");
  return isAbsolute && declarations.every(([key, value]) => !OFFSET.test(key) || /^0(?:px|%)?$/.test(String(value)));
}

function isPlace(key: string): boolean {
  return key === "position" || OFFSET.test(key);
}

function holdsMedia(node: RootContent): boolean {
  if (node.type === "paragraph") return node.children.some(holdsMedia);
  return isElement(node) && MEDIA.has(node.name);
}
