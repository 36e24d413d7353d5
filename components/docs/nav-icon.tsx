// Tested in e2e/reading.spec.ts.
import { Icon } from "../mdx/icon.tsx";
import { withBasePath } from "./site-url.ts";

/** The icon of an entry of the navigation: a name, or a picture of the site. */
export function NavIcon({ icon, size = 16 }: { readonly icon: string | undefined; readonly size?: number }) {
  if (!icon) return null;
  if (!icon.startsWith("/")) return <Icon icon={icon} size={size} />;
  // biome-ignore lint/performance/noImgElement: a small file that needs no resizing
  return <img className="icon" src={withBasePath(icon)} alt="" width={size} height={size} />;
}
