import { bundledThemes, type ThemeRegistration } from "shiki";
import type { Config } from "../../config/config.ts";
import { findMeantName } from "../../file-issues.ts";
import { SettingsError } from "../../service-error.ts";
import { PAPER, readableOn, toReadable } from "./look.ts";

/** The colours of tokens.css, with the scopes of TextMate whose colour in a theme each takes: the first that the theme names. */
const COLOURS: Readonly<Record<string, readonly string[]>> = {
  "token-comment": ["comment"],
  "token-keyword": ["keyword", "keyword.control", "storage.type", "storage"],
  "token-string": ["string", "string.quoted"],
  "token-constant": ["constant", "constant.numeric", "constant.language", "support.constant"],
  "token-function": ["entity.name.function", "support.function", "meta.function-call", "entity.name"],
  "token-parameter": ["variable.parameter", "variable"],
  "token-punctuation": ["punctuation", "meta.brace", "punctuation.separator"],
};

/** Shiki's own colours of text, for themes that name none. */
const TEXT = { light: "#333333", dark: "#bbbbbb" };

/**
 * Returns the style sheet text with the colours of code; empty when the configuration names no themes. It counts more than
 * tokens.css, which comes later.
 * @throws SettingsError for a theme that Shiki does not have.
 */
export async function codeStyle(code: Config["theme"]["code"]): Promise<string> {
  if (!code) return "";
  const [light, dark] = await Promise.all([codeColours(code.light, "light"), codeColours(code.dark, "dark")]);
  // What has a ground is about blocks alone, and each scheme counts only in itself.
  const part = (colours: string) => (colours.startsWith("--sunk") ? " .code" : "");
  return `html:root:not(.dark)${part(light)}{${light}}html.dark${part(dark)}{${dark}}`;
}

/**
 * Returns the declarations of a style sheet that give code the colours of one of Shiki's themes, each made readable on the
 * site's paper of the scheme; a dark theme in the light scheme, or a light one in the dark, has its own ground.
 * @throws SettingsError for a name that Shiki does not have.
 */
export async function codeColours(theme: string, scheme: "light" | "dark"): Promise<string> {
  if (!Object.hasOwn(bundledThemes, theme)) {
    const names = Object.keys(bundledThemes);
    const meant = findMeantName(theme, names);
    const remedy = meant ? `Did you mean "${meant}"?` : `Choose one of: ${names.join(", ")}.`;
    throw new SettingsError(`theme.code.${scheme}: "${theme}" is not a theme of Shiki. ${remedy}`);
  }
  const { default: found } = await bundledThemes[theme as keyof typeof bundledThemes]();
  const plain = colourOf(found.colors?.["editor.foreground"] ?? found.fg) ?? TEXT[scheme];
  const tokens = Object.entries(COLOURS).map(([name, scopes]) => [name, findColour(found, scopes) ?? plain]);
  const own = found.type === scheme ? undefined : colourOf(found.colors?.["editor.background"] ?? found.bg);
  const ground = own ?? PAPER[scheme];
  const colours = [["foreground", plain], ...tokens].map(
    ([name, colour = plain]) => `--code-${name}:${toReadable(colour, ground)}`,
  );
  return [...(own ? groundRules(own) : []), ...colours].join(";");
}

/** As tokens.css derives them for the whole page. */
const DERIVED = [
  ["string-expression", "string"],
  ["link", "function"],
  ["inserted", "string"],
  ["deleted", "keyword"],
  ["changed", "constant"],
] as const;

/** Tones of tokens.css that are text in a block of code, such as the status of a response. */
const TONES = { check: "#0f6650", warning: "#8a5200", danger: "#a3282f" };

/** Colours of the block around code on a ground that is not the site's. */
function groundRules(ground: string): string[] {
  const ink = readableOn(ground);
  const mix = (share: number) => `color-mix(in srgb,${ink} ${share}%,${ground})`;
  return [
    `--sunk:${ground}`,
    `--card:${ground}`,
    `--ink:${ink}`,
    // What names no colour has the page's own, which is resolved there.
    `color:${ink}`,
    `--muted:${mix(75)}`,
    `--line:${mix(12)}`,
    `--line-strong:${mix(25)}`,
    // The site's own is readable on its paper alone.
    `--accent:${ink}`,
    `--accent-soft:${mix(12)}`,
    ...Object.entries(TONES).map(([name, colour]) => `--tone-${name}:${toReadable(colour, ground)}`),
    ...DERIVED.map(([name, from]) => `--code-token-${name}:var(--code-token-${from})`),
  ];
}

type Theme = Pick<ThemeRegistration, "tokenColors">;

function findColour({ tokenColors = [] }: Theme, scopes: readonly string[]): string | undefined {
  for (const scope of scopes) {
    // The last of two rules for one scope counts.
    const rule = tokenColors.findLast(({ scope: given = [], settings }) => settings?.foreground && listOf(given).includes(scope));
    const colour = colourOf(rule?.settings?.foreground);
    if (colour) return colour;
  }
  return undefined;
}

function listOf(scope: string | readonly string[]): string[] {
  return (typeof scope === "string" ? scope.split(",") : scope).map((each) => each.trim());
}

/** Returns a colour as #rrggbb: without its transparency, which a theme has for another ground. */
function colourOf(text: string | undefined): string | undefined {
  const [, short, long] = /^#(?:([0-9a-f]{3})[0-9a-f]?|([0-9a-f]{6})(?:[0-9a-f]{2})?)$/i.exec(text ?? "") ?? [];
  return short ? `#${short.replace(/./g, "$&$&")}` : long && `#${long}`;
}
