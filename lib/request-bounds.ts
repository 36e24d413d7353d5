import { z } from "zod";

/** Bounds of a request's body. The service reads no more of it, parses no more, and reports no more. */
export const requestBounds = {
  bytes: 64 * 1024,
  /** Of a message alone: a chat sends all of its history. */
  messageBytes: 4 * 1024 * 1024,
  /** Arrays and objects inside each other. */
  levels: 64,
  /** Texts, numbers, arrays and all others together. */
  values: 100_000,
  /** In any array that has no bound below. */
  items: 1_000,
  /** Items of some arrays by their place; `*` is any index. */
  lists: { "messages.*.parts": 200, "messages.*.experimental_attachments": 20 },
  /** Validation stops there. */
  faults: 20,
} as const;

/** The most files that one message may bring, whatever form its wire gives them. */
export const MAX_ATTACHMENTS = requestBounds.lists["messages.*.experimental_attachments"];

const List = z.core.$constructor<z.ZodArray>("List", (list, def) => {
  z.ZodArray.init(list, def);
  const parseOther = list._zod.parse;
  list._zod.parse = (payload, context) => {
    const input: unknown = payload.value;
    if (!Array.isArray(input)) return parseOther(payload, context);
    const items: unknown[] = [];
    for (const [index, value] of input.entries()) {
      const item = def.element._zod.run({ value, issues: [] }, context);
      if (item instanceof Promise) throw new z.core.$ZodAsyncError();
      for (const issue of z.core.util.prefixIssues(index, item.issues)) payload.issues.push(issue);
      // What was not read stays as it came, so that a bound on the length still sees all of it.
      if (payload.issues.length >= requestBounds.faults) return payload;
      items.push(item.value);
    }
    payload.value = items;
    return payload;
  };
});

/**
 * Checks a list as `z.array` does, but stops at the bound of faults, where `z.array` reports every item and
 * passes all of them on as arguments.
 */
export function list<Item extends z.ZodType>(item: Item, error?: string): z.ZodArray<Item> {
  return new List({ type: "array", element: item, ...(error === undefined ? {} : { error: () => error }) }) as z.ZodArray<Item>;
}
