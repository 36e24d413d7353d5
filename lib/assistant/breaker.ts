/** Keeps a failing service from being asked again and again. */
export interface Breaker {
  isOpen(): boolean;
  succeeded(): void;
  failed(): void;
}

export interface BreakerOptions {
  /** So many failures within the window open it. */
  readonly failures: number;
  readonly windowMs: number;
  /** Time that it stays open before the service is tried again. */
  readonly openMs: number;
  readonly now?: () => number;
}

export function createBreaker({ failures, windowMs, openMs, now = Date.now }: BreakerOptions): Breaker {
  let recent: number[] = [];
  let openUntil = 0;
  return {
    isOpen: () => now() < openUntil,
    succeeded: () => {
      recent = [];
    },
    failed: () => {
      recent = [...recent.filter((time) => now() - time < windowMs), now()];
      if (recent.length < failures) return;
      openUntil = now() + openMs;
      recent = [];
    },
  };
}
