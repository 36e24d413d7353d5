/** What an archive holds: JSON values, and arrays of numbers that are kept as they are in memory. */
export type Archived =
  | null
  | boolean
  | number
  | string
  | Uint8Array
  | Int8Array
  | Uint32Array
  | Float32Array
  | readonly Archived[]
  | { readonly [key: string]: Archived };

const MAGIC = "DOCENTAR";
const ARRAYS = { Uint8Array, Int8Array, Uint32Array, Float32Array } as const;
type ArrayName = keyof typeof ARRAYS;

/** Where an array stands among the bytes behind the JSON part. */
interface Reference {
  readonly $array: ArrayName;
  readonly from: number;
  readonly bytes: number;
}

/** Writes a value as bytes: magic, length of the JSON part, JSON with references, arrays one behind the other. Little-endian. */
export function writeArchive(value: Archived): Uint8Array {
  const blobs: Uint8Array[] = [];
  let size = 0;
  const refer = (item: Archived): unknown => {
    if (item === null || typeof item !== "object") return item;
    const name = (Object.keys(ARRAYS) as ArrayName[]).find((each) => item instanceof ARRAYS[each]);
    if (name) {
      const array = item as Uint8Array;
      const blob = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
      blobs.push(blob);
      size += blob.length;
      return { $array: name, from: size - blob.length, bytes: blob.length } satisfies Reference;
    }
    if (Array.isArray(item)) return item.map(refer);
    return Object.fromEntries(Object.entries(item).map(([key, member]) => [key, refer(member)]));
  };
  const json = Buffer.from(JSON.stringify(refer(value)));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(json.length);
  return Buffer.concat([Buffer.from(MAGIC), length, json, ...blobs]);
}

/** The value that was written. @throws Error when the bytes are not those of an archive. */
export function readArchive(bytes: Uint8Array): unknown {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (buffer.length < 12 || buffer.toString("latin1", 0, 8) !== MAGIC)
    throw new Error("These bytes are not an archive of search engines.");
  const start = 12 + buffer.readUInt32LE(8);
  return JSON.parse(buffer.toString("utf8", 12, start), (_, value: unknown) =>
    isReference(value) ? readArray(buffer, start, value) : value,
  );
}

function isReference(value: unknown): value is Reference {
  return typeof value === "object" && value !== null && "$array" in value;
}

function readArray(buffer: Buffer, start: number, { $array, from, bytes }: Reference): unknown {
  if (start + from + bytes > buffer.length) throw new Error("The archive of search engines is cut off.");
  // A copy of its own: numbers of 4 bytes must start at a multiple of 4, and the archive can be given free.
  const copy = Uint8Array.prototype.slice.call(buffer, start + from, start + from + bytes);
  return new ARRAYS[$array](copy.buffer, 0, bytes / ARRAYS[$array].BYTES_PER_ELEMENT);
}
