import { z } from "zod";

// What the guest gives is checked here, once: the code of a page may have put anything in its place.

const MAX_RESULT_CHARS = 4_000_000;

const Fault = z.object({ message: z.string(), stack: z.string() });
const NodeRef = z.object({ f: z.int().optional(), id: z.int().optional(), at: z.string().optional() });
const Lost = z.array(z.tuple([z.string(), Fault])).optional();

/** A part of what a page shows. */
export type Item =
  | string
  | (z.infer<typeof NodeRef> &
      (
        | { readonly t: "node"; readonly c?: readonly Item[] | undefined }
        | { readonly t: "code"; readonly value: string }
        | { readonly t: "failed"; readonly fault: Fault }
        | {
            readonly t: "element";
            readonly name: string;
            readonly p: readonly Entry[];
            readonly c: readonly Item[];
            readonly from?: string | undefined;
            readonly lost?: z.infer<typeof Lost>;
          }
        | {
            readonly t: "component";
            readonly name: string;
            readonly c: readonly Item[];
            readonly fault?: Fault | undefined;
            readonly p?: readonly Entry[] | undefined;
            readonly lost?: z.infer<typeof Lost>;
          }
      ));
export type Fault = z.infer<typeof Fault>;
export type Entry = readonly [name: string, value: GivenValue];

/** The value of an attribute. */
export type GivenValue =
  | string
  | number
  | boolean
  | null
  | readonly GivenValue[]
  | { readonly record: readonly Entry[] }
  | { readonly items: readonly Item[] }
  | { readonly page: readonly Item[] }
  | { readonly call: true };

const ValueSchema: z.ZodType<GivenValue> = z.lazy(() =>
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(ValueSchema),
    z.strictObject({ record: z.array(z.tuple([z.string(), ValueSchema])) }),
    z.strictObject({ items: z.array(Item) }),
    z.strictObject({ page: z.array(Item) }),
    z.strictObject({ call: z.literal(true) }),
  ]),
);
const Items: z.ZodType<readonly Item[]> = z.lazy(() => z.array(Item));
const Entries: z.ZodType<readonly Entry[]> = z.lazy(() => z.array(z.tuple([z.string(), ValueSchema])));
const Item: z.ZodType<Item> = z.lazy(() =>
  z.union([
    z.string(),
    z.discriminatedUnion("t", [
      NodeRef.extend({ t: z.literal("node"), c: Items.optional() }),
      NodeRef.extend({ t: z.literal("code"), value: z.string() }),
      NodeRef.extend({ t: z.literal("failed"), fault: Fault }),
      NodeRef.extend({
        t: z.literal("element"),
        name: z.string(),
        p: Entries,
        c: Items,
        from: z.string().optional(),
        lost: Lost,
      }),
      NodeRef.extend({
        t: z.literal("component"),
        name: z.string(),
        c: Items,
        fault: Fault.optional(),
        p: Entries.optional(),
        lost: Lost,
      }),
    ]),
  ]),
);
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
