/** Contrast that text needs (WCAG 2.2, 1.4.3). */
const NEEDED = 4.5;
const STEPS = 40;

type Rgb = readonly [number, number, number];

/** Returns black or white, whichever has more contrast on a colour such as `#16a34a`. */
export function readableOn(colour: string): string {
  return contrastOf("#ffffff", colour) >= contrastOf("#000000", colour) ? "#ffffff" : "#0d0f0d";
}

/** Share of the colour in the ground of what is current or chosen, as the style sheets mix it. */
const SOFT = { light: 0.09, dark: 0.12 };

/**
 * Returns the colour, made darker on a light ground and lighter on a dark one until text in it can be read there, and on the ground
 * with a little of the colour that marks what is current.
 */
export function toReadable(colour: string, ground: string): string {
  const isLight = luminanceOf(toRgb(ground)) > 0.18;
  const target: Rgb = isLight ? [0, 0, 0] : [255, 255, 255];
  for (let step = 0; step <= STEPS; step += 1) {
    const mixed = mix(toRgb(colour), target, step / STEPS);
    const soft = mix(toRgb(ground), mixed, isLight ? SOFT.light : SOFT.dark);
    if (contrastOf(toHex(mixed), toHex(soft)) >= NEEDED) return toHex(mixed);
  }
  return toHex(target);
}

/** Returns the contrast of two colours (WCAG 2): 1 for the same, 21 for black and white. */
export function contrastOf(left: string, right: string): number {
  const [low = 0, high = 0] = [luminanceOf(toRgb(left)), luminanceOf(toRgb(right))].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function mix(from: Rgb, to: Rgb, share: number): Rgb {
  const at = (index: 0 | 1 | 2) => Math.round(from[index] + (to[index] - from[index]) * share);
  return [at(0), at(1), at(2)];
}

function luminanceOf([red, green, blue]: Rgb): number {
  return 0.2126 * linear(red / 255) + 0.7152 * linear(green / 255) + 0.0722 * linear(blue / 255);
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
}

function toRgb(colour: string): Rgb {
  const at = (start: number) => Number.parseInt(colour.slice(start, start + 2), 16);
  return [at(1), at(3), at(5)];
}

function toHex(colour: Rgb): string {
  return `#${colour.map((channel) => channel.toString(16).padStart(2, "0")).join("")}`;
}
