import type { Guest, GuestGlobals, GuestItem } from "./guest.ts";

/**
 * Installs in the sandbox the writer of attribute values, and the search for children that a component
 * has not rendered. It runs inside of it, as text: it must not refer to anything outside of itself.
 */
export function installValues(globals: GuestGlobals): void {
  const guest = globals.$guest as { -readonly [Name in keyof Guest]: Guest[Name] };
  const { isArray } = Array;
  const MAX_LEVELS = 20;

  /** A value of an attribute, in the form that output.ts reads; undefined for what has none. */
  const writeValue = (value: unknown, level: number): unknown => {
    guest.count();
    if (value === null || typeof value === "string" || typeof value === "boolean") return value;
    if (typeof value === "number") return Number.isFinite(value) ? value : undefined;
    if (typeof value === "bigint") return String(value);
    if (typeof value === "function") return { call: true };
    if (typeof value !== "object" || level > MAX_LEVELS) return undefined;
    if (guest.isElement(value)) return { items: guest.itemsOf(value) };
    if (isArray(value)) {
      if (value.some((each) => guest.isElement(each))) return { items: guest.itemsOf(value) };
      return value.map((each) => writeValue(each, level + 1) ?? null);
    }
    if (value instanceof Date) return value.toISOString();
    if (value instanceof RegExp) return undefined;
    return { record: listEntries(value as Record<string, unknown>, level + 1) };
  };

  const listEntries = (record: Record<string, unknown>, level: number): [string, unknown][] =>
    Object.entries(record).flatMap(([name, value]): [string, unknown][] => {
      const held = writeValue(value, level);
      return held === undefined ? [] : [[name, held]];
    });

  guest.entriesOf = (props) => listEntries(props, 0);

  guest.listHidden = (children, out) => {
    const hidden: unknown[] = [];
    const shown = new Set<string>();
    let words = "";
    const look = (items: readonly GuestItem[]) => {
      for (const item of items) {
        if (typeof item === "string") words += item;
        else {
          if (item.id !== undefined) shown.add(`${item.f} ${item.id}`);
          if (isArray(item.c)) look(item.c);
        }
      }
    };
    look(out);
    const isShown = (value: unknown): boolean => {
      if (typeof value === "string") return words.includes(value.trim());
      if (isArray(value)) return value.some(isShown);
      if (!guest.isElement(value)) return false;
      if (value.node && shown.has(`${value.node.file} ${value.node.id}`)) return true;
      return isShown(value.props.children);
    };
    const holdsText = (value: unknown): boolean => {
      if (typeof value === "string") return value.trim() !== "";
      if (isArray(value)) return value.some(holdsText);
      if (!guest.isElement(value)) return false;
      return value.node?.kind === "node" || holdsText(value.props.children);
    };
    const add = (value: unknown) => {
      if (isArray(value)) for (const each of value) add(each);
      else if (!guest.isElement(value) || !holdsText(value)) return;
      else if (!isShown(value)) hidden.push(value);
      else if (!value.node || !shown.has(`${value.node.file} ${value.node.id}`)) add(value.props.children);
    };
    add(children);
    return hidden;
  };
}
