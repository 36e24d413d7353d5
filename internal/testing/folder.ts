import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const made: string[] = [];

/** Makes an empty folder, which is removed after the tests of its file. */
export function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), "docent-test-"));
  made.push(folder);
  return folder;
}

/** Removes the folders of the file that has been run. */
export function removeFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}
