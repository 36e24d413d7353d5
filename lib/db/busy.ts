import { setTimeout as pause } from "node:timers/promises";

/** How long a statement waits for its turn, at most. */
export const BUSY_DEADLINE_MS = 5_000;
const LONGEST_PAUSE_MS = 100;

/** Whether another process holds a lock of the SQLite file. What fails so has changed nothing. */
export function isBusy(thrown: unknown): boolean {
  const { errcode } = thrown as { errcode?: number };
  return errcode !== undefined && (errcode & 0xff) === 5;
}

/**
 * Tries again while the file is locked, with growing pauses that differ between processes, until the deadline. Between two
 * tries the event loop is free: SQLite's own busy timeout would stop the whole process.
 */
export async function retryWhileBusy<T>(attempt: () => T | Promise<T>, deadline: number): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (thrown) {
      const pauseMs = Math.min(LONGEST_PAUSE_MS, 2 ** tries) * (0.5 + Math.random() / 2);
      if (!isBusy(thrown) || performance.now() + pauseMs > deadline) throw thrown;
      await pause(pauseMs);
    }
  }
}

/** One holder at a time, those who wait in their order. */
export class Turn {
  #held = false;
  readonly #waiting = new Set<() => void>();

  /** @throws after the deadline, an error that `isBusy` knows. */
  async take(deadline: number): Promise<void> {
    if (!this.#held) {
      this.#held = true;
      return;
    }
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(
      () => {
        this.#waiting.delete(resolve);
        reject(Object.assign(new Error("another transaction of this process takes too long"), { errcode: 5 }));
      },
      Math.max(0, deadline - performance.now()),
    );
    this.#waiting.add(resolve);
    await promise.finally(() => clearTimeout(timer));
  }

  /** Hands over to the next one. */
  pass(): void {
    const [next] = this.#waiting;
    this.#held = next !== undefined;
    if (!next) return;
    this.#waiting.delete(next);
    next();
  }
}
