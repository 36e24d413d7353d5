import { readableOn } from "../../lib/site/contrast.ts";
import type { Look } from "../../lib/site/look.ts";

/** Returns the style sheet text with the accent of the site, the text colour that can be read on it, and its background. */
export function themeStyle({ accent, background }: Pick<Look, "accent"> & Partial<Pick<Look, "background">>): string {
  const rule = (colour: string, paper: string | undefined) =>
    `--accent:${colour};--on-accent:${readableOn(colour)}${paper ? `;--paper:${paper}` : ""}`;
  return `:root{${rule(accent.light, background?.light)}}.dark{${rule(accent.dark, background?.dark)}}`;
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
