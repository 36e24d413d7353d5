import { z } from "zod";
import { isObject } from "../../openapi/description/json.ts";
import { address } from "../model/address.ts";
import { readersOf } from "./closed-nodes.ts";

const text = z.string("must be text").trim().min(1, "must not be empty").max(4_000, "must be at most 4000 characters");
const path = z
  .string("must be a path")
  .trim()
  .min(1, "must not be empty")
  .max(1_000, "must be at most 1000 characters")
  .refine((value) => !value.split(/[\\/]/).includes(".."), "must stay inside the folder: remove the ..");
const hexColour = z.string().regex(/^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i, 'must be a colour such as "#16a34a"');
const strictFlag = z.boolean("must be true or false");
const anything = z.unknown().optional();
/** Returns fields whose values are read and have no effect. */
const unread = <const Names extends readonly string[]>(...names: Names) =>
  Object.fromEntries(names.map((name) => [name, anything])) as Record<Names[number], typeof anything>;

/** An icon by its name; its library may be named beside it. */
const icon = z.preprocess((value) => (isObject(value) ? value.name : value), text).optional();

/** The descriptions of a node's operations: a text, a list, or an object with `directory`. */
const Description = z.preprocess(
  (value) => {
    const { source, sources = source, directory } = isObject(value) ? value : { source: value };
    return { sources: sources === undefined ? [] : [sources].flat(), ...(directory ? { directory } : {}) };
  },
  z.strictObject({ sources: z.array(z.string().min(1).max(2_000)).max(100), directory: path.optional() }),
);
/** A picture for both schemes, or one for each. */
const Themed = z.preprocess(
  (value) => (typeof value === "string" ? { light: value, dark: value } : value),
  z.strictObject({
    light: path.optional(),
    dark: path.optional(),
    href: address.optional(),
    /** True for a logo without the name, which is shown beside it. Docent's own field. */
    showName: z.boolean().optional(),
  }),
);
const Link = z.strictObject({
  label: text,
  href: address,
  icon,
  type: text.optional(),
  ...unread("iconType"),
});
const Navbar = z.strictObject({
  links: z
    .array(Link.extend({ label: text.optional() }))
    .max(50)
    .optional(),
  primary: Link.extend({ label: text.optional() }).optional(),
});
const Footer = z.strictObject({
  socials: z.record(z.string(), address).optional(),
  links: z
    .array(z.strictObject({ header: text.optional(), items: z.array(z.strictObject({ label: text, href: address })).max(50) }))
    .max(20)
    .optional(),
});
const Banner = z.strictObject({
  content: text,
  dismissible: strictFlag.optional(),
  type: z.enum(["info", "warning", "critical"]).optional(),
  ...unread("color"),
});

/** The fields of a node that hold others, in the order in which they are shown: the name that each child has, and how many there may be. */
export const CHILD_LISTS = {
  languages: ["language", 200],
  versions: ["version", 1_000],
  products: ["product", 200],
  dropdowns: ["dropdown", 200],
  tabs: ["tab", 200],
  menu: ["item", 200],
  anchors: ["anchor", 200],
  groups: ["group", 5_000],
  pages: ["group", 20_000],
} as const;
export type ChildList = keyof typeof CHILD_LISTS;
export type NodeName = (typeof CHILD_LISTS)[ChildList][0];

const NodeFields = z.strictObject({
  ...(Object.fromEntries(Object.values(CHILD_LISTS).map(([name]) => [name, text.optional()])) as Record<
    NodeName,
    z.ZodOptional<typeof text>
  >),
  page: path.optional(),
  root: path.optional(),
  href: address.optional(),
  icon,
  description: text.optional(),
  tag: text.optional(),
  default: strictFlag.optional(),
  hidden: strictFlag.optional(),
  searchable: strictFlag.optional(),
  expanded: strictFlag.optional(),
  openapi: Description.optional(),
  ...unread("asyncapi", "banner", "boost", "color", "directory", "footer", "graphql", "iconType", "navbar", "public", "sdk"),
});

/**
 * A node of the navigation, of any kind: which one it is, the name field tells. A path among `pages` is a node `{page}`, and
 * `global` is the part that is on every page, of which only links are shown.
 */
export type NavigationNode = z.infer<typeof NodeFields> & { readonly global?: NavigationNode | undefined } & {
  readonly [List in ChildList]?: readonly NavigationNode[] | undefined;
};
const NavigationNode: z.ZodType<NavigationNode> = z.lazy(() =>
  z.preprocess(
    (value) => (typeof value === "string" ? { page: value } : isObject(value) ? withoutReaders(value) : value),
    NodeFields.extend({
      global: NavigationNode.optional(),
      ...Object.fromEntries(
        Object.entries(CHILD_LISTS).map(([list, [, most]]) => [list, z.array(NavigationNode).max(most).optional()]),
      ),
    }),
  ),
);

/** Takes the names of readers out of `groups`, which holds child entries as well. */
function withoutReaders({ groups, ...node }: Readonly<Record<string, unknown>>): object {
  if (groups === undefined) return node;
  if (readersOf(groups).length === 0) return { ...node, groups };
  const children = [groups].flat().filter(isObject);
  return children.length > 0 ? { ...node, groups: children } : node;
}

const Redirect = z.strictObject({
  source: z.string().min(1).max(2_000),
  destination: address,
  permanent: strictFlag.optional(),
});
const FontFace = z.strictObject({
  family: z
    .string("must be text")
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} _-]{0,60}$/u, "must be the name of a font, in letters, digits and spaces")
    .optional(),
  weight: z.coerce.number("must be a number").min(1).max(1000).optional(),
  source: z.string().max(2_000).optional(),
  ...unread("format"),
});

/** Names of Shiki's themes for code, one for both schemes or one each; other values are read and have no effect. */
const CodeBlocks = z.preprocess(
  (value) => {
    const { theme } = isObject(value) ? value : {};
    return { theme: typeof theme === "string" ? { light: theme, dark: theme } : theme };
  },
  z.looseObject({ theme: z.looseObject({ light: text.optional(), dark: text.optional() }).optional() }),
);

/** A docs.json file in one form: what may be written as text or as an object is an object here. */
export const DocsFile = z.strictObject({
  ...unread("$schema", "theme", "icons", "thumbnails", "styles", "scripts", "head", "contextual", "interaction", "search"),
  ...unread("metadata", "integrations", "markdown"),
  name: text.optional(),
  description: text.optional(),
  colors: z.strictObject({ primary: hexColour.optional(), light: hexColour.optional(), dark: hexColour.optional() }).optional(),
  logo: Themed.optional(),
  favicon: Themed.optional(),
  appearance: z
    .strictObject({ default: z.enum(["system", "light", "dark"]).optional(), strict: strictFlag.optional() })
    .optional(),
  fonts: FontFace.extend({ heading: FontFace.optional(), body: FontFace.optional() }).optional(),
  background: z
    .strictObject({
      color: z.strictObject({ light: hexColour.optional(), dark: hexColour.optional() }).optional(),
      ...unread("decoration", "image"),
    })
    .optional(),
  styling: z.looseObject({ codeblocks: CodeBlocks.optional() }).optional(),
  navbar: Navbar.optional(),
  footer: Footer.optional(),
  banner: Banner.optional(),
  navigation: NavigationNode.optional(),
  errors: z
    .strictObject({
      404: z.strictObject({ redirect: strictFlag.optional(), title: text.optional(), description: text.optional() }).optional(),
    })
    .optional(),
  seo: z
    .strictObject({
      indexing: z.enum(["navigable", "all"]).optional(),
      metatags: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
      ...unread("organization"),
    })
    .optional(),
  redirects: z.array(Redirect).max(10_000).optional(),
  api: z
    .strictObject({
      openapi: Description.optional(),
      ...unread("asyncapi", "playground", "params", "examples", "url", "spec"),
      mdx: z.looseObject({ server: anything }).optional(),
    })
    .optional(),
  variables: z.record(z.string(), z.string().max(10_000)).optional(),
});
export type DocsFile = z.infer<typeof DocsFile>;

/** Fields that are understood and have no effect here, with the reason that a reader of the report needs. */
export const UNSUPPORTED: Readonly<Record<string, string>> = {
  theme: "there is one layout; colours and fonts are taken over",
  icons: "icons come from one set; Font Awesome names are mapped",
  thumbnails: "share cards are drawn by the site",
  styles: "put CSS into site/theme.css",
  scripts: "name scripts in docent.config.ts; scripts of the content are never loaded",
  head: "name scripts and styles in docent.config.ts and site/theme.css",
  interaction: "groups open and close; they do not navigate",
  markdown: "the Markdown form of pages is fixed",
  integrations: "name the scripts in docent.config.ts; integrations of the content are never loaded",
  contextual: "the menu of a page is the site's own",
  search: "the search box has its own words",
  metadata: "the date of a page's last change is always shown where it is known",
  "api.playground": "every operation can be tried out",
  "api.examples": "examples are in the languages that the site has",
  "api.mdx": "operations without a description have no playground",
  "api.params": "fields open and close one by one",
  "styling.eyebrows": "the path of a page is above its title",
  "styling.latex": "formulas are set wherever there are some",
  "styling.css": "every style sheet of the folder is loaded",
  "background.decoration": "only background colours are taken over",
  "background.image": "only background colours are taken over",
  "seo.organization": "the publisher is the site's name",
  "api.asyncapi": "AsyncAPI descriptions are not read",
};
