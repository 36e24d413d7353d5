// Tested in cards.test.ts.

/** All that a card shows, and so what decides whether it is rendered again. */
export interface Card {
  readonly title: string;
  readonly text: string;
  /** The site's name. */
  readonly name: string;
  /** The site's colour, as CSS writes it. */
  readonly accent: string;
}
