import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import ignore from "ignore";

/**
 * Files of a project by their paths from its root, sorted: what .gitignore at the root leaves. Read from the disk and not
 * asked of git, so that a project that was downloaded as an archive has the same ones. A link is not followed.
 */
export function listProjectFiles(root = process.cwd()): string[] {
  const rules = ignore().add([".git", "node_modules"]);
  const ignored = path.join(root, ".gitignore");
  if (existsSync(ignored)) rules.add(readFileSync(ignored, "utf8"));
  return walk(root, "", (file) => rules.ignores(file)).sort();
}

function walk(root: string, folder: string, isIgnored: (file: string) => boolean): string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const file = `${folder}${entry.name}`;
    // A rule that ends in a slash is about folders alone.
    if (isIgnored(entry.isDirectory() ? `${file}/` : file)) return [];
    if (entry.isDirectory()) return walk(root, `${file}/`, isIgnored);
    return entry.isFile() ? [file] : [];
  });
}
