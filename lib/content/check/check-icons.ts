import { findSimilar } from "../../likeness.ts";
import { findIconName, toLucideName } from "../components/icon-names.ts";
import type { NamedIcon } from "../pages/reach.ts";

/** Returns the icons that a folder's meta.json names, for itself and before the entries of its list. */
export function listFolderIcons({
  icon,
  pages = [],
}: {
  icon?: string | undefined;
  pages?: readonly string[] | undefined;
}): NamedIcon[] {
  const inEntries = pages.flatMap((entry) => /^(?:---|(?:external:)?(?=\[[^\]]+\]\[))\[([^\]]+)\]/.exec(entry)?.[1] ?? []);
  return [...(icon ? [icon] : []), ...inEntries].map((name) => ({ icon: name }));
}

/** Explains why a name shows no icon, with the nearest names; undefined for one that does, and for the address of a picture. */
export function describeIcon(icon: string, names: ReadonlySet<string>): string | undefined {
  const shown = findIconName(icon, (name) => names.has(name));
  if (icon.includes("/") || (shown && isNamedIcon(icon, shown))) return undefined;
  const near = findSimilar(icon, names, { least: 0.4, count: 3 });
  return `There is no icon "${icon}"; ${shown ? `"${shown}"` : "nothing"} is shown.${near.length > 0 ? ` Similar names: ${near.join(", ")}.` : ""}`;
}

/** Returns true for the icon that is named, false for one with a similar name. */
function isNamedIcon(named: string, shown: string): boolean {
  const bare = named.toLowerCase().replaceAll("-", "");
  return toLucideName(named) === shown || bare === shown.replaceAll("-", "");
}
