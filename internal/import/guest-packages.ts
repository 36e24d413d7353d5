import type { Guest, GuestElement, GuestGlobals } from "./engine/pages.ts";

/** A page of the content: its path without ending, its front matter, and the heading that it opens with. */
export interface GuestEntry {
  readonly id: string;
  readonly slug: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly heading: string | undefined;
}

/** The settings that the pages of a site can read besides their files. */
export interface GuestSite {
  /** Texts that components ask for by a key, in the page's language. */
  readonly texts: Readonly<Record<string, string>>;
  /** The pages of the content, as `getCollection` gives them. */
  readonly entries: readonly GuestEntry[];
  /** Order and titles of folders, as `getPageMap` of Nextra follows them. */
  readonly orders: Readonly<
    Record<string, { readonly pages?: readonly string[]; readonly titles?: Readonly<Record<string, string>> }>
  >;
  /** The file that says which components every page has. */
  readonly shared: string | undefined;
  /** Language of the page. */
  readonly language: string;
}

/**
 * Adds to the sandbox what packages of other systems show before a reader does anything. Runs inside it, as text: nothing
 * outside of the function may be named.
 */
export function installPackages(globals: GuestGlobals, site: GuestSite): void {
  type Props = Record<string, unknown>;
  const guest = globals.$guest as { -readonly [Name in keyof Guest]: Guest[Name] };
  const { isArray } = Array;
  const MAX_LEVELS = 10;

  const joinClasses = (...all: unknown[]): string =>
    all
      .flat(9)
      .flatMap((each) => {
        if (!each || each === true) return [];
        return typeof each === "object" ? Object.keys(each).filter((name) => (each as Props)[name]) : [String(each)];
      })
      .join(" ");
  const variants = (base: unknown, options?: { variants?: Record<string, Props>; defaultVariants?: Props }) => (props?: Props) =>
    joinClasses(
      base,
      ...Object.entries(options?.variants ?? {}).map(
        ([name, of]) => of[String(props?.[name] ?? options?.defaultVariants?.[name])],
      ),
      props?.className,
    );

  const ICONS =
    /^(?:lucide-astro|@lucide\/\w+|react-icons|@phosphor-icons\/react|@heroicons\/react|@tabler\/icons-react|@radix-ui\/react-icons|nextra\/icons)(?:\/|$)/;
  const ZOOMS = /^(?:react-medium-image-zoom|starlight-image-zoom|docusaurus-plugin-image-zoom)(?:\/|$)/;
  const showChildren = ({ children }: Props) => children;
  const nothing = () => null;
  const youTube = ({ id, title, playlist }: Props) => {
    const address = `${playlist ? "videoseries?list=" : ""}${encodeURIComponent(String(id))}`;
    return guest.create("iframe", { src: `https://www.youtube-nocookie.com/embed/${address}`, title });
  };
  /** A schema of zod, whatever it asks for: props that an author wrote are taken as they are. */
  const schema: unknown = new Proxy(() => schema, {
    get: (_, name) => (/^(?:safeP|p)arse(?:Async)?$/.test(String(name)) ? (value: unknown) => value : schema),
  });
  const entries = site.entries.map((entry) => ({ ...entry, collection: "docs", body: "" }));
  /** The pages and folders of a folder in the order of its _meta file, as Nextra lists them. */
  const listPageMap = (folder: string): Props[] => {
    const start = folder && `${folder}/`;
    const { pages = ["..."], titles = {} } = site.orders[folder] ?? {};
    const found = new Map<string, Props>();
    for (const { id, data, heading } of site.entries) {
      // An index page that says so is the folder itself.
      if (!id.startsWith(start) || (id === `${start}index` && data.asIndexPage === true)) continue;
      const [name = "", ...below] = id.slice(start.length).split("/");
      const isAbout = below.length === 0 || below.join("/") === "index";
      const known = found.get(name) ?? {
        ...{ name, route: `/${start}${name}`.replace(/(.)\/index$|^\/index$/, "$1") || "/", title: titles[name] ?? name },
        ...(below.length > 0 && { children: listPageMap(start + name) }),
      };
      const title = titles[name] ?? data.sidebarTitle ?? data.title ?? heading ?? name;
      found.set(name, isAbout ? { ...known, title, frontMatter: data } : known);
    }
    const named = new Set(pages.map((each) => each.replace(/^!/, "")));
    const rest = [...found.keys()].filter((name) => !named.has(name)).sort();
    return pages.flatMap((each): Props[] => {
      const [, separator] = /^---(.*)---$/.exec(each) ?? [];
      const [, title, href] = /^\[(.*)\]\((.*)\)$/.exec(each) ?? [];
      if (separator !== undefined) return [{ name: each, type: "separator", title: separator }];
      if (href !== undefined) return [{ name: title, title, href }];
      return (each === "..." ? rest : [each]).flatMap((name): Props[] => (found.has(name) ? [found.get(name) as Props] : []));
    });
  };
  const getPageMap = async (route = "/") => {
    const segments = route.split("/").filter(Boolean);
    const isFolder = (folder: string) => folder === "" || site.entries.some(({ id }) => id.startsWith(`${folder}/`));
    // A site may serve its content below a path that is not a folder of it.
    const folder = [segments, segments.slice(1)].map((each) => each.join("/")).find(isFolder);
    if (folder === undefined) throw new Error(`there is no folder ${route}`);
    return listPageMap(folder);
  };
  /** The items of a page map in runs, between separators. */
  const getIndexPageMap = (items: readonly Props[]) => {
    const runs: (Props | Props[])[] = [];
    for (const item of items) {
      const last = runs.at(-1);
      if (item.type === "separator") runs.push(item);
      else if (isArray(last)) last.push(item);
      else if (!("data" in item)) runs.push([item]);
    }
    return runs;
  };
  const toCard = ({ title, route, href }: Props) => guest.create(guest.host("Card"), { title, href: route ?? href });
  const createIndexPage = async (items: readonly Props[]) =>
    getIndexPageMap(items).map((run) =>
      isArray(run)
        ? guest.create(guest.host("Cards"), { children: run.map(toCard) })
        : guest.create("h2", { children: run.title }),
    );
  const themedImage = ({ sources, alt }: Props) => {
    const { light, dark } = (sources ?? {}) as Props;
    const looks =
      light === dark
        ? [[light, ""]]
        : [
            [light, "inline dark:hidden"],
            [dark, "hidden dark:inline"],
          ];
    return looks.map(([src, className]) => guest.create("img", { src, alt, className }));
  };
  const known: Record<string, Props> = {
    "nextra/page-map": { getPageMap, getIndexPageMap, createIndexPage },
    "nextra/mdx-remote": { MDXRemote: ({ compiledSource }: Props) => compiledSource },
    "@docusaurus/useBaseUrl": { default: (address: string) => address.replace(/^(?![a-z]+:|[/#])/, "/") },
    "@docusaurus/useIsBrowser": { default: () => false },
    "@docusaurus/useDocusaurusContext": { default: () => ({ siteConfig: { customFields: {} } }) },
    "@docusaurus/theme-common": { useColorMode: () => ({ colorMode: "light" }) },
    "@docusaurus/Link": { default: guest.host("Link") },
    "@docusaurus/BrowserOnly": { default: nothing },
    "@theme/ThemedImage": { default: themedImage },
    // The headings of a page are beside it.
    "@theme/TOCInline": { default: nothing },
    "next-mdx-import-source-file": { useMDXComponents: () => shared },
    "nextra-theme-docs": { useMDXComponents: (given?: Props) => ({ ...given }) },
    "nextra-theme-blog": { useMDXComponents: (given?: Props) => ({ ...given }) },
    "react-lite-youtube-embed": { default: youTube },
    "next/navigation": { useParams: () => ({}), usePathname: () => "/", useSearchParams: () => new Map() },
    "next/image": { default: guest.host("img") },
    "next/link": { default: guest.host("a") },
    "next/script": { default: nothing },
    "next/dynamic": { default: () => nothing },
    clsx: { default: joinClasses, clsx: joinClasses },
    classnames: { default: joinClasses },
    "tailwind-merge": { twMerge: joinClasses, twJoin: joinClasses },
    "class-variance-authority": { cva: variants, cx: joinClasses },
    "astro/zod": { z: schema },
    "astro:assets": {
      Image: ({ src, alt }: Props) => guest.create("img", { src: (src as Props)?.src ?? src, alt }),
      Picture: ({ src, alt }: Props) => guest.create("img", { src: (src as Props)?.src ?? src, alt }),
      getImage: ({ src }: Props) => ({ src: (src as Props)?.src ?? src }),
    },
    "astro:content": {
      z: schema,
      getCollection: async (name: string, fits?: (entry: unknown) => boolean) => {
        if (name !== "docs") throw new Error(`the collection "${name}" is not imported`);
        return fits ? entries.filter(fits) : entries;
      },
    },
  };
  const helpers: Props = { cn: joinClasses, cx: joinClasses, clsx: joinClasses, classNames: joinClasses, twMerge: joinClasses };
  const shared = new Proxy({} as Props, { has: () => true, get: (_, name) => guest.shared?.(String(name)) ?? showChildren });
  globals.toc ??= [{ value: "", id: "", level: 2, children: [] }];
  const icons = new Proxy({} as Props, {
    has: (_, name) => typeof name === "string",
    get: (_, name) => guest.icon(String(name)),
  });
  guest.packages = (specifier) => {
    if (ICONS.test(specifier)) return icons;
    if (ZOOMS.test(specifier)) return new Proxy({}, { has: () => true, get: () => showChildren });
    return known[specifier] ?? helpers;
  };

  let components: Props | undefined;
  const isComponentName = (name: unknown) => typeof name === "string" && /^[A-Z][A-Za-z0-9]*$/.test(name);
  guest.shared = (name) => {
    if (site.shared === undefined || !isComponentName(name)) return undefined;
    components ??= readShared(site.shared);
    return Object.hasOwn(components, name) ? components[name] : undefined;
  };
  /** Returns the components that a file gives every page: by a function that it exports, by default or by name, by a provider, or where it is drawn. */
  const readShared = (path: string): Props => {
    const { exports } = guest.require(path);
    const found: Props = {};
    const gather = (given: unknown, level: number): void => {
      if (typeof given !== "object" || given === null || level > MAX_LEVELS) return;
      if (guest.isElement(given)) {
        gather(given.props.components, level + 1);
        for (const child of [given.props.children].flat(9)) if (guest.isElement(child)) gather(child, level + 1);
        return;
      }
      for (const key of Object.keys(given)) if (!(key in found)) found[key] = (given as Props)[key];
    };
    for (const each of [
      exports.default,
      exports.useMDXComponents,
      exports.getMDXComponents,
      exports.components,
      exports.$given,
      exports,
    ]) {
      try {
        gather(typeof each === "function" ? each({}) : each, 0);
      } catch {
        // Another of them may give components.
      }
    }
    return found;
  };

  /** The `Astro` of a template: its props, its slots, and texts by their keys. */
  globals.$astro = (props: Props) => {
    const { children, ...given } = props;
    const slots: Record<string, unknown[]> = {};
    for (const child of isArray(children) ? children.flat(9) : [children]) {
      const named = guest.isElement(child) ? child.props.slot : undefined;
      const name = typeof named === "string" ? named : "default";
      slots[name] = [...(slots[name] ?? []), named === undefined ? child : withoutSlot(child as GuestElement)];
    }
    const isFilled = (name: unknown) =>
      (slots[String(name)] ?? []).some((each) =>
        typeof each === "string" ? each.trim() !== "" : each !== undefined && each !== null,
      );
    const Slot = ({ name = "default", children: usual }: Props) => (isFilled(name) ? slots[String(name)] : usual);
    const t = (key: string, values: Props = {}) => {
      // Some name a text by itself, in the first language.
      const text = Object.hasOwn(site.texts, key) ? site.texts[key] : /\s/.test(key) ? key : undefined;
      if (text === undefined) throw new Error(`no file of i18n has a text "${key}"`);
      return text.replace(/\{\{(\w+)\}\}/g, (whole, name) => (name in values ? String(values[name]) : whole));
    };
    const route = { lang: site.language, locale: site.language, dir: "ltr", entryMeta: { lang: site.language, dir: "ltr" } };
    return { props: given, slots: { has: isFilled }, locals: { t, starlightRoute: route }, Slot };
  };
  const withoutSlot = ({ props: { slot: _, ...props }, ...element }: GuestElement) => ({ ...element, props });
}
