/** All that a card shows; a card with the same values is not rendered again. */
export interface Card {
  readonly title: string;
  readonly text: string;
  /** The site's name; empty when its logo says it. */
  readonly name: string;
  /** The site's colour, as CSS writes it. */
  readonly accent: string;
  /** The site's logo as a data: address, and its size in its own unit, where it says one. */
  readonly logo?:
    | { readonly data: string; readonly size?: { readonly width: number; readonly height: number } | undefined }
    | undefined;
}
