import { z } from "zod";

// What the guest gives is checked here, once: the code of a page may have put anything in its place.

const MAX_RESULT_CHARS = 4_000_000;

const Fault = z.object({ message: z.string(), stack: z.string() });
export type Fault = z.infer<typeof Fault>;

const PartFields = z.object({
  t: z.enum(["node", "code", "failed", "element", "component"]),
  /** The file and the number of its node, or its place. */
  f: z.int().optional(),
  id: z.int().optional(),
  at: z.string().optional(),
  name: z.string().default(""),
  /** The text of code. */
  value: z.string().default(""),
  /** The package that a component is from. */
  from: z.string().optional(),
  fault: Fault.optional(),
  lost: z.array(z.tuple([z.string(), Fault])).default([]),
});
export type Part = z.infer<typeof PartFields> & { readonly p: readonly Entry[]; readonly c?: readonly Item[] | undefined };
/** A part of what a page shows. */
export type Item = string | Part;
export type Entry = readonly [name: string, value: GivenValue];

/** The value of an attribute. Of a record, parts of a page, and a function there is one. */
export type GivenValue = string | number | boolean | null | readonly GivenValue[] | GivenRecord;
interface GivenRecord {
  readonly record?: readonly Entry[] | undefined;
  readonly items?: readonly Item[] | undefined;
  readonly call?: true | undefined;
}

const Items: z.ZodType<readonly Item[]> = z.lazy(() =>
  z.array(z.union([z.string(), PartFields.extend({ p: Entries.default([]), c: Items.optional() })])),
);
const Entries: z.ZodType<readonly Entry[]> = z.lazy(() => z.array(z.tuple([z.string(), Value])));
const Value: z.ZodType<GivenValue> = z.lazy(() =>
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(Value), ValueRecord]),
);
const ValueRecord: z.ZodType<GivenRecord> = z.strictObject({
  record: Entries.optional(),
  items: Items.optional(),
  call: z.literal(true).optional(),
});
const Notes = z.array(z.object({ file: z.string(), fault: Fault }));

/** Reads what the guest gives for one block of a page. @throws Error for what is too long, and for what no guest gives. */
export function readItems(text: string): readonly Item[] {
  return Items.parse(parseOutput(text));
}

/** Reads which files of a page were read in part. */
export function readNotes(text: string): z.infer<typeof Notes> {
  return Notes.parse(parseOutput(text));
}

function parseOutput(text: string): unknown {
  if (text.length > MAX_RESULT_CHARS) throw new Error(`it shows more than ${MAX_RESULT_CHARS.toLocaleString("en")} characters`);
  return JSON.parse(text);
}
