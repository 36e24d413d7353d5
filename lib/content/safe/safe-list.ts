import { defaultSchema, type Schema } from "hast-util-sanitize";
import type { ComponentDefinition, PropKind } from "../components/definition.ts";
import type { Address } from "../model/address.ts";

type Definition = NonNullable<NonNullable<Schema["attributes"]>[string]>[number];

/** As anchors of headings are. Not `TURBOPACK` or `__next_f`: an element with such an id would hide what the page's scripts mean. */
const ID = /^(?!__next)[-_]*(?:[\p{Ll}\p{Lo}\p{N}][\p{L}\p{M}\p{N}_.:-]*|\p{Lu}[\p{L}\p{M}\p{N}_.:]*-[\p{L}\p{M}\p{N}_.:-]*)$/u;
/** Other ids of a heading, in small letters and apart by spaces: they begin as ids do, and may hold any sign. */
const ALIASES = /^(?!__next)[^\s\p{Lu}]+(?: (?!__next)[^\s\p{Lu}]+)*$/u;
/** Colours, lengths and shapes. An address is at most that of another part of the same drawing. */
const PAINT = /^(?:url\(#[\w.-]+\)|(?!.*url)[\w\s#%.,+()-]*)$/is;
const LOOKS =
  "width|height|(?:min|max)-(?:width|height)|aspect-ratio|object-fit|display|gap|vertical-align|float|clear|opacity|" +
  "(?:margin|padding)(?:-(?:top|right|bottom|left))?|border(?:-(?:top|right|bottom|left))?(?:-(?:radius|color|width|style))?|" +
  "color|background(?:-color)?|text-(?:align|decoration|transform)|font-(?:size|weight|style)|line-height|letter-spacing|" +
  "white-space|word-break|overflow(?:-[xy]|-wrap)?|border-(?:collapse|spacing)|table-layout|list-style(?:-type)?|" +
  "flex(?:-(?:direction|wrap|grow|shrink|basis))?|justify-content|align-(?:items|content|self)|(?:row|column)-gap|" +
  "grid-(?:template-columns|template-rows|column|row)|fill|stroke(?:-width)?|box-sizing|font-family|text-(?:indent|overflow)|" +
  "object-position|order|word-wrap";
/** Negative margins would lay a box over the one before it. */
export const STYLE = new RegExp(`^(?:(?!margin[^;]*[(:\\s]-)(?:${LOOKS}):(?![^;]*url)[\\w\\s#%.,+()/-]+(?:; ?|$))*$`, "i");
/**
 * Properties of styles that are dropped silently, since no reader misses them: how a change moves, and names of other
 * styles.
 */
export const SILENTLY_DROPPED_STYLE =
  /^(?:--|-?(?:webkit|moz|ms)(?=[-A-Z])|transition|animation|will-?change|user-?select|z-?index|outline|box-?shadow|(?:backdrop-?)?filter|cursor|font-?family)/i;
/** Attributes that are dropped silently, since nobody misses them: hints to browsers, and marks for scripts. */
export const SILENTLY_DROPPED =
  /^(?:allow(?:transparency)?|alt|referrerpolicy|fetchpriority|crossorigin|nozoom|sandbox|slot|enable-?background|vector-?effect|xml:?space|xmlns:\w+|(?:webkit|moz|ms)allowfullscreen|scrolling|rel|margin(?:width|height)|disable(?:pictureinpicture|remoteplayback)|controlslist|(?:aria|data)-[\w-]+)$/i;

/**
 * Attributes of every element and component, which a component cannot hold to less than what is said here. Those of forms,
 * which the base allows everywhere, are not among them.
 */
const EVERYWHERE: Definition[] = [
  ...["align", "ariaDescribedBy", "ariaHidden", "ariaLabel", "ariaLabelledBy", "ariaLevel", "colSpan", "dateTime", "dir"],
  ...["headers", "height", "hidden", "lang", "open", "role", "rowSpan", "scope", "span", "start", "title"],
  ...["vAlign", "width"],
  "className",
  // A larger one would come before the site's own links for who reads by keyboard.
  ["tabIndex", /^(?:0|-1)$/],
  ["id", ID],
  ["dataAlias", ALIASES],
  ["style", STYLE],
];

/** Presentation and geometry of drawings, as hast names them. */
const DRAWING: Definition[] = [
  ...["viewBox", "d", "points", "transform", "version", "focusable", "preserveAspectRatio", "offset"],
  ...["x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "ry", "dx", "dy", "fx", "fy", "textAnchor", "pathLength"],
  ...["gradientUnits", "gradientTransform", "clipPathUnits", "fontFamily", "fontSize", "fontWeight", "dominantBaseline"],
  ...["fill", "fillRule", "fillOpacity", "stroke", "strokeWidth", "strokeLineCap", "strokeLineJoin", "strokeMiterLimit"],
  ...["strokeDashArray", "strokeDashOffset", "strokeOpacity", "opacity", "clipPath", "clipRule", "color", "stopColor"],
  ...["stopOpacity", "mask", "maskUnits", "maskContentUnits"],
].map((name): Definition => [name, PAINT]);
const NAMESPACE: Definition = ["xmlns", "http://www.w3.org/2000/svg"];

/** Elements of drawings, the outermost first, whose attributes have names of their own. */
export const DRAWINGS: ReadonlySet<string> = new Set([
  ...["svg", "g", "path", "circle", "ellipse", "rect", "line", "polyline", "polygon", "text", "tspan", "title", "desc"],
  ...["defs", "linearGradient", "radialGradient", "stop", "clipPath", "mask"],
]);

const MEDIA: Definition[] = ["src", "controls", "loop", "muted", "autoPlay", "playsInline", "preload"];

/**
 * Forms of the values of a component's attribute, by its kind; one that is not here may have any. Components are Docent's own and run
 * nothing that they are given.
 */
const HOLDS: Readonly<Partial<Record<PropKind, RegExp>>> = { paint: PAINT, id: ID };

function attributesOf({ props }: ComponentDefinition): Definition[] {
  return Object.entries(props).map(([name, kind]) => {
    const pattern = HOLDS[kind];
    return pattern ? [name, pattern] : name;
  });
}

/** Elements besides those of the base. */
const MORE_TAGS = [
  ...["abbr", "aside", "article", "bdi", "bdo", "caption", "cite", "col", "colgroup", "dfn", "figcaption", "figure", "footer"],
  ...["header", "main", "mark", "nav", "small", "time", "u", "wbr", "iframe", "video", "audio", "track"],
];

/**
 * Returns what a page that did not come with the build may hold: the schema of hast-util-sanitize, which is GitHub's, with Docent's
 * components, drawings and media, and without attributes of forms. Whatever is not here is not shown.
 */
export function createSafeList(components: Readonly<Record<string, ComponentDefinition>>): Schema {
  return {
    ...defaultSchema,
    tagNames: [...(defaultSchema.tagNames ?? []), ...MORE_TAGS, ...DRAWINGS, ...Object.keys(components), "Slot"],
    attributes: {
      ...defaultSchema.attributes,
      ...Object.fromEntries([...DRAWINGS].map((name) => [name, [...DRAWING, NAMESPACE]])),
      ...Object.fromEntries(Object.entries(components).map(([name, component]) => [name, attributesOf(component)])),
      Slot: ["name"],
      "*": EVERYWHERE,
      a: [...(defaultSchema.attributes?.a ?? []), ["target", "_blank"], "hrefLang", "download"],
      li: [...(defaultSchema.attributes?.li ?? []), "value"],
      img: ["src", "alt", "loading", "decoding"],
      source: ["src", "type", "srcSet", "media", "sizes"],
      iframe: [["src", /^https:/i], "allowFullScreen", "frameBorder", "loading"],
      video: [...MEDIA, "poster"],
      audio: MEDIA,
      track: ["src", "kind", "srcLang", "label", "default"],
    },
    protocols: {
      ...defaultSchema.protocols,
      href: ["http", "https", "mailto", "tel"],
      url: ["http", "https", "mailto", "tel"],
      src: ["http", "https", "data"],
      icon: ["http", "https"],
      img: ["http", "https", "data"],
      poster: ["http", "https", "data"],
    },
    ancestors: {
      ...defaultSchema.ancestors,
      ...Object.fromEntries([...DRAWINGS].slice(1).map((name) => [name, ["svg"]])),
    },
    // Ids are bounded by their pattern instead, so that the anchors of headings keep their names.
    clobber: [],
    strip: ["script", "style", "template", "noscript", "title", "textarea", "select", "object", "embed"],
  };
}

const LINKED: readonly Address["kind"][] = ["site", "web", "contact"];
const LOADED: readonly Address["kind"][] = ["site", "web", "picture"];
/** Attributes whose value is an address, in hast's spelling, and what it may be; nothing but text is one. */
export const ADDRESSES: ReadonlyMap<string, readonly Address["kind"][]> = new Map([
  ...["href", "url", "cite"].map((name) => [name, LINKED] as const),
  ...["src", "img", "poster", "srcSet"].map((name) => [name, LOADED] as const),
]);
