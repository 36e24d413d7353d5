import { z } from "zod";
import { address } from "./address.ts";

/** The frame around a page, as the page sets it. */
export interface PageFrame {
  /** The link to the page before: none, or with another title or address; undefined for what the sidebar gives. */
  readonly previous: PageStep | false | undefined;
  readonly next: PageStep | false | undefined;
  /** Levels of the headings that its table of contents has; false for no table. */
  readonly toc: { readonly min: number; readonly max: number } | false | undefined;
  /** Tags for its head by name. */
  readonly metatags: Readonly<Record<string, string>>;
}

export interface PageStep {
  readonly title?: string | undefined;
  readonly url?: string | undefined;
}

const MAX_TAGS = 20;
const MAX_CHARS = 500;
const MIN_LEVEL = 2;
const MAX_LEVEL = 4;

const text = z.union([z.string(), z.number()]).transform((value) => String(value).trim().slice(0, MAX_CHARS) || undefined);
const optionalText = text.optional().catch(undefined);
const optionalAddress = address.optional().catch(undefined);
const level = z
  .int(`must be a number from ${MIN_LEVEL} to ${MAX_LEVEL}`)
  .transform((value) => Math.min(Math.max(value, MIN_LEVEL), MAX_LEVEL));
const optionalLevel = level.optional().catch(undefined);

const Step = z.union(
  [
    z.literal(false),
    z.literal(true).transform(() => undefined),
    text.transform((title) => ({ title, url: undefined })),
    // `label` and `link` are Starlight's names.
    z
      .object({ title: optionalText, label: optionalText, url: optionalAddress, link: optionalAddress })
      .refine((fields) => Object.keys(fields).length > 0)
      .transform(({ title, label, url, link }) => ({ title: title ?? label, url: url ?? link })),
  ],
  "must be false, a text, or { title, url }",
);

const Toc = z.union(
  [
    z.literal(false),
    z.literal(true).transform(() => undefined),
    level.transform((max) => ({ min: MIN_LEVEL, max })),
    // `minHeadingLevel` and `maxHeadingLevel` are Starlight's names.
    z
      .object({ min: optionalLevel, max: optionalLevel, minHeadingLevel: optionalLevel, maxHeadingLevel: optionalLevel })
      .transform(({ min, max, minHeadingLevel, maxHeadingLevel }) => ({
        min: min ?? minHeadingLevel ?? MIN_LEVEL,
        max: max ?? maxHeadingLevel ?? MIN_LEVEL + 1,
      })),
  ],
  `must be false, a number from ${MIN_LEVEL} to ${MAX_LEVEL}, or { min, max }`,
);

const Tags = z
  .record(z.string(), z.unknown(), "must be a group of names and texts")
  .transform((tags) => toTags(Object.entries(tags)));

/** Fields of front matter that say something of the frame. */
export const FRAME_FIELDS = {
  prev: Step.optional(),
  next: Step.optional(),
  toc: Toc.optional(),
  tableOfContents: Toc.optional(),
  toc_min_heading_level: level.optional(),
  toc_max_heading_level: level.optional(),
  hide_table_of_contents: z.boolean("must be true or false").default(false),
  metatags: Tags.default({}),
};

type FrameFields = z.infer<z.ZodObject<typeof FRAME_FIELDS>>;

/** Returns what a page says of its frame; undefined when it says nothing. */
export function readFrame(fields: FrameFields): PageFrame | undefined {
  const { prev: previous, next, metatags, toc_min_heading_level: min, toc_max_heading_level: max } = fields;
  const levels = min === undefined && max === undefined ? undefined : { min: min ?? MIN_LEVEL, max: max ?? MIN_LEVEL + 1 };
  const toc = fields.hide_table_of_contents ? false : (fields.toc ?? fields.tableOfContents ?? levels);
  const isSaid = [previous, next, toc].some((value) => value !== undefined) || Object.keys(metatags).length > 0;
  return isSaid ? { previous, next, toc, metatags } : undefined;
}

function toTags(tags: readonly (readonly [string, unknown])[]): Record<string, string> {
  const read = tags.flatMap(([name, value]) => {
    const { data } = text.safeParse(value);
    return /^[A-Za-z][\w:.-]{0,99}$/.test(name) && data !== undefined ? [[name, data] as const] : [];
  });
  return Object.fromEntries(read.slice(0, MAX_TAGS));
}
