// Tested in aliases.test.ts.
import type { Value } from "./value.ts";

/** The names that a part of a page knows. A name may be worked out when it is asked for the first time. */
export class Scope {
  readonly #values = new Map<string, { value: Value } | { find: () => Value }>();
  readonly #parent: Scope | undefined;
  /** The file that the names are written in. */
  readonly file: string;

  constructor(parent: Scope | undefined, file = parent?.file ?? "") {
    this.#parent = parent;
    this.file = file;
  }

  set(name: string, value: Value): void {
    this.#values.set(name, { value });
  }

  /** Sets a name to what `find` gives when the name is first asked for. What it throws, it throws each time. */
  setLazy(name: string, find: () => Value): void {
    this.#values.set(name, { find });
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
