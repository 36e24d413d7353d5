// Tested in aliases.test.ts and assignments.test.ts.
import type { Value } from "./value.ts";

/** One run of a function. What its names hold, and what it made, may change until it is done. */
interface Frame {
  isRunning: boolean;
  /** The run that the function is written in, where it is written in one. */
  readonly outer: Frame | undefined;
  /** Works values out where they are written: something changes here, so that they could be others when they are asked for. */
  readonly isEager: boolean;
}

/** Who made a list or a record. */
const makers = new WeakMap<object, Frame>();

/** The names that a part of a page knows. A name may be worked out when it is asked for the first time. */
export class Scope {
  readonly #values = new Map<string, { value: Value } | { find: () => Value }>();
  readonly #parent: Scope | undefined;
  readonly #frame: Frame | undefined;
  /** The file that the names are written in. */
  readonly file: string;

  constructor(parent: Scope | undefined, file = parent?.file ?? "", frame = parent ? parent.#frame : undefined) {
    this.#parent = parent;
    this.#frame = frame;
    this.file = file;
  }

  /** Does something in a scope of its own, whose names may change until it is done, as those of a function do. */
  static run<Result>(parent: Scope, isEager: boolean, work: (scope: Scope) => Result): Result {
    const outer = parent.#frame;
    const frame: Frame = { isRunning: true, outer, isEager: isEager || Boolean(outer?.isEager) };
    try {
      return work(new Scope(parent, parent.file, frame));
    } finally {
      frame.isRunning = false;
    }
  }

  /** True in a function, as opposed to at the top of a file. */
  get isInFunction(): boolean {
    return this.#frame !== undefined;
  }

  get isEager(): boolean {
    return Boolean(this.#frame?.isEager);
  }

  /** The scope of the whole function, where `var` sets its names. */
  get ofFunction(): Scope {
    return this.#parent && this.#parent.#frame === this.#frame ? this.#parent.ofFunction : this;
  }

  set(name: string, value: Value): void {
    this.#values.set(name, { value });
  }

  /** Sets a name to what `find` gives when the name is first asked for. What it throws, it throws each time. */
  setLazy(name: string, find: () => Value): void {
    this.#values.set(name, { find });
  }

  /** Gives a name of a function that still runs another value; false for every other name. */
  assign(name: string, value: Value): boolean {
    if (!this.#values.has(name)) return this.#parent?.assign(name, value) ?? false;
    if (!this.#frame?.isRunning) return false;
    this.set(name, value);
    return true;
  }

  /** Notes who made a list or a record. */
  made<Made extends Value & object>(value: Made): Made {
    if (this.#frame) makers.set(value, this.#frame);
    return value;
  }

  /** Whether a list or record was made by the function that runs, or by one that runs and in which that function is written. */
  owns(value: object): boolean {
    const maker = makers.get(value);
    if (!maker?.isRunning) return false;
    for (let frame = this.#frame; frame; frame = frame.outer) if (frame === maker) return true;
    return false;
  }

  has(name: string): boolean {
    return this.#values.has(name) || Boolean(this.#parent?.has(name));
  }

  /** The value of a name; undefined also for a name that is not known. */
  get(name: string): Value {
    const held = this.#values.get(name);
    if (!held) return this.#parent?.get(name);
    if ("value" in held) return held.value;
    const value = held.find();
    this.#values.set(name, { value });
    return value;
  }
}
