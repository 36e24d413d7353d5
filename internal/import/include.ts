import { findModule } from "./engine/files.ts";

const MAX_OUTER_FOLDERS = 6;

/** The files in which sites name the components that every page has, as the copy names them. */
export const SHARED_FILES = ["tsx", "jsx", "ts", "js"].map((ending) => `mdx-components.${ending}`);

/** Returns the file that an `<include>` names: from its own folder, or from a project folder above the content folder, whose name it may have. */
export function findIncluded(from: string, name: string, has: (path: string) => boolean): string | undefined {
  const bare = name.replace(/[#?].*$/, "");
  const beside = findModule(from, /^(?:\.\.?\/|\/)/.test(bare) ? bare : `./${bare}`, has);
  if (beside !== undefined || bare.startsWith(".")) return beside;
  const segments = bare.split("/");
  const below = segments.slice(1, MAX_OUTER_FOLDERS).map((_, index) => segments.slice(index + 1).join("/"));
  return [bare, ...below].find(has);
}
