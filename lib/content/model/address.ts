import { z } from "zod";

/** An address as a browser reads it from a page of the site. */
export interface Address {
  /**
   * `site`: a path or a place of this site. `web`: another site, over http or https. `contact`: mail or telephone. `app`: a program
   * of the reader's, such as an editor. `picture`: one that the address holds itself.
   */
  readonly kind: "site" | "web" | "contact" | "app" | "picture";
  /** To write into a page, without what browsers pass over. */
  readonly href: string;
}

/** A page under each scheme: what `https:host` without slashes means depends on the one the site is served with. */
const PAGES = ["https://page.invalid", "http://page.invalid"] as const;
/** Schemes of programs that documentation links to; the configuration adds others. None of them runs anything in the page. */
const APP_SCHEMES = [
  ...[
    "cursor",
    "vscode",
    "vscode-insiders",
    "windsurf",
    "zed",
    "idea",
    "jetbrains",
    "claude",
    "slack",
    "discord",
    "msteams",
    "zoommtg",
  ],
  ...[
    "sms",
    "facetime",
    "skype",
    "whatsapp",
    "tg",
    "sip",
    "xmpp",
    "irc",
    "ircs",
    "ftp",
    "ftps",
    "sftp",
    "ssh",
    "git",
    "webcal",
    "geo",
  ],
  ...["obsidian", "notion", "raycast", "warp", "postman", "figma", "magnet", "market", "itms-apps"],
];
/** Schemes that run something in the page, or show a foreign document as one of the site. */
const RUNNING = /^(?:javascript|vbscript|livescript|data|blob|filesystem|view-source|file|feed|about):/i;
const KINDS: Readonly<Record<string, Address["kind"]>> = {
  "https:": "web",
  "http:": "web",
  "mailto:": "contact",
  "tel:": "contact",
  ...Object.fromEntries(APP_SCHEMES.map((scheme) => [`${scheme}:`, "app"] as const)),
};
const PICTURE = /^data:image\/(?:png|jpeg|gif|webp|avif);/i;
const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/**
 * Reads an address that content holds; undefined for one that runs something or has another scheme, and for one with a control
 * character or a backslash, which browsers leave out or take for a slash. Whatever asks where an address leads asks here.
 */
export function readAddress(text: string): Address | undefined {
  const trimmed = text.trim();
  if (trimmed === "" || /[\p{Cc}\\]/u.test(trimmed)) return undefined;
  if (PICTURE.test(trimmed)) return { kind: "picture", href: trimmed };
  const href = trimmed.startsWith("//") ? `https:${trimmed}` : trimmed;
  const read = PAGES.map((page) => ({ page, url: URL.parse(href, `${page}/docs/page`) }));
  if (!SCHEME.test(href)) return read.every(({ page, url }) => url?.origin === page) ? { kind: "site", href } : undefined;
  const [first, second] = read.map(({ url }) => url);
  const kind = KINDS[first?.protocol ?? ""];
  return kind && first?.href === second?.href ? { kind, href } : undefined;
}

/** Returns true for an address of a scheme that the owner has listed; never for one that runs something. */
export function hasOwnScheme(text: string, schemes: readonly string[]): boolean {
  const scheme = SCHEME.exec(text.trim())?.[0].slice(0, -1).toLowerCase();
  return scheme !== undefined && schemes.includes(scheme) && !RUNNING.test(text.trim()) && !/\p{Cc}/u.test(text.trim());
}

/**
 * Returns the address of a picture or embed that may be loaded: a path of the site, a picture itself, or https from any host, or
 * from the given ones alone.
 */
export function findLoadable(text: string, hosts?: readonly string[]): string | undefined {
  const { kind, href } = readAddress(text) ?? { href: "" };
  if (kind === "picture" || (kind === "site" && href.startsWith("/"))) return href;
  const { protocol, host = "" } = (kind === "web" && URL.parse(href)) || {};
  const isAllowed =
    hosts === undefined ||
    hosts.some((allowed) => host === allowed || (allowed.startsWith("*.") && host.endsWith(allowed.slice(1))));
  return protocol === "https:" && isAllowed ? href : undefined;
}

/** An address that a reader may be led to: a path, an anchor, or one of these schemes. */
export const address = z
  .string('must be an address, such as "https://example.com"')
  .trim()
  .min(1, "must not be empty")
  .max(2_000, "must be at most 2000 characters")
  .transform((text, context) => {
    const read = readAddress(text);
    if (read && read.kind !== "picture") return read.href;
    context.addIssue({ code: "custom", message: "must be a path or begin with https:, http:, mailto: or tel:" });
    return z.NEVER;
  });

/** Returns CSS whose addresses within the site begin with the base path. */
export function belowBasePath(css: string, basePath: string): string {
  return basePath === "" ? css : css.replace(/(\burl\(\s*["']?|@import\s+["'])(?=\/(?!\/))/gi, (start) => start + basePath);
}
