import { LRUCache } from "lru-cache";
import { ServiceError } from "../service-error.ts";

export interface SharedRendersOptions {
  /** Bytes that are kept; what was not asked for the longest goes first. */
  readonly maxBytes: number;
  /** How many are rendered at a time. Default: 1, since rendering takes the whole processor. */
  readonly concurrent?: number;
  /** How many wait for their turn; more are refused. Default: 20. */
  readonly waiting?: number;
}

/**
 * Renders what is asked for once: whoever asks while it is being rendered gets the same, and so does whoever asks later,
 * for as long as there is room for it. A render that failed is forgotten.
 */
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

  /** What belongs to a key. @throws ServiceError `unavailable` when too many renders wait already. */
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
    // Gives `get` the time to note this render before it can fail.
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

  /** A turn passes from hand to hand, so that nobody who comes meanwhile takes it. */
  #endTurn(): void {
    const next = this.#turns.shift();
    if (next) next();
    else this.#running -= 1;
  }
}

/** What caches need to know of a rendered body. */
export interface Entity {
  /** Changes whenever the body does. */
  readonly etag: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A body under a strong entity tag. It is rendered only for a GET whose sender does not have it already. */
export async function entityResponse(
  request: Request,
  { etag, headers }: Entity,
  body: () => Promise<Uint8Array<ArrayBuffer>>,
): Promise<Response> {
  const shared = { ...headers, etag: `"${etag}"` };
  if (isCurrent(request.headers.get("if-none-match"), shared.etag)) return new Response(null, { status: 304, headers: shared });
  if (request.method === "HEAD") return new Response(null, { headers: shared });
  const bytes = await body();
  return new Response(bytes, { headers: { ...shared, "content-length": String(bytes.byteLength) } });
}

/** Whether `If-None-Match` names what would be answered (RFC 9110). @param etag with its quotation marks */
export function isCurrent(header: string | null, etag: string): boolean {
  return header?.split(",").some((known) => [etag, `W/${etag}`, "*"].includes(known.trim())) ?? false;
}
