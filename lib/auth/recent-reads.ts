// Tested in auth.test.ts.
interface Read<Value> {
  readonly value: Promise<Value>;
  readonly at: number;
}

const capacity = 2_000;

/** Remembers what was read for a short time, at most 2,000 values; the oldest read goes first. A failed read is forgotten. */
export class RecentReads<Value> {
  readonly #keepMs: number;
  readonly #reads = new Map<string, Read<Value>>();

  constructor(keepMs: number) {
    this.#keepMs = keepMs;
  }

  /** The value as of at most `keepMs` ago. Callers that ask at the same time share one read. */
  read(key: string, now: number, load: () => Promise<Value>): Promise<Value> {
    const known = this.#reads.get(key);
    if (known && now - known.at < this.#keepMs && now >= known.at) return known.value;
    return this.#keep(key, { value: load(), at: now });
  }

  /** Replaces a remembered value without making it younger. */
  put(key: string, value: Value): void {
    const known = this.#reads.get(key);
    if (known) this.#reads.set(key, { value: Promise.resolve(value), at: known.at });
  }

  clear(): void {
    this.#reads.clear();
  }

  #keep(key: string, read: Read<Value>): Promise<Value> {
    this.#reads.delete(key);
    if (this.#reads.size >= capacity) this.#reads.delete(this.#reads.keys().next().value as string);
    this.#reads.set(key, read);
    read.value.catch(() => {
      if (this.#reads.get(key) === read) this.#reads.delete(key);
    });
    return read.value;
  }
}
