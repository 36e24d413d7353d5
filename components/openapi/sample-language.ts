/** Name under which a browser keeps the programming language that the reader chose. */
export const SAMPLE_LANGUAGE = "docent-sample-language";

/** Reads the programming language that the reader chose last; undefined before a choice. */
export function readSampleLanguage(): string | undefined {
  try {
    return localStorage.getItem(SAMPLE_LANGUAGE) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Keeps the programming language for the next page. */
export function keepSampleLanguage(title: string): void {
  try {
    localStorage.setItem(SAMPLE_LANGUAGE, title);
  } catch {
    // Without storage the choice lasts as long as the page.
  }
}
