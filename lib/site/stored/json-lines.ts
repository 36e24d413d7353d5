import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { replaceFile } from "../../replace-file.ts";

/** Most characters that a file may unpack to. */
const MAX_CHARS = 1024 * 1024 * 1024;

/** Replaces a file by values as lines of JSON, compressed; only one of them is in memory as text. */
export async function writeLines(file: string, values: Iterable<unknown>): Promise<void> {
  const lines = Readable.from(Iterator.from(values).map((value) => `${JSON.stringify(value)}\n`));
  await pipeline(lines, createGzip(), (packed: AsyncIterable<Uint8Array>) => replaceFile(file, packed));
}

/** Reads the values that `writeLines` wrote, one after the other; none when there is no such file. @throws Error at what is damaged. */
export async function* readLines(file: string): AsyncGenerator<unknown> {
  try {
    for await (const line of unpackLines(file)) yield JSON.parse(line);
  } catch (cause) {
    if (cause instanceof Error && "code" in cause && cause.code === "ENOENT") return;
    throw cause;
  }
}

async function* unpackLines(file: string): AsyncGenerator<string> {
  const packed = createReadStream(file);
  const unpacked = createGunzip().setEncoding("utf8");
  packed.on("error", (cause) => unpacked.destroy(cause)).pipe(unpacked);
  let rest = "";
  let left = MAX_CHARS;
  try {
    for await (const text of unpacked as AsyncIterable<string>) {
      left -= text.length;
      if (left < 0) throw new Error(`${file} is too large.`);
      const lines = text.split("\n");
      lines[0] = rest + lines[0];
      rest = lines.pop() as string;
      yield* lines;
    }
  } finally {
    packed.destroy();
  }
  if (rest !== "") yield rest;
}
