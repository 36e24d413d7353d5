import type { Brand, BrandImage } from "../../lib/site/brand.ts";
import { withBasePath } from "./site-url.ts";

const HEIGHT = 26;

/** The logo in the picture for the reader's scheme. What is beside it, or `alt`, says the name. */
export function Logo({ brand: { light, dark }, alt = "" }: { brand: Brand; alt?: string }) {
  if (light.path === dark.path) return <Picture image={light} alt={alt} />;
  return (
    <>
      <Picture image={light} alt={alt} scheme="light" />
      <Picture image={dark} alt={alt} scheme="dark" />
    </>
  );
}

/** Paper is light. */
const SHOWN = { light: "dark:hidden print:block!", dark: "not-dark:hidden print:hidden!" } as const;

interface PictureProps {
  readonly image: BrandImage;
  readonly alt: string;
  readonly scheme?: "light" | "dark";
}

function Picture({ image: { path, size }, alt, scheme }: PictureProps) {
  const width = size && Math.round((HEIGHT * size.width) / size.height);
  return (
    // biome-ignore lint/performance/noImgElement: a small file that needs no resizing
    <img
      className={`w-auto max-w-48 shrink-0 object-contain ${scheme ? SHOWN[scheme] : ""}`}
      src={withBasePath(path)}
      alt={alt}
      width={width}
      height={HEIGHT}
      style={{ height: HEIGHT }}
    />
  );
}
