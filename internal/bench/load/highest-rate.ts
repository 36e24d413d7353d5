/** The search for the highest rate that a server sustains. */
export interface RateSearch {
  /** First rate that is tried, in requests a second. */
  readonly start: number;
  /** The rate is never raised above it. */
  readonly most: number;
  /** Sends traffic at a rate. Returns true when it is sustained. */
  readonly isBorne: (rate: number) => Promise<boolean>;
}

const FACTOR = 2;
const HALVINGS = 2;

/**
 * Returns the highest rate that is borne, to within a fifth: it is raised step by step until it is not, and then halved in between.
 * Where even the first rate is too high, it is lowered until it is borne. 0 where a hundredth of it is not.
 */
export async function findHighestRate({ start, most, isBorne }: RateSearch): Promise<number> {
  let borne = start;
  let broken: number | undefined;
  while (!(await isBorne(borne))) {
    broken = borne;
    borne /= FACTOR;
    if (borne < start / 100) return 0;
  }
  while (broken === undefined && borne < most) {
    const next = Math.min(most, borne * FACTOR);
    if (await isBorne(next)) borne = next;
    else broken = next;
  }
  for (let halving = 0; broken !== undefined && halving < HALVINGS; halving += 1) {
    const middle = Math.sqrt(borne * broken);
    if (await isBorne(middle)) borne = middle;
    else broken = middle;
  }
  return borne;
}
