import type { Budget } from "./budget.ts";
import { isFunction, isRecord, isTruthy, Outside, toFunction, toPlainValue, toRecord, toWords, type Value } from "./value.ts";

type Method<Self> = (self: Self, args: readonly Value[], budget: Budget) => Value;

const MAX_PADDING = 100;
const MAX_TEXT = 100_000;

const TEXT: ReadonlyMap<string, Method<string>> = new Map<string, Method<string>>([
  ["toUpperCase", (self) => self.toUpperCase()],
  ["toLowerCase", (self) => self.toLowerCase()],
  ["trim", (self) => self.trim()],
  ["split", (self, [separator]) => (separator === undefined ? [self] : self.split(toWords(separator)))],
  ["replace", (self, [from, to]) => replaceIn(self, from, to, "replace")],
  ["replaceAll", (self, [from, to]) => replaceIn(self, from, to, "replaceAll")],
  ["startsWith", (self, [start]) => self.startsWith(toWords(start))],
  ["endsWith", (self, [end]) => self.endsWith(toWords(end))],
  ["includes", (self, [part]) => self.includes(toWords(part))],
  ["indexOf", (self, [part]) => self.indexOf(toWords(part))],
  ["slice", (self, [from, to]) => self.slice(...bounds(from, to))],
  ["substring", (self, [from, to]) => self.substring(toNumber(from ?? 0), to === undefined ? undefined : toNumber(to))],
  ["charAt", (self, [index]) => self.charAt(toNumber(index ?? 0))],
  ["concat", (self, args, budget) => self + joinWords(args, "", budget)],
  ["padStart", (self, [length, fill]) => self.padStart(Math.min(toNumber(length), MAX_PADDING), fillOf(fill))],
  ["padEnd", (self, [length, fill]) => self.padEnd(Math.min(toNumber(length), MAX_PADDING), fillOf(fill))],
  ["toString", (self) => self],
]);

const NUMBER: ReadonlyMap<string, Method<number>> = new Map<string, Method<number>>([
  ["toFixed", (self, [digits]) => self.toFixed(Math.min(100, Math.max(0, Math.trunc(toNumber(digits ?? 0)) || 0)))],
  ["toString", (self) => String(self)],
  ["toLocaleString", (self) => self.toLocaleString("en")],
]);

const LIST: ReadonlyMap<string, Method<Value[]>> = new Map<string, Method<Value[]>>([
  ["map", (self, [work]) => self.map(each(work))],
  ["filter", (self, [work]) => self.filter((item, index) => isTruthy(each(work)(item, index)))],
  ["flatMap", (self, [work]) => self.flatMap(each(work))],
  ["find", (self, [work]) => self.find((item, index) => isTruthy(each(work)(item, index)))],
  ["findIndex", (self, [work]) => self.findIndex((item, index) => isTruthy(each(work)(item, index)))],
  ["some", (self, [work]) => self.some((item, index) => isTruthy(each(work)(item, index)))],
  ["every", (self, [work]) => self.every((item, index) => isTruthy(each(work)(item, index)))],
  ["reduce", reduce],
  ["sort", (self, [order]) => (order === undefined ? [...self].sort(byText) : [...self].sort(ordering(order)))],
  ["join", (self, [separator = ","], budget) => joinWords(self, toWords(separator), budget)],
  ["includes", (self, [item]) => self.includes(item)],
  ["indexOf", (self, [item]) => self.indexOf(item)],
  ["slice", (self, [from, to]) => self.slice(...bounds(from, to))],
  ["concat", (self, args) => self.concat(...args)],
  ["reverse", (self) => [...self].reverse()],
  ["flat", (self) => self.flat() as Value[]],
  ["at", (self, [index]) => self.at(toNumber(index ?? 0))],
  ["keys", (self) => self.map((_, index) => index)],
]);

/**
 * Calls a method of a text, a number or a list that changes nothing; none of JavaScript's own is reached by its name.
 * @throws Outside for every other method, and for a result that is too long.
 */
export function callMethod(self: Value, name: string, args: readonly Value[], budget: Budget): Value {
  const result = find(self, name)?.(args, budget);
  if (result === undefined) throw new Outside(`.${name}() cannot be called here`, { isCode: true });
  budget.spend("steps", Array.isArray(self) ? self.length : 1);
  return bounded(result.value, budget);
}

type Found = (args: readonly Value[], budget: Budget) => { value: Value };

function find(self: Value, name: string): Found | undefined {
  if (typeof self === "string") return bind(TEXT.get(name), self);
  if (typeof self === "number") return bind(NUMBER.get(name), self);
  if (Array.isArray(self)) return bind(LIST.get(name), self);
  if (!isRecord(self)) return undefined;
  const member = self.entries.get(name);
  return isFunction(member) ? (args) => ({ value: member.call(args) }) : undefined;
}

function bind<Self>(method: Method<Self> | undefined, self: Self): Found | undefined {
  return method && ((args, budget) => ({ value: method(self, args, budget) }));
}

function bounded(value: Value, budget: Budget): Value {
  if (typeof value === "string") {
    if (value.length > MAX_TEXT) throw new Outside(`a text is longer than ${MAX_TEXT} characters`);
    budget.spend("characters", value.length);
  }
  if (Array.isArray(value)) budget.spend("steps", value.length);
  return value;
}

function each(work: Value): (item: Value, index: number) => Value {
  if (!isFunction(work)) throw new Outside("a list is worked through by a function");
  return (item, index) => work.call([item, index]);
}

function reduce(self: Value[], [work, ...start]: readonly Value[]): Value {
  if (!isFunction(work)) throw new Outside("a list is worked through by a function");
  const rest = start.length > 0 ? self : self.slice(1);
  return rest.reduce<Value>((total, item, index) => work.call([total, item, index]), start.length > 0 ? start[0] : self[0]);
}

function ordering(order: Value): (left: Value, right: Value) => number {
  if (!isFunction(order)) throw new Outside("a list is sorted by a function");
  return (left, right) => toNumber(order.call([left, right]));
}

function byText(left: Value, right: Value): number {
  return toWords(left) < toWords(right) ? -1 : 1;
}

/** Counts before it joins: a long text may be in many places of a list. */
function joinWords(items: readonly Value[], separator: string, budget: Budget): string {
  const words = items.map((item) => toWords(item ?? ""));
  budget.spend(
    "characters",
    words.reduce((total, { length }) => total + length + separator.length, 0),
  );
  return words.join(separator);
}

function replaceIn(self: string, from: Value, to: Value, way: "replace" | "replaceAll"): string {
  if (typeof from !== "string" || typeof to !== "string") throw new Outside(".replace() takes two texts here", { isCode: true });
  const count = way === "replace" ? 1 : self.split(from).length;
  if (self.length + count * to.length > MAX_TEXT) throw new Outside(`a text is longer than ${MAX_TEXT} characters`);
  return self[way](from, () => to);
}

function bounds(from: Value, to: Value): [number, number | undefined] {
  return [toNumber(from ?? 0), to === undefined ? undefined : toNumber(to)];
}

function fillOf(fill: Value): string {
  return fill === undefined ? " " : toWords(fill).slice(0, MAX_PADDING);
}

/** A value as a number. @throws Outside for a record, a list or a part of a page. */
export function toNumber(value: Value): number {
  if (typeof value === "object" && value !== null) throw new Outside("a number is needed here");
  return Number(value);
}

const ofRecord = (read: (entries: ReadonlyMap<string, Value>) => Value): Value =>
  toFunction(([value]) => {
    if (!isRecord(value)) throw new Outside("Object.keys() and the like take an object");
    return read(value.entries);
  });
const ofNumbers = (work: (...numbers: number[]) => number): Value => toFunction((args) => work(...args.map(toNumber)));

/** Names that every page knows: no more of JavaScript than this. */
export const GLOBALS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["undefined", undefined],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["String", toFunction(([value]) => toWords(value))],
  ["Number", toFunction(([value]) => toNumber(value))],
  ["Boolean", toFunction(([value]) => isTruthy(value))],
  [
    "Object",
    toRecord([
      ["keys", ofRecord((entries) => [...entries.keys()])],
      ["values", ofRecord((entries) => [...entries.values()])],
      ["entries", ofRecord((entries) => [...entries].map(([name, value]) => [name, value]))],
    ]),
  ],
  // What a component with state shows before anyone clicks.
  ["useState", toFunction(([first]) => [isFunction(first) ? first.call([]) : first, undefined])],
  ["useRef", toFunction(([current]) => toRecord([["current", current]]))],
  ["useMemo", toFunction(([work]) => (isFunction(work) ? work.call([]) : undefined))],
  ["useCallback", toFunction(([work]) => work)],
  ["Array", toRecord([["isArray", toFunction(([value]) => Array.isArray(value))]])],
  ["JSON", toRecord([["stringify", toFunction(([value, , indent]) => stringify(value, indent))]])],
  [
    "Math",
    toRecord([
      ...(["abs", "ceil", "floor", "max", "min", "round", "trunc", "pow", "sqrt"] as const).map(
        (name) => [name, ofNumbers((...numbers) => Math[name](...(numbers as [number, number])))] as const,
      ),
      ["PI", Math.PI],
    ]),
  ],
]);

function stringify(value: Value, indent: Value): string | undefined {
  return JSON.stringify(toPlainValue(value), null, typeof indent === "number" ? indent : undefined);
}
