import { z } from "zod";
import type { CodePlace, CompiledCode } from "./compile-script.ts";

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

/** The value of an attribute; a record, parts of a page and a function are each a `GivenRecord`. */
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

/** Parses the output of the guest for one block of a page. @throws Error for output that is too long or invalid. */
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

/** A place in a file. */
export interface Location {
  readonly file: string;
  readonly line?: number | undefined;
  readonly column?: number | undefined;
}

/** Returns the reason of a fault, and the location in its stack; without a stack, the given one. */
export type DescribeFault = (fault: Fault, at: Location) => { readonly reason: string; readonly at: Location };

const FRAME = /\(([^\s():]+):(\d+):(\d+)\)/g;
const NOT_DEFINED = /^ReferenceError: '?([\w$]+)'? is not defined$/;
const MAX_REASON = 300;

/** Names that browsers and servers have, and a page that is read does not. */
const ELSEWHERE: ReadonlySet<string> = new Set(
  (
    "window document navigator location history localStorage sessionStorage fetch XMLHttpRequest setTimeout setInterval clearTimeout " +
    "requestAnimationFrame process global Buffer URL URLSearchParams TextEncoder TextDecoder structuredClone crypto performance " +
    "IntersectionObserver ResizeObserver MutationObserver matchMedia alert customElements"
  ).split(" "),
);

/** Returns a function that reads faults of the guest with the lines of the files that were compiled. */
export function createDescriber(lines: ReadonlyMap<string, CompiledCode["lines"]>): DescribeFault {
  const innermost = (stack: string): Location | undefined => {
    for (const [, file = "", line, column] of stack.matchAll(FRAME)) {
      const known = lines.get(file);
      if (known) return { file, line: lineIn(known, Number(line), Number(column)) };
    }
    return undefined;
  };
  return ({ message, stack }, at) => {
    const found = innermost(stack);
    const isElsewhere = found && (found.file !== at.file || (at.line !== undefined && found.line !== at.line));
    const where = isElsewhere && found.line !== undefined ? ` (${found.file}:${found.line})` : "";
    return { reason: `${toReason(message)}${where}`, at: at.line === undefined && found ? found : at };
  };
}

/** Returns the line of the last place before a column; code that is from no line belongs to the one before it. */
function lineIn(lines: CompiledCode["lines"], line: number, column: number): number | undefined {
  const isBefore = (place: CodePlace) => place.column < column;
  return lines[line]?.findLast(isBefore)?.line ?? lines.slice(0, line).findLast(Boolean)?.at(-1)?.line;
}

function toReason(message: string): string {
  const name = NOT_DEFINED.exec(message)?.[1];
  if (name && ELSEWHERE.has(name))
    return `"${name}" is not there when a page is read; a component in site/ui.tsx may use it in the browser`;
  if (name) return `"${name}" is defined nowhere`;
  const bare = message.replace(/^(?:Internal|Range)Error: /, "");
  if (Object.hasOwn(LIMITS, bare)) return LIMITS[bare] as string;
  return message
    .replace(/^(?:Type|Range|Internal)Error: /, "")
    .slice(0, MAX_REASON)
    .replace(/\.$/, "");
}

const LIMITS: Readonly<Record<string, string>> = {
  "stack overflow": "it is nested too deeply",
  "Maximum call stack size exceeded": "it is nested too deeply",
  interrupted: "it takes too many steps",
  "out of memory": "it needs too much memory",
  "string too long": "it needs too much memory",
};
