import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";

/** Writes a file as a whole: a reader sees the old bytes or the new ones, and of two writers the last one wins. Makes the folder. */
export async function replaceFile(file: string, bytes: Uint8Array | string | AsyncIterable<Uint8Array>): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true });
  const unfinished = `${file}.${randomUUID()}.new`;
  try {
    await writeFile(unfinished, bytes);
    await rename(unfinished, file);
  } catch (cause) {
    await rm(unfinished, { force: true });
    throw cause;
  }
}
