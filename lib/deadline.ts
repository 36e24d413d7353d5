/** Waits for a result, but no longer than until a signal fires: what cannot be stopped, such as a look-up of a name, goes on unheard. */
export async function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let leave = () => {};
  const aborted = new Promise<never>((_, reject) => {
    leave = () => reject(signal.reason);
    signal.addEventListener("abort", leave, { once: true });
    if (signal.aborted) leave();
  });
  // Nobody hears of a failure after the signal.
  work.catch(() => {});
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", leave);
  }
}

/** A bound on how long something may take. */
export interface Deadline {
  /** Fires when the time is up, when the outer signal fires, and when it is over. */
  readonly signal: AbortSignal;
  /** To be called once what is bounded is over, however it ended. */
  readonly end: () => void;
}

/**
 * Starts a deadline, within an outer signal if there is one. `AbortSignal.timeout` would not do in a request: it cannot be
 * stopped, and until its time is up its timer keeps all that belongs to the request, long after that was answered.
 */
export function startDeadline(ms: number, outer?: AbortSignal): Deadline {
  const controller = new AbortController();
  const end = (reason: unknown) => {
    clearTimeout(timer);
    outer?.removeEventListener("abort", leave);
    // Others combine this signal with theirs; Node holds such a one, if it is listened to, until one of its sources fires.
    controller.abort(reason);
  };
  const leave = () => end(outer?.reason);
  const timer = setTimeout(() => end(new DOMException(`It took longer than ${ms} ms.`, "TimeoutError")), ms);
  outer?.addEventListener("abort", leave, { once: true });
  if (outer?.aborted) leave();
  return { signal: controller.signal, end: () => end(new DOMException("It is over.", "AbortError")) };
}
