import { setTimeout as pause } from "node:timers/promises";

/** The most time that a statement waits for its turn. */
export const BUSY_DEADLINE_MS = 5_000;
const MAX_PAUSE_MS = 100;

/** Returns true for the error of a statement that found the SQLite file locked by another process, and changed nothing. */
function isBusy(thrown: unknown): boolean {
  const { errcode } = thrown as { errcode?: number };
  return errcode !== undefined && (errcode & 0xff) === 5;
}

/**
 * Repeats an attempt while the file is locked, with growing, random pauses, until the deadline. The event loop is free in
 * between: SQLite's own busy timeout would block the whole process.
 */
export async function retryWhileBusy<T>(attempt: () => T | Promise<T>, deadline: number): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await attempt();
    } catch (thrown) {
      const pauseMs = Math.min(MAX_PAUSE_MS, 2 ** tries) * (0.5 + Math.random() / 2);
      if (!isBusy(thrown) || performance.now() + pauseMs > deadline) throw thrown;
      await pause(pauseMs);
    }
  }
}

/** A lock within this process, which goes to those who wait in their order. */
export class Turn {
  #held = false;
  readonly #waiting = new Set<() => void>();

  /** Waits for the lock. @throws after the deadline, an error that `isBusy` recognises. */
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

  /** Releases the lock to the next in line. */
  pass(): void {
    const [next] = this.#waiting;
    this.#held = next !== undefined;
    if (!next) return;
    this.#waiting.delete(next);
    next();
  }
}
