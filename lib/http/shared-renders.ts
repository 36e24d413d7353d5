import { LRUCache } from "lru-cache";
import { ServiceError } from "../service-error.ts";

/** Bounds of shared renders. */
interface SharedRendersOptions {
  /** The most bytes in the cache; the least recently used render is dropped first. */
  readonly maxBytes: number;
  /** Renders at the same time. Default: 1, since a render takes the whole processor. */
  readonly concurrent?: number;
  /** Renders that wait for their turn; more are refused. Default: 20. */
  readonly waiting?: number;
}

/** A cache that renders each key once: who asks for it during the render shares it. A failed render is not kept. */
export class SharedRenders {
  readonly #kept: LRUCache<string, Uint8Array<ArrayBuffer>>;
  readonly #underWay = new Map<string, Promise<Uint8Array<ArrayBuffer>>>();
  readonly #turns: (() => void)[] = [];
  readonly #concurrent: number;
  readonly #waiting: number;
  #running = 0;

  constructor({ maxBytes, concurrent = 1, waiting = 20 }: SharedRendersOptions) {
    this.#kept = new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ byteLength }) => Math.max(1, byteLength) });
    this.#concurrent = concurrent;
    this.#waiting = waiting;
  }

  /** Returns the render of a key. @throws ServiceError `unavailable` when too many renders wait already. */
  get(key: string, render: () => Promise<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
    const kept = this.#kept.get(key);
    if (kept) return Promise.resolve(kept);
    const underWay = this.#underWay.get(key) ?? this.#start(key, render);
    this.#underWay.set(key, underWay);
    return underWay;
  }

  async #start(key: string, render: () => Promise<Uint8Array<ArrayBuffer>>): Promise<Uint8Array<ArrayBuffer>> {
    try {
      await this.#takeTurn();
      try {
        const rendered = await render();
        this.#kept.set(key, rendered);
        return rendered;
      } finally {
        this.#endTurn();
      }
    } finally {
      this.#underWay.delete(key);
    }
  }

  async #takeTurn(): Promise<void> {
    // Lets `get` record this render before it can fail.
    await Promise.resolve();
    if (this.#running < this.#concurrent) {
      this.#running += 1;
      return;
    }
    if (this.#turns.length >= this.#waiting)
      throw new ServiceError("unavailable", "Too many pages are being rendered. Try again in a second.", {
        headers: { "Retry-After": "1" },
      });
    await new Promise<void>((resolve) => this.#turns.push(resolve));
  }

  /** Passes the turn to the next in line. */
  #endTurn(): void {
    const next = this.#turns.shift();
    if (next) next();
    else this.#running -= 1;
  }
}
