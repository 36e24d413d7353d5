import type { IconNode } from "lucide";
import { createElement } from "react";

interface LucideSvgProps {
  readonly icon: IconNode;
  /** Width and height in pixels. */
  readonly size: number;
  readonly className?: string | undefined;
  readonly color?: string | undefined;
  /** A colour for its inside; none by default. */
  readonly fill?: string | undefined;
}

/**
 * Renders a decorative icon of Lucide as SVG alone, on the server or in the browser. A class with a size replaces `size`, and follows
 * the reader's size of text.
 */
export function LucideSvg({ icon, size, className, color = "currentColor", fill = "none" }: LucideSvgProps) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      fill={fill}
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
