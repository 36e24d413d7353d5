import localFont from "next/font/local";

// Next reads these calls as text, so every value is written out. The characters of a file are those that its package
// names: a page without letters of the second set never loads the second file. `swap`: the first page a reader opens gets them
// as soon as they are there; the fallbacks of tokens.css are as wide and high, so nothing moves. Nothing asks for them earlier:
// with a preload link, or `document.fonts.load`, Chromium paints the whole page a second later.

const text = localFont({
  src: "../../node_modules/@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2",
  weight: "300 900",
  display: "swap",
  preload: false,
  adjustFontFallback: "Arial",
  variable: "--font-text",
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
    },
  ],
});

const textExtended = localFont({
  src: "../../node_modules/@fontsource-variable/figtree/files/figtree-latin-ext-wght-normal.woff2",
  weight: "300 900",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  variable: "--font-text-extended",
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    },
  ],
});

const mono = localFont({
  src: "../../node_modules/@fontsource/geist-mono/files/geist-mono-latin-400-normal.woff2",
  weight: "400",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  variable: "--font-mono-text",
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
    },
  ],
});

const monoExtended = localFont({
  src: "../../node_modules/@fontsource/geist-mono/files/geist-mono-latin-ext-400-normal.woff2",
  weight: "400",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  variable: "--font-mono-extended",
  declarations: [
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    },
  ],
});

/** Loaded by pages with formulas alone. */
const math = localFont({
  src: "../../node_modules/@fontsource/stix-two-math/files/stix-two-math-latin-400-normal.woff2",
  weight: "400",
  display: "swap",
  preload: false,
  adjustFontFallback: false,
  variable: "--font-math",
});

/** Classes of the root element that define the fonts for tokens.css: Figtree for text, Geist Mono for code, STIX Two for formulas. */
export const fontClasses = [text, textExtended, mono, monoExtended, math].map(({ variable }) => variable).join(" ");
