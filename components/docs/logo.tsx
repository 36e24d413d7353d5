import type { Brand, BrandImage } from "../../lib/site/brand.ts";
import { withBasePath } from "./site-url.ts";

/** The logo in the picture for the reader's scheme. What is beside it, or `alt`, says the name. */
export function Logo({ brand: { light, dark }, alt = "", height = 26 }: { brand: Brand; alt?: string; height?: number }) {
  if (light.path === dark.path) return <Picture image={light} alt={alt} height={height} />;
  return (
    <>
      <Picture image={light} alt={alt} height={height} scheme="light" />
      <Picture image={dark} alt={alt} height={height} scheme="dark" />
    </>
  );
}

/** Paper is light. */
const SHOWN = { light: "dark:hidden print:block!", dark: "not-dark:hidden print:hidden!" } as const;

interface PictureProps {
  readonly image: BrandImage;
  readonly alt: string;
  readonly height: number;
  readonly scheme?: "light" | "dark";
}

function Picture({ image: { path, size }, alt, height, scheme }: PictureProps) {
  const width = size && Math.round((height * size.width) / size.height);
  return (
    // biome-ignore lint/performance/noImgElement: a small file that needs no resizing
    <img
      className={`w-auto max-w-48 shrink-0 object-contain ${scheme ? SHOWN[scheme] : ""}`}
      src={withBasePath(path)}
      alt={alt}
      width={width}
      height={height}
      style={{ height }}
    />
  );
}
