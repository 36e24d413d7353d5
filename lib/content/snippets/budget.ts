// Tested in aliases.test.ts.
import { Outside } from "./value.ts";

/** More than pages need: the largest of 11,000 public pages takes three quarters. No page's file is longer than its characters. */
const LIMITS = { steps: 20_000, nodes: 50_000, characters: 2_000_000 };
const MAX_DEPTH = 40;

type Kind = keyof typeof LIMITS;

/** What working out one page may cost. Once a kind is used up, all that would need more of it is outside. */
export class Budget {
  readonly #left = { ...LIMITS };
  #depth = 0;

  /** @throws Outside when more is spent than a page may. */
  spend(kind: Kind, amount = 1): void {
    this.#left[kind] -= amount;
    if (this.#left[kind] < 0) throw new Outside(`the page needs more than ${LIMITS[kind].toLocaleString("en")} ${kind}`);
  }

  /** Whether all that a page may cost has been spent of one kind. */
  get isSpent(): boolean {
    return Object.values(this.#left).some((left) => left < 0);
  }

  /** Does something one call deeper. @throws Outside when calls are nested too deeply. */
  deeper<Result>(work: () => Result): Result {
    if (this.#depth >= MAX_DEPTH) throw new Outside(`calls are nested more than ${MAX_DEPTH} levels deep`);
    this.#depth += 1;
    try {
      return work();
    } finally {
      this.#depth -= 1;
    }
  }
}
