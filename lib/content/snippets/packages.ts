// Tested in aliases.test.ts.
import path from "node:path/posix";
import type { RootContent } from "mdast";
import { aliasedPath, withoutAbove } from "../aliased-path.ts";
import { isRecord, toFunction, toNodesValue, toRecord, toWords, type Value } from "./value.ts";

/** Packages of documentation systems. Docent has what they give, by the same names, so that their imports mean nothing here. */
const KNOWN =
  /^(?:fumadocs-(?:ui|core|mdx|openapi|twoslash|typescript)|nextra(?:-theme-\w+)?|@astrojs\/\w+|astro|@theme(?:-\w+)?|@docusaurus|@mdx-js\/react|react|next|@mintlify)(?:[/:]|$)/;
const LONGEST_ENDING = 6;
const IMAGE = /\.(?:png|jpe?g|gif|webp|avif|svg)$/i;

/** True for a package whose names Docent has itself. */
export function isKnownPackage(specifier: string): boolean {
  return KNOWN.test(specifier);
}

/** What an import of a picture gives: its address. Undefined for anything else. */
export function pictureAddress(from: string, specifier: string): string | undefined {
  if (!isPicture(specifier)) return undefined;
  if (/^(?:@site)?\//.test(specifier)) return specifier.replace("@site", "");
  if (!/^\.\.?\//.test(specifier)) return aliasedPath(specifier) && `/${aliasedPath(specifier)}`;
  return `/${withoutAbove(path.join(path.dirname(from), specifier))}`;
}

/** True for the name of a picture. */
export function isPicture(name: string): boolean {
  return IMAGE.test(name.slice(-LONGEST_ENDING));
}

/** Packages whose component makes a picture larger when it is pressed, as every picture here does. */
const ZOOMS = /^(?:react-medium-image-zoom|starlight-image-zoom|docusaurus-plugin-image-zoom)(?:\/|$)/;

/** A component of a package that shows what is inside it, and does no more that Docent does not; undefined for any other package. */
export function toWrapper(specifier: string): Value {
  return ZOOMS.test(specifier) ? WRAPPER : undefined;
}

const WRAPPER = toFunction(([props]) => (isRecord(props) ? props.entries.get("children") : undefined));

/** A schema of zod, whatever it asks for: props that an author wrote are taken as they are. */
const PASSES: Value = {
  ...toFunction(() => PASSES),
  part: (name) => (/^parse(?:Async)?$/.test(name) ? toFunction(([value]) => value) : PASSES),
};

function srcOf(options: Value): Value {
  const src = isRecord(options) ? options.entries.get("src") : undefined;
  return isRecord(src) ? src.entries.get("src") : src;
}

/** What frameworks tell components that show a page, before a reader does anything. */
const HOOKS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["@docusaurus/useBaseUrl default", toFunction(([address]) => toWords(address).replace(/^(?![a-z]+:|[/#])/, "/"))],
  ["@docusaurus/useIsBrowser default", toFunction(() => false)],
  ["@docusaurus/theme-common useColorMode", toFunction(() => toRecord([["colorMode", "light"]]))],
  ["astro:assets getImage", toFunction(([options]) => toRecord([["src", srcOf(options)]]))],
  ["astro/zod z", PASSES],
  // Parts of the address: none is known, which is what a component asks before it takes one.
  ["next/navigation useParams", toFunction(() => toRecord())],
]);

/** A function of a framework whose value a page can know; undefined for any other. */
export function frameworkHook(specifier: string, imported: string): Value {
  return HOOKS.get(`${specifier} ${imported}`);
}

/** Packages whose components are icons. One that Lucide does not have by its name shows nothing, as a mark without a word may. */
const ICONS =
  /^(?:lucide-(?:react|astro)|@lucide\/\w+|react-icons|@phosphor-icons\/react|@heroicons\/react|@tabler\/icons-react|@radix-ui\/react-icons)(?:\/|$)/;
/** What such packages set before a name: the set that it is from. */
const SET = /^(?:Lucide|Icon|Fa6?|Md|Si|Bs|Tb|Lu|Hi2?|Io5?|Ri|Bi|Fi|Ai|Gi|Gr|Vsc|Pi|Cg|Ci|Di|Im|Sl|Ti|Wi|Rx)(?=[A-Z])/;

/** True for a package of icons. */
export function isIconPackage(specifier: string): boolean {
  return ICONS.test(specifier);
}

/** A component of a package of icons: the icon of that name. */
export function toIcon(name: string): Value {
  const icon = name
    .replace(SET, "")
    .replace(/Icon$/, "")
    .replace(/([a-z])([A-Z0-9])/g, "$1-$2")
    .toLowerCase();
  const node: RootContent = {
    type: "mdxJsxTextElement",
    name: "Icon",
    attributes: [{ type: "mdxJsxAttribute", name: "icon", value: icon }],
    children: [],
  };
  return toFunction(() => toNodesValue([node]));
}
