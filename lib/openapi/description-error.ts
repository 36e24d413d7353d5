/** Says why an API description cannot be had, in words for the person who configured it, with what to do. */
export class DescriptionError extends Error {
  override readonly name = "DescriptionError";
  /** The same may work later: nothing is wrong with the description or the settings. */
  readonly isTemporary: boolean;

  constructor(words: string, { isTemporary = false, cause }: { isTemporary?: boolean; cause?: unknown } = {}) {
    super(words, { cause });
    this.isTemporary = isTemporary;
  }
}
