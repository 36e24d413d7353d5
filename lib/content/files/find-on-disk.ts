import { readdir, stat } from "node:fs/promises";
import path from "node:path";
import { composeName } from "../../decode-text.ts";

/** Returns the path on the disk of a file below a folder, by its name there as the site keeps it: disks keep names as they were written. */
export async function findOnDisk(root: string, name: string): Promise<string> {
  const direct = path.join(/* turbopackIgnore: true */ root, name);
  if (/^[\0-\x7f]*$/.test(name)) return direct;
  const isThere = await stat(direct).then(
    () => true,
    () => false,
  );
  if (isThere) return direct;
  let found = root;
  for (const part of name.split("/")) {
    const entries = part === "" || part.startsWith(".") ? [] : await readdir(found).catch(() => []);
    const entry = entries.find((each) => each === part) ?? entries.find((each) => composeName(each) === part);
    found = path.join(/* turbopackIgnore: true */ found, entry ?? part);
  }
  return found;
}
