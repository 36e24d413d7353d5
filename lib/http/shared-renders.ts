import { LRUCache } from "lru-cache";
import { ServiceError } from "../service-error.ts";

type Render = () => Promise<Uint8Array<ArrayBuffer>>;

/** Renders that wait for their turn; more are refused. */
const MOST_WAITING = 20;

/**
 * A cache that renders each key once: who asks for it during the render shares it. One is rendered at a time, since that takes
 * the whole processor. A failed render is not kept.
 */
export class SharedRenders {
  readonly #kept: LRUCache<string, Uint8Array<ArrayBuffer>, Render>;
  #last: Promise<unknown> = Promise.resolve();
  #unfinished = 0;

  /** `maxBytes`: the most bytes in the cache; the least recently used render is dropped first. */
  constructor({ maxBytes }: { readonly maxBytes: number }) {
    this.#kept = new LRUCache({
      maxSize: maxBytes,
      sizeCalculation: ({ byteLength }) => Math.max(1, byteLength),
      fetchMethod: (_key, _stale, { context }) => this.#inTurn(context),
      // A render that is under way has its place in the cache, and may lose it to others.
      ignoreFetchAbort: true,
    });
  }

  /** Returns the render of a key. @throws ServiceError `unavailable` when too many renders wait already. */
  get(key: string, render: Render): Promise<Uint8Array<ArrayBuffer>> {
    return this.#kept.forceFetch(key, { context: render });
  }

  async #inTurn(render: Render): Promise<Uint8Array<ArrayBuffer>> {
    if (this.#unfinished > MOST_WAITING)
      throw new ServiceError("unavailable", "Too many pages are being rendered. Try again in a second.", {
        headers: { "Retry-After": "1" },
      });
    this.#unfinished += 1;
    const rendered = this.#last.then(render).finally(() => {
      this.#unfinished -= 1;
    });
    this.#last = rendered.catch(() => {});
    return rendered;
  }
}
