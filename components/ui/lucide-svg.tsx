import type { IconNode } from "lucide";
import { createElement } from "react";

interface LucideSvgProps {
  readonly icon: IconNode;
  /** Width and height in pixels. */
  readonly size: number;
  readonly className?: string | undefined;
  readonly color?: string | undefined;
}

/**
 * Renders a decorative icon of Lucide as SVG alone. The components of lucide-react are for the browser: each is
 * sent with its drawing as data, and built again there.
 */
export function LucideSvg({ icon, size, className, color = "currentColor" }: LucideSvgProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill="none"
      stroke={color}
      strokeWidth={2}
      strokeLinecap="round"
      strokeLinejoin="round"
      className={className}
    >
      {/* Drawings never change, so their places do as keys. */}
      {icon.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
    </svg>
  );
}
