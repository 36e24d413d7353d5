/** Keeps a failing service from being asked again and again. */
export interface Breaker {
  /** Returns true while the service must not be called. */
  isOpen(): boolean;
  /** Records that the service has answered, which ends an outage. */
  succeeded(): void;
  /** Records a failure. Returns true for the first one since the service has answered. */
  failed(): boolean;
}

interface BreakerOptions {
  /** Number of failures within the window that opens it. */
  readonly failures: number;
  readonly windowMs: number;
  /** Time that it stays open before the service is tried again. */
  readonly openMs: number;
  readonly now?: () => number;
}

/** Creates the breaker of one service. */
export function createBreaker({ failures, windowMs, openMs, now = Date.now }: BreakerOptions): Breaker {
  let recent: number[] = [];
  let openUntil = 0;
  let isOutage = false;
  return {
    isOpen: () => now() < openUntil,
    succeeded: () => {
      recent = [];
      openUntil = 0;
      isOutage = false;
    },
    failed: () => {
      const isFirst = !isOutage;
      isOutage = true;
      recent = [...recent.filter((time) => now() - time < windowMs), now()];
      if (recent.length < failures) return isFirst;
      openUntil = now() + openMs;
      recent = [];
      return isFirst;
    },
  };
}
