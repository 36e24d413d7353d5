import { type Dirent, existsSync, lstatSync, readdirSync, realpathSync, statSync } from "node:fs";
import path from "node:path";

interface Bounds {
  /** The most folders that are looked into. */
  readonly folders: number;
  readonly enters?: (folder: string) => boolean;
}

/** Returns true for a symbolic link that leads to a folder, to nothing or out of `root`: nobody reads what is behind it. */
export function isLinkAway(root: string, name: string): boolean {
  if (!lstatSync(name).isSymbolicLink()) return false;
  return !existsSync(name) || !statSync(name).isFile() || !realpathSync(name).startsWith(realpathSync(root) + path.sep);
}

/** Paths of symbolic links below a folder that are not followed. */
export function* walkLinks(root: string, bounds: Bounds): Generator<string> {
  for (const entry of walk(root, bounds))
    if (entry.isSymbolicLink() && isLinkAway(root, path.join(entry.parentPath, entry.name)))
      yield path.join(entry.parentPath, entry.name);
}

/** Paths of the files below a folder. Links are not followed: one may lead back up, or to files of the user's machine. */
export function* walkFiles(root: string, bounds: Bounds): Generator<string> {
  for (const entry of walk(root, bounds)) if (entry.isFile()) yield path.join(entry.parentPath, entry.name);
}

function* walk(root: string, { folders, enters = () => true }: Bounds): Generator<Dirent> {
  const waiting = [root];
  for (let seen = 0; seen < folders && waiting.length > 0; seen += 1) {
    const folder = waiting.shift() as string;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory() && enters(path.join(folder, entry.name))) waiting.push(path.join(folder, entry.name));
      yield entry;
    }
  }
}
