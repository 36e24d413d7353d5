import * as brands from "@fortawesome/free-brands-svg-icons";
import lucide from "lucide-react/dynamicIconImports";

/**
 * Returns the names of all icons that pages can show: those of Lucide, and those of brands, some of which have several names.
 */
export function listShownIcons(): Set<string> {
  const ofBrands = Object.values(brands as Readonly<Record<string, unknown>>).flatMap((brand) =>
    isBrand(brand) ? [brand.iconName, ...brand.icon[2]] : [],
  );
  return new Set([...Object.keys(lucide), ...ofBrands.filter((name) => typeof name === "string")]);
}

/** Returns true for an icon of the package, which exports packs of icons too. */
function isBrand(value: unknown): value is brands.IconDefinition {
  return typeof value === "object" && value !== null && "iconName" in value && "icon" in value;
}
