import type { Config } from "../../lib/config/config.ts";

type Theme = Config["theme"];

/** Style sheet text with the configured accent, and the text colour that can be read on it. */
export function themeStyle({ accent }: Theme): string {
  const rule = (colour: string) => `--accent:${colour};--on-accent:${readableOn(colour)}`;
  return `:root{${rule(accent.light)}}.dark{${rule(accent.dark)}}`;
}

/** Script text that sets light or dark before the first paint; a later choice of the reader wins over the configuration. */
export function themeScript({ colorScheme }: Theme): string {
  const initial = JSON.stringify(colorScheme);
  return `{let s=${initial};try{s=localStorage.getItem("docent-theme")||s}catch{}document.documentElement.classList.add(s==="dark"||s==="system"&&matchMedia("(prefers-color-scheme:dark)").matches?"dark":"light")}`;
}

/** Black or white, whichever has more contrast on a colour (WCAG 2 relative luminance). */
export function readableOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) =>
    linear(Number.parseInt(colour.slice(start, start + 2), 16) / 255),
  );
  const luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (luminance + 0.05) >= (luminance + 0.05) / 0.05 ? "#ffffff" : "#0d0f0d";
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}
