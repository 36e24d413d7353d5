import { own } from "./own.ts";

/** Font Awesome names that Mintlify pages use, and what Lucide calls the same thing. A name that Lucide has itself is not here. */
const FONT_AWESOME: Readonly<Record<string, string>> = {
  "arrows-rotate": "refresh-cw",
  "brackets-curly": "braces",
  "chart-simple": "chart-bar",
  "circle-info": "info",
  "code-branch": "git-branch",
  comment: "message-circle",
  comments: "message-circle",
  cube: "box",
  cubes: "boxes",
  desktop: "monitor",
  envelope: "mail",
  "file-lines": "file-text",
  flask: "flask-conical",
  gear: "cog",
  gears: "cog",
  language: "languages",
  "layer-group": "layers",
  "magnifying-glass": "search",
  message: "message-circle",
  "puzzle-piece": "puzzle",
  robot: "bot",
  rotate: "refresh-cw",
  "shield-halved": "shield",
  "triangle-exclamation": "triangle-alert",
  "wand-magic-sparkles": "sparkles",
};

/** Lucide's name for the icon that a page names; the name as it is where it is no Font Awesome name. Tested in icon.test.tsx. */
export function toLucideName(name: string): string {
  return own(FONT_AWESOME, name) ?? name;
}
