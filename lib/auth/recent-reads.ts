import { LRUCache } from "lru-cache";

interface Read<Value> {
  readonly value: Promise<Value>;
  readonly at: number;
}

/** A cache of recent reads, of at most 2,000 values. A failed read is not kept. */
export class RecentReads<Value> {
  readonly #keepMs: number;
  readonly #reads = new LRUCache<string, Read<Value>>({ max: 2_000 });

  constructor(keepMs: number) {
    this.#keepMs = keepMs;
  }

  /** Returns the value of a read that began at most `keepMs` ago. Callers that ask at the same time share one read. */
  read(key: string, now: number, load: () => Promise<Value>): Promise<Value> {
    const cached = this.#reads.get(key);
    if (cached && now - cached.at < this.#keepMs && now >= cached.at) return cached.value;
    return this.#keep(key, { value: load(), at: now });
  }

  /** Replaces a cached value without making it younger. */
  put(key: string, value: Value): void {
    const cached = this.#reads.get(key);
    if (cached) this.#reads.set(key, { value: Promise.resolve(value), at: cached.at });
  }

  /** Removes every value. */
  clear(): void {
    this.#reads.clear();
  }

  #keep(key: string, read: Read<Value>): Promise<Value> {
    this.#reads.set(key, read);
    read.value.catch(() => {
      if (this.#reads.get(key) === read) this.#reads.delete(key);
    });
    return read.value;
  }
}
