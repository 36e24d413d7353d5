import * as brands from "@fortawesome/free-brands-svg-icons";
import * as lucide from "lucide";
import { isValidElement, type ReactNode } from "react";
import { getConfig } from "../../lib/config/config.ts";
import type { ComponentProps } from "../../lib/content/components/components.ts";
import { findIconName } from "../../lib/content/components/icon-names.ts";
import { findLoadable } from "../../lib/content/model/address.ts";
import { withBasePath } from "../../lib/site/served/site-url.ts";
import { BrandIcon } from "../ui/brand-icon.tsx";
import { LucideSvg } from "../ui/lucide-svg.tsx";

// All of Lucide and of the brands, so only for components of the server: readers get the drawings that a page uses and nothing
// else. Both packages are left out of the bundle (next.config.mjs).

/** Returns true for the name of an icon that can be shown. */
export function hasIcon(name: string | undefined): name is string {
  return name !== undefined && NAME.test(name) && findIconName(name, isDrawn) !== undefined;
}

/**
 * Renders an icon, which decorates unless it has a label: a Lucide or Font Awesome name, a brand, the address of a picture, or a
 * drawing of the page. Renders nothing but the label for an unknown name.
 */
export function Icon({ label, ...props }: ComponentProps<"Icon">) {
  if (!label) return <Drawn {...props} />;
  return (
    <>
      <span className="sr-only">{label}</span>
      <Drawn {...props} />
    </>
  );
}

function Drawn({ icon, size = 18, color }: ComponentProps<"Icon">) {
  const given: ReactNode = icon;
  if (isValidElement(given) || Array.isArray(given)) return <span className="icon">{given}</span>;
  if (typeof icon !== "string" || icon === "") return null;
  const pixels = toPixels(size);
  if (icon.includes("/")) return <PictureIcon address={icon} size={pixels} />;
  const name = NAME.test(icon) ? (findIconName(icon, isDrawn) ?? "") : "";
  const found = findIcon(name);
  if (found) return <LucideSvg icon={found} className="icon" size={pixels} color={color} />;
  const brand = findBrand(name);
  return brand ? <BrandIcon brand={brand} size={pixels} className="icon" /> : null;
}

/** Returns a size in pixels: `20`, `20px` or `1.5em`; that of text for any other. */
function toPixels(size: number | string): number {
  const [, number = "", unit] = /^([\d.]{1,6})(px|r?em)?$/.exec(String(size).trim()) ?? [];
  return Math.round(Number(number) * (unit?.endsWith("em") ? 16 : 1)) || 18;
}

function PictureIcon({ address, size }: { address: string; size: number }) {
  const found = findLoadable(address, getConfig().images.allow);
  if (found === undefined) return null;
  const shown = found.startsWith("/") ? withBasePath(found) : found;
  // biome-ignore lint/performance/noImgElement: it may be a drawing, which the image optimizer refuses
  return <img className="icon" src={shown} alt="" width={size} height={size} loading="lazy" decoding="async" />;
}

const NAME = /^(?=.{1,100}$)[a-z0-9]+(?:-[a-z0-9]+)*$/i;

function isDrawn(name: string): boolean {
  return findIcon(name) !== undefined || findBrand(name) !== undefined;
}

/** Finds an icon of Lucide: `arrow-right` is exported as `ArrowRight`, and no other export is a list. */
function findIcon(name: string): lucide.IconNode | undefined {
  if (!NAME.test(name)) return undefined;
  const exported = toPascal(name);
  const found = Object.hasOwn(lucide, exported) ? (lucide as Record<string, unknown>)[exported] : undefined;
  return Array.isArray(found) ? (found as lucide.IconNode) : undefined;
}

/** Finds an icon of a brand: `github` is exported as `faGithub`. */
function findBrand(name: string): brands.IconDefinition | undefined {
  if (!NAME.test(name)) return undefined;
  const exported = `fa${toPascal(name.toLowerCase())}`;
  const found = Object.hasOwn(brands, exported) ? (brands as unknown as Record<string, unknown>)[exported] : undefined;
  return typeof found === "object" && found !== null && "icon" in found ? (found as brands.IconDefinition) : undefined;
}

function toPascal(name: string): string {
  return name
    .split("-")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join("");
}
