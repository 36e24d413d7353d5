import type { IconDefinition } from "@fortawesome/free-brands-svg-icons";

/** The sign of a company or product, in the colour of the text around it. */
export function BrandIcon({ brand, size, className }: { brand: IconDefinition; size: number; className?: string }) {
  const [width, height, , , drawing] = brand.icon;
  return (
    <svg
      aria-hidden="true"
      viewBox={`0 0 ${width} ${height}`}
      width={size}
      height={size}
      fill="currentColor"
      className={className}
    >
      <path d={String(drawing)} />
    </svg>
  );
}
