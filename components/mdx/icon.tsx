import * as Lucide from "lucide-react";
import { toLucideName } from "../../lib/content/icon-names.ts";
import type { PropsFor } from "./blocks.tsx";

// All of Lucide, so only for components of the server: readers get the drawings that a page uses and nothing else.

/** Whether an icon of this name can be shown. */
export function hasIcon(name: string | undefined): name is string {
  return name !== undefined && findIcon(name) !== undefined;
}

/** A decorative icon by its Lucide or Font Awesome name; nothing for a name that is not known. */
export function Icon({ icon, size = 18, color }: PropsFor<"Icon">) {
  const Found = icon === undefined ? undefined : findIcon(icon);
  return Found ? <Found aria-hidden className="icon" size={Number(size) || 18} color={color ?? "currentColor"} /> : null;
}

/** The icon of a sidebar entry. */
export function renderIcon(name: string) {
  return hasIcon(name) ? <Icon icon={name} size={16} /> : undefined;
}

/** `arrow-right` is exported as `ArrowRightIcon`, and nothing but icons ends in that. */
function findIcon(name: string): Lucide.LucideIcon | undefined {
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) return undefined;
  const words = toLucideName(name).split("-");
  const exported = `${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")}Icon`;
  return Object.hasOwn(Lucide, exported) ? (Lucide as unknown as Record<string, Lucide.LucideIcon>)[exported] : undefined;
}
