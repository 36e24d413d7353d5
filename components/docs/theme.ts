import { type Look, readableOn } from "../../lib/site/served/look.ts";
import { withBasePath } from "../../lib/site/served/site-url.ts";

/** Returns the style sheet text with the accent of the site, the text colour that can be read on it, its background and its fonts. */
export function themeStyle({ accent, background, fonts = {} }: Pick<Look, "accent"> & Partial<Look>): string {
  const rule = (colour: string) => `--accent:${colour};--on-accent:${readableOn(colour)}`;
  const grounds = [groundRules("light", background?.light), groundRules("dark", background?.dark), fontRules(fonts)].join("");
  return `${fontFaces(fonts)}:root{${rule(accent.light)}${grounds}}.dark{${rule(accent.dark)}}`;
}

/**
 * Shares of ink in what lies on the paper, so that boxes and lines have the hue of a paper that is not the site's own. In
 * sRGB, since OKLab hides such shares on black. */
const SHARES = { light: { sunk: 3, line: 10, "line-strong": 22 }, dark: { card: 3.5, sunk: 4.5, line: 11, "line-strong": 24 } };

function groundRules(scheme: "light" | "dark", paper: string | undefined): string {
  if (paper === undefined) return "";
  const ink = scheme === "light" ? "#1e1d1a" : "#e9e7e1";
  const mixed = Object.entries(SHARES[scheme]).map(
    ([name, share]) => `;--${scheme}-${name}:color-mix(in srgb,${ink} ${share}%,${paper})`,
  );
  return `;--${scheme}-paper:${paper}${mixed.join("")}`;
}

function fontRules({ text, heading }: Look["fonts"]): string {
  const weight = heading?.weight !== undefined && heading !== text ? `;--heading-weight:${heading.weight}` : "";
  return `${text ? `;--text-font:"${text.family}",` : ""}${heading ? `;--heading-font:"${heading.family}",` : ""}${weight}`;
}

/** Writes the font faces. A file with "variable" or "wght" in its name has all weights. */
function fontFaces({ text, heading }: Look["fonts"]): string {
  const faces = [text, heading].flatMap((font) => {
    if (font?.file === undefined) return [];
    const weight = /variable|wght/i.test(font.file) ? "100 900" : (font.weight ?? "normal");
    const source = `url("${withBasePath(font.file)}")`;
    return [`@font-face{font-family:"${font.family}";src:${source};font-weight:${weight};font-display:swap}`];
  });
  return [...new Set(faces)].join("");
}

/**
 * Returns the script text that sets light or dark before the first paint; a later choice of the reader wins, where there is
 * one to make.
 */
export function themeScript({ colorScheme, hasSchemeSwitch }: Pick<Look, "colorScheme" | "hasSchemeSwitch">): string {
  const initial = JSON.stringify(colorScheme);
  const choice = hasSchemeSwitch ? 'try{s=localStorage.getItem("docent-theme")||s}catch{}' : "";
  return `{let s=${initial};${choice}document.documentElement.classList.add(s==="dark"||s==="system"&&matchMedia("(prefers-color-scheme:dark)").matches?"dark":"light")}`;
}
