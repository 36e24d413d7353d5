import { readdirSync } from "node:fs";
import path from "node:path";

interface Bounds {
  /** The most folders that are looked into. */
  readonly folders: number;
  readonly enters?: (folder: string) => boolean;
}

/** Paths of the files below a folder. Links are not followed: one may lead back up, or to files of the user's machine. */
export function* walkFiles(root: string, { folders, enters = () => true }: Bounds): Generator<string> {
  const waiting = [root];
  for (let seen = 0; seen < folders && waiting.length > 0; seen += 1) {
    const folder = waiting.shift() as string;
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const inner = path.join(folder, entry.name);
      if (entry.isDirectory() && enters(inner)) waiting.push(inner);
      if (entry.isFile()) yield inner;
    }
  }
}
