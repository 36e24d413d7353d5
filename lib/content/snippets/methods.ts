// Tested in aliases.test.ts.
import type { Budget } from "./budget.ts";
import {
  isFunction,
  isPattern,
  isRecord,
  isTruthy,
  Outside,
  type PatternValue,
  toFunction,
  toPlainValue,
  toRecord,
  toWords,
  type Value,
} from "./value.ts";

type Method<Self> = (self: Self, args: readonly Value[], budget: Budget) => Value;

const MAX_PADDING = 100;
const MAX_TEXT = 100_000;

const TEXT: ReadonlyMap<string, Method<string>> = new Map<string, Method<string>>([
  ["toUpperCase", (self) => self.toUpperCase()],
  ["toLowerCase", (self) => self.toLowerCase()],
  ["trim", (self) => self.trim()],
  [
    "split",
    (self, [separator]) =>
      separator === undefined ? [self] : self.split(isPattern(separator) ? separator.pattern : toWords(separator)),
  ],
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
  ["map", (self, [work], budget) => self.map(each(work, budget))],
  ["filter", (self, [work], budget) => self.filter(test(work, budget))],
  ["flatMap", (self, [work], budget) => joinLists(self.map(each(work, budget)), budget)],
  ["find", (self, [work], budget) => self.find(test(work, budget))],
  ["findIndex", (self, [work], budget) => self.findIndex(test(work, budget))],
  ["some", (self, [work], budget) => self.some(test(work, budget))],
  ["every", (self, [work], budget) => self.every(test(work, budget))],
  ["reduce", reduce],
  ["forEach", (self, [work], budget) => void self.map(each(work, budget))],
  ["sort", (self, [order], budget) => [...self].sort(order === undefined ? byText(budget) : ordering(order, budget))],
  ["join", (self, [separator = ","], budget) => joinWords(self, toWords(separator), budget)],
  ["includes", (self, [item], budget) => self.some((each) => isItem(each, item, budget))],
  ["indexOf", (self, [item], budget) => self.findIndex((each) => isItem(each, item, budget))],
  ["slice", (self, [from, to]) => self.slice(...bounds(from, to))],
  ["concat", (self, args, budget) => joinLists([self, ...args], budget)],
  ["reverse", (self) => [...self].reverse()],
  ["flat", (self, _, budget) => joinLists(self, budget)],
  ["at", (self, [index]) => self.at(toNumber(index ?? 0))],
  ["keys", (self) => self.map((_, index) => index)],
]);

/**
 * Calls a method of a text, a number or a list that changes nothing; none of JavaScript's own is reached by its name.
 * @throws Outside for every other method, and for a result that is too long.
 */
export function callMethod(self: Value, name: string, args: readonly Value[], budget: Budget): Value {
  const method = find(self, name);
  if (!method) throw new Outside(`.${name}() cannot be called here`, { isCode: true });
  // Paid before it is done: what is refused afterwards has taken its time already, in each of a thousand places.
  budget.spend("steps", Array.isArray(self) ? self.length : 1);
  if (typeof self === "string") budget.spend("characters", self.length);
  return bounded(method(args, budget), budget);
}

type Found = (args: readonly Value[], budget: Budget) => Value;

function find(self: Value, name: string): Found | undefined {
  if (typeof self === "string") return bind(TEXT.get(name), self);
  if (typeof self === "number") return bind(NUMBER.get(name), self);
  if (Array.isArray(self)) return bind(LIST.get(name), self);
  if (isPattern(self)) return name === "test" ? ([text], budget) => testIn(self, text, budget) : undefined;
  const member = isRecord(self) ? self.entries.get(name) : isFunction(self) ? self.part?.(name) : undefined;
  return isFunction(member) ? member.call : undefined;
}

function bind<Self>(method: Method<Self> | undefined, self: Self): Found | undefined {
  return method && ((args, budget) => method(self, args, budget));
}

function bounded(value: Value, budget: Budget): Value {
  if (typeof value === "string") {
    if (value.length > MAX_TEXT) throw new Outside(`a text is longer than ${MAX_TEXT} characters`);
    budget.spend("characters", value.length);
  }
  if (Array.isArray(value)) budget.spend("steps", value.length);
  return value;
}

function each(work: Value, budget: Budget): (item: Value, index: number) => Value {
  if (!isFunction(work)) throw new Outside("a list is worked through by a function");
  return (item, index) => work.call([item, index], budget);
}

function test(work: Value, budget: Budget): (item: Value, index: number) => boolean {
  const call = each(work, budget);
  return (item, index) => isTruthy(call(item, index));
}

/** Lists end to end, as `flat` has them. Counts before it joins: a long list may be in many places. */
function joinLists(parts: readonly Value[], budget: Budget): Value[] {
  for (const part of parts) budget.spend("steps", Array.isArray(part) ? part.length : 0);
  return parts.flat() as Value[];
}

function reduce(self: Value[], [work, ...start]: readonly Value[], budget: Budget): Value {
  if (!isFunction(work)) throw new Outside("a list is worked through by a function");
  const rest = start.length > 0 ? self : self.slice(1);
  return rest.reduce<Value>(
    (total, item, index) => work.call([total, item, index], budget),
    start.length > 0 ? start[0] : self[0],
  );
}

function ordering(order: Value, budget: Budget): (left: Value, right: Value) => number {
  if (!isFunction(order)) throw new Outside("a list is sorted by a function");
  return (left, right) => toNumber(order.call([left, right], budget));
}

function byText(budget: Budget): (left: Value, right: Value) => number {
  return (left, right) => {
    payComparison(left, right, budget);
    return toWords(left) < toWords(right) ? -1 : 1;
  };
}

function isItem(each: Value, item: Value, budget: Budget): boolean {
  payComparison(each, item, budget);
  return each === item;
}

/** Two long texts of the same beginning take as long to compare as they are, in each of thousands of places. */
export function payComparison(left: Value, right: Value, budget: Budget): void {
  if (typeof left === "string" && typeof right === "string") budget.spend("characters", Math.min(left.length, right.length));
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
  const wanted = isPattern(from) ? from.pattern : from;
  const isText = typeof wanted === "string";
  if (typeof to !== "string" || (!isText && !(wanted instanceof RegExp)) || (!isText && to.includes("$")))
    throw new Outside(".replace() takes two texts here", { isCode: true });
  const isOnce = isText ? way === "replace" : !wanted.global;
  const count = isOnce ? 1 : self.split(wanted).length;
  if (self.length + count * to.length > MAX_TEXT) throw new Outside(`a text is longer than ${MAX_TEXT} characters`);
  return isText ? self[way](wanted, () => to) : self.replace(wanted, () => to);
}

function testIn({ pattern }: PatternValue, text: Value, budget: Budget): boolean {
  const words = toWords(text);
  budget.spend("characters", words.length);
  return words.search(pattern) >= 0;
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
  toFunction(([value], budget) => {
    if (!isRecord(value)) throw new Outside("Object.keys() and the like take an object");
    budget.spend("steps", value.entries.size);
    return read(value.entries);
  });
const ofNumbers = (work: (...numbers: number[]) => number): Value => toFunction((args) => work(...args.map(toNumber)));

const NUMBER_CHECKS: ReadonlyMap<string, Value> = new Map(
  (["isNaN", "isFinite", "isInteger"] as const).map((name) => [name, toFunction(([value]) => Number[name](value))]),
);

/** What of React a page knows: what a component with state shows before anyone clicks, and the components that it wraps. */
const HOOKS: readonly (readonly [string, Value])[] = [
  ["useState", toFunction(([first], budget) => [isFunction(first) ? first.call([], budget) : first, undefined])],
  ["useRef", toFunction(([current]) => toRecord([["current", current]]))],
  ["useMemo", toFunction(([work], budget) => (isFunction(work) ? work.call([], budget) : undefined))],
  ["useCallback", toFunction(([work]) => work)],
  ["forwardRef", toFunction(([component]) => component)],
  ["memo", toFunction(([component]) => component)],
];

/** Names that every page knows: no more of JavaScript than this. */
export const GLOBALS: ReadonlyMap<string, Value> = new Map<string, Value>([
  ["undefined", undefined],
  ["NaN", Number.NaN],
  ["Infinity", Number.POSITIVE_INFINITY],
  ["String", toFunction(([value]) => toWords(value))],
  ["Number", { ...toFunction(([value]) => toNumber(value)), part: (name) => NUMBER_CHECKS.get(name) }],
  ["parseInt", toFunction(([text, base]) => Number.parseInt(toWords(text), base === undefined ? 10 : toNumber(base)))],
  ["parseFloat", toFunction(([text]) => Number.parseFloat(toWords(text)))],
  ["Boolean", toFunction(([value]) => isTruthy(value))],
  [
    "Object",
    toRecord([
      ["keys", ofRecord((entries) => [...entries.keys()])],
      ["values", ofRecord((entries) => [...entries.values()])],
      ["entries", ofRecord((entries) => [...entries].map(([name, value]) => [name, value]))],
    ]),
  ],
  ...HOOKS,
  ["React", toRecord(HOOKS)],
  [
    "Array",
    toRecord([
      ["isArray", toFunction(([value]) => Array.isArray(value))],
      ["from", toFunction(([from, work], budget) => listFrom(from, work, budget))],
    ]),
  ],
  ["JSON", toRecord([["stringify", toFunction(([value, , indent], budget) => stringify(value, indent, budget))]])],
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

/** `Array.from({ length: 3 }, (_, index) => …)`, or of a list. Counts before it makes one. */
function listFrom(from: Value, work: Value, budget: Budget): Value[] {
  const length = isRecord(from) ? Math.trunc(toNumber(from.entries.get("length") ?? 0)) || 0 : 0;
  if (!isRecord(from) && !Array.isArray(from)) throw new Outside("Array.from() takes a list or a length here", { isCode: true });
  budget.spend("steps", Array.isArray(from) ? from.length : Math.max(0, length));
  const items = Array.isArray(from) ? [...from] : Array.from({ length: Math.max(0, length) }, (): Value => undefined);
  return work === undefined ? items : items.map(each(work, budget));
}

function stringify(value: Value, indent: Value, budget: Budget): string | undefined {
  const text = JSON.stringify(toPlainValue(value, budget), null, typeof indent === "number" ? indent : undefined);
  budget.spend("characters", text?.length ?? 0);
  return text;
}
